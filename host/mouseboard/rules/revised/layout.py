"""What a layout for `revised` must contain: the constraints that every edition keeps (rulings: revised)."""

from __future__ import annotations

from collections import Counter

from mouseboard.layouts import Layout

KINDS = ("start", "normal", "cage", "launch", "cheese", "steal", "lose", "tunnel")
EXACTLY = {"start": 1, "cage": 1, "tunnel": 4}
"""The exact number of spaces of a kind. Of every other kind there is at least one."""


def check(layout: Layout) -> None:
    """Refuse a layout that `revised` cannot be played on (ruling: revised, Types of Spaces). Raises BadLayout."""
    layout.check_game("revised")
    layout.check_kinds(KINDS)
    for i, place in enumerate(layout.place):
        if (place.kind == "start") != (i == 0):
            layout.refuse("the circle begins with its one Start", i, "kind")
        if (place.kind == "tunnel") != bool(place.to):
            layout.refuse("a tunnel leads to its other mouth, and nothing else leads elsewhere", i, "to")
    for i, place in enumerate(layout.place):
        if place.to and (place.to == place.name or layout.by_name[place.to].to != place.name):
            layout.refuse("a tunnel joins two mouths, each `to` the other", i, "to")
    count = Counter(place.kind for place in layout.place)
    for kind in KINDS:
        if not count[kind]:
            layout.refuse(f"there is no {kind} space", field="place")
    for kind, n in EXACTLY.items():
        if count[kind] != n:
            layout.refuse(f"{count[kind]} spaces are of kind {kind}; there must be {n}", field="place")
