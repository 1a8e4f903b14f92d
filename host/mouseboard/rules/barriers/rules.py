"""Barriers: be the first across a grid of 7 x 7 squares, and put barriers in the others' way.

Notation, columns a to g from the left and rows 1 to 7 from seat 0's side:

    d2         the mouse goes to d2
    d3h        a barrier above d3 and e3: the square at its lower left, horizontal
    d3v        a barrier to the right of d3 and d4: vertical
    pass       nothing; by default only where nothing else is possible
    first1     the lot says that seat 1 begins

Where the published text stands behind a line it says "text:"; what it leaves open is settled in RULINGS.md. How the
grid is kept and searched is the affair of `grid.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.layouts import Layout
from mouseboard.rules import chance
from mouseboard.rules.barriers.grid import (
    ACTIONS,
    ALONG,
    BIT,
    BOTTOM,
    EAST,
    LEFT,
    NORTH,
    PASS,
    RIGHT,
    TOP,
    Grid,
    around,
    listed,
)
from mouseboard.rules.core import (
    CHANCE,
    FIRST,
    Action,
    Count,
    Device,
    Game,
    HandTask,
    Option,
    Score,
    Setting,
    State,
    layout_option,
)
from mouseboard.say import Say, say

ALL_BARRIERS = 16
"""As many as there are, shared out evenly (text: rules for 2 and for 4 players)."""

SIDES = {2: (("d1", TOP), ("d7", BOTTOM)), 4: (("d1", TOP), ("a4", RIGHT), ("d7", BOTTOM), ("g4", LEFT))}
"""For two and for four, each seat's square at the start and the squares that are its goal."""


EDGE = Option(
    "edge",
    "side",
    "how to jump a mouse with the edge behind it: to its side, as if a barrier stood there, or none, not at all",
    ("side", "none"),
)
THIRD = Option(
    "third",
    "none",
    "how to jump a mouse with another behind it: none, not at all, or to its side, as if a barrier stood there",
    ("none", "side"),
)
PASSING = Option(
    "pass",
    "forced",
    "when a turn may be passed: forced, only if nothing else can be done, or free, at any time",
    ("forced", "free"),
)


