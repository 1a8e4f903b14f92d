"""A minimal game on a board of six places and a fence, for pictures of the table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from mouseboard import layouts
from mouseboard.rules import CHANCE, Action, Game, Score, State
from mouseboard.say import Say, say

LAYOUT = layouts.parse(
    """
game = "yard"
title = "The Yard"
edition = "for tests"
size = [120, 80]
sensors = 6
lamps = 6
place = [
  { name = "door", label = "Start here", at = [20, 20], sensors = [0], lamps = [0] },
  { name = "2", label = "Take 1", at = [60, 20], sensors = [1], lamps = [1] },
  { name = "3", label = "Go back to the door at once", at = [100, 20], sensors = [2], lamps = [2] },
  { name = "6", at = [20, 60], sensors = [5], lamps = [5] },
  { name = "5", label = "5", at = [60, 60], sensors = [4], lamps = [4] },
  { name = "4", label = "Cat", at = [100, 60], sensors = [3], lamps = [3] },
  { name = "low", kind = "horizontal", at = [40, 40] },
  { name = "tall", kind = "vertical", at = [80, 40] },
]
""",
    "yard",
)


STEPS = (Action("hop"), Action("sit"), Action("walk", 2))
THROWS = (Action("heads"), Action("tails"))


class Yard(Game):
    name = "yard"
    title = "The Yard"
    seat_counts = (2, 3)
    options = ()
    layout = LAYOUT
    vocabulary: Mapping[str, Action] = {str(action): action for action in (*STEPS, *THROWS)}

    def start(self) -> YardState:
        return YardState(self, 0, {})


class YardState(State, msgspec.Struct, frozen=True):
    """Any action is legal for the seat whose turn it is."""

    game: Yard
    who: int | None
    at: dict[str, str]

    @property
    def actor(self) -> int | None:
        return self.who

    @property
    def turn(self) -> int | None:
        return 0 if self.actor == CHANCE else self.actor

    @property
    def winners(self) -> tuple[int, ...]:
        return (1,) if self.actor is None else ()

    def actions(self) -> tuple[Action, ...]:
        return () if self.actor is None else THROWS if self.actor == CHANCE else STEPS

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        return tuple((throw, Fraction(1, 2)) for throw in THROWS) if self.actor == CHANCE else ()

    def after(self, action: Action) -> YardState:
        return msgspec.structs.replace(self, at=self.at | {"red": "2"})

    def placement(self) -> dict[str, str]:
        return dict(self.at)

    def prompt(self) -> Say:
        if self.actor is None:
            return say("{mouse} has won.", mouse=self.game.mice[1])
        return say("{mouse}: what now?", mouse=self.game.mice[self.turn or 0])

    def tell(self, action: Action, after: YardState) -> tuple[Say, ...]:
        return (say("Somebody would {verb} over the fence.", verb=action.verb),)

    def scores(self) -> tuple[Score, ...]:
        return Score("cheese", (3, 12)), Score("captured", (0, 1)), Score("pile", shared=37)


def state(who: int | None = 0, **at: str) -> YardState:
    """Return a state: `state(red="2", blue="door")`. Without places both mice are at the door."""
    return YardState(Yard(2, {}), who, at or {"red": "door", "blue": "door"})
