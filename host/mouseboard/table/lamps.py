"""What lamps say: a place glows in a colour with a pattern; the whole picture is one string for the line.

The table plays the patterns itself. It is told once which style a letter stands for, and then one letter a lamp.
Meaning is carried by the pattern, colour only says whose it is, so the lamps can be read by those who see few colours.
"""

from __future__ import annotations

from string import ascii_lowercase, digits

import msgspec

STEADY, BLINK, PULSE, FLASH = "steady", "blink", "pulse", "flash"
"""A mouse stands here as it should; it shall come here; this may be chosen; something is wrong here."""

URGENCY = (STEADY, PULSE, BLINK, FLASH)
"""Where places share a lamp it shows what is the most urgent of them."""

PALETTE = {
    "red": "ff0000",
    "blue": "0030ff",
    "green": "00d000",
    "yellow": "ffb000",
    "white": "c0c0c0",
    "purple": "a000ff",
}
"""What the lamps show for a colour, as rrggbb."""

NEUTRAL = "white"
"""The colour of what belongs to nobody."""

DARK = "."


class Glow(msgspec.Struct, frozen=True):
    """How a place's lamps look: a colour of the palette and a pattern."""

    colour: str
    pattern: str


GLOWS = tuple(Glow(colour, pattern) for colour in PALETTE for pattern in (STEADY, BLINK, PULSE, FLASH))
LETTERS = dict(zip(GLOWS, ascii_lowercase + digits, strict=False))
STYLES = {letter: (PALETTE[glow.colour], glow.pattern) for glow, letter in LETTERS.items()}
"""What the table is told the letters mean: {letter: (rrggbb, pattern)}."""


def glow_of(piece: str, pattern: str) -> Glow:
    """The glow for a piece: in its own colour if it has one of the palette."""
    return Glow(piece if piece in PALETTE else NEUTRAL, pattern)
