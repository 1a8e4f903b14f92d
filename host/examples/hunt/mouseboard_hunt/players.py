"""Computer players: they search ahead, and count how far the mice have come and how many are left."""

from __future__ import annotations

from mouseboard.players import Levels
from mouseboard.players.alphabeta import AlphaBeta, Position
from mouseboard.rules import State
from mouseboard_hunt import MOUSE, HuntState

TAKEN = 5.0  # what a mouse is worth, in steps ahead


class HuntPosition(Position):
    is_quiet = True

    def __init__(self, state: HuntState) -> None:
        self.state, self.seat, self.key = state, state.turn, state

    def following(self) -> list[Position]:
        return [HuntPosition(self.state.after(action)) for action in self.state.actions()]

    def worth(self) -> float:
        rows = [int(mouse[1]) for mouse in self.state.mice if mouse]
        for_mice = sum(rows) + TAKEN * len(rows)
        return for_mice if self.seat == MOUSE else -for_mice


def position(state: State) -> HuntPosition:
    assert isinstance(state, HuntState)
    return HuntPosition(state)


LEVELS: Levels = {
    "child": lambda _: AlphaBeta(position, 4),
    "sensible": lambda _: AlphaBeta(position, 150),
}
