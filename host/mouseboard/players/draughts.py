"""Players of English draughts: they count men and kings, and like men to advance while the back row is guarded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from mouseboard.players import Levels
from mouseboard.players.alphabeta import AlphaBeta, Position
from mouseboard.rules.core import Action, State
from mouseboard.rules.draughts import DraughtsState
from mouseboard.rules.draughts.board import AHEAD, JUMPS, LAST_ROW, OVER, STEPS, chain, step

KING = 1.5
"""What a king is worth, in men."""
ROW = 0.03
"""What each row that a man has advanced is worth, in men."""
GUARD = 0.1
"""What a man on its first row is worth more than its own, in men."""

Piece = tuple[int, bool]
"""The seat of a piece, and whether it is a king."""


class DraughtsPosition(Position):
    """The pieces by their squares."""

    def __init__(self, seat: int, board: Mapping[str, Piece]) -> None:
        self.seat = seat
        self.board = board
        self._chains: list[tuple[str, ...]] | None = None

    @property
    def is_quiet(self) -> bool:
        return not self.chains

    @property
    def chains(self) -> list[tuple[str, ...]]:
        """The chains of jumps that the seat must choose from."""
        if self._chains is None:
            own = [(square, king) for square, (seat, king) in self.board.items() if seat == self.seat]
            self._chains = [found for square, king in own for found in self._jumps((square,), (), king)]
        return self._chains

    def following(self) -> list[tuple[Action, Position]]:
        if self.chains:
            return [(chain(squares), self._after(squares)) for squares in self.chains]
        return [(step(here, there), self._after((here, there))) for here, there in self._steps()]

    def worth(self) -> float:
        total = 0.0
        for square, (seat, king) in self.board.items():
            come = int(square[1]) - 1 if seat == 0 else 8 - int(square[1])
            worth = KING if king else 1 + ROW * come + GUARD * (come == 0)
            total += worth if seat == self.seat else -worth
        return total

    def _directions(self, king: bool) -> tuple[int, ...]:
        return AHEAD if king else (AHEAD[self.seat],)

    def _steps(self) -> Iterator[tuple[str, str]]:
        for here, (seat, king) in self.board.items():
            if seat == self.seat:
                for up in self._directions(king):
                    for there in STEPS[up][here]:
                        if there not in self.board:
                            yield here, there

    def _jumps(self, squares: tuple[str, ...], taken: tuple[str, ...], king: bool) -> Iterator[tuple[str, ...]]:
        """Yield each chain that begins with these squares, and cannot go on."""
        further = []
        for up in self._directions(king):
            for over, there in JUMPS[up][squares[-1]]:
                victim = self.board.get(over)
                is_free = there not in self.board or there == squares[0]
                if victim and victim[0] != self.seat and over not in taken and is_free:
                    further.append((over, there))
        for over, there in further:
            if not king and there[1] == LAST_ROW[self.seat]:
                yield (*squares, there)
            else:
                yield from self._jumps((*squares, there), (*taken, over), king)
        if not further and taken:
            yield squares

    def _after(self, squares: tuple[str, ...]) -> Position:
        board = dict(self.board)
        seat, king = board.pop(squares[0])
        for hop in pairwise(squares):
            board.pop(OVER.get(hop, ""), None)
        board[squares[-1]] = seat, king or squares[-1][1] == LAST_ROW[seat]
        return DraughtsPosition(1 - self.seat, board)


def position(state: State) -> Position:
    """Return the position of a state: with an offer open, that of the seat whose turn it is."""
    assert isinstance(state, DraughtsState)
    owner = state.game.owner
    board = {square: (owner[piece], piece in state.crowned) for piece, square in state.placement().items()}
    return DraughtsPosition(state.turn, board)


LEVELS: Levels = {
    "child": lambda _: AlphaBeta(position, 30),
    "sensible": lambda _: AlphaBeta(position, 1000),
    "strong": lambda _: AlphaBeta(position, 50_000),
}
