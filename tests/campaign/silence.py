"""Judges whether the table is silently wrong: nothing is asked, and a piece is not where the table believes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tests.campaign.asks import is_asking, steps_now
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
"""Time limit for the table to ask for a piece that it sees in a wrong place, or does not see."""


class Silence:
    """Looks for silently wrong beliefs. Each is counted once until the piece is right again."""

    def __init__(self, board: Board, report: Report) -> None:
        self._board = board
        self._report = report
        self._wrong: dict[str, float] = {}
        self._overlooked: dict[tuple[str, str | None], float] = {}
        """Since when, by piece and where the table has believed it since: it may have just learned."""
        self._counted: frozenset[str] = frozenset()
        self.obedience = Obedience(board)
        self.possible: Possible | None = None
        """All placements that contacts allow since all was right; None before the board was ever right."""
        self._began: tuple[Mapping[str, str], frozenset[str]] | None = None
        self._has_felt = False

    def feel(self, change: PlaceChanged) -> None:
        """Take a change of a contact, as the table hears of it."""
        self._has_felt = True
        if self.possible:
            self.possible.feel(change.place, change.occupied)

    def look(self) -> None:
        """Compare truth and belief now."""
        board, now = self._board, self._report.now()
        wrong, overlooked = board.wrong(), board.overlooked()
        if board.standing() == board.believed() and not overlooked:
            self._begin()
        self._counted &= wrong | overlooked | {piece for piece in board.pieces if board.is_held(piece)}
        spoken = self._is_spoken_of(wrong)
        self._wrong = {piece: now if spoken else self._wrong.get(piece, now) for piece in wrong}
        known = {(piece, board.believed().get(piece)) for piece in overlooked}
        self._overlooked = {piece: now if spoken else self._overlooked.get(piece, now) for piece in known}
        late = {piece for piece, since in self._wrong.items() if self._is_late(self._still(piece, since))}
        overlooked_for = {piece: self._unasked(piece, since) for (piece, _), since in self._overlooked.items()}
        late |= {piece for piece, seconds in overlooked_for.items() if seconds >= OVERLOOKED}
        new = late - self._counted
        if new and not self._are_exchanged(new):
            self._count(frozenset(late))
        self._counted |= new

    def _are_exchanged(self, pieces: Collection[str]) -> bool:
        """Return whether these pieces stand where others are believed that were counted already: one mistake."""
        there = {self._board.believed().get(piece) for piece in self._counted} - {None}
        return all(self._board.where(piece) in there for piece in pieces)

    def _begin(self) -> None:
        """Begin again, because all is right."""
        if not self._board.acts.under_way:
            self.obedience.begin()
        standing = self._board.standing(), self._board.untold
        if self._has_felt or standing != self._began:
            self._began, self._has_felt = standing, False
            board = self._board
            self.possible = Possible(board.pieces, *standing, board.kinds, board.shares_places)

    def _is_spoken_of(self, wrong: frozenset[str]) -> bool:
        """Return whether the table asks something, or speaks of just these pieces: in doubt, or to be moved."""
        shown = self._board.shown
        doubted = [{piece for piece, _ in doubt.pieces} for doubt in shown.doubts]
        doubted.append({step.piece for step in steps_now(shown)})
        if shown.departure:
            doubted.append({shown.departure.piece, *shown.departure.others})
        return is_asking(shown) or (bool(wrong) and any(wrong <= pieces for pieces in doubted))

    def _is_late(self, still: float) -> bool:
        idle = self._report.now() - self._board.acts.idle_since
        return min(still, idle) >= STILL or still >= BUSY

    def _still(self, piece: str, since: float) -> float:
        """Return for how long the piece has been wrong, untouched, and not spoken of."""
        return self._report.now() - max(since, self._board.touched({piece}))

    def _unasked(self, piece: str, since: float) -> float:
        """Return for how long the table should have asked for a piece. While hands move, a capture may go on."""
        idle = self._report.now() - self._board.acts.idle_since
        may_be_captured = not self._board.shares_places and self._board.where(piece) is None
        return min(self._still(piece, since), idle) if may_be_captured else self._still(piece, since)

    def _count(self, late: frozenset[str]) -> None:
        board = self._board
        if self.obedience.perfect and self.obedience.told:
            kind = "silently wrong: by the table's own words"
        elif self.obedience.lied:
            kind = "silently wrong: a button said so untruly"
        elif self.possible is None or self.possible.allows(self._game_has(late)):
            kind = "silently wrong: no contact shows it"
        else:
            kind = "silently wrong"
        said = (f"{p} is {board.truth(p)}, believed {board.believed().get(p)}" for p in sorted(late))
        self._report.bad(kind, "; ".join(said))

    def _game_has(self, late: frozenset[str]) -> Mapping[str, str | None]:
        """Return where the table, or else the game, has the pieces, and the men that it has off the board."""
        board, has = self._board, self._board.believed()
        if all(board.where(piece) == has.get(piece) for piece in late):
            has = board.placement(board.shown.state)
        return board.off(has) | {piece: has.get(piece) for piece in late}
