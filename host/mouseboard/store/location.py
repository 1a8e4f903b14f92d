"""Where the journal is kept unless a path is given."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mouseboard.say import quoted, say
from mouseboard.store.entries import StoreError


def default_path() -> Path:
    """Return the file `MOUSEBOARD_JOURNAL` names, or `journal.db` in the platform's folder for a user's data.

    Raises StoreError where `XDG_DATA_HOME` is relative.
    """
    named = os.environ.get("MOUSEBOARD_JOURNAL")
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
        if not data.is_absolute():  # else every working directory would have a journal of its own
            named = quoted(str(data))
            raise StoreError(say("XDG_DATA_HOME is {path}, but must be a whole path, beginning with /", path=named))
    return data / "mouseboard" / "journal.db"
