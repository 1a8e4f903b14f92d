"""The list of printed parts: number, orientation, size, weight and printing time."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.making.dimensions import Listed
from hardware.making.printed.estimates import grams, minutes
from hardware.making.printed.parts import OF, part

HEAD = """# What to print

For the reference table with four mice; [README.md](README.md) says how, and in which order. The size is in
millimetres, as the part lies on the printer's bed. **Grams and minutes are computed** from volume and surface (layers
of 0.2 mm, walls of two lines, 20 % infill). No printer has confirmed them; yours may take half or twice as long.

| | part | how many | lies | size | g each | min each |
|---|---|---|---|---|---|---|
"""


def page() -> str:
    """Return the list as Markdown."""
    printed = [one for one in OF.part if one.count]
    weight, time = total(printed)
    tail = f"\nAll of it: {weight:.0f} g and {time:.0f} hours of printing.\n"
    return HEAD + "".join(_row(one) for one in OF.part) + tail


def total(listed: Iterable[Listed]) -> tuple[float, float]:
    """Return the grams and hours of all parts, each in its number."""
    weight = time = 0.0
    for one in listed:
        weight += one.count * grams(part(one.name))
        time += one.count * minutes(part(one.name)) / 60
    return weight, time


def _row(one: Listed) -> str:
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
        f"{grams(solid):.1f}",
        str(minutes(solid)),
    ]
    return f"| {' | '.join(cells)} |\n"
