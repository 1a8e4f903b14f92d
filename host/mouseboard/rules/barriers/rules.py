"""Barriers: be the first across a grid of 7 x 7 squares, and put barriers in the others' way.

Notation, columns a to g from the left and rows 1 to 7 from seat 0's side:

    d2         the mouse goes to d2
    d3h        a barrier above d3 and e3: the square at its lower left, horizontal
    d3v        a barrier to the right of d3 and d4: vertical
    pass       nothing; only where nothing else is possible
    first1     the lot says that seat 1 begins (only with first=lot)

Where the published text stands behind a line it says "text:"; what it leaves open is settled in RULINGS.md. `grid.py`
keeps the grid and searches it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.barriers import words
from mouseboard.rules.barriers.grid import (
    ACTIONS,
    BOTTOM,
    LEFT,
    PASS,
    RIGHT,
    TOP,
    Grid,
    listed,
)
from mouseboard.rules.barriers.layout import check
from mouseboard.rules.barriers.moment import ALL_BARRIERS, GridGame, Moment
from mouseboard.rules.barriers.plies import Plies
from mouseboard.rules.core import (
    CHANCE,
    COLOURS,
    WHO_STARTS,
    Action,
    BadSetup,
    Device,
    HandTask,
    Option,
    Score,
    Setting,
    layout_option,
)
from mouseboard.say import Say, one_of, quoted

SIDES = {2: (("d1", TOP), ("d7", BOTTOM)), 4: (("d1", TOP), ("a4", RIGHT), ("d7", BOTTOM), ("g4", LEFT))}
"""For two and for four, each seat's square at the start and the squares that are its goal."""

LOT = "lot"
FIRST = Option(
    "first",
    LOT,
    "who starts: the seat that the lot names, or the one named here",
    (LOT, *(f"seat{seat}" for seat in range(max(SIDES)))),
    WHO_STARTS,
    ("drawn by lot", *COLOURS[: max(SIDES)]),
)
EDGE = Option(
    "edge",
    "side",
    "how to jump a mouse with the edge behind it: to its side, as if a barrier stood there, or none, not at all",
    ("side", "none"),
    "How is a mouse jumped that has the edge behind it?",
    ("to its side", "not at all"),
)
THIRD = Option(
    "third",
    "none",
    "how to jump a mouse with another behind it: none, not at all, or to its side, as if a barrier stood there",
    ("none", "side"),
    "How is a mouse jumped that has another behind it?",
    ("not at all", "to its side"),
)


HANDICAP = Option(
    "handicap",
    0,
    "how many barriers fewer whoever starts has",
    (0, 1, 2, 3, 4),
    "Starting is an advantage. How many barriers fewer has whoever starts?",
    ("none, all have as many", "one", "two", "three", "four"),
)
GIFT = Option(
    "gift",
    0,
    "of four: how many barriers whoever comes third gives to the second, and as many to the fourth",
    (0, 1),
    "Of four, to come third is an advantage, too. How many barriers does the third give to each neighbour?",
    ("none", "one"),
)
GIVEN = (0, 1, -2, 1)
"""What such a gift makes of the barriers of each, in the order of play."""


