"""Judges what the table orders: nothing that is already carried out, and no move of a side that is not to move."""

from __future__ import annotations

from tests.campaign.asks import steps_now, wants_button
from tests.campaign.board import AWAY, Board
from tests.campaign.findings import Report

from mouseboard.referee.situation import Ask
from mouseboard.table.steps import Step

SEEN = 3.5
"""Seconds, with hands idle, within which the table sees that an order is carried out, or asks something else."""


class Orders:
    """Looks at the steps that people are told to do. Each question is counted once for each kind."""

    def __init__(self, board: Board, report: Report) -> None:
        self._board = board
        self._report = report
        self._done: tuple[Ask | None, float] = None, 0.0
        """The question whose steps are all done, and since when."""
        self._counted: set[tuple[str, Ask]] = set()

    def look(self) -> None:
        """Compare the steps that are shown now with the board and the rules."""
        situation = self._board.shown
        if situation.ask is None or situation.fault or not situation.connected:
            return
        steps = steps_now(situation)
        for step in filter(self._moves_another_side, steps):
            self._count("order to a side not to move", situation.ask, step)
        done = situation.ask if self._is_carried_out(steps) else None
        now = self._report.now()
        if done != self._done[0]:
            self._done = done, now
        if done and now - max(self._done[1], self._board.acts.idle_since) >= SEEN:
            self._count("order already carried out", done, *steps)

    def _count(self, kind: str, ask: Ask, *steps: Step) -> None:
        if (kind, ask) not in self._counted:
            self._counted.add((kind, ask))
            self._report.bad(kind, "; ".join(f"{step.piece}: {step.source} to {step.target}" for step in steps))

    def _is_carried_out(self, steps: tuple[Step, ...]) -> bool:
        """Return whether all that is told is done, and contacts show it."""
        return bool(steps) and not wants_button(self._board.shown) and all(map(self._is_done, steps))

    def _is_done(self, step: Step) -> bool:
        board = self._board
        if step.piece not in board.pieces:
            return step.source not in board.shown.occupied
        if step.target is None:
            return board.truth(step.piece) in AWAY and step.source not in board.shown.occupied
        others = {step.target, *board.placement(board.shown.state).values()}
        has_left = step.source in others or step.source not in board.shown.occupied
        has_come = self._stands_on(step.target, step.piece) and step.target in board.shown.occupied
        return has_come and has_left and not any(map(board.is_crooked, board.on(step.target)))

    def _stands_on(self, place: str, part: str) -> bool:
        """Return whether people see this piece, or one that looks like it, on a place."""
        kind = self._board.alike.kind
        return kind(part) in map(kind, self._board.on(place))

    def _moves_another_side(self, step: Step) -> bool:
        """Return whether a piece of a side that has no turn is to go where the rules do not take it.

        They take it to where the game has it, or its last move or one of the side to move, such as into a trap.
        """
        board, state = self._board, self._board.shown.state
        if step.target is None or state.turn is None or step.piece not in board.pieces:
            return False
        if step.piece in state.game.owned((state.turn,)):
            return False
        before = board.shown.history[-1].before if board.shown.history else state  # its move may be due
        states = (before, state, *map(state.after, state.actions()))
        there = {piece for one in states for piece, at in one.placement().items() if at == step.target}
        return board.alike.kind(step.piece) not in map(board.alike.kind, there)
