"""Judges what the table asks beside the game: doubts, and who has left a shared place. How much of it is true?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.campaign.board import Board
from tests.campaign.findings import Report

DOUBTS = "doubts"
DEPARTURES = "who left"
READABLE = {DOUBTS: 1.0, DEPARTURES: 0.5}
"""Seconds for which each kind must be shown."""


class Open(NamedTuple):
    """A question beside the game, of one of these kinds, about these pieces."""

    kind: str
    pieces: frozenset[str]


class Doubts:
    """The questions beside the game."""

    def __init__(self, board: Board, report: Report) -> None:
        self._board = board
        self._report = report
        self._shown: dict[Open, float] = {}
        self._true: set[Open] = set()

    def see(self, touched: float) -> None:
        """Take what is shown now. `touched` is when a contact, a button or an answer last changed anything."""
        now, shown = self._report.now(), dict(self._open())
        for question in shown.keys() - self._shown.keys():
            self._report.counts[f"{question.kind} shown"] += 1
            self._shown[question] = now
        for question in self._shown.keys() - shown:
            began = self._shown.pop(question)
            self._true.discard(question)
            if round(now - began, 3) < READABLE[question.kind] and touched <= began:
                pieces = ", ".join(sorted(question.pieces))
                self._report.bad("flicker", f"{question.kind}: {pieces}, for {now - began:.2f} s")
        self.look()

    def look(self) -> None:
        """Count the questions that have become true."""
        true = {question for question, is_true in self._open() if is_true} - self._true
        self._true |= true
        for question in true:
            self._report.counts[f"{question.kind} true"] += 1

    def _open(self) -> Iterator[tuple[Open, bool]]:
        """Yield each question that is shown, and whether it is about a true exchange."""
        where = self._board.where
        for doubt in self._board.shown.doubts:
            pieces = frozenset(piece for piece, _ in doubt.pieces)
            yield Open(DOUBTS, pieces), all(where(piece) == doubt.placement.get(piece) for piece in pieces)
        if left := self._board.shown.departure:
            is_other = any(where(other) == left.to for other in left.others)
            yield Open(DEPARTURES, frozenset((left.piece, *left.others))), is_other
