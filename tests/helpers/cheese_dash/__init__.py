"""Cheese Dash: `walk` two squares, or `dash` the number on the die (`roll<n>`). A 1 sends you back to the nest."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, structs

from mouseboard import layouts
from mouseboard.rules import CHANCE, Action, Game, Say, State, say
from mouseboard.rules.chance import DIE, ROLLS, Odds

DASH, WALK = Action("dash"), Action("walk")
VOCABULARY = {str(action): action for action in (DASH, WALK, *ROLLS)}


class Dash(Game):
    name, title, seat_counts, options = "dash", "Cheese Dash", (2, 3, 4), ()
    layout = layouts.load(str(Path(__file__).with_name("dash.toml")))
    path = tuple(place.name for place in layout.place)
    vocabulary = VOCABULARY

    def start(self) -> DashState:
        return DashState(self, turn=0, dashing=False, at=(0,) * self.players)


class DashState(State, Struct, frozen=True):
    game: Dash
    turn: int
    dashing: bool
    at: tuple[int, ...]  # how far each mouse has come

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, square in enumerate(self.at) if self.game.path[square] == "cheese")

    @property
    def actor(self) -> int | None:
        return None if self.winners else CHANCE if self.dashing else self.turn

    def actions(self) -> tuple[Action, ...]:
        return () if self.winners else ROLLS if self.dashing else (DASH, WALK)

    def odds(self) -> Odds:
        return DIE if self.dashing else ()

    def after(self, action: Action) -> DashState:
        if action == DASH:
            return structs.replace(self, dashing=True)
        steps = 2 if action.number is None else action.number
        square = 0 if steps == 1 else min(self.at[self.turn] + steps, len(self.game.path) - 1)
        at = (*self.at[: self.turn], square, *self.at[self.turn + 1 :])
        return structs.replace(self, turn=(self.turn + 1) % self.game.players, dashing=False, at=at)

    def placement(self) -> dict[str, str]:
        return {mouse: self.game.path[square] for mouse, square in zip(self.game.mice, self.at, strict=True)}

    def tell(self, action: Action, after: DashState) -> tuple[Say, ...]:
        texts = {"dash": "{mouse} dashes!", "walk": "{mouse} walks two.", "roll": "{mouse} rolls {n}."}
        return (say(texts[action.verb], mouse=self.game.mice[self.turn], n=action.number or 0),)

    def prompt(self) -> Say:
        return say("{mouse}: roll!" if self.dashing else "{mouse}: walk two, or dash?", mouse=self.game.mice[self.turn])
