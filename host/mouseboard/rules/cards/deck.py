"""The deck of one layout, as numbers: the places by cell, the faces of the maze cards, the kinds of action cards."""

from __future__ import annotations

from functools import lru_cache

from mouseboard.layouts import Face, Layout, Place
from mouseboard.rules.cards.maze import SIDE

LATELY = 64
"""What was worked out and is kept for when it is asked for again: by who plays, and by who looks ahead."""

SYMBOL = ("safe", "trapped")
"""The kinds of card that carry the symbol against cheese (ruling: cards, The symbol)."""


class Deck:
    """What is printed on the cards, and where they lie; the layout has been checked."""

    def __init__(self, layout: Layout) -> None:
        self.places = tuple(place.name for row in rows(layout) for place in row)
        """The places' names by cell."""
        self.cell = {place: cell for cell, place in enumerate(self.places)}
        self.faces = faces(layout)
        """The 32 faces of the maze cards by number."""
        self.for_cheese = lru_cache(LATELY)(self._for_cheese)
        self.without_symbol = frozenset(n for n, face in enumerate(self.faces) if face.kind not in SYMBOL)
        """The numbers of the faces on which cheese may be put."""
        self.safe = next(n for n, face in enumerate(self.faces) if face.kind == "safe") // 2
        """The number of the maze card on which a turn begins, whichever face is up."""
        self.cell_of_safe = lru_cache(LATELY)(self._cell_of_safe)
        by_label = {face.label: number for number, face in enumerate(self.faces)}
        self.partner = {n: by_label[face.to] for n, face in enumerate(self.faces) if face.kind == "go to"}
        """For each GO TO face the face that it leads to."""
        self.cards = layout.card
        """The kinds of action card by number."""
        self.kind = {card.name: kind for kind, card in enumerate(layout.card)}

    def _for_cheese(self, lying: tuple[int, ...], mouse: int) -> tuple[int, ...]:
        """The cells of a maze where cheese may be put, the mouse being in one of them."""
        free = self.without_symbol
        return tuple([cell for cell, card in enumerate(lying) if card // 4 in free and cell != mouse])

    def _cell_of_safe(self, lying: tuple[int, ...]) -> int:
        """The cell of a maze in which the Safe card lies."""
        return [card // 8 for card in lying].index(self.safe)


def rows(layout: Layout) -> list[list[Place]]:
    """Row by row from below, each from the left: measured with a ruler, a row is never quite straight."""
    upwards = sorted(layout.place, key=lambda place: place.at[1])
    lines = [upwards[start : start + SIDE] for start in range(0, len(upwards), SIDE)]
    return [sorted(line, key=lambda place: place.at[0]) for line in lines]


def faces(layout: Layout) -> tuple[Face, ...]:
    """The faces by number: side a and side b of each maze card in turn."""
    return tuple(face for tile in layout.tile for face in (tile.a, tile.b))