class Barriers(GridGame):
    """The game for two or four."""

    name = "barriers"
    title = "Mouse Barriers"
    summary = "Be the first mouse across, and put barriers in the others' way; no luck at all."
    seat_counts = (2, 4)
    options = (layout_option("barriers"), FIRST, EDGE, THIRD, HANDICAP, GIFT)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.homes = tuple(home for home, _ in SIDES[players])
        self.goals = tuple(goal for _, goal in SIDES[players])
        self.first = _starter(str(settings["first"]), players)
        """The seat that starts, or CHANCE."""
        self.handicap = int(settings["handicap"])
        self.gift = int(settings["gift"])
        if self.gift and players < len(GIVEN):
            raise BadSetup(f"barriers: gift cannot be {self.gift} with {players} players; it is 0")
        self.lot_odds = chance.lot(players)
        self.grid = Grid(
            self.goals,
            edge_turns=settings["edge"] == "side",
            third_turns=settings["third"] == "side",
        )
        self.plies = Plies(self.grid, self.lot_odds.outcomes)

    @property
    def vocabulary(self) -> Mapping[str, Action]:
        return _vocabulary(self.players)

    def preparation(self) -> HandTask:
        return words.preparation(self.start())

    def how_to_play(self) -> tuple[Say, ...]:
        return words.how_to_play()

    def start(self) -> BarriersState:
        return BarriersState(self, self.first, self.homes, self.shares(self.first))

    def shares(self, starter: int) -> tuple[int, ...]:
        """How many barriers each seat has when the `starter` is known; CHANCE where that is not drawn yet."""
        whole = ALL_BARRIERS // self.players
        if starter == CHANCE:
            return (whole,) * self.players
        turns = [(seat - starter) % self.players for seat in range(self.players)]
        return tuple(whole + self.gift * GIVEN[turn] - self.handicap * (turn == 0) for turn in turns)


@cache
def _vocabulary(players: int) -> dict[str, Action]:
    """Kept here, because a cached property slows down every other attribute of a game (CPython 3.11)."""
    return ACTIONS | {str(action): action for action in (PASS, *chance.outcomes(chance.lot(players)))}


def _starter(first: str, players: int) -> int:
    """The seat that option `first` names, or CHANCE for the lot. Raises BadSetup where there is no such seat."""
    seats = [f"seat{seat}" for seat in range(players)]
    if first == LOT:
        return CHANCE
    if first in seats:
        return seats.index(first)
    raise BadSetup(f"barriers: first cannot be {quoted(first)} with {players} players; it is {one_of((LOT, *seats))}")


class BarriersState(Moment, frozen=True):
    """A moment of the game, with what is legal in it."""

    game: Barriers

    # What is legal, and what follows.

    def actions(self) -> tuple[Action, ...]:
        return self.game.plies.actions(self.actor, self.mice, self.left, self.h, self.v)

    def odds(self) -> chance.Odds:
        return self.game.lot_odds if self.actor == CHANCE else ()

    def after(self, action: Action) -> BarriersState:
        game = self.game
        if self.actor == CHANCE:
            starter = int(action.arg)
            return replace(self, actor=starter, left=game.shares(starter))
        return game.plies.after(BarriersState, game, self.actor, self.mice, self.left, self.h, self.v, action.verb)

    # For people and tables.

    def standing(self) -> tuple[str, ...]:
        """The barriers on the board, by notation."""
        return tuple(_barriers(self.h, self.v).values())

    def placement(self) -> dict[str, str]:
        return dict(zip(self.game.mice, self.mice, strict=True)) | _barriers(self.h, self.v)

    def conserved(self) -> dict[str, int]:
        aside = 0 if self.actor == CHANCE else self.game.handicap
        return {"barriers": len(self.standing()) + sum(self.left) + aside}

    @property
    def device(self) -> Device:
        return Device.LOT

    def prompt(self) -> Say:
        return words.prompt(self, can_only_pass=self.actor is not None and self.actions() == (PASS,))

    def tell(self, action: Action, after: BarriersState) -> tuple[Say, ...]:
        return words.tell(self, action, after)

    def describe(self, action: Action) -> Say:
        return words.describe(self, action)

    def hand_tasks(self, action: Action, after: BarriersState) -> tuple[HandTask, ...]:
        return words.hand_tasks(self, action, after)

    def scores(self) -> tuple[Score, ...]:
        return (Score("barriers left", self.left),)


@lru_cache(maxsize=1024)  # all choices of a moment, whose outcomes are asked for again and again
def _barriers(h: int, v: int) -> dict[str, str]:
    """The barriers as pieces, and where each of them is: its own notation."""
    return {f"barrier-{barrier}": str(barrier) for barrier in listed(0, h, v)}
