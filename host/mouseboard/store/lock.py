"""The lock on a running game: a side file beside the journal, locked through SQLite itself.

No second process can play the same game. The lock ends with its process, however that ends. The side file of a killed
process remains.
"""

from __future__ import annotations

import glob
import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from mouseboard.files import make_private


class GameLock:
    """A side file, locked from its creation until `release`."""

    def __init__(self, file: Path) -> None:
        """Take the lock. Raises OSError, or sqlite3.Error: SQLITE_BUSY if another process holds it."""
        self._file = file
        self._connection = _hold(file)

    def release(self, keep: bool = False) -> None:
        """Remove the side file and its lock. With `keep` the file stays, as that of a killed process does."""
        if keep:
            self._connection.close()
            return
        if sys.platform == "win32":  # an open file cannot be removed there, so another process's fresh lock is safe
            self._connection.close()
        with suppress(OSError):
            self._file.unlink()
        self._connection.close()


def lock_file(journal: Path, game: int) -> Path:
    """Return the path of a game's side file."""
    return journal.with_name(f"{journal.name}-game{game}")


def sweep(journal: Path, keep: Path) -> None:
    """Remove the side files that killed processes left, except `keep`."""
    for file in journal.parent.glob(f"{glob.escape(journal.name)}-game*"):
        if file != keep:
            with suppress(OSError, sqlite3.Error):  # it is held: the game is being played
                GameLock(file).release()


def _hold(file: Path) -> sqlite3.Connection:
    while True:
        with suppress(FileExistsError):
            make_private(file)
        before = file.stat()
        lock = sqlite3.connect(file, timeout=0, isolation_level=None)
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")  # nothing will be written; avoid a third file
            lock.execute("BEGIN EXCLUSIVE")
        except BaseException:
            lock.close()
            raise
        with suppress(FileNotFoundError):
            if os.path.samestat(before, file.stat()):
                return lock
        lock.close()  # its holder has removed the file; lock the new one, which others will find
