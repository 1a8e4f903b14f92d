"""The roster: everybody's seats as they are now. A change is proposed, written, then applied.

A file beside the journal, readable by its owner alone, keeps who was let in and where they sit, so phones work after
a restart.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mouseboard.evening.changes import (
    Came,
    Ended,
    Event,
    Reopened,
    Sat,
    StoodIn,
    Went,
    after,
)
from mouseboard.evening.guests import Codes, Guest, Guests, Role, hashed, uptime
from mouseboard.evening.kept import EveningFile, Kept, KeptGuest, known, packed, unpacked
from mouseboard.evening.refusals import Refusal, Refused
from mouseboard.evening.seats import AWAY_S, NOTHING, Seat, Seats, Takes
from mouseboard.say import Say, reason, say

UNKEPT = "{file}: {why}; after a restart every phone has to join again"

RENEWING = (Sat, StoodIn, Ended, Reopened)
"""Events that make the evening last longer."""


class Roster:
    """The seats of an evening, and who was let in."""

    def __init__(
        self,
        takes: Takes = NOTHING,
        seats: Sequence[Seat] = (),
        file: Path | None = None,
        now: Callable[[], float] = uptime,
        trouble: Callable[[Say], None] = lambda _: None,
        away_s: float = AWAY_S,
        screen: str = "",
        household: Callable[[str], str] = str,
    ) -> None:
        """Begin with the seats of the lobby, and with those whom the file knows; an unreadable one counts as none.

        `trouble` is called with a line if the file cannot be written. Without a file everybody is forgotten at the end.
        """
        self._file = EveningFile(file, now)
        self._trouble = trouble
        self._is_kept = True  # whether the last write succeeded
        kept = self._file.read()
        self.is_new = kept is None
        """Whether nobody was known before: the evening begins."""
        kept = kept or _nobody()
        self.guests = Guests(kept.codes, known(kept), household, self._has_to_stay, self._admitted, screen)
        self.seats = unpacked(kept, seats, takes, self._time(), away_s)
        self._written = kept
        self._streams = Counter[str]()
        self._listeners: list[Callable[[Seats], None]] = []
        self.journal: Callable[[Seats], None] = lambda _: None
        """Writes into the journal who plays, before that is so. It may raise StoreError and RulesError."""

    @property
    def now(self) -> float:
        """The time on the clock of the seats."""
        return self._time()

    @staticmethod
    def _time() -> float:
        return asyncio.get_running_loop().time()

    def listen(self, hear: Callable[[Seats], None]) -> None:
        """Call this after each change, with the seats before it."""
        self._listeners.append(hear)

    def apply(self, event: Event) -> None:
        """Let something happen. Raises Refused, and what `journal` raises; then nothing has changed."""
        proposed = after(self.seats, event, self.now)
        if isinstance(proposed, Refusal):
            raise Refused(proposed)
        if proposed == self.seats:
            return
        self.journal(proposed)
        self.keep(proposed, renews=isinstance(event, RENEWING))
        before, self.seats = self.seats, proposed
        for hear in self._listeners:
            hear(before)

    @contextmanager
    def watching(self, guest: Guest) -> Iterator[None]:
        """Count somebody as here while inside: they have a stream."""
        self._streams[guest.token] += 1
        if self._streams[guest.token] == 1:
            self.apply(Came(guest))
        try:
            yield
        finally:
            self._streams[guest.token] -= 1
            if not self._streams[guest.token]:
                del self._streams[guest.token]
                self.apply(Went(guest))

    def away(self, seat: int) -> int | None:
        """Return for how many seconds nobody has acted for a person, as `Seats.away` does."""
        return self.seats.away(seat, self.now)

    def is_resident(self, guest: Guest) -> bool:
        """Return whether somebody is a host or has a seat: nobody else may use up what they need."""
        return guest.role is Role.HOST or self.seats.owns(guest)

    # The file.

    def keep(self, seats: Seats, renews: bool = False) -> None:
        """Write these seats into the file, if it says anything else.

        If that fails, tokens last until the page closes, or until the next event can be written.
        """
        kept = packed(seats, self.guests.let_in, self.guests.codes)
        if kept == self._written and not renews:
            return
        try:
            self._file.write(kept, renews)
        except OSError as error:
            if self._is_kept:
                self._trouble(say(UNKEPT, file=str(self._file.path), why=reason(error)))
            self._is_kept = False
        else:
            self._written, self._is_kept = kept, True

    def date(self) -> None:
        """Update the file's time, in case the clock was set: else the evening would seem to be over long ago."""
        self._file.date()

    def _admitted(self, renews: bool) -> None:
        self.keep(self.seats, renews)

    def _has_to_stay(self, guest: Guest) -> bool:
        """Return whether somebody watches or has a seat."""
        return self.seats.is_here(guest) or self.seats.owns(guest)


def _nobody() -> Kept:
    """Return what is kept of an evening that begins."""
    codes = Codes.new()
    spectator = KeptGuest(hashed(codes.watch), Role.SPECTATOR)
    return Kept(codes.code, [spectator], watch=codes.watch, secret=codes.secret)
