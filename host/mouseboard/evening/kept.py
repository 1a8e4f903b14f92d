"""The file of an evening: who was let in, where they sit, and who has won. Phones work again after a restart.

`packed` and `unpacked` are pure: what an evening has to say to the next run, and what that makes of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from mouseboard.evening.changes import given_on
from mouseboard.evening.guests import SECRET_LENGTH, Codes, Guest, Role, letters, plain_name
from mouseboard.evening.seats import AWAY_S, Seat, Seats, Takes
from mouseboard.files import write_whole
from mouseboard.store import PERSON


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
    """The first to join comes first."""
    names: dict[int, str] = {}
    faces: dict[int, str] = {}
    won: dict[int, list[str]] = {}
    """The winners of each game of this evening, by its number in the journal."""
    left: dict[int, list[int]] = {}
    """The seats that people have left in each game of this evening, by its number in the journal."""
    watch: str = ""
    """The spectators' token itself, not its hash: the host may ask for the link again."""
    secret: str = ""
    """The secret in invitations, itself for the same reason; empty in files of versions without one."""

    @property
    def codes(self) -> Codes:
        """What lets people in; a new secret if it has none."""
        return Codes(self.code, self.secret or letters(SECRET_LENGTH), self.watch)


def packed(seats: Seats, let_in: Sequence[Guest], codes: Codes) -> Kept:
    """Return what the file has to say. Seats belong to those who play on there and have no other."""
    kept, helpers = seats, set[str]()
    for n, seat in enumerate(seats.seats):
        helper = seat.stand_in
        if seat.holder and helper and helper.token not in helpers and not seats.has_seat(helper):
            helpers.add(helper.token)
            kept = given_on(kept, n)
    by_token = {seat.holder.token: (n, seat.owner) for n, seat in enumerate(kept.seats) if seat.holder}
    guests = []
    for guest in let_in:
        where, owner = by_token.get(guest.token, (None, ""))
        guests.append(KeptGuest(guest.token, guest.role, [] if where is None else [where], guest.address, owner))
    return Kept(
        codes.code,
        guests,
        {n: seat.name for n, seat in enumerate(seats.seats) if seat.name},
        {n: seat.face for n, seat in enumerate(seats.seats) if seat.face},
        {game: list(people) for game, people in seats.won.items()},
        {game: list(which) for game, which in seats.left.items()},
        codes.watch,
        codes.secret,
    )


def known(kept: Kept) -> list[Guest]:
    """Return those who were let in."""
    return [Guest(one.token, one.role, n, one.address) for n, one in enumerate(kept.guests)]


def unpacked(kept: Kept, lobby: Sequence[Seat], takes: Takes, now: float, away_s: float = AWAY_S) -> Seats:
    """Return the seats of a lobby that begins again: nobody loses theirs, whatever the lobby wished for."""
    left = {game: dict.fromkeys(which, now) for game, which in kept.left.items()}
    won = {game: tuple(people) for game, people in kept.won.items()}
    seats = _resumed(lobby, kept, takes)
    return Seats(takes, seats, began=now, host_gone=now, left=left, won=won, away_s=away_s)


def _resumed(lobby: Sequence[Seat], kept: Kept, takes: Takes) -> tuple[Seat, ...]:
    """Return the seats of the lobby with those who sat there before."""
    held = {n: (guest, one.owner) for one, guest in zip(kept.guests, known(kept), strict=True) for n in one.seats}
    most = takes.counts[-1]
    needed = max((n + 1 for n in held if n < most), default=0)
    count = len(lobby) if needed <= len(lobby) else min(n for n in takes.counts if n >= needed)
    fillers = [Seat(takes.usual, is_filler=True)] * (count - len(lobby))
    return tuple(_sat_before(seat, n, held.get(n), kept) for n, seat in enumerate((*lobby, *fillers)))


def _sat_before(seat: Seat, n: int, held: tuple[Guest, str] | None, kept: Kept) -> Seat:
    name = plain_name(kept.names.get(n, "")) if kept.names else seat.name
    if held is None:
        return replace(seat, name=name if seat.is_persons else "")
    holder, owner = held
    return Seat(PERSON, holder, owner, None, name, kept.faces.get(n, ""), seat.help)


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
