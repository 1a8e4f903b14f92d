"""What a layout for `barriers` must contain: every square and every barrier's place, and nothing else."""

from __future__ import annotations

from mouseboard.layouts import Layout
from mouseboard.rules.barriers.grid import ALONG, BIT
from mouseboard.say import quoted

KINDS = dict.fromkeys(BIT, "square") | {name: "horizontal" if name[2] == "h" else "vertical" for name in ALONG}
"""The kind of each place, by name."""


def check(layout: Layout) -> None:
    """Refuse a layout that `barriers` cannot be played on (ruling: barriers, The grid). Raises BadLayout."""
    layout.check_game("barriers")
    for i, place in enumerate(layout.place):
        if place.name not in KINDS:
            layout.refuse(f"{quoted(place.name)} is no square a1 to g7 and no barrier a1h to f6v", i, "name")
        if place.kind != KINDS[place.name]:
            layout.refuse(f"{place.name} is of kind {KINDS[place.name]}, not {quoted(place.kind)}", i, "kind")
    missing = [name for name in KINDS if name not in layout.by_name]
    if missing:
        layout.refuse(f"{missing[0]} is missing; there are 49 squares and 72 places for barriers", field="place")
