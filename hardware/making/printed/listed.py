"""The list of printed parts: number, orientation, size, weight and printing time."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.making.dimensions import Listed
from hardware.making.printed.parts import OF, part
from hardware.making.printed.sliced import Sliced, kept

HEAD = """# What to print

For the reference table with four mice; [README.md](README.md) says how, and in which order. The size is in
millimetres, as the part lies on the printer's bed. **Grams and minutes are PrusaSlicer's**, with the settings in
[slicer.ini](slicer.ini): layers of 0.2 mm, walls of two lines (**three for the mouse**), 20 % infill, 60 mm/s. Small
parts are counted nine to a plate. No printer has confirmed the times; a fast one takes half as long.

| | part | how many | lies | size | g each | min each |
|---|---|---|---|---|---|---|
"""


def page(found: Mapping[str, Sliced] | None = None) -> str:
    """Return the list as Markdown."""
    found = found or kept()
    weight, time = total(found)
    tail = f"\nAll of it: {weight:.0f} g and {time:.0f} hours of printing.\n"
    return HEAD + "".join(_row(one, found[f"printed/{one.name}"]) for one in OF.part) + tail


def total(found: Mapping[str, Sliced]) -> tuple[float, float]:
    """Return the grams and hours of the table's parts, each in its number."""
    listed = [(one.count, found[f"printed/{one.name}"]) for one in OF.part]
    return sum(n * one.grams for n, one in listed), sum(n * one.minutes for n, one in listed) / 60


def _row(one: Listed, sliced: Sliced) -> str:
    solid = part(one.name)
    size = " x ".join(f"{mm:.1f}" for mm in solid.bounding_box().size)
    files = f"[STL](stl/{one.name}.stl), [STEP](step/{one.name}.step)"
    picture = f"![{one.name}](pictures/part-{one.name}.svg)"
    cells = [
        picture,
        f"**{one.name}**: {one.is_}<br>{files}",
        str(one.count or "as you like"),
        one.lies,
        size,
        f"{sliced.grams:.1f}",
        f"{max(1, sliced.minutes):.0f}",
    ]
    return f"| {' | '.join(cells)} |\n"
