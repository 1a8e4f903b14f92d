"""What a board file must say to be a board of classic: the constraints that every edition keeps (rulings: classic)."""

from __future__ import annotations

from mouseboard.boards import Board

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
"""The kinds of space, each with the field that it needs and no other kind has."""

FIXED = {0: "start", SAFE: "safe", WHEEL: "wheel"}
"""What must stand where, and nowhere else."""

BUILD_LABELS = ((2,), (2, 3), (2, 3, 4))
"""The numbers of players that build spaces list (text: Build Spaces)."""


def check(board: Board) -> None:
    """Refuse what is no board of classic, with the line and the field where there is one. Raises BadBoard."""
    if board.game != "classic":
        board.refuse(f"a board of {board.game or 'no game'}, not of classic", field="game")
    if len(board.place) != SPACES:
        board.refuse(f"{len(board.place)} spaces; classic has {SPACES}, the last six of them the Loop", field="place")
    if len(board.card) != PARTS:
        board.refuse(f"{len(board.card)} parts; the trap is built of {PARTS}", field="card")
    for i in range(SPACES):
        _check_space(board, i)
    _check_path(board)
    _check_loop(board)


def _check_space(board: Board, i: int) -> None:
    """What can be seen from one space alone."""
    space = board.place[i]
    if space.kind not in KINDS:
        board.refuse(f"there is no kind {space.kind!r}; the kinds are {', '.join(KINDS)}", i, "kind")
    if space.kind != FIXED.get(i, space.kind):
        board.refuse(f"space {i + 1} of the path is {FIXED[i]}, not {space.kind}", i, "kind")
    if space.kind in FIXED.values() and i not in FIXED:
        board.refuse(f"a second {space.kind} space; there is one", i, "kind")
    for field in ("players", "count", "to"):
        if getattr(space, field) and KINDS[space.kind] != field:
            board.refuse(f"means nothing on a space of kind {space.kind}", i, field)
    match space.kind:
        case "build" if space.players not in BUILD_LABELS:
            board.refuse(f"{list(space.players)} is on no build space; it is [2], [2, 3] or [2, 3, 4]", i, "players")
        case "take" | "lose" if space.count < 1:
            board.refuse(f"a {space.kind} space needs a count of 1 or more", i, "count")
        case "back" | "ahead":
            _check_way(board, i)


def _check_way(board: Board, i: int) -> None:
    """Go Back leads back, and Move Ahead ahead."""
    space = board.place[i]
    earlier = {place.name for place in board.place[:i]}
    if space.to in ("", space.name) or (space.to in earlier) != (space.kind == "back"):
        why = "an earlier" if space.kind == "back" else "a later"
        board.refuse(f"{space.kind} needs {why} space to go to, not {space.to!r}", i, "to")


def _check_path(board: Board) -> None:
    """What stands before the Loop."""
    path = board.place[:SAFE]
    for label in BUILD_LABELS:
        if not any(space.players == label for space in path):
            board.refuse(f"no build space for {list(label)} before the Loop")
    for kind in ("take", "rival", "lose", "back", "ahead", "bone"):
        if not any(space.kind == kind for space in path):
            board.refuse(f"no {kind} space before the Loop")
    if len({space.count for space in path if space.kind == "take"}) < 2:
        board.refuse("every take space takes the same; there are several counts")
    for i in range(SAFE - 5):
        if all(space.kind == "back" for space in path[i : i + 6]):
            board.refuse("nobody gets past six back spaces in a row", i, "kind")
    _check_single(board, "rival")


def _check_loop(board: Board) -> None:
    """What stands in the Loop."""
    loop = board.place[SAFE:]
    if not any(space.kind == "crank" for space in loop):
        board.refuse("no crank space in the Loop")
    _check_single(board, "crank")
    builds = [space.players for space in loop if space.kind == "build"]
    if len(builds) < 2:
        board.refuse(f"{len(builds)} build spaces in the Loop; there are at least two")
    if (2, 3, 4) not in builds:
        board.refuse("no build space in the Loop is for four players, who might never complete the trap")


def _check_single(board: Board, kind: str) -> None:
    """There is no second space of that kind."""
    found = [i for i, space in enumerate(board.place) if space.kind == kind]
    if len(found) > 1:
        board.refuse(f"a second {kind} space; there is one", found[1], "kind")
