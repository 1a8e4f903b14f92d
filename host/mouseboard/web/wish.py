"""The wish: the game that everybody in the lobby is about to play, and who sits where.

It lives in the server, so that every screen and phone shows the same, and the first phone may start the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from mouseboard import players, rules
from mouseboard.rules import Game, RulesError, Setting
from mouseboard.rules.options import FIRST, LAYOUT, LOT
from mouseboard.say import say
from mouseboard.store import PERSON
from mouseboard.web.guests import Guests
from mouseboard.web.playing import SIMULATED

HELP = (NO_HELP, HINTS, WARNINGS) = ("none", "hints", "warnings")
"""How much help a seat gets: none, hints on request, or hints and warnings of blunders."""

NOBODY = "nobody"
"""The kind of a seat that is not played."""

FIRST_GAME = "classic"
"""The game that a new lobby offers first."""


class SeatSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choice for one seat."""

    kind: str = PERSON
    """PERSON, or a kind of computer player."""
    name: str = ""
    help: str = NO_HELP


class GameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choice of a new game, for `POST /lobby`."""

    game: str
    seats: tuple[SeatSetup, ...]
    options: dict[str, Setting] = {}
    layout: str | None = None
    table: str = SIMULATED
    """SIMULATED, `auto`, a serial port, or its URL."""
    dice: Literal["table", "own", "drawn"] = "table"
    quiet: bool = False
    seed: int | None = None

    @property
    def settings(self) -> dict[str, Setting]:
        """The options as the game takes them, the layout among them."""
        options = {name: value for name, value in self.options.items() if name != LAYOUT}
        return options | ({LAYOUT: self.layout} if self.layout else {})


class WishChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to change about the wish. Only what is given changes; another `game` begins with its own options."""

    game: str | None = None
    options: dict[str, Setting] | None = None
    layout: str | None = None
    table: Annotated[str, msgspec.Meta(max_length=1024)] | None = None
    dice: Literal["table", "own", "drawn"] | None = None
    quiet: bool | None = None


