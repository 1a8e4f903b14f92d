"""The language of the lamps: a place glows in a colour with a pattern; the whole picture is one string for the line.

The table plays the patterns itself. The host defines each style by a letter, and then sends one letter per lamp.
The pattern carries the meaning and the colour only the owner, so colour-blind people can read the lamps.
"""

from __future__ import annotations

from string import ascii_lowercase, digits

import msgspec

STEADY, BLINK, PULSE, FLASH = "steady", "blink", "pulse", "flash"
"""A mouse is here and belongs here; it is expected here; this may be chosen; something is wrong here."""

URGENCY = (STEADY, PULSE, BLINK, FLASH)
"""Patterns in rising urgency: a lamp that places share shows the most urgent one."""

PALETTE = {
    "red": "ff0000",
    "blue": "0030ff",
    "green": "00d000",
    "yellow": "ffb000",
    "white": "c0c0c0",
    "purple": "a000ff",
    "black": "00a0a0",
}
"""The light of each colour, as rrggbb. No lamp shines black: it is cyan."""

NEUTRAL = "white"
"""The colour of things without an owner."""

DARK = "."


class Glow(msgspec.Struct, frozen=True):
    """The light of a place: a colour of the palette and a pattern."""

    colour: str
    pattern: str


GLOWS = tuple(Glow(colour, pattern) for colour in PALETTE for pattern in (STEADY, BLINK, PULSE, FLASH))
LETTERS = dict(zip(GLOWS, ascii_lowercase + digits, strict=False))
STYLES = {letter: (PALETTE[glow.colour], glow.pattern) for glow, letter in LETTERS.items()}
"""The meaning of each letter, as sent to the table: {letter: (rrggbb, pattern)}."""
