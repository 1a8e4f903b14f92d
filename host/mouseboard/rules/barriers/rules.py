"""Barriers: be the first across a grid of 7 x 7 squares, and put barriers in the others' way.

Notation, columns a to g from the left and rows 1 to 7 from seat 0's side:

    d2         the mouse goes to d2
    d3h        a barrier above d3 and e3: the square at its lower left, horizontal
    d3v        a barrier to the right of d3 and d4: vertical
    pass       nothing; legal only if nothing else is possible
    first1     the lot says that seat 1 begins (only with first=lot)

"text:" names the section of the published text that a line follows. RULINGS.md settles what the text leaves open.
`grid.py` computes legal moves and barriers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.barriers.grid import (
    ACTIONS,
    BIT,
    BOTTOM,
    CORNERS,
    LEFT,
    LYING,
    PASS,
    RIGHT,
    STANDING,
    TOP,
    Grid,
    distance,
    listed,
    open_steps,
    reaches,
)
from mouseboard.rules.barriers.layout import check
from mouseboard.rules.barriers.walking import Walking
from mouseboard.rules.core import (
    CHANCE,
    Action,
    Count,
    Device,
    Game,
    Option,
    Score,
    Setting,
    State,
    by_notation,
    swap,
)
from mouseboard.rules.options import LOT, first_option, layout_option, refused, starter

ALL_BARRIERS = 16
"""The total, shared out evenly (text: rules for 2 and for 4 players)."""

SIDES = {2: (("d1", TOP), ("d7", BOTTOM)), 4: (("d1", TOP), ("a4", RIGHT), ("d7", BOTTOM), ("g4", LEFT))}
"""For two and for four players: each seat's first square, and the squares that are its goal."""

EDGE = Option(
    "edge",
    "side",
    "how to jump a mouse with the edge behind it: to its side, as if a barrier stood there, or none, not at all",
    ("side", "none"),
    "Can you jump over a mouse at the edge?",
    ("yes, sideways", "no"),
)
THIRD = Option(
    "third",
    "none",
    "how to jump a mouse with another behind it: none, not at all, or to its side, as if a barrier stood there",
    ("none", "side"),
    "Can you jump over a mouse if another one is behind it?",
    ("no", "yes, sideways"),
)
HANDICAP = Option(
    "handicap",
    0,
    "how many barriers fewer whoever starts has",
    (0, 1, 2, 3, 4),
    "Going first helps. How many barriers fewer for whoever starts?",
    ("none, the same for all", "one barrier", "two barriers", "three barriers", "four barriers"),
)
GIFT = Option(
    "gift",
    0,
    "of four: how many barriers whoever comes third gives to the second, and as many to the fourth",
    (0, 1),
    "With four, going third helps, too. How many barriers go to each neighbour?",
    ("no barrier", "one barrier"),
)
GIVEN = (0, 1, -2, 1)
"""How a gift of one changes each player's barriers, in the order of play."""


class BarriersRules(Game):
    """The sides of the grid, and how many barriers each seat has."""

    name = "barriers"
    seat_counts = (2, 4)
    options = (layout_option("barriers"), first_option(max(seat_counts), LOT), EDGE, THIRD, HANDICAP, GIFT)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.homes = tuple(home for home, _ in SIDES[players])
        self.goals = tuple(goal for _, goal in SIDES[players])
        self.after_move = tuple(
            {square: None if bit & goal else (seat + 1) % players for square, bit in BIT.items()}
            for seat, goal in enumerate(self.goals)
        )
        """The next actor, by seat and the square that its mouse has moved to; None if the mouse is across."""
        self.first = starter(self)
        """The seat that starts, or CHANCE."""
        self.handicap = int(settings["handicap"])
        """The number of barriers that the starting player lays aside."""
        self.gift = int(settings["gift"])
        """The number of barriers that the third player gives to each neighbour."""
        if self.gift and players < len(GIVEN):
            raise refused(self, "gift", str(self.gift), ["0"])
        self.lot = chance.lot(players)
        self.grid = Grid(
            self.goals,
            edge_turns=settings["edge"] == "side",
            third_turns=settings["third"] == "side",
        )
        self.walking = Walking(self.grid)
        self.vocabulary = ACTIONS | by_notation((PASS, *self.lot.outcomes))

    def shares(self, starter: int) -> tuple[int, ...]:
        """Return the number of barriers of each seat. `starter` is the seat that starts, or CHANCE before the lot."""
        whole = ALL_BARRIERS // self.players
        if starter == CHANCE:
            return (whole,) * self.players
        turns = [(seat - starter) % self.players for seat in range(self.players)]
        return tuple(whole + self.gift * GIVEN[turn] - self.handicap * (turn == 0) for turn in turns)


