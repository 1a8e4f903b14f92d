"""The seats: one immutable value for the lobby and for a game. `changes.py` has the events that change it.

Nothing here waits, reads a clock or opens a file. Times are seconds on the clock of whoever applies the changes.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mouseboard import players
from mouseboard.evening.guests import Guest, Role
from mouseboard.rules import Game
from mouseboard.store import PERSON

HELP = (NO_HELP, HINTS, WARNINGS) = ("none", "hints", "warnings")
"""How much help a seat gets: none, hints on request, or hints and warnings of blunders."""

AWAY_S = 10.0
"""Seconds without a stream after which somebody who sits counts as away: longer than a page takes to reload."""


class Takes(msgspec.Struct, frozen=True):
    """What a game takes: the numbers of players, the kinds of computer players, and the usual one of these."""

    counts: tuple[int, ...]
    computers: tuple[str, ...]
    usual: str

    @classmethod
    def of(cls, game: Game) -> Takes:
        """Return what this game takes."""
        return cls(game.seat_counts, players.kinds(game), players.usual(game))


NOTHING = Takes((0,), (), "")
"""Takes of a lobby without a game."""


class Seat(msgspec.Struct, frozen=True):
    """A seat, and who plays there."""

    kind: str = PERSON
    """PERSON, or a kind of computer player."""
    holder: Guest | None = None
    """The guest whose phone plays here. Without one, the host acts for the person."""
    owner: str = ""
    """If the holder sits for somebody whose phone is away: that owner's token's hash."""
    stand_in: Guest | None = None
    """The guest who plays for the person while nobody else acts for them."""
    name: str = ""
    face: str = ""
    """The animal that the person picked, if any."""
    help: str = NO_HELP
    is_filler: bool = False
    """Whether a computer plays only because the game takes no fewer players."""
    is_ready: bool = False
    """Whether the person wants to play again, once the game is over."""
    has_gone: bool = False
    """Whether the person has left after the end."""
    played: str = ""
    """The person who sat here when the game ended, as `person` tells them apart."""

    @property
    def person(self) -> str:
        """What tells the person from others this evening: their token's hash, or their name; maybe empty.

        Everybody may see it: no token follows from its hash.
        """
        return self.holder.token if self.holder else self.name

    @property
    def is_persons(self) -> bool:
        return self.kind == PERSON

    def freed(self) -> Seat:
        """Return it without its phone."""
        return msgspec.structs.replace(self, holder=None, owner="", face="") if self.holder else self


class Seats(msgspec.Struct, frozen=True):
    """Everybody's seats in the lobby or in a game, and who is here."""

    takes: Takes
    seats: tuple[Seat, ...] = ()
    game: int | None = None
    """The journal's number of the game that is on, or None in the lobby."""
    is_over: bool = False
    """Whether that game has ended."""
    needs_phone: bool = False
    """Whether people without a phone need a page of the host to play: their table is simulated."""
    here: frozenset[str] = frozenset()
    """The tokens' hashes of those who have a stream."""
    hosts: frozenset[str] = frozenset()
    """Those of them who are hosts."""
    gone: Mapping[str, float] = {}
    """When the last stream of somebody who sat ended, by the token's hash. For others `began` counts."""
    host_gone: float = 0.0
    """When the last stream of a host ended."""
    refused: Mapping[str, float] = {}
    """When somebody who acts for a seat was last refused a stream: by the token's hash, or Role.HOST for all hosts."""
    began: float = 0.0
    asking: Mapping[str, str] = {}
    """The names of those who ask for a seat, by the token's hash."""
    left: Mapping[int, Mapping[int, float]] = {}
    """By game of this evening: the seats that people left, each with the time."""
    won: Mapping[int, tuple[str, ...]] = {}
    """By game of this evening: the people who won it."""
    moves: int = 0
    """The number of times that seats moved on, because others were closed."""
    kept: tuple[int | None, ...] = ()
    """By seat, which one it was before they moved last; None for a new one."""
    away_s: float = AWAY_S

    def __len__(self) -> int:
        return len(self.seats)

    # Seats and their people.

    def seat(self, seat: int) -> Seat | None:
        """Return a seat, or None if there is none of that number."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def holder(self, seat: int) -> Guest | None:
        """Return whose phone plays there, or None: then the host acts for the seat."""
        found = self.seat(seat)
        return found.holder if found else None

    def of(self, guest: Guest) -> int | None:
        """Return the seat of somebody, or None."""
        return next((n for n, seat in enumerate(self.seats) if seat.holder == guest), None)

    def owns(self, guest: Guest) -> bool:
        """Return whether somebody has a seat, or another one sits there for them."""
        return any(guest.token in (seat.owner, seat.holder and seat.holder.token) for seat in self.seats)

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.is_persons)

    @property
    def phones(self) -> frozenset[int]:
        """The seats of phones."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.holder)

    @property
    def kinds(self) -> tuple[str, ...]:
        """PERSON or the kind of computer player, by seat."""
        return tuple(seat.kind for seat in self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of people by seat, or () if there are none."""
        names = tuple(seat.name for seat in self.seats)
        return names if any(names) else ()

    @property
    def free(self) -> int:
        """The number of further seats that the game has."""
        return max(0, self.takes.counts[-1] - len(self.seats))

    @property
    def vacant(self) -> Mapping[int, float]:
        """The seats that people have left in the game that is on, each with the time."""
        return self.left.get(self.game, {}) if self.game is not None else {}

    def who(self, seat: int) -> str:
        """Return what tells who plays on a seat from others, or "" for a seat that is free.

        It is a phone's token's hash. Computers of one kind and people of one name are alike, so in the lobby theirs
        changes whenever seats move on.
        """
        found = self.seat(seat)
        if found is None:
            return ""
        if found.holder or self.game is not None:
            return found.person or found.kind
        return f"{found.name or found.kind} {self.moves}"

    # Presence, and acting for others.

    def is_here(self, guest: Guest) -> bool:
        """Return whether somebody has a stream."""
        return guest.token in self.here

    def is_left(self, seat: int) -> bool:
        """Return whether nobody acts for a person.

        Their phone has no stream: it sleeps, reloads the page, or has forgotten who it is. Or they have none: then they
        have left their seat, or can do nothing, because no page of the host is open. Without a lobby, they play at a
        terminal.
        """
        found = self.seat(seat)
        if found is None or not found.is_persons:
            return False
        if found.holder:
            return not self.is_here(found.holder)
        return self.game is not None and (seat in self.vacant or (self.needs_phone and not self.hosts))

    def since(self, seat: int) -> float | None:
        """Return since when nobody acts for a person, or None if somebody does."""
        if not self.is_left(seat):
            return None
        holder = self.holder(seat)
        if holder:
            return self.gone.get(holder.token, self.began)
        return self.vacant.get(seat, self.host_gone)

    def away(self, seat: int, now: float) -> int | None:
        """Return for how many seconds nobody has acted for a person; None below `away_s`, and if somebody does."""
        since = self.since(seat)
        return None if since is None or now < since + self.away_s else int(now - since)

    def is_refused(self, seat: int, now: float) -> bool:
        """Return whether somebody who acts for a seat was refused a stream a moment ago."""
        holder = self.holder(seat)
        refused = self.refused.get(holder.token if holder else Role.HOST)
        return refused is not None and now < refused + self.away_s

    def due(self, now: float) -> float | None:
        """Return when somebody else comes to count as away, or None if nobody will."""
        times = (since + self.away_s for n in range(len(self)) if (since := self.since(n)) is not None)
        return min((time for time in times if time > now), default=None)

    def plays_for(self, seat: int) -> Guest | None:
        """Return the stand-in who plays for the person on a seat now, or None."""
        found = self.seat(seat)
        stand_in = found.stand_in if found else None
        return stand_in if stand_in and self.is_left(seat) and self.is_here(stand_in) else None

    def acts_for(self, guest: Guest) -> frozenset[int]:
        """Return the seats that somebody acts for now: their own and those of people that they help out.

        In a game the host also acts for all people without a phone.
        """
        own = frozenset(n for n, seat in enumerate(self.seats) if seat.is_persons and seat.holder == guest)
        if self.game is None:
            return own
        if guest.role is Role.HOST:
            own |= self.people - self.phones
        return own | {seat for seat in self.people if self.plays_for(seat) == guest}

    def has_seat(self, guest: Guest) -> bool:
        """Return whether somebody has a seat, or needs none because they are the host."""
        return guest.role is Role.HOST or self.of(guest) is not None

    @property
    def leader(self) -> int | None:
        """The seat of the guest who may start a game: the first to join of those who sit and are here."""
        sitting = [n for n, seat in enumerate(self.seats) if seat.holder and self.is_here(seat.holder)]
        return min(sitting, key=self._joined, default=None)

    def _joined(self, seat: int) -> int:
        holder = self.holder(seat)
        return holder.number if holder else 0

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of those who ask for a seat and are here; a name may be empty."""
        return tuple(name for token, name in self.asking.items() if token in self.here)

    def all_ready(self, now: float) -> bool:
        """Return whether everybody whose phone is here wants to play again."""
        phones = {seat for seat in self.phones if self.away(seat, now) is None}
        return bool(phones) and all(self.seats[seat].is_ready for seat in phones)

    def crowns(self, person: str) -> int:
        """Return how many games somebody has won this evening."""
        return sum(person in people for people in self.won.values()) if person else 0
