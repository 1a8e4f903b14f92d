"""Judges decisions made by hand: whether anybody meant them, and whether each takeback was wanted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tests.campaign.board import Board
from tests.campaign.findings import Report
from tests.campaign.people import People

from mouseboard.referee.situation import Situation
from mouseboard.store import ActionRecord, Source

AMENDABLE = 5.0
"""Seconds within which a decision that nobody meant may still be put right."""
LETS_GO = 0.5
"""Seconds after which a hand has let go of a piece that contacts already feel."""


@dataclass
class Unmeant:
    """A decision by hand that nobody meant, and that is not judged yet."""

    time: float
    record: ActionRecord
    meant: str
    done: bool
    """Whether hands did exactly this, with another mouse or on another place than meant."""
    unfelt: bool
    """Whether no contact could show that they did not."""
    concerned: frozenset[str]
    """The pieces that it moves, and those that the intended action would have moved."""


class Decisions:
    """All actions that were played and not taken back."""

    def __init__(self, board: Board, people: People, report: Report) -> None:
        self._board = board
        self._people = people
        self._report = report
        self._history: list[ActionRecord] = []
        self._as_meant: list[ActionRecord] = []
        self._unmeant: list[Unmeant] = []
        self._never_meant: list[ActionRecord] = []
        """All decisions that nobody meant, judged or not."""

    def played(self, record: ActionRecord) -> None:
        self._see_replaced(record)
        self._history.append(record)
        if record.source is not Source.HANDS:
            return
        counts, mover = self._report.counts, self._people.mover
        counts["decided by hand"] += 1
        if record.action == self._people.meant:
            self._as_meant.append(record)
        elif any(record.before is known.before and record.action == known.action for known in self._as_meant):
            pass  # it was corrected by mistake, and is now as it was meant
        elif mover.takes_back:
            counts["taken back by a legal move"] += 1
        else:
            done = mover.wrong_place or self._board.was_done(record)
            held_over = self._board.is_held_over(record)
            concerned = self._board.concerned(record)
            self._unmeant.append(
                Unmeant(self._report.now(), record, str(self._people.meant), done, held_over, concerned)
            )
            self._never_meant.append(record)

    def see_taking_back(self, situation: Situation) -> bool:
        """Judge a takeback, if this situation shows one. Return whether it does."""
        if not self._history or situation.state == self._history[-1].after:
            return False
        for n, record in enumerate(self._history):
            if record.before == situation.state:
                self._judge_taking_back(n)
                return True
        return False

    def _judge_taking_back(self, n: int) -> None:
        mover, gone = self._people.mover, self._forget(n)
        if mover.takes_back:
            self._report.counts["takebacks meant"] += 1
            mover.takes_back = False
        elif any(unmeant is gone[0] for unmeant in self._never_meant):
            self._report.counts["amended"] += 1
        else:
            self._report.bad("taken back unmeant", str(gone[0].action))

    def _see_replaced(self, record: ActionRecord) -> None:
        """Count an amendment: an action played in the same state as an earlier one replaces it."""
        for n, other in enumerate(self._history):
            if other.before is record.before:
                self._forget(n)
                self._report.counts["amended"] += 1
                return

    def _forget(self, n: int) -> list[ActionRecord]:
        """Drop the actions from number `n` on, and return them."""
        gone = self._history[n:]
        del self._history[n:]
        self._unmeant = [unmeant for unmeant in self._unmeant if unmeant.record not in gone]
        return gone

    def look(self, unfelt: Collection[str], patience: float = AMENDABLE) -> None:
        """Judge decisions not amended within `patience` seconds. No contact shows that `unfelt` pieces are wrong."""
        for unmeant in tuple(self._unmeant):
            age = self._report.now() - unmeant.time
            unmeant.done = unmeant.done or (age < LETS_GO and self._board.was_done(unmeant.record))
            unmeant.unfelt = unmeant.unfelt or not unmeant.concerned.isdisjoint(unfelt)
            if age >= patience:
                self._unmeant.remove(unmeant)
                if unmeant.done:
                    self._report.counts["own wrong move left"] += 1
                else:
                    kind = "false move: no contact" if unmeant.unfelt else "false move"
                    self._report.bad(kind, f"{unmeant.record.action}, meant {unmeant.meant}")
