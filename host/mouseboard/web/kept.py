"""The file of an evening: who was let in, where they sit, and who has won. Phones work again after a restart."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from mouseboard.files import write_whole
from mouseboard.web.guests import Role


class KeptGuest(msgspec.Struct):
    """A person who was let in, and the seat that they have, if any."""

    token: str
    """Its hash."""
    role: Role
    seats: list[int] = []
    """One at most."""
    address: str = ""
    owner: str = ""
    """If they sit for somebody whose phone is away: the owner of the seat, by their token's hash."""


class Kept(msgspec.Struct):
    """The content of the file."""

    code: str
    guests: list[KeptGuest]
    """In the order in which they were let in."""
    names: dict[int, str] = {}
    faces: dict[int, str] = {}
    won: dict[int, list[str]] = {}
    """The winners of each game of this evening, by its number in the journal."""
    left: dict[int, list[int]] = {}
    """The seats that people have left in each game of this evening, by its number in the journal."""
    watch: str = ""
    """The spectators' token itself, not its hash: the host may ask for the link again."""


class EveningFile:
    """The file, if there is one. Its date is that of the last renewal, however often the server is started."""

    def __init__(self, path: Path | None, now: Callable[[], float]) -> None:
        """`now` is a clock that nobody sets."""
        self.path = path
        self._now = now
        self._renewed = now()  # when somebody last joined, took a seat or won

    def read(self) -> Kept | None:
        """Return its content, or None if there is none that can be read."""
        with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
            if self.path:
                kept = msgspec.json.decode(self.path.read_bytes(), type=Kept)
                age = time.time() - self.path.stat().st_mtime
                self._renewed -= max(0.0, age)  # a date to come: the clock went back
                return kept
        return None

    def write(self, kept: Kept, renews: bool) -> None:
        """Write the file as a whole, readable by its owner alone. Raises OSError."""
        if renews:
            self._renewed = self._now()
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, msgspec.json.encode(kept), private=True)
        self._date(self.path)

    def date(self) -> None:
        """Give the file the date of the last renewal, by the clock of this moment."""
        if self.path:
            with suppress(OSError):  # there is none, or it cannot be written, which was told
                self._date(self.path)

    def _date(self, path: Path) -> None:
        then = time.time() - (self._now() - self._renewed)
        os.utime(path, (then, then))
