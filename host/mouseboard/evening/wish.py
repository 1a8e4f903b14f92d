"""The wish: the game that everybody in the lobby is about to play, and who sits where.

It lives in the server, so that every screen and phone shows the same, and the first phone may start the game.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from mouseboard import players, rules
from mouseboard.evening.changes import Wished, after
from mouseboard.evening.guests import uptime
from mouseboard.evening.playing import SIMULATED
from mouseboard.evening.refusals import Refusal, Refused
from mouseboard.evening.roster import Roster
from mouseboard.evening.seats import HELP, NO_HELP, Seat, Seats, Takes
from mouseboard.rules import Game, RulesError, Setting
from mouseboard.rules.options import FIRST, LAYOUT, LOT
from mouseboard.say import Say
from mouseboard.store import PERSON

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

    @property
    def is_house_rule(self) -> bool:
        """Whether it leaves the game and its table as they are."""
        return self.game is None and self.table is None


class Wish:
    """The game that the lobby is about to play; the roster has its seats. A seat's index is its mouse."""

    def __init__(self, roster: Roster, setup: GameSetup, write: Callable[[GameSetup], None] = lambda _: None) -> None:
        """Wish for this game; `write` stores each new wish for the next start."""
        self.roster = roster
        self._write = write
        self._chosen = replace(setup, seats=())
        self._written = self.setup
        roster.listen(self._follow)

    @property
    def game(self) -> Game:
        """The game, with its default options."""
        return rules.load(self._chosen.game)

    @property
    def setup(self) -> GameSetup:
        """The choice that would begin the game, with everybody's names."""
        return self._with(self.roster.seats)

    def _with(self, seats: Seats) -> GameSetup:
        return replace(self._chosen, seats=tuple(SeatSetup(seat.kind, seat.name, seat.help) for seat in seats.seats))

    def keep(self, seats: Seats) -> None:
        """Write the wish with these seats, if it has changed."""
        if (setup := self._with(seats)) != self._written:
            self._written = setup
            self._write(setup)

    def follow(self, setup: GameSetup) -> None:
        """Wish for the game that is being played, so that everybody finds their seat in the lobby after it.

        The wish for the first player stays: games of an evening take turns.
        """
        if self.is_for(setup.game, len(setup.seats)):
            starts = {name: value for name, value in self._chosen.options.items() if name == FIRST}
            others = {name: value for name, value in setup.options.items() if name != FIRST}
            setup = replace(setup, options=others | starts)
        self._chosen = replace(setup, seats=(), seed=None)

    def is_for(self, game: str, players: int) -> bool:
        """Return whether it is for such a game with as many players."""
        return (self._chosen.game, len(self.roster.seats)) == (game, players)

    def change(self, change: WishChange) -> None:
        """Change the game, its options or its table. Raises RulesError for a game that cannot be played so.

        Then nothing is changed, nor if the game has too few seats for all phones, which raises Refused.
        """
        game, now = self.game, self._chosen
        is_another = change.game is not None and change.game != game.name
        if is_another:
            game = rules.load(change.game or "")
            now = replace(now, game=game.name, options={}, layout=None)
        wished = Wished(Takes.of(game), is_another)
        proposed = after(self.roster.seats, wished, self.roster.now)
        if isinstance(proposed, Refusal):
            raise Refused(proposed)
        fields = {"layout": change.layout, "table": change.table, "dice": change.dice, "quiet": change.quiet}
        wanted = replace(now, **{name: value for name, value in fields.items() if value is not None})
        if change.options is not None:
            chosen = {name: value for name, value in change.options.items() if name != LAYOUT}
            wanted = replace(wanted, options=wanted.options | chosen)
        if change.options is not None or wanted.settings != self._chosen.settings:
            read = rules.make(wanted.game, len(proposed), wanted.settings).settings
            wanted = replace(wanted, options={name: value for name, value in read.items() if name in wanted.options})
        self._chosen = wanted
        self.roster.apply(wished)
        self.keep(self.roster.seats)

    def _follow(self, before: Seats) -> None:
        """Let whoever was to start do so on their new seat; without them the game's own rule counts."""
        seats = self.roster.seats
        if seats.moves != before.moves and seats.takes == before.takes:
            moved = {f"seat{former}": f"seat{now}" for now, former in enumerate(seats.kept) if former is not None}
            options = dict(self._chosen.options)
            first = str(options.pop(FIRST, ""))
            if first in (moved := moved | {LOT: LOT}):
                options[FIRST] = moved[first]
            self._chosen = replace(self._chosen, options=options)
        self.keep(seats)


def lobby(
    last: GameSetup | None = None,
    write: Callable[[GameSetup], None] = lambda _: None,
    file: Path | None = None,
    now: Callable[[], float] = uptime,
    trouble: Callable[[Say], None] = lambda _: None,
    screen: str = "",
    household: Callable[[str], str] = str,
) -> Wish:
    """Return a lobby that wishes for what was wished last, and its roster, which begins with what the file keeps.

    `screen` is the secret of the screens that may show the join code.
    """
    setup = first_wish(last)
    seats = [Seat(seat.kind, name=seat.name, help=seat.help) for seat in setup.seats]
    takes = Takes.of(rules.load(setup.game))
    roster = Roster(takes, seats, file, now, trouble, screen=screen, household=household)
    return Wish(roster, setup, write)


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
