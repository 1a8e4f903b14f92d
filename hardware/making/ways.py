"""How long each cable must be: the way between its ends along the table's edges, and what the ends themselves take."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hardware.making.dimensions import load_dimensions
from hardware.making.placement import BOARDS, load_placement
from hardware.making.source import SOURCE, Circuit, load
from hardware.making.whole import Cables, load_cables

LOOSE = 1.15
"""Of the way: a cable is not pulled tight."""
RIBBON_END = 15.0
"""mm that each end of a ribbon takes: through its plug, around it, and back over it to its middle."""
BAR = 2.5
"""mm of a plug above the ribbon that leaves it: the strain relief. From memory."""
OFF = 3.0
"""mm by which a ribbon's loop may hang lower than computed: its cut and its plugs may be off by twice as much."""
WIRE_END = 30.0
"""mm that each end of a wire takes: stripped, and led to its clamp."""
LINK_END = 6.0
"""mm of a link that are stripped, at either end."""
MOUTH = 4.6
"""mm from a terminal's pins to its mouth, where a link comes out."""
LINK = "link"

Point = tuple[float, float]


class Reach:
    """The table's connectors and how far they are from each other."""

    def __init__(self, cables: Cables | None = None) -> None:
        self.cables = cables or load_cables()
        self.tile: Circuit = load("tile", SOURCE)
        self._placed = load_placement("tile", BOARDS).at

    def at(self, end: str) -> Point:
        """Return the place of a connector (`tile4.J1`) or a loose part, in mm from tile 1's lower left corner."""
        owner, _, ref = end.partition(".")
        if not owner.startswith("tile"):
            return self.cables.at[owner]
        (wide, deep), number = self.tile.size, int(owner.removeprefix("tile")) - 1
        x, y, _ = self._placed[ref.partition(".")[0]]
        return number % 3 * wide + x, number // 3 * deep + y

    def needed(self, name: str) -> float:
        """Return the metres that a cable needs."""
        cable = next(one for one in self.cables.cable if one.name == name)
        one, other = cable.ribbon or cable.wires[0][:2]
        (left, low), (right, high) = self.at(one), self.at(other)
        if cable.kind == LINK:
            return (abs(right - left) - 2 * MOUTH + 2 * LINK_END) / 1000
        ends = 2 * (RIBBON_END if cable.ribbon else WIRE_END)
        return ((abs(right - left) + abs(high - low)) * LOOSE + ends) / 1000

    def loop(self, name: str) -> float:
        """Return how many mm a ribbon between two tiles of a row hangs down between their plugs."""
        cable = next(one for one in self.cables.cable if one.name == name)
        one, other = cable.ribbon
        return (1000 * cable.length - math.dist(self.at(one), self.at(other)) - 2 * RIBBON_END) / 2


def complaints(cables: Cables | None = None) -> Iterator[str]:
    """Yield a sentence for each cable that is too short, and for each loop that does not fit between two plugs."""
    reach = Reach(cables)
    for cable in reach.cables.cable:
        needed = reach.needed(cable.name)
        if cable.length < needed:
            yield f"{cable.name}: {cable.length:g} m, but its way takes {needed:.2f} m"
        elif cable.ribbon and reach.at(cable.ribbon[0])[1] == reach.at(cable.ribbon[1])[1]:
            hangs = reach.loop(cable.name) + OFF
            if hangs > leaves_plug():
                yield f"{cable.name}: its loop may hang {hangs:g} mm down, and leaves its plugs {leaves_plug():g} mm up"


def leaves_plug() -> float:
    """Return how many mm above its board a ribbon leaves its plug."""
    return load_dimensions().board.tallest - BAR
