"""Judges whether the table is silently wrong: nothing is asked, and a piece is not where the table believes it."""

from __future__ import annotations

from collections.abc import Mapping

from tests.campaign.asks import is_asking
from tests.campaign.board import Board
from tests.campaign.findings import Report
from tests.campaign.obedience import Obedience
from tests.campaign.possible import Possible

from mouseboard.table import PlaceChanged

STILL = 1.2
"""Seconds for which hands are idle and pieces still before a wrong belief counts."""
BUSY = 5.0
"""The same while hands are busy with other pieces."""
OVERLOOKED = 6.0
"""Seconds in which the table must ask for a piece that it sees in a wrong place, or does not see."""


class Silence:
    """Looks for silently wrong beliefs. Each is counted once until the piece is right again."""

    def __init__(self, board: Board, report: Report) -> None:
        self._board = board
        self._report = report
        self._since: dict[str, float] = {}
        self._counted: frozenset[str] = frozenset()
        self.obedience = Obedience(board)
        self.possible: Possible | None = None

    def feel(self, change: PlaceChanged) -> None:
        """Take a change of a contact, as the table hears of it."""
        if self.possible:
            self.possible.feel(change.place, change.occupied)

    def look(self) -> None:
        """Compare truth and belief now."""
        board, now = self._board, self._report.now()
        wrong, overlooked = board.wrong(), board.overlooked()
        if board.standing() == board.believed() and not overlooked:
            self.possible = Possible(board.pieces, board.standing(), board.untold)
            self.obedience.begin()
        self._counted &= wrong | overlooked
        self._since = {piece: self._since.get(piece, now) for piece in wrong | overlooked}
        if self._is_spoken_of(wrong):
            self._since = dict.fromkeys(self._since, now)
            return
        late = {piece for piece in wrong if self._is_late(piece)}
        late |= {piece for piece in overlooked if now - self._last(piece) >= OVERLOOKED}
        new = frozenset(late) - self._counted
        if new and not self._are_exchanged(new):
            self._count(frozenset(late))
        self._counted |= new

    def _are_exchanged(self, pieces: frozenset[str]) -> bool:
        """Return whether these pieces stand where others are believed that were counted already: one mistake."""
        there = {self._board.believed().get(piece) for piece in self._counted} - {None}
        return all(self._board.where(piece) in there for piece in pieces)

    def _is_spoken_of(self, wrong: frozenset[str]) -> bool:
        """Return whether the table asks something, or shows a doubt about just these pieces."""
        doubted = {frozenset(piece for piece, _ in doubt.pieces) for doubt in self._board.shown.doubts}
        return is_asking(self._board.shown) or (bool(wrong) and any(wrong <= pieces for pieces in doubted))

    def _is_late(self, piece: str) -> bool:
        still = self._report.now() - self._last(piece)
        idle = self._report.now() - self._board.acts.idle_since
        return min(still, idle) >= STILL or still >= BUSY

    def _last(self, piece: str) -> float:
        """Return since when the piece is wrong, untouched, and not spoken of."""
        return max(self._since[piece], self._board.acts.touched(frozenset({piece})))

    def _count(self, late: frozenset[str]) -> None:
        board = self._board
        if self.obedience.perfect and self.obedience.acts:
            kind = "silently wrong: by the table's own words"
        elif self.possible is None or self.possible.allows(self._game_has(late)):
            kind = "silently wrong: no contact shows it"
        else:
            kind = "silently wrong"
        said = (f"{p} is {board.truth(p)}, believed {board.believed().get(p)}" for p in sorted(late))
        self._report.bad(kind, "; ".join(said))

    def _game_has(self, late: frozenset[str]) -> Mapping[str, str | None]:
        """Return where the table, or else the game, has the pieces."""
        believed = {piece: self._board.believed().get(piece) for piece in late}
        if any(self._board.where(piece) != believed[piece] for piece in late):
            return believed
        return {piece: self._board.placement(self._board.shown.state).get(piece) for piece in late}
