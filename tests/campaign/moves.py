"""Judges how smoothly moves go: which are stopped by a question, what flickers, and how soon a move is accepted."""

from __future__ import annotations

from dataclasses import dataclass

from tests.campaign.acts import Acts
from tests.campaign.asks import Want, is_stop, want, wants_button
from tests.campaign.board import Board
from tests.campaign.findings import Report

from mouseboard.referee.situation import Situation, wording
from mouseboard.rules import State
from mouseboard.store import ActionRecord, Source

READABLE = 0.5
"""Seconds for which something must be shown to be a stop. What goes away untouched before flickers."""


@dataclass
class Move:
    """A decision or move that the table awaits, since that time.

    `felt`: contacts show it. `joins`: it joins others. `takes`: it takes a man off the board.
    """

    state: State
    since: float
    felt: bool = True
    joins: bool = False
    takes: bool = False
    stopped: bool = False


class Moves:
    """The moves by hand, one after the other."""

    def __init__(self, board: Board, acts: Acts, report: Report) -> None:
        self._board = board
        self._acts = acts
        self._report = report
        self._move: Move | None = None
        self._stood: dict[str, str] = {}
        """Where each piece stood when the last move was accepted."""
        self._stop: tuple[float, str] | None = None
        """When the stop that is shown began, and its sentence."""
        self.touched = 0.0
        """When a contact or an answer last changed anything."""
        self._felt = 0.0
        """When a contact last changed."""

    def touch(self, by_contact: bool) -> None:
        """Note that a contact has changed, or else that a button was pressed, or a person has answered."""
        self.touched = self._report.now()
        if by_contact:
            self._felt = self.touched

    def forget(self) -> None:
        """Forget the awaited move, because the host was killed."""
        self._move = self._stop = None

    def see(self, situation: Situation) -> bool:
        """Take the situation shown now. Return whether a move was accepted."""
        wanted = want(situation)
        self._see_stop(situation, wanted)
        if wanted is Want.MOVE and (self._move is None or self._move.state is not situation.state):
            stand = self._board.placement(situation.state)
            takes = self._board.takes(self._stood, stand)
            self._move = Move(situation.state, self._report.now(), *self._board.felt(self._stood, stand), takes)
        accepted = wanted in (Want.CHOOSE, Want.ROLL, Want.TASK) and self._accept()
        if wanted is Want.CHOOSE and (self._move is None or self._move.state is not situation.state):
            self._move = Move(situation.state, self._report.now())
        return accepted

    def played(self, record: ActionRecord, by_hand: bool) -> None:
        """Count a move that hands decided. A decision by a button before they have begun is a move to be made."""
        before, after = self._board.placement(record.before), self._board.placement(record.after)
        move = self._move or Move(record.before, self._report.now())
        has_begun = record.source is not Source.PLAYER or move.stopped or self._felt > move.since
        if by_hand and before != after and has_begun:
            move.felt, move.joins = self._board.felt(before, after)
            move.takes = self._board.takes(before, after)
            move.felt &= not self._board.has_a_double(record)
            move.stopped |= record.source is Source.PLAYER
            self._count(move)
            if record.source is Source.HANDS or self._board.was_done(record):
                self._stood = after
        self._move = None

    def _accept(self) -> bool:
        """Count the awaited move, because the board is now as the game wants it."""
        placement = self._board.placement(self._board.shown.state)
        move, stood, self._stood = self._move, self._stood, placement
        if move is None or self._board.placement(move.state) == stood:
            return False
        if stood:  # setting up is not a move
            self._count(move)
        self._move = None
        return True

    def _count(self, move: Move) -> None:
        self._end_stop()
        counts = self._report.counts
        counts["moves" if move.felt else "moves not felt"] += 1
        if not move.felt:
            return
        counts["moves stopped"] += move.stopped
        counts["captures"] += move.takes
        counts["captures stopped"] += move.takes and move.stopped
        if not move.stopped:
            kind = "take" if move.takes else "join" if move.joins else "felt"
            is_shown_late = kind == "join" and not self._acts.under_way
            last = max(self.touched, self._acts.idle_since) if is_shown_late else self.touched
            self._report.found.seconds[kind].append(self._report.now() - last)

    # Stops

    def _see_stop(self, situation: Situation, wanted: Want) -> None:
        stops = is_stop(wanted) or (wants_button(situation) and self._move is not None and self._move.felt)
        if not stops:
            self._end_stop()
        elif self._stop is None:
            self._stop = self._report.now(), str(wording(situation))
            self._report.counts[f"stops: {wanted.name.lower()}"] += 1
            if wanted is Want.MEND and situation.connected and not self._board.is_amiss():
                self._report.bad("needless", str(wording(situation)))

    def _end_stop(self) -> None:
        """Judge the stop that is shown no longer."""
        if self._stop is None:
            return
        (began, text), self._stop = self._stop, None
        shown = round(self._report.now() - began, 3)
        if shown >= READABLE:
            if self._move and self._move.since < self.touched:
                self._move.stopped = True
        elif self.touched <= began:
            self._report.bad("flicker", f"{text!r} for {shown:.2f} s")
