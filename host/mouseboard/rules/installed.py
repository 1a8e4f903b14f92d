"""What packages bring to Mouseboard: games, and their computer players. Each is found by its entry point."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from mouseboard.say import plain


def installed(group: str) -> dict[str, EntryPoint]:
    """What is installed of this group of entry points, by name."""
    return _installed_on(tuple(sys.path), group)


@cache
def _installed_on(_path: tuple[str, ...], group: str) -> dict[str, EntryPoint]:
    """What is installed where Python looks now. Looked for once: it means to open a file of every package there."""
    return {plain(point.name): point for point in entry_points(group=group)}
