"""The roster: everybody's seats as they are now. A change is proposed, written, then applied.

A file beside the journal, readable by its owner alone, keeps who was let in and where they sit, so phones work after
a restart.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from mouseboard.say import Say, reason, say
from mouseboard.store import PERSON
from mouseboard.web.changes import (
    Came,
    Ended,
    Event,
    Reopened,
    Sat,
    StoodIn,
    Went,
    after,
    handed_over,
)
from mouseboard.web.guests import Guest, Guests, Role, hashed, new_code, uptime
from mouseboard.web.kept import EveningFile, Kept, KeptGuest
from mouseboard.web.refusals import Refusal, Refused
from mouseboard.web.seats import AWAY_S, NOTHING, Seat, Seats, Takes

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
        known = [Guest(one.token, one.role, n, one.address) for n, one in enumerate(kept.guests)]
        self.guests = Guests(kept.code, kept.watch, known, now, self._has_to_stay, self._admitted, screen)
        began = self._time()
        self.seats = Seats(takes, _resumed(seats, kept, known, takes), began=began, host_gone=began, away_s=away_s)
        left = {game: dict.fromkeys(which, began) for game, which in kept.left.items()}
        self.seats = replace(self.seats, left=left, won={game: tuple(who) for game, who in kept.won.items()})
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

    # The file.

    def keep(self, seats: Seats, renews: bool = False) -> None:
        """Write these seats into the file, if it says anything else.

        If that fails, tokens last until the page closes.
        """
        kept = self._packed(seats)
        if kept == self._written and not renews:
            return
        self._written = kept
        try:
            self._file.write(kept, renews)
        except OSError as error:
            if self._is_kept:
                self._trouble(say(UNKEPT, file=str(self._file.path), why=reason(error)))
            self._is_kept = False
        else:
            self._is_kept = True

    def date(self) -> None:
        """Update the file's time, in case the clock was set: else the evening would seem to be over long ago."""
        self._file.date()

    def _admitted(self, renews: bool) -> None:
        self.keep(self.seats, renews)

    def _has_to_stay(self, guest: Guest) -> bool:
        """Return whether somebody sits or watches, or owns a seat that another one sits on for them."""
        return self.seats.is_here(guest) or any(guest.token in (seat.owner, seat.person) for seat in self.seats.seats)

    def _packed(self, seats: Seats) -> Kept:
        """Return what the file has to say. Seats belong to those who play on there and have no other."""
        sits = [
            handed_over(seat) if seat.holder and seat.stand_in and not seats.has_seat(seat.stand_in) else seat
            for seat in seats.seats
        ]
        by_token = {seat.holder.token: (n, seat.owner) for n, seat in enumerate(sits) if seat.holder}
        guests = []
        for guest in self.guests.let_in:
            seat, owner = by_token.get(guest.token, (None, ""))
            guests.append(KeptGuest(guest.token, guest.role, [] if seat is None else [seat], guest.address, owner))
        return Kept(
            self.guests.code,
            guests,
            {n: seat.name for n, seat in enumerate(sits) if seat.name},
            {n: seat.face for n, seat in enumerate(sits) if seat.face},
            {game: list(people) for game, people in seats.won.items()},
            {game: list(which) for game, which in seats.left.items()},
            self.guests.watch_token,
        )


def _nobody() -> Kept:
    """Return what is kept of an evening that begins."""
    watch = secrets.token_urlsafe(16)
    return Kept(new_code(), [KeptGuest(hashed(watch), Role.SPECTATOR)], watch=watch)


def _resumed(seats: Sequence[Seat], kept: Kept, known: Sequence[Guest], takes: Takes) -> tuple[Seat, ...]:
    """Return the seats of the lobby with those who sat there before: nobody loses theirs, whatever the lobby had."""
    held = {n: (guest, one.owner) for one, guest in zip(kept.guests, known, strict=True) for n in one.seats}
    most = takes.counts[-1]
    needed = max((n + 1 for n in held if n < most), default=0)
    count = len(seats) if needed <= len(seats) else min(n for n in takes.counts if n >= needed)
    fillers = [Seat(takes.usual, is_filler=True)] * (count - len(seats))
    return tuple(_sat_before(seat, n, held.get(n), kept) for n, seat in enumerate((*seats, *fillers)))


def _sat_before(seat: Seat, n: int, held: tuple[Guest, str] | None, kept: Kept) -> Seat:
    name = kept.names.get(n, "") if kept.names else seat.name
    if held is None:
        return replace(seat, name=name if seat.is_persons else "")
    holder, owner = held
    return Seat(PERSON, holder, owner, None, name, kept.faces.get(n, ""), seat.help)
