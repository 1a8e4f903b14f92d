"""The deck of one layout, as numbers: the places by cell, the faces of the maze cards, the kinds of action cards."""

from __future__ import annotations

from functools import lru_cache

from mouseboard.layouts import Face, Layout, Place
from mouseboard.rules.cards.maze import SIDE

LATELY = 64
"""The size of each cache of recent results, which players that look ahead ask for again."""

SYMBOL = ("safe", "trapped")
"""The kinds of card with the symbol that forbids cheese (ruling: cards, The symbol)."""


class Deck:
    """What is printed on the cards, and the places where they lie. Needs a layout that has been checked."""

    def __init__(self, layout: Layout) -> None:
        self.places = tuple(place.name for row in rows(layout) for place in row)
        """The names of the places, by cell."""
        self.cell = {place: cell for cell, place in enumerate(self.places)}
        self.faces = faces(layout)
        """The 32 faces of the maze cards by number."""
        self.for_cheese = lru_cache(LATELY)(self._for_cheese)
        self.without_symbol = frozenset(n for n, face in enumerate(self.faces) if face.kind not in SYMBOL)
        """The numbers of the faces that may hold cheese."""
        self.safe = next(n for n, face in enumerate(self.faces) if face.kind == "safe") // 2
        """The number of the maze card on which a turn begins, whichever face is up."""
        self.cell_of_safe = lru_cache(LATELY)(self._cell_of_safe)
        by_label = {face.label: number for number, face in enumerate(self.faces)}
        self.partner = {n: by_label[face.to] for n, face in enumerate(self.faces) if face.kind == "go to"}
        """The face that each GO TO face leads to, by number."""
        self.cards = layout.card
        """The kinds of action card by number."""
        self.kind = {card.name: kind for kind, card in enumerate(layout.card)}

    def _for_cheese(self, lying: tuple[int, ...], mouse: int) -> tuple[int, ...]:
        """Return the cells of a maze where cheese may be put: no symbol on the card, no mouse in the cell."""
        free = self.without_symbol
        return tuple([cell for cell, card in enumerate(lying) if card // 4 in free and cell != mouse])

    def _cell_of_safe(self, lying: tuple[int, ...]) -> int:
        """Return the cell of the Safe card in a maze."""
        return [card // 8 for card in lying].index(self.safe)


def rows(layout: Layout) -> list[list[Place]]:
    """Return the places row by row from the bottom, each row from the left.

    Rows are cut by rank, not by equal height: places measured with a ruler are never quite in line.
    """
    upwards = sorted(layout.place, key=lambda place: place.at[1])
    lines = [upwards[start : start + SIDE] for start in range(0, len(upwards), SIDE)]
    return [sorted(line, key=lambda place: place.at[0]) for line in lines]


def faces(layout: Layout) -> tuple[Face, ...]:
    """Return the faces by number: side a and side b of each maze card in turn."""
    return tuple(face for tile in layout.tile for face in (tile.a, tile.b))
