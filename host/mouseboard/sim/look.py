"""What a person sees when they look at a lamp: the name of its colour, and its pattern."""

import asyncio
from itertools import pairwise

from mouseboard.sim.table import SimulatedTable

_NAMES = {
    (False, False, False): "dark",
    (True, False, False): "red",
    (False, True, False): "green",
    (False, False, True): "blue",
    (True, True, False): "yellow",
    (True, False, True): "purple",
    (False, True, True): "cyan",
    (True, True, True): "white",
}
COLOURS = (*_NAMES.values(), "orange")
PATTERNS = ("steady", "blink", "pulse", "flash")

LOOKS = 100  # samples, SPACING_S apart: enough for a pulse of the firmware, 1.6 s
SPACING_S = 0.02


def colour(rgb: tuple[int, int, int]) -> str:
    """Return the nearest colour's name at any brightness: the firmware dims lamps that draw too much together."""
    brightest = max(rgb)
    red, green, blue = (brightest > 0 and 2 * part > brightest for part in rgb)
    if (red, green, blue) == (True, False, False) and 5 * rgb[1] > rgb[0] > 5 * rgb[2]:
        return "orange"
    return _NAMES[red, green, blue]


async def pattern(table: SimulatedTable, lamp: int) -> tuple[str, str]:
    """Watch a lamp for two seconds. Return its colour when it is brightest, and its pattern."""
    levels = []
    for _ in range(LOOKS):
        levels.append(table.lamp(lamp))
        await asyncio.sleep(SPACING_S)
    return colour(max(levels, key=sum)), pattern_of([max(rgb) for rgb in levels])


def pattern_of(levels: list[int]) -> str:
    """Return the pattern of brightnesses that were sampled SPACING_S apart."""
    if len(set(levels)) == 1:
        return "steady"
    if len(set(levels)) > 2:
        return "pulse"
    changes = sum(before != after for before, after in pairwise(levels))
    return "blink" if changes / (LOOKS * SPACING_S) <= 3 else "flash"
