"""What a layout for `souriciere` must contain: the constraints that every edition keeps (rulings: souriciere)."""

from __future__ import annotations

from collections import Counter

from mouseboard.layouts import Layout
from mouseboard.say import quoted

ROOMS = 7
NEAR = 12
"""The most squares between the trap's entry and the cheese: two sixes."""

PATH = ("house", "square", "hole", "entry", "cheese")
KINDS = (*PATH, "room", "trap")
ARROWS = ("square", "hole", "entry")
LEADS = {
    ("hole", "to"): ("room",),
    ("entry", "to"): ("trap",),
    ("room", "green"): ARROWS,
    ("room", "red"): ARROWS,
}
"""The kinds of place that a field may lead to, by kind and field. The last room's red arrow leads to the trap."""


def check(layout: Layout) -> None:
    """Refuse a layout that `souriciere` cannot be played on (rulings: souriciere). Raises BadLayout."""
    layout.check_game("souriciere")
    layout.check_kinds(KINDS)
    count = Counter(place.kind for place in layout.place)
    for kind, n in (("house", 1), ("hole", ROOMS), ("room", ROOMS), ("entry", 1), ("trap", 1), ("cheese", 1)):
        if count[kind] != n:
            layout.refuse(f"{count[kind]} places are of kind {kind}; there must be {n}", field="place")
    _check_path(layout)
    _check_ways(layout)


def _check_path(layout: Layout) -> None:
    """Check that the path runs from house to cheese, with the trap's entry after all holes and near the end."""
    path = [i for i, place in enumerate(layout.place) if place.kind in PATH]
    kinds = [layout.place[i].kind for i in path]
    if kinds[0] != "house":
        layout.refuse("the path begins with the house", path[0], "kind")
    if kinds[-1] != "cheese":
        layout.refuse("the path ends with the cheese", path[-1], "kind")
    entry = kinds.index("entry")
    if "hole" in kinds[entry:]:
        layout.refuse("the trap's entry comes after the last hole", path[entry], "kind")
    if len(path) - 1 - entry > NEAR:
        layout.refuse(f"the trap's entry is at most {NEAR} squares before the cheese", path[entry], "kind")


def _check_ways(layout: Layout) -> None:
    """Check where places lead: each hole to its own room, the entry to the trap, arrows to the path.

    The last room's red arrow leads to the trap.
    """
    last = [place.to for place in layout.place if place.kind == "hole"][-1]
    taken: set[str] = set()
    for i, place in enumerate(layout.place):
        for field, target in (("to", place.to), ("green", place.green), ("red", place.red)):
            kinds = ("trap",) if (place.name, field) == (last, "red") else LEADS.get((place.kind, field), ())
            if (layout.by_name[target].kind not in kinds) if target else kinds:
                layout.refuse(f"{quoted(place.name)} must lead to {' or '.join(kinds) or 'nowhere'}", i, field)
        if place.to in taken:
            layout.refuse(f"{quoted(place.to)} has a hole already", i, "to")
        if place.to:
            taken.add(place.to)
