"""Colours: those of the page by name, mixtures, and the hues of the road."""

from __future__ import annotations

import colorsys
import re
from functools import cache

from mouseboard.kit import PAGE

Colour = str
"""A name of the page's palette, or #rrggbb."""


@cache
def _by_day() -> dict[str, str]:
    """Return the custom properties of look.css, without its dark look."""
    day = (PAGE / "look.css").read_text(encoding="utf-8").partition("@media")[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", day))


def colour(name: Colour) -> str:
    """Return a colour as #rrggbb. Unknown names, such as pieces of other people's games, get the colour `timber`."""
    return name if name.startswith("#") else _by_day().get(name, _by_day()["timber"])


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour of `one` laid over `other` with opacity `share`. Prints have no translucent inks."""
    parts = [[int(colour(name)[n : n + 2], 16) / 255 for n in (1, 3, 5)] for name in (one, other)]
    red, green, blue = (a * share + b * (1 - share) for a, b in zip(*parts, strict=True))
    return _hex((red, green, blue))


def hue(n: int, steps: int, strength: float, light: str) -> Colour:
    """Return the colour of step `n` of a road, whose hue changes gradually along the way.

    `strength` is its saturation, `light` the property in look.css that holds its lightness.
    """
    turn = round(38 + n * 250 / max(steps, 40)) % 360
    return _hex(colorsys.hls_to_rgb(turn / 360, float(_by_day()[light].rstrip("%")) / 100, strength))


def _hex(parts: tuple[float, float, float]) -> Colour:
    """Return red, green and blue, from 0 to 1, as #rrggbb."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
