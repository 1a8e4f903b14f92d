"""Numbers on the command line."""

from __future__ import annotations

import argparse
import re

from mouseboard.cli.parser import speak
from mouseboard.say import quoted, say

DIGITS = 20
"""The most digits, enough for any seed. Python itself refuses thousands of digits, but not with a one-line message."""


def whole(text: str) -> int:
    """Parse a whole number; used as the type of an argument."""
    if not re.fullmatch(rf"[+-]?[0-9]{{1,{DIGITS}}}", text):
        raise argparse.ArgumentTypeError(
            speak(say("{number} is no whole number of at most {n} digits", number=quoted(text), n=DIGITS))
        )
    return int(text)


def above_zero(text: str) -> int:
    """Parse a whole number above 0; used as the type of an argument."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(speak(say("{number} is no number above 0", number=quoted(text))))
    return number


def seconds(text: str) -> float:
    """Parse a duration above 0; used as the type of an argument."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) or not float(text):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no number of seconds above 0, such as 30 or 0.5")
    return float(text)
