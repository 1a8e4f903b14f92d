"""Paths of signs: SVG paths with absolute M, L, C and Z only, which is what PDF has, too."""

from __future__ import annotations

import re

STEP = re.compile("([MLCZ])([^MLCZ]*)")
"""A step of a path: its letter and its numbers."""
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")
"""A number in a step."""
NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}
"""The count of numbers in each step."""


def is_path(text: str) -> bool:
    """Return whether a text is such a path. It begins with M, and each step has a letter of its own."""
    steps = STEP.findall(text)
    return (
        text.startswith("M")
        and all(len(NUMBER.findall(numbers)) == NUMBERS[letter] for letter, numbers in steps)
        and all(not NUMBER.sub("", numbers).strip() for _, numbers in steps)
    )
