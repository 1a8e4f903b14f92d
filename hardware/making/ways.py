"""How long each cable must be: the way between its ends along the table's edges, and what the ends themselves take."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.making.placement import BOARDS, load_placement
from hardware.making.source import SOURCE, Circuit, load
from hardware.making.whole import Cables, load_cables

LOOSE = 1.15
"""Of the way: a cable is not pulled tight."""
RIBBON_END = 40.0
"""mm that each end of a ribbon takes: 15 up to its plug and down again, and a fold of 10."""
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


def complaints(cables: Cables | None = None) -> Iterator[str]:
    """Yield a sentence for each cable that is too short."""
    reach = Reach(cables)
    for cable in reach.cables.cable:
        needed = reach.needed(cable.name)
        if cable.length < needed:
            yield f"{cable.name}: {cable.length:g} m, but its way takes {needed:.2f} m"
