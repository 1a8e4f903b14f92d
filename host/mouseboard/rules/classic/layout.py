"""What a layout for `classic` must contain: the constraints that every edition keeps (rulings: classic)."""

from __future__ import annotations

from mouseboard.layouts import Layout
from mouseboard.say import quoted

PARTS = 24
SPACES = 50
SAFE, WHEEL = 44, 49
"""The first and the last space of the Loop, counted from 0 at Start."""

KINDS = {
    "start": "",
    "build": "players",
    "take": "count",
    "rival": "",
    "lose": "count",
    "back": "to",
    "ahead": "to",
    "bone": "",
    "safe": "",
    "crank": "",
    "wheel": "",
}
"""The kinds of space, each with the one extra field that it needs, or "". A kind has no other extra field."""

FIXED = {0: "start", SAFE: "safe", WHEEL: "wheel"}
"""The kinds of space whose position is fixed. They occur nowhere else."""

BUILD_LABELS = ((2,), (2, 3), (2, 3, 4))
"""The numbers of players that build spaces list (text: Build Spaces)."""


def walk(space: int, n: int) -> int:
    """Return the space `n` steps ahead: along the path, then round the Loop, where Safe follows the Cheese Wheel."""
    ahead = space + n
    return ahead if ahead <= WHEEL else SAFE + (ahead - SAFE) % (SPACES - SAFE)


def check(layout: Layout) -> None:
    """Refuse a layout that classic cannot be played on. Raises BadLayout, with line and field where they apply."""
    layout.check_game("classic")
    if len(layout.place) != SPACES:
        layout.refuse(f"{len(layout.place)} spaces; classic has {SPACES}, the last six of them the Loop", field="place")
    if len(layout.card) != PARTS:
        layout.refuse(f"{len(layout.card)} parts; the trap is built of {PARTS}", field="card")
    layout.check_kinds(KINDS)
    for i in range(SPACES):
        _check_space(layout, i)
    _check_path(layout)
    _check_loop(layout)


def _check_space(layout: Layout, i: int) -> None:
    """Check what one space alone can show."""
    space = layout.place[i]
    if space.kind != FIXED.get(i, space.kind):
        layout.refuse(f"space {i + 1} of the path is {FIXED[i]}, not {space.kind}", i, "kind")
    if space.kind in FIXED.values() and i not in FIXED:
        layout.refuse(f"a second {space.kind} space; there is one", i, "kind")
    for field in ("players", "count", "to"):
        if getattr(space, field) and KINDS[space.kind] != field:
            layout.refuse(f"means nothing on a space of kind {space.kind}", i, field)
    match space.kind:
        case "build" if space.players not in BUILD_LABELS:
            layout.refuse(f"{list(space.players)} is on no build space; it is [2], [2, 3] or [2, 3, 4]", i, "players")
        case "take" | "lose" if space.count < 1:
            layout.refuse(f"a {space.kind} space needs a count of 1 or more", i, "count")
        case "back" | "ahead":
            _check_way(layout, i)


def _check_way(layout: Layout, i: int) -> None:
    """Check that a Go Back space leads back and a Move Ahead space leads ahead."""
    space = layout.place[i]
    earlier = {place.name for place in layout.place[:i]}
    if space.to in ("", space.name) or (space.to in earlier) != (space.kind == "back"):
        why = "an earlier" if space.kind == "back" else "a later"
        layout.refuse(f"{space.kind} needs {why} space to go to, not {quoted(space.to)}", i, "to")


def _check_path(layout: Layout) -> None:
    """Check the spaces before the Loop."""
    path = layout.place[:SAFE]
    for label in BUILD_LABELS:
        if not any(space.players == label for space in path):
            layout.refuse(f"no build space for {list(label)} before the Loop")
    for kind in ("take", "rival", "lose", "back", "ahead", "bone"):
        if not any(space.kind == kind for space in path):
            layout.refuse(f"no {kind} space before the Loop")
    if len({space.count for space in path if space.kind == "take"}) < 2:
        layout.refuse("every take space takes the same; there are several counts")
    for i in range(SAFE - 5):
        if all(space.kind == "back" for space in path[i : i + 6]):
            layout.refuse("nobody gets past six back spaces in a row", i, "kind")
    _check_single(layout, "rival")


def _check_loop(layout: Layout) -> None:
    """Check the spaces of the Loop."""
    loop = layout.place[SAFE:]
    if not any(space.kind == "crank" for space in loop):
        layout.refuse("no crank space in the Loop")
    _check_single(layout, "crank")
    builds = [space.players for space in loop if space.kind == "build"]
    if len(builds) < 2:
        layout.refuse(f"{len(builds)} build spaces in the Loop; there are at least two")
    if (2, 3, 4) not in builds:
        layout.refuse("no build space in the Loop is for four players, who might never complete the trap")


def _check_single(layout: Layout, kind: str) -> None:
    """Check that there is at most one space of that kind."""
    found = [i for i, space in enumerate(layout.place) if space.kind == kind]
    if len(found) > 1:
        layout.refuse(f"a second {kind} space; there is one", found[1], "kind")
