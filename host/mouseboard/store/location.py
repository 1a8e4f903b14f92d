"""Where the journal is kept unless a path is given."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mouseboard.say import quoted, say
from mouseboard.store.entries import StoreError

HOMELESS = say("you have no home folder for the journal; name a file with --journal, such as journal.db")


def default_path() -> Path:
    """Return the file `MOUSEBOARD_JOURNAL` names, or `journal.db` in the platform's folder for a user's data.

    Raises StoreError without a home folder, and where `XDG_DATA_HOME` is relative.
    """
    named = os.environ.get("MOUSEBOARD_JOURNAL")
    if named:
        return Path(named)
    try:
        return _data_folder() / "mouseboard" / "journal.db"
    except RuntimeError as error:
        raise StoreError(HOMELESS) from error


def _data_folder() -> Path:
    """Return the platform's folder for a user's data. Raises StoreError, and RuntimeError where a home is missing."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    if not data.is_absolute():  # else every working directory would have a journal of its own
        named = quoted(str(data))
        raise StoreError(say("XDG_DATA_HOME is {path}, but must be a whole path, beginning with /", path=named))
    return data
