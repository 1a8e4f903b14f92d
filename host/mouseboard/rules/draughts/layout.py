"""What a layout for `draughts` must contain: the 32 dark squares, and perhaps the light ones between them."""

from __future__ import annotations

from mouseboard.layouts import Layout
from mouseboard.rules.draughts.board import SQUARES
from mouseboard.say import quoted


def check(layout: Layout) -> None:
    """Refuse a layout that `draughts` cannot be played on. Raises BadLayout."""
    layout.check_game("draughts")
    layout.check_kinds(("square", "light"))
    for i, place in enumerate(layout.place):
        if place.kind == "square" and place.name not in SQUARES:
            layout.refuse(f"{quoted(place.name)} is no dark square; a1 is one, and so is every second one", i, "name")
        if place.kind == "light" and place.name in SQUARES:
            layout.refuse(f"{quoted(place.name)} is a dark square, so its kind is square", i, "kind")
    missing = [square for square in SQUARES if square not in layout.by_name]
    if missing:
        layout.refuse(f"{missing[0]} is missing; there are {len(SQUARES)} dark squares", field="place")
