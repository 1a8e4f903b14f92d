"""Numbers on the command line."""

from __future__ import annotations

import argparse
import re

DIGITS = 20
"""Enough for any seed; Python itself refuses to read thousands, and not in one line."""


def whole(text: str) -> int:
    """A whole number, as the type of an argument."""
    if not re.fullmatch(rf"[+-]?[0-9]{{1,{DIGITS}}}", text):
        shown = text if len(text) <= DIGITS else f"{text[:DIGITS]}..."
        raise argparse.ArgumentTypeError(f"{shown!r} is no whole number of at most {DIGITS} digits")
    return int(text)


def above_zero(text: str) -> int:
    """A number of things, as the type of an argument."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return number
