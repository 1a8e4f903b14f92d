"""Judges what is decided by hand: whether anybody meant it, and whether what is taken back was to be taken back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tests.campaign.board import Board
from tests.campaign.findings import Report
from tests.campaign.people import People

from mouseboard.referee.situation import Situation
from mouseboard.store import ActionRecord, Source

AMENDABLE = 5.0
"""Seconds in which a decision that nobody meant may still be put right."""
LETS_GO = 0.5
"""Seconds in which a hand has let go of what contacts have felt already."""


@dataclass
class Unmeant:
    """A decision by hand that is not yet judged, though nobody meant it."""

    time: float
    record: ActionRecord
    meant: str
    done: bool
    """Whether hands have done it all the same: another mouse, or another place."""
    unfelt: bool
    """Whether no contact tells that they have not."""
    concerned: frozenset[str]
    """The pieces that it moves, or that what was meant would have."""


class Decisions:
    """All that was played and not taken back."""

    def __init__(self, board: Board, people: People, report: Report) -> None:
        self._board = board
        self._people = people
        self._report = report
        self._history: list[ActionRecord] = []
        self._as_meant: list[ActionRecord] = []
        self._unmeant: list[Unmeant] = []
        self._never_meant: list[ActionRecord] = []
        """All that nobody meant, judged or not."""

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
            pass  # it was corrected by mistake, and is again what it was
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
        """Judge whether somebody wanted what has been taken back by now, if anything has: that is the answer."""
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
        """An amendment: played where another decision had been played."""
        for n, other in enumerate(self._history):
            if other.before is record.before:
                self._forget(n)
                self._report.counts["amended"] += 1
                return

    def _forget(self, n: int) -> list[ActionRecord]:
        """What was played from there on."""
        gone = self._history[n:]
        del self._history[n:]
        self._unmeant = [unmeant for unmeant in self._unmeant if unmeant.record not in gone]
        return gone

    def look(self, unfelt: Collection[str], patience: float = AMENDABLE) -> None:
        """What has not been amended after so long is judged; `unfelt` pieces are wrong by what no contact shows."""
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
