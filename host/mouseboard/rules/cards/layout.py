"""What a layout for `cards` must contain: four rows of four places, 16 two-sided maze cards, 24 action cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from mouseboard.layouts import Face, Layout, Place
from mouseboard.rules.cards.deck import faces, rows
from mouseboard.rules.cards.maze import ARROWS, CELLS, SIDE
from mouseboard.say import quoted

DRAWN = 24
"""Action cards in the deck (text: Contents)."""

MAZE_ONLY = ("go to", "safe")
KINDS = (
    "end turn",
    "flip behind",
    "flip either",
    "flip front",
    "move",
    "place",
    "take",
    "trapped",
    "turn either",
    "turn this",
    *MAZE_ONLY,
)
"""The directions in the published text (text: Following the Card Directions)."""

PAIRS = {
    "Diver": "Washtub",
    "Top of the Rain Gutter": "Bottom of the Rain Gutter",
    "Top of the Rickety Stairs": "Bottom of the Rickety Stairs",
}
"""The three GO TO pairs, by label."""


def check(layout: Layout) -> None:
    """Refuse a layout that `cards` cannot be played with (rulings: cards, The cards). Raises BadLayout."""
    layout.check_game("cards")
    _check_places(layout)
    if len(layout.tile) != CELLS:
        layout.refuse(f"there are {CELLS} maze cards, not {len(layout.tile)}", field="tile")
    for row, tile in enumerate(layout.tile):
        for side, face in (("a", tile.a), ("b", tile.b)):
            _check_face(layout, face, KINDS, "tile", row, f"{side}.")
    _check_safe(layout)
    _check_pairs(layout)
    _check_cards(layout)
    _check_complete(layout)


def _check_places(layout: Layout) -> None:
    """Check that there are four rows of four places, with names that fit the notation."""
    for row, place in enumerate(layout.place):
        if not re.fullmatch("[a-z0-9]{1,6}", place.name):
            layout.refuse(f"{quoted(place.name)} is not a name of 1 to 6 small letters and digits", row, "name")
    lines = rows(layout)
    columns = [[line[i] for line in lines if i < len(line)] for i in range(SIDE)]
    square = [len(line) for line in (*lines, *columns)] == [SIDE] * 2 * SIDE
    if not (square and _apart(lines, axis=1) and _apart(columns, axis=0)):
        layout.refuse(f"the places do not lie in {SIDE} rows of {SIDE}", field="place")


def _apart(lines: list[list[Place]], axis: int) -> bool:
    """Return whether every place of a line comes before every place of the next line."""
    return all(
        max(place.at[axis] for place in line) < min(place.at[axis] for place in further)
        for line, further in pairwise(lines)
    )


def _check_face(layout: Layout, face: Face, kinds: Sequence[str], table: str, row: int, field: str) -> None:
    """Check that a face has a known kind, with exactly the arrows, count and target that belong to it."""
    if face.kind not in kinds:
        layout.refuse(f"{quoted(face.kind)} is none of {', '.join(kinds)}", row, f"{field}kind", table)
    if not face.label:
        layout.refuse("every face has words on it", row, f"{field}label", table)
    for arrow in face.arrows:
        if arrow not in ARROWS:
            layout.refuse(f"{quoted(arrow)} is none of {', '.join(ARROWS)}", row, f"{field}arrows", table)
    arrows = len(set(face.arrows))
    if arrows != len(face.arrows):
        layout.refuse("an arrow points the same way twice", row, f"{field}arrows", table)
    if face.kind == "move" and not arrows:
        layout.refuse("a move needs an arrow", row, f"{field}arrows", table)
    if face.kind.endswith("either") and arrows != 2:
        layout.refuse(f"{quoted(face.kind)} has two arrows", row, f"{field}arrows", table)
    if arrows and face.kind != "move" and not face.kind.endswith("either"):
        layout.refuse(f"{quoted(face.kind)} has no arrow", row, f"{field}arrows", table)
    if face.count not in (range(1, SIDE) if face.kind == "move" else (0,)):
        layout.refuse("a move, and nothing else, goes 1 to 3 cards", row, f"{field}count", table)
    if (face.kind == "go to") != bool(face.to):
        layout.refuse("a 'go to' face, and no other, names another face", row, f"{field}to", table)


def _check_safe(layout: Layout) -> None:
    """Check that exactly one card is SAFE, and that both its faces are."""
    safe = [row for row, tile in enumerate(layout.tile) if "safe" in (tile.a.kind, tile.b.kind)]
    if not safe:
        layout.refuse("no card is SAFE", field="tile")
    first, *more = safe
    if layout.tile[first].a.kind != layout.tile[first].b.kind:
        layout.refuse("SAFE is on both faces of its card", first, "kind", "tile")
    if more:
        layout.refuse("only one card is SAFE", more[0], "kind", "tile")


def _check_pairs(layout: Layout) -> None:
    """Check that each GO TO face occurs once, and its other half once, on another card."""
    where = [(face.label, row) for row, tile in enumerate(layout.tile) for face in (tile.a, tile.b)]
    for row, tile in enumerate(layout.tile):
        for face in (tile.a, tile.b):
            if face.kind == "go to" and PAIRS.get(face.label) != face.to:
                layout.refuse(f"{quoted(face.label)} does not lead to {quoted(face.to)}", row, "to", "tile")
    gone = [face.label for face in faces(layout) if face.kind == "go to"]
    for top, bottom in PAIRS.items():
        if gone.count(top) != 1:
            layout.refuse(f"one face says GO TO {quoted(bottom)}, and that is {quoted(top)}", field="tile")
        ends = [row for label, row in where if label == bottom]
        if len(ends) != 1 or (top, ends[0]) in where:
            layout.refuse(f"{quoted(bottom)} is one face, and not on the card of {quoted(top)}", field="tile")


def _check_cards(layout: Layout) -> None:
    """Check that there are 24 action cards, and that each kind has a name that fits the notation."""
    kinds = [kind for kind in KINDS if kind not in MAZE_ONLY]
    names: set[str] = set()
    for row, card in enumerate(layout.card):
        _check_face(layout, card, kinds, "card", row, "")
        if card.name in names or not re.fullmatch("[a-z0-9]{1,8}", card.name):
            layout.refuse(
                f"{quoted(card.name)} is not a new name of 1 to 8 small letters and digits", row, "name", "card"
            )
        if card.copies < 1:
            layout.refuse("there is at least one of each card", row, "copies", "card")
        names.add(card.name)
    if (count := sum(card.copies for card in layout.card)) != DRAWN:
        layout.refuse(f"there are {DRAWN} action cards, not {count}", field="card")


def _check_complete(layout: Layout) -> None:
    """Check that maze and action cards both have a Trapped, and that every other direction occurs somewhere."""
    tiles, cards = ({face.kind for face in every} for every in (faces(layout), layout.card))
    for kinds, table in ((tiles, "tile"), (cards, "card")):
        if "trapped" not in kinds:
            layout.refuse("no card is Trapped", field=table)
    if missing := set(KINDS) - tiles - cards:
        layout.refuse(f"no card says {', '.join(sorted(missing))}", field="tile")
