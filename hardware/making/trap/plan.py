"""The trap's position on the boards that have one, seen from above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.making.dimensions import load_dimensions
from hardware.making.drawing import INK, PALE, PAPER, SHEET, WIRES, circle, line, svg, text
from hardware.making.trap.measures import Measures, Pair
from hardware.making.trap.motion import seat

from mouseboard.layouts import Layout, load

CAGES = {"classic": "50", "revised": "cage"}
"""The place under the cage, by game."""


@dataclass(frozen=True)
class Site:
    """A board with the trap on it: the pole's position, and whether the trap is turned clockwise by a quarter."""

    layout: Layout
    cage: str
    pole: Pair
    turned: bool

    def at(self, x: float, y: float) -> Pair:
        """Return a point of the trap in millimetres from the board's lower left corner."""
        return (self.pole[0] + y, self.pole[1] - x) if self.turned else (self.pole[0] + x, self.pole[1] + y)


def site(of: Measures, game: str) -> Site:
    """Return the trap's position on a game's board, with the cage over its place."""
    layout, cage = load(game), CAGES[game]
    x, y = next(place.at for place in layout.place if place.name == cage)
    turned = game == "revised"
    return Site(layout, cage, (x, y + of.cage.middle) if turned else (x - of.cage.middle, y), turned)


def outline(of: Measures) -> list[Pair]:
    """Return the base's outline, seen from above."""
    it = of.base
    right = [(it.right, it.front), (it.right, -60.0), (it.beside_cage, -50.0), (it.beside_cage, it.back)]
    return [(it.left, it.front), *right, (it.left, it.back)]


SCALE = 0.45


def plan(of: Measures) -> str:
    """Draw both boards, side by side."""
    drawn = []
    for n, game in enumerate(CAGES):
        drawn += [f"<g transform='translate({10 + 180 * n} 14) scale({SCALE})'>", *_board(of, site(of, game)), "</g>"]
        drawn.append(text((10 + 180 * n + 81, 8), game, 5, weight="bold"))
    return svg((362, 182), drawn, "Where the trap stands in classic and in revised")


def _board(of: Measures, where: Site) -> Iterator[str]:
    wide, high = where.layout.size

    def seen(x: float, y: float) -> Pair:
        return x, high - y

    yield line([seen(*at) for at in ((0, 0), (wide, 0), (wide, high), (0, high), (0, 0))], PALE, 1)
    for place in where.layout.place:
        under = place.name == where.cage
        rim = load_dimensions().rim.outside / 2
        yield circle(seen(*place.at), rim, WIRES["yellow"] if under else SHEET, PALE, 0.8)
        yield text(seen(*place.at), place.short or place.name, 9, fill=PALE)
    corners = [seen(*where.at(*at)) for at in outline(of)]
    yield f"<polygon points='{' '.join(f'{x:g},{y:g}' for x, y in corners)}' fill='#e3c796' stroke='{INK}'/>"
    (corner_x, corner_y), half = of.run.corner, of.run.outside
    upper, lower = (seat(of), corner_y), (corner_x, 0.0)
    for start, end, colour in ((upper, of.run.corner, "#4f93d6"), (of.run.corner, lower, "#6db3e8")):
        yield line([seen(*where.at(*start)), seen(*where.at(*end))], colour, half)
    yield line([seen(*where.at(*at)) for at in (lower, (of.lever.cheese[1] + of.lever.pivot[0], 0))], "#f2b632", 8)
    yield circle(seen(*where.at(of.cage.middle, 0)), of.cage.radius, "none", WIRES["red"], 3)
    yield circle(seen(*where.at(0, 0)), of.pole.flats / 2, "#c08a4e", INK)
    for screw in of.base.screws:
        yield circle(seen(*where.at(*screw)), 3.5, PAPER, INK, 1)
