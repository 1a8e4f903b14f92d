"""Where the journal is kept unless a path is given."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from pathlib import Path

from mouseboard.files import named
from mouseboard.say import plain, quoted, say
from mouseboard.store.entries import StoreError

HOMELESS = say("you have no home folder for the journal; name a file with --journal, such as journal.db")

PARTIAL = "{variable} is {path}, but must be a whole path, beginning with /"


def default_path() -> Path:
    """Return the file `MOUSEBOARD_JOURNAL` names, or `journal.db` in the platform's folder for a user's data.

    Raises StoreError without a home folder, and where `XDG_DATA_HOME` is relative.
    """
    if path := os.environ.get("MOUSEBOARD_JOURNAL"):
        return named(path)
    try:
        return _data_folder() / "mouseboard" / "journal.db"
    except RuntimeError as error:
        raise StoreError(HOMELESS) from error


def log_command(journal: Path) -> str:
    """Return how `mouseboard log` is typed for this journal: with `--journal`, unless it is the default one."""
    with suppress(StoreError):  # without a home folder nothing is the default
        if journal == default_path():
            return "mouseboard log"
    return f"mouseboard --journal {plain(shlex.quote(str(journal)))} log"


def _data_folder() -> Path:
    """Return the platform's folder for a user's data. Raises StoreError, and RuntimeError where a home is missing."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if data := os.environ.get("XDG_DATA_HOME"):
        return _whole(Path(data), "XDG_DATA_HOME")
    return _whole(Path.home(), "HOME") / ".local" / "share"


def _whole(folder: Path, variable: str) -> Path:
    """Return the folder. Raises StoreError for a part of a path: every working directory would have its own journal."""
    if not folder.is_absolute():
        raise StoreError(say(PARTIAL, variable=variable, path=quoted(str(folder))))
    return folder