class Barriers(Game):
    """The game for two or four."""

    name = "barriers"
    title = "Mouse Barriers"
    summary = "Be the first mouse across, and put barriers in the others' way; no luck at all."
    seat_counts = (2, 4)
    options = (
        layout_option("barriers"),
        FIRST,
        EDGE,
        THIRD,
        PASSING,
    )

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.homes = tuple(home for home, _ in SIDES[players])
        self.goals = tuple(goal for _, goal in SIDES[players])
        self.lot_odds = chance.lot(players)
        self.grid = Grid(
            self.goals,
            edge_turns=settings["edge"] == "side",
            third_turns=settings["third"] == "side",
            may_pass=settings["pass"] == "free",
        )
        self.asked: tuple[BarriersState | None, tuple[Action, ...]] = None, ()
        """Which state was asked for its actions last, and what they are: `play` asks for them again."""

    @cached_property
    def vocabulary(self) -> Mapping[str, Action]:
        return ACTIONS | {str(action): action for action in (PASS, *chance.outcomes(self.lot_odds))}

    def start(self) -> BarriersState:
        actor = CHANCE if self.settings["first"] == "lot" else 0
        return BarriersState(self, actor, self.homes, (ALL_BARRIERS // self.players,) * self.players)


class BarriersState(State, Struct, frozen=True):
    """A moment of the game."""

    game: Barriers
    actor: int | None
    mice: tuple[str, ...]
    """The square each mouse is on."""
    left: tuple[Count, ...]
    """The barriers each seat has still to put."""
    h: Count = 0
    """The horizontal barriers that stand, as `grid` keeps them."""
    v: Count = 0
    """The vertical ones."""

    # What is legal, and what follows.

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, goal in enumerate(self.game.goals) if BIT[self.mice[seat]] & goal)

    def actions(self) -> tuple[Action, ...]:
        game, seat = self.game, self.actor
        asked, legal = game.asked
        if asked is self:
            return legal
        if seat is None:
            return ()
        if seat == CHANCE:
            return chance.outcomes(game.lot_odds)
        legal = game.grid.actions(seat, self.mice, self.left, self.h, self.v)
        game.asked = (self, legal)
        return legal

    def odds(self) -> chance.Odds:
        return self.game.lot_odds if self.actor == CHANCE else ()

    def after(self, action: Action) -> BarriersState:
        game, seat, notation = self.game, self.actor, action.verb
        if seat is None or seat == CHANCE:
            return replace(self, actor=int(action.arg))
        following = (seat + 1) % game.players
        if notation in BIT:
            mice = list(self.mice)
            mice[seat] = notation
            across = BIT[notation] & game.goals[seat]
            return BarriersState(game, None if across else following, tuple(mice), self.left, self.h, self.v)
        if notation in ALONG:
            left = list(self.left)
            left[seat] -= 1
            bit = BIT[notation[:2]]
            h, v = (self.h | bit, self.v) if notation[2] == "h" else (self.h, self.v | bit)
            return BarriersState(game, following, self.mice, tuple(left), h, v)
        return replace(self, actor=following)

    # For people and tables.

    def standing(self) -> tuple[str, ...]:
        """The barriers on the board, by notation."""
        return tuple(str(barrier) for barrier in listed(0, self.h, self.v))

    def placement(self) -> dict[str, str]:
        mice = dict(zip(self.game.mice, self.mice, strict=True))
        return mice | {f"barrier-{barrier}": barrier for barrier in self.standing()}

    def conserved(self) -> dict[str, int]:
        return {"barriers": len(self.standing()) + sum(self.left)}

    @property
    def device(self) -> Device:
        return Device.LOT

    def prompt(self) -> Say:
        seat = self.actor
        if seat is None:
            return say("{mouse} has won.", mouse=self.game.mice[self.winners[0]])
        if seat == CHANCE:
            return say("Draw who starts.")
        mouse = self.game.mice[seat]
        if self.actions() == (PASS,):
            return say("{mouse}: nothing is possible; pass.", mouse=mouse)
        if self.left[seat]:
            return say("{mouse}: move, or put a barrier ({n} left).", mouse=mouse, n=self.left[seat])
        return say("{mouse}: move.", mouse=mouse)

    def tell(self, action: Action, after: BarriersState) -> tuple[Say, ...]:
        mice = self.game.mice
        if self.actor is None or self.actor == CHANCE:
            return (say("{mouse} starts.", mouse=mice[int(action.arg)]),)
        mouse, notation = mice[self.actor], action.verb
        if notation in ALONG:
            return (say("{mouse} puts a barrier {where}.", mouse=mouse, where=where(notation)),)
        if notation not in BIT:
            return (say("{mouse} passes.", mouse=mouse),)
        step = around(BIT[self.mice[self.actor]], NORTH, EAST) & BIT[notation]
        told = "{mouse} goes to {square}." if step else "{mouse} jumps to {square}."
        if BIT[notation] & self.game.goals[self.actor]:
            return say(told, mouse=mouse, square=notation), say("{mouse} is across and wins.", mouse=mouse)
        return (say(told, mouse=mouse, square=notation),)

    def hand_tasks(self, action: Action, after: BarriersState) -> tuple[HandTask, ...]:
        if action.verb not in ALONG:
            return ()
        return (HandTask(say("Put a barrier {where}.", where=where(action.verb)), (action.verb,)),)

    def scores(self) -> tuple[Score, ...]:
        return (Score("barriers left", self.left),)


def where(barrier: str) -> Say:
    """The barrier's place in words."""
    one, other = ALONG[barrier]
    if barrier.endswith("h"):
        return say("above {one} and {other}", one=one, other=other)
    return say("to the right of {one} and {other}", one=one, other=other)


def check(layout: Layout) -> None:
    """Refuse what is no board of barriers: it has every square and every barrier's place, and nothing else.

    Raises BadLayout.
    """
    if layout.game != "barriers":
        layout.refuse(f"a board of {layout.game or 'no game'}, not of barriers", field="game")
    kinds = dict.fromkeys(BIT, "square") | {name: "horizontal" if name[2] == "h" else "vertical" for name in ALONG}
    for i, place in enumerate(layout.place):
        if place.name not in kinds:
            layout.refuse(f"{place.name!r} is no square a1 to g7 and no barrier a1h to f6v", i, "name")
        if place.kind != kinds[place.name]:
            layout.refuse(f"{place.name} is of kind {kinds[place.name]}, not {place.kind!r}", i, "kind")
    missing = [name for name in kinds if name not in layout.by_name]
    if missing:
        layout.refuse(f"{missing[0]} is missing; there are 49 squares and 72 places for barriers", field="place")
