"""Options that several games share."""

from __future__ import annotations

from mouseboard.rules.core import COLOURS, Option

WHO_STARTS = "Who starts?"
FIRST = Option(
    "first",
    "seat0",
    "who starts: seat 0, which is red, or whoever the lot names",
    ("seat0", "lot"),
    WHO_STARTS,
    (COLOURS[0], "Surprise!"),
)

LAYOUT = "layout"
"""The option that names the layout; on the command line it is `--layout`."""


def layout_option(shipped: str) -> Option:
    """Return the option that chooses the layout. The default is the shipped layout of that name."""
    return Option(LAYOUT, shipped, "the one that is shipped, or your own file ending in .toml", title="Which board?")