class Moment(State, Struct, frozen=True, gc=False):
    """All that changes in a game, with the legal actions and what follows from them.

    A moment is never part of a reference cycle, so `gc=False` spares the garbage collector the search for one.
    """

    game: BarriersRules
    actor: int | None
    mice: tuple[str, ...]
    """The square each mouse is on."""
    left: tuple[Count, ...]
    """The number of barriers that each seat has left."""
    h: Count = 0
    """The horizontal barriers on the board, as a bitboard of `grid`."""
    v: Count = 0
    """The vertical barriers on the board, as a bitboard of `grid`."""

    @classmethod
    def begin(cls, game: BarriersRules) -> Self:
        """Return the first state: each mouse on its own side, no barriers on the board."""
        return cls(game, game.first, game.homes, game.shares(game.first))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat whose mouse is across."""
        return tuple(seat for seat, goal in enumerate(self.game.goals) if BIT[self.mice[seat]] & goal)

    def actions(self) -> tuple[Action, ...]:
        seat = self.actor
        if seat is None:
            return ()
        if seat == CHANCE:
            return self.game.lot.outcomes
        if self.left[seat]:
            return self.game.grid.actions(seat, self.mice, self.h, self.v)
        return self.game.walking.actions(seat, self.mice, self.h, self.v)

    def odds(self) -> chance.Odds:
        return self.game.lot if self.actor == CHANCE else ()

    def after(self, action: Action) -> Self:
        game, seat, name = self.game, self.actor, action.name
        assert seat is not None
        if action.number is not None:  # the lot
            return replace(self, actor=action.number, left=game.shares(action.number))
        after_move = game.after_move[seat]
        if name in after_move:
            return type(self)(game, after_move[name], swap(self.mice, seat, name), self.left, self.h, self.v)
        following = (seat + 1) % game.players
        if action == PASS:
            return replace(self, actor=following)
        left = swap(self.left, seat, self.left[seat] - 1)
        h, v = self.h | LYING.get(name, 0), self.v | STANDING.get(name, 0)
        return type(self)(game, following, self.mice, left, h, v)

    def placement(self) -> dict[str, str]:
        return dict(zip(self.game.mice, self.mice, strict=True)) | _barriers(self.h, self.v)

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        game, h, v = self.game, self.h, self.v
        if {len(self.mice), len(self.left)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if len(set(self.mice)) < len(self.mice) or not BIT.keys() >= set(self.mice):
            yield "each mouse is on a square of its own"
            return
        if (h | v) & ~CORNERS or h & v or h & h << 8 or v & v << 1:
            yield "barriers stand on the board, and neither overlap nor cross"
            return
        if self.actor == CHANCE and self != self.begin(game):
            yield "before the lot nothing has happened"
        if max(self.left) > ALL_BARRIERS // game.players + game.gift:
            yield "nobody has more barriers than at the start"
        if len(self.winners) != (self.actor is None):
            yield "the game is over when one mouse is across"
        steps = open_steps(h, v)
        if not all(reaches(BIT[mouse], goal, *steps) for mouse, goal in zip(self.mice, game.goals, strict=True)):
            yield "every mouse has a way to its goal"

    def standing(self) -> tuple[str, ...]:
        """Return the notations of the barriers on the board."""
        return tuple(_barriers(self.h, self.v).values())

    def conserved(self) -> dict[str, int]:
        aside = 0 if self.actor == CHANCE else self.game.handicap
        return {"barriers": len(self.standing()) + sum(self.left) + aside}

    @property
    def device(self) -> Device:
        return Device.LOT

    def scores(self) -> tuple[Score, ...]:
        return (Score("barriers left", self.left),)

    def to_go(self) -> tuple[int, ...]:
        """Return the squares from each mouse to its goal, round the barriers but through other mice."""
        north, east = open_steps(self.h, self.v)
        ends = zip(self.mice, self.game.goals, strict=True)
        return tuple(distance(BIT[mouse], goal, north, east) for mouse, goal in ends)


@lru_cache(maxsize=1024)  # room for all choices of a moment, because their placements are needed many times
def _barriers(h: int, v: int) -> dict[str, str]:
    """Return the barriers as pieces, each with its place, which is its own notation."""
    return {f"barrier-{barrier}": str(barrier) for barrier in listed(0, h, v)}
