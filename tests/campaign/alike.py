"""Pieces that look alike may stand in for each other: nobody minds which of two white men is where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping

from mouseboard.rules import Game

Kind = Hashable
"""A piece's looks: equal for pieces that people cannot tell apart."""


class Alike:
    """Which piece plays which part in the game. A mouse always plays itself, because no other looks like it."""

    def __init__(self, game: Game) -> None:
        self._kinds: dict[str, Kind] = {piece: game.look(piece) for piece in game.pieces}
        self._crowned: frozenset[str] = frozenset()
        self._piece = {piece: piece for piece in game.pieces}
        self._part = dict(self._piece)
        self.has_any = len(set(self._kinds.values())) < len(self._kinds)
        """Whether any two pieces look alike."""

    def piece(self, part: str) -> str:
        """Return the piece that plays a part; anything else, such as a wand, plays itself."""
        return self._piece.get(part, part)

    def part(self, piece: str) -> str:
        """Return the part that a piece plays."""
        return self._part.get(piece, piece)

    def kind(self, part: str) -> Kind:
        """Return what people can tell this part by. A king does not look like a man."""
        return self._kinds.get(part, part), part in self._crowned

    def passes_for(self, piece: str, part: str) -> bool:
        """Return whether people would take the piece for this part."""
        return self.kind(self.part(piece)) == self.kind(part)

    def recognise(self, placement: Mapping[str, str], crowned: Collection[str], truth: Callable[[str], str]) -> None:
        """Give each part in `placement` to a piece that is there, if one passes for it."""
        self._crowned = frozenset(crowned)
        there = {truth(piece): piece for piece in self._part}
        for part, place in placement.items():
            piece = there.get(place)
            if piece is not None and truth(self._piece[part]) != place and self.passes_for(piece, part):
                self._exchange(part, self._part[piece])

    def _exchange(self, one: str, other: str) -> None:
        self._piece[one], self._piece[other] = self._piece[other], self._piece[one]
        self._part = {piece: part for part, piece in self._piece.items()}
