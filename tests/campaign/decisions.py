"""Judges what is recorded: whether somebody meant each move by hand, and each takeback."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tests.campaign.asks import Want, want
from tests.campaign.board import Board
from tests.campaign.findings import Report
from tests.campaign.possible import Possible

from mouseboard.referee.questions import REST_S
from mouseboard.referee.situation import Situation
from mouseboard.rules import CHANCE
from mouseboard.store import ActionRecord, Source
from mouseboard.table import PlaceChanged

LASTS = 5.0
"""Seconds since the last touch after which a move that nobody meant is a false one."""
HOLDS = 0.5
"""Seconds for which contacts must show that a move was not made. A man that arrives may be the next move until then."""
ASKED = 3.0
"""Seconds since a question about a takeback within which its answer comes."""


class Intent(Protocol):
    """What people mean."""

    def means(self, record: ActionRecord) -> bool:
        """Return whether somebody means this action."""

    def is_own_mistake(self, record: ActionRecord) -> bool:
        """Return whether a player has left a piece on a wrong place, where this action takes it."""

    def takes_back(self) -> bool:
        """Return whether people are taking something back."""


@dataclass
class Unmeant:
    """A move by hand that nobody meant, and that is not judged yet."""

    last: float
    """When its pieces were touched last, before another move of them."""
    record: ActionRecord
    rested: float | None = None
    """For how many seconds a piece was felt where the move puts it; None as long as it is."""
    possible: float = 0.0
    """When contacts allowed it last."""
    contradicted: bool = False
    """Whether contacts have shown for a while that it was not, or did not stay, so."""


class Decisions:
    """All actions that were played and not taken back."""

    def __init__(self, board: Board, intent: Intent, report: Report) -> None:
        self._board = board
        self._intent = intent
        self._report = report
        self._history: tuple[ActionRecord, ...] | None = None
        """None before the first situation: what was played before it is not judged."""
        self._unmeant: list[Unmeant] = []
        self._never_meant: set[int] = set()
        """The entries of all moves that nobody meant, judged or not."""
        self._asked = -ASKED
        self._closed_at: dict[str, float] = {}
        """When each place closed last."""

    def see(self, situation: Situation) -> None:
        """Take the situation shown now: what has been played, replaced and taken back."""
        now = self._report.now()
        if want(situation) is Want.CONSENT:
            self._asked = now
        if self._history is None:
            self._history = situation.history
            return
        known = {(record.entry, record.action) for record in self._history}
        entries = {record.entry for record in situation.history}
        for record in situation.history:
            if (record.entry, record.action) not in known:
                self._see_played(record)
        gone = [record for record in self._history if record.entry not in entries]
        if gone:
            self._see_taken_back(gone)
        self._history = situation.history

    def _see_played(self, record: ActionRecord) -> None:
        if any(old.entry == record.entry for old in self._history or ()):
            self._report.counts["amended"] += 1
        self._forget(record.entry)
        if record.source is not Source.HANDS:
            return
        self._report.counts["decided by hand"] += 1
        if self._intent.means(record):
            return
        if self._intent.is_own_mistake(record):
            self._report.counts["own wrong move left"] += 1
            self._never_meant.add(record.entry)
            return
        self._unmeant.append(Unmeant(self._report.now(), record, possible=self._report.now()))
        self._never_meant.add(record.entry)

    def _see_taken_back(self, gone: list[ActionRecord]) -> None:
        decided = [record for record in gone if record.before.actor != CHANCE or record.source is Source.TYPED]
        steps = [record for record in decided if record.entry not in self._never_meant]
        for record in gone:
            self._forget(record.entry)
        if self._intent.takes_back() or self._report.now() - self._asked < ASKED:
            self._report.counts["takebacks meant"] += 1
        elif steps:
            kind = "takeback nobody meant: put back" if self._are_put_back(steps) else "takeback nobody meant"
            self._report.counts[f"{kind}: steps"] += len(steps)
            self._report.bad(kind, " ".join(str(record.action) for record in steps))

    def _are_put_back(self, gone: list[ActionRecord]) -> bool:
        """Return whether hands have put back the decision of one seat: the table cannot know that it was not meant."""
        before = self._board.placement(gone[0].before)
        pieces = {piece for record in gone for piece in self._board.moved(record)}
        seats = {record.before.turn for record in gone}
        return len(seats) == 1 and all(self._board.where(piece) == before.get(piece) for piece in pieces)

    def _forget(self, entry: int) -> None:
        self._never_meant.discard(entry)
        self._unmeant = [unmeant for unmeant in self._unmeant if unmeant.record.entry != entry]

    def feel(self, change: PlaceChanged) -> None:
        """Take a change of a place: a piece that rested there may go on."""
        if change.occupied:
            self._closed_at[change.place] = self._report.now()
            return
        for unmeant in self._unmeant:
            if unmeant.rested is None and change.place in self._board.moved(unmeant.record).values():
                unmeant.rested = self._report.now() - self._closed_at.get(change.place, 0.0)

    def look(self, possible: Possible | None, lasts: float = LASTS) -> None:
        """Judge the moves that still stand `lasts` seconds after the last touch. `possible` is what contacts allow."""
        now = self._report.now()
        for unmeant in tuple(self._unmeant):
            moved, later = self._board.moved(unmeant.record), self._moved_after(unmeant.record)
            if later.isdisjoint(moved):
                off = self._board.off(self._board.placement(unmeant.record.after))
                shown = {**{piece: None for piece in off if piece not in later}, **moved}
                if possible is None or possible.allows(shown):
                    unmeant.possible = now
                unmeant.contradicted |= now - unmeant.possible > HOLDS
                unmeant.last = max(unmeant.last, self._board.touched(moved))
            if now - unmeant.last < lasts:
                continue
            self._unmeant.remove(unmeant)
            kind = "false move" if unmeant.contradicted else "false move: no contact shows it"
            has_rested = unmeant.rested is None or unmeant.rested > REST_S
            self._report.counts[f"{kind}: after a rest"] += has_rested
            self._report.bad(kind, f"{unmeant.record.action}")

    def _moved_after(self, record: ActionRecord) -> set[str]:
        """Return the pieces that later actions move."""
        later = (other for other in self._history or () if other.entry > record.entry)
        return {piece for other in later for piece in self._board.moved(other)}