class Wish:
    """The wish of one lobby. A seat's index is its mouse; guests who took a seat keep it when the game changes."""

    def __init__(
        self, guests: Guests, last: GameSetup | None = None, write: Callable[[GameSetup], None] = lambda _: None
    ) -> None:
        """Wish for what was wished last. Its names are kept unless people are seated already.

        `write` is called with each new wish, so that everybody finds their seat after a restart.
        """
        self._guests = guests
        self._write = write
        self._moves = 0
        """The number of moves to another seat, because seats were closed."""
        self._fillers: set[int] = set()
        """The seats of computers that play only because the game takes no fewer players."""
        self.setup = first_wish(last)
        if last and not guests.names:
            guests.begin([seat.name for seat in self.setup.seats])
        self._keep_people()
        self._written = self.named

    @property
    def game(self) -> Game:
        """The game, with its default options."""
        return rules.load(self.setup.game)

    @property
    def free(self) -> int:
        """The number of further seats that the game has."""
        return self.game.seat_counts[-1] - len(self.setup.seats)

    @property
    def leader(self) -> int | None:
        """The seat of the guest who may start the game, if there is one."""
        guest = self._guests.leader
        return guest.seats[0] if guest else None

    @property
    def named(self) -> GameSetup:
        """The wish with the names of people."""
        names = self._guests.names
        seats = (replace(seat, name=names.get(n, "")) for n, seat in enumerate(self.setup.seats))
        return replace(self.setup, seats=tuple(seats))

    def player(self, seat: int) -> str:
        """Return what tells who plays on a seat from others, or "" for a seat that is free.

        It is a phone's token's hash. Computers of one kind and people of one name are alike, so theirs changes whenever
        seats move on.
        """
        if not 0 <= seat < len(self.setup.seats):
            return ""
        if holder := self._guests.holder(seat):
            return holder.token
        return f"{self._guests.names.get(seat) or self.setup.seats[seat].kind} {self._moves}"

    def keep(self) -> None:
        """Write the wish, if it has changed."""
        if self.named != self._written:
            self._written = self.named
            self._write(self._written)

    def follow(self, setup: GameSetup) -> None:
        """Wish for the game that is being played, so that everybody finds their seat in the lobby after it.

        Guests keep the seats of people that the game has. The wish for the first player stays: games of an
        evening take turns.
        """
        wished = self.setup
        if (wished.game, len(wished.seats)) != (setup.game, len(setup.seats)):
            self._fillers.clear()
        else:
            starts = {name: value for name, value in wished.options.items() if name == FIRST}
            others = {name: value for name, value in setup.options.items() if name != FIRST}
            setup = replace(setup, options=others | starts)
        self.setup = replace(setup, seed=None)
        self._keep_people()

    def _keep_people(self) -> None:
        """Take their seats from guests who do not sit where a person plays."""
        self._guests.move({n: n for n, seat in enumerate(self.setup.seats) if seat.kind == PERSON})

    def change(self, change: WishChange) -> None:
        """Change the game, its options or its table. Raises RulesError for a game that cannot be played so.

        Then nothing is changed, nor if the game has too few seats for all phones.
        """
        game, now = self.game, self.setup
        if change.game and change.game != game.name:
            game = rules.load(change.game)
            self._fits_phones(game)
            now = replace(now, game=game.name, options={}, layout=None)
        kept = self._fitting(game)
        fields = {"layout": change.layout, "table": change.table, "dice": change.dice, "quiet": change.quiet}
        wanted = replace(now, **{name: value for name, value in fields.items() if value is not None})
        if change.options is not None:
            chosen = {name: value for name, value in change.options.items() if name != LAYOUT}
            wanted = replace(wanted, options=wanted.options | chosen)
        if change.options is not None or wanted.settings != self.setup.settings:
            read = rules.make(wanted.game, len(kept), wanted.settings).settings
            wanted = replace(wanted, options={name: value for name, value in read.items() if name in wanted.options})
        known = {PERSON, *players.kinds(game)}
        seats = (seat if seat.kind in known else replace(seat, kind=players.usual(game)) for seat in wanted.seats)
        self.setup = replace(wanted, seats=tuple(seats))
        self._arrange(kept)

    def _fitting(self, game: Game) -> list[int | None]:
        """Return who stays for a game, as `fitting` does. Computers that only filled up another game leave."""
        leaving = self._fillers if game.name != self.setup.game else ()
        staying = [n for n, seat in enumerate(self.setup.seats) if seat.kind == PERSON or n not in leaving]
        seats, phones = [self.setup.seats[n] for n in staying], [staying.index(n) for n in self._phones]
        return [None if k is None else staying[k] for k in fitting(seats, game.seat_counts, phones)]

    @property
    def _phones(self) -> list[int]:
        """The seats of phones."""
        return [seat for seat in range(len(self.setup.seats)) if self._guests.holder(seat)]

    def _fits_phones(self, game: Game) -> None:
        """Raise RulesError if the game has too few seats for all phones."""
        most = game.seat_counts[-1]
        if len(self._phones) > most:
            raise RulesError(
                say("You are too many! That game is for {n}. First somebody has to give up a mouse.", n=most)
            )

    def _arrange(self, kept: Sequence[int | None]) -> None:
        """Give everybody a seat: by the new seat, the former one, or None for another computer player."""
        seats = self.setup.seats
        same = list(range(len(seats)))
        if kept == same:
            return
        if kept[: len(seats)] != same:
            self._moves += 1
        computer = SeatSetup(players.usual(self.game))
        self.setup = replace(self.setup, seats=tuple(computer if k is None else seats[k] for k in kept))
        self._fillers = {n for n, former in enumerate(kept) if former is None or former in self._fillers}
        self._guests.move({former: seat for seat, former in enumerate(kept) if former is not None})

    def open(self, seat: int) -> bool:
        """Let a person sit there: in place of a computer, or on the next free seat. Return whether that is possible."""
        if seat == len(self.setup.seats) and self.free:
            count = min(count for count in self.game.seat_counts if count > seat)
            self._arrange([*range(seat), *[None] * (count - seat)])
        if not 0 <= seat < len(self.setup.seats):
            return False
        if self.setup.seats[seat].kind != PERSON:
            self.set(seat, PERSON)
        return True

    def set(self, seat: int, kind: str) -> None:
        """Let a person or a computer play on a seat. A computer takes it from whoever sits there."""
        seats = list(self.setup.seats)
        seats[seat] = replace(seats[seat], kind=kind)
        self.setup = replace(self.setup, seats=tuple(seats))
        self._fillers.discard(seat)
        if kind != PERSON:
            self._guests.free(seat)
            self._guests.name(seat, "")

    def _start_with(self, moved: Mapping[str, str]) -> None:
        """Let whoever was to start do so on their new seat; without them the game's own rule counts."""
        options = dict(self.setup.options)
        first = str(options.pop(FIRST, ""))
        if first in moved:
            options[FIRST] = moved[first]
        self.setup = replace(self.setup, options=options)

    def help(self, seat: int, help: str) -> None:
        """Give a seat this much help."""
        seats = list(self.setup.seats)
        seats[seat] = replace(seats[seat], help=help)
        self.setup = replace(self.setup, seats=tuple(seats))

    def close(self, seat: int) -> None:
        """Let nobody play there. If the game needs as many players as there are, a computer does."""
        count = len(self.setup.seats)
        if count - 1 in self.game.seat_counts:
            self._guests.free(seat)
            kept = [k for k in range(count) if k != seat]
            self._arrange(kept)
            self._start_with({f"seat{former}": f"seat{now}" for now, former in enumerate(kept)} | {LOT: LOT})
        else:
            self.set(seat, players.usual(self.game))


def first_wish(last: GameSetup | None) -> GameSetup:
    """Return the last choice if it can still be played, else the first game for a person and computers."""
    if last and last.game in rules.games():
        with suppress(RulesError):
            return _playable(last, rules.load(last.game, len(last.seats)))
    game = rules.load(FIRST_GAME)
    computers = [SeatSetup(players.usual(game))] * (game.seat_counts[0] - 1)
    return GameSetup(game.name, (SeatSetup(), *computers))


def _playable(last: GameSetup, game: Game) -> GameSetup:
    """Return a choice of another day without players, help or options that are not known any more."""
    kinds, usual = {PERSON, *players.kinds(game)}, players.usual(game)
    seats = tuple(
        replace(seat, kind=seat.kind if seat.kind in kinds else usual, help=seat.help if seat.help in HELP else NO_HELP)
        for seat in last.seats
    )
    wish = replace(last, seats=seats, seed=None)
    try:
        rules.make(wish.game, len(seats), wish.settings)
    except RulesError:
        return replace(wish, options={}, layout=None)
    return wish


def fitting(seats: Sequence[SeatSetup], counts: Sequence[int], phones: Collection[int] = ()) -> list[int | None]:
    """Return who stays when a game takes only these numbers of players: by the new seat, the former one or None.

    Phones stay before other people, people before computers, and those who sat first before others. New seats are
    computers'.
    """
    people = sum(seat.kind == PERSON for seat in seats)
    count = len(seats) if len(seats) in counts else min((n for n in counts if n >= people), default=counts[-1])
    ranked = sorted(range(len(seats)), key=lambda k: (k not in phones, seats[k].kind != PERSON))
    stay = sorted(ranked[:count])
    return [*stay, *[None] * (count - len(stay))]
