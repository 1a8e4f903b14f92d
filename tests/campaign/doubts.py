"""Judges the doubts that the table shows: how many there are, and how many are true."""

from __future__ import annotations

from collections.abc import Mapping

from tests.campaign.board import Board
from tests.campaign.findings import Report

from mouseboard.table import Doubt

FLICKER = 1.0
"""Seconds for which a doubt must be shown."""


class Doubts:
    """The doubts that are shown."""

    def __init__(self, board: Board, report: Report) -> None:
        self._board = board
        self._report = report
        self._shown: dict[frozenset[str], float] = {}
        self._true: set[frozenset[str]] = set()
        self._in_move = False

    def see(self, touched: float) -> None:
        """Take the doubts shown now. `touched` is when a contact, a button or an answer last changed anything."""
        now = self._report.now()
        shown = {_pieces(doubt) for doubt in self._board.shown.doubts}
        for pieces in shown - self._shown.keys():
            self._report.counts["doubts shown"] += 1
            self._shown[pieces] = now
        for pieces in self._shown.keys() - shown:
            began = self._shown.pop(pieces)
            self._true.discard(pieces)
            if round(now - began, 3) < FLICKER and touched <= began:
                self._report.bad("flicker", f"doubt about {', '.join(sorted(pieces))} for {now - began:.2f} s")
        self.look()

    def look(self) -> None:
        """Note which doubts are true."""
        for doubt in self._board.shown.doubts:
            pieces = _pieces(doubt)
            if pieces not in self._true and self._is_true(doubt.placement, pieces):
                self._true.add(pieces)
                self._report.counts["doubts true"] += 1

    def _is_true(self, placement: Mapping[str, str], pieces: frozenset[str]) -> bool:
        return all(self._board.where(piece) == placement.get(piece) for piece in pieces)


def _pieces(doubt: Doubt) -> frozenset[str]:
    return frozenset(piece for piece, _ in doubt.pieces)
