"""A tiny game, installed like any other: roll 1 or 2, then go or stay. The first mouse on space 5 wins."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Self

import msgspec

from mouseboard import layouts
from mouseboard.rules import CHANCE, Action, Game, Option, State

ROLLS = (Action("roll", 1), Action("roll", 2))
GO, STAY = Action("go"), Action("stay")

PLACES = "".join(f'{{ name = "{n}", at = [{40 * n}, 0], sensors = [{n}], lamps = [{n}] }},' for n in range(7))
LAYOUT = layouts.parse(
    f'game = "toyrace"\ntitle = "7"\nedition = "test"\nsize = [240, 40]\nsensors = 7\nlamps = 7\nplace = [{PLACES}]',
    "toyrace.toml",
)


class ToyState(State, msgspec.Struct, frozen=True):
    game: "ToyRace"
    at: tuple[int, ...]
    seat: int = 0
    roll: int = 0

    @property
    def actor(self) -> int | None:
        if self.winners:
            return None
        return self.seat if self.roll else CHANCE

    def actions(self) -> tuple[Action, ...]:
        if self.winners:
            return ()
        return (GO, STAY) if self.roll else ROLLS

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        return tuple((roll, Fraction(1, 2)) for roll in ROLLS) if self.actor == CHANCE else ()

    def after(self, action: Action) -> Self:
        if action.verb == "roll":
            return msgspec.structs.replace(self, roll=action.number)
        gone = self.roll if action == GO else 0
        at = tuple(here + gone if seat == self.seat else here for seat, here in enumerate(self.at))
        return msgspec.structs.replace(self, at=at, seat=(self.seat + 1) % len(at), roll=0)

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, here in enumerate(self.at) if here >= 5)

    def placement(self) -> dict[str, str]:
        return {mouse: str(here) for mouse, here in zip(self.game.mice, self.at, strict=True)}


class ToyRace(Game):
    name = "toyrace"
    title = "Toy race"
    seat_counts = (2, 3)
    layout = LAYOUT
    vocabulary: Mapping[str, Action] = {str(action): action for action in (*ROLLS, GO, STAY)}
    options = (Option("uphill", False, "changes nothing", (False, True)),)

    def start(self) -> ToyState:
        return ToyState(self, (0,) * self.players)
