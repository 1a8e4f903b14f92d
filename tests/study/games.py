"""A game with everything that a study measures, small enough to count by hand. The tests of studies share it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct, structs
from tests.cli.yard import LAYOUT

from mouseboard.rules import CHANCE, Action, Device, Game, HandTask, Score, State, say
from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.study.playing import Step

GRAB, WAIT, REST = Action("grab"), Action("wait"), Action("rest")


class Snatch(Game):
    """Each turn a seat may wait or grab; the trap decides whether a grab gets the cheese. Two cheeses win."""

    name, title, seat_counts, options, layout = "snatch", "Snatch", (2, 3), (), LAYOUT
    vocabulary: Mapping[str, Action] = {str(action): action for action in (GRAB, WAIT, REST, CAUGHT, MISSED)}

    def start(self) -> SnatchState:
        return SnatchState(self, 0, False, (0,) * self.players)


def played(actions: str, players: int = 2) -> list[Step]:
    """Return the steps of a game: `played("grab caught grab missed grab caught")`."""
    state: SnatchState = Snatch(players, {}).start()
    steps: list[Step] = []
    for notation in actions.split():
        after = state.play(notation)
        steps.append((state, state.game.read(notation), after))
        state = after
    return steps


class SnatchState(State, Struct, frozen=True):
    game: Snatch
    turn: int
    grabbing: bool
    cheese: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, cheese in enumerate(self.cheese) if cheese == 2)

    @property
    def actor(self) -> int | None:
        return None if self.winners else CHANCE if self.grabbing else self.turn

    def actions(self) -> tuple[Action, ...]:
        if self.winners:
            return ()
        if self.grabbing:
            return (CAUGHT, MISSED)
        return (GRAB, WAIT) if self.turn == 0 else (GRAB,)

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        return tuple((action, Fraction(1, 2)) for action in self.actions()) if self.actor == CHANCE else ()

    @property
    def device(self) -> Device:
        return Device.TRAP

    def after(self, action: Action) -> SnatchState:
        if action == GRAB:
            return structs.replace(self, grabbing=True)
        cheese = tuple(had + (action == CAUGHT and seat == self.turn) for seat, had in enumerate(self.cheese))
        return structs.replace(self, turn=(self.turn + 1) % self.game.players, grabbing=False, cheese=cheese)

    def placement(self) -> dict[str, str]:
        return {}

    def scores(self) -> tuple[Score, ...]:
        return (Score("pile", shared=9), Score("cheese", self.cheese))

    def hand_tasks(self, action: Action, after: State) -> tuple[HandTask, ...]:
        return (HandTask(say("Set the trap.")),) if action == CAUGHT else ()

    def tally(self, action: Action, after: State) -> tuple[str, ...]:
        return ("second helping",) if action == CAUGHT and self.cheese[self.turn] else ()
