"""Checks that the cables from the boxes reach: from the wall that they leave to the tile that they go to."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hardware.making.placement import load_placement
from hardware.making.printed.boxed import WALLS, BoxedBoard, Opening, Point, load_boxed, load_boxes
from hardware.making.source import load
from hardware.making.whole import Cable, load_cables

SIDE = 3
"""Tiles in a row."""


def complaints(cables: tuple[Cable, ...] | None = None) -> Iterator[str]:
    """Yield a sentence for each cable between a box and a tile, or between two boxes, that is too short.

    `ways.py` checks what goes from tile to tile.
    """
    slack = load_boxes().fit.slack
    for cable in cables or load_cables().cable:
        one, other = _ends(cable)
        if one.startswith("tile") and other.startswith("tile"):
            continue
        start, end = _spot(one), _spot(other)
        if start and end and 1000 * cable.length < (way := math.dist(start, end) + slack):
            yield f"{cable.name}: {1000 * cable.length:.0f} mm from {one} to {other}, where {way:.0f} are needed"


def shown_at(board: BoxedBoard, opening: Opening) -> Point:
    """Return where an opening is on the plate, seen from above, from the tiles' lower left corner."""
    box = board.box
    assert box.at
    n = 0 if WALLS[opening.wall][0] else 1
    x, y = opening.along(board.size[n] / 2)
    turn = math.radians(box.turn)
    x = -x  # its parts hang down
    return (
        box.at[0] + x * math.cos(turn) - y * math.sin(turn),
        box.at[1] + x * math.sin(turn) + y * math.cos(turn),
    )


def _ends(cable: Cable) -> tuple[str, str]:
    """Return a cable's two connectors, as `tile3.J1`."""
    if cable.ribbon:
        return cable.ribbon[0], cable.ribbon[1]
    one, other, _ = cable.wires[0]
    return one.rpartition(".")[0], other.rpartition(".")[0]


def _spot(connector: str) -> Point | None:
    """Return where a connector of a box or a tile is; None for anything else, which may stand anywhere."""
    board, _, ref = connector.partition(".")
    if board.startswith("tile"):
        number, tile = int(board.removeprefix("tile")) - 1, load("tile")
        x, y, _ = load_placement("tile").at[ref]
        return tile.size[0] * (number % SIDE) + x, tile.size[1] * (number // SIDE) + y
    hung = next((box for box in load_boxes().box if box.at and box.board == board), None)
    if hung is None:
        return None
    boxed = load_boxed(hung.name)
    opening = next((one for one in boxed.openings if one.ref == ref), None)
    return shown_at(boxed, opening) if opening else None
