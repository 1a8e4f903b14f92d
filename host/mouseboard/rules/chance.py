"""Chance that several games share: a die of six, the lot that draws who starts, and the trap.

Each is a tuple of outcomes with exact odds, ready for `State.odds`; the outcomes alone are what `State.actions` needs.
A caller without real dice draws one with `draw`; the games themselves never do.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from random import Random

from mouseboard.rules.core import Action, BadSetup, Option, Setting

Odds = tuple[tuple[Action, Fraction], ...]


def even(verb: str, args: Iterable[int]) -> Odds:
    """Outcomes `verb` of each of `args`, all equally likely."""
    actions = [Action(verb, arg) for arg in args]
    return tuple((action, Fraction(1, len(actions))) for action in actions)


def outcomes(odds: Odds) -> tuple[Action, ...]:
    """What can happen, without how likely it is."""
    return tuple(action for action, _ in odds)


def draw(odds: Odds, rng: Random) -> Action:
    """One of the outcomes, each exactly as likely as it says: a whole number below the common denominator decides."""
    whole = math.lcm(*(chance.denominator for _, chance in odds))
    left = rng.randrange(whole)
    for outcome, chance in odds:
        left -= chance.numerator * (whole // chance.denominator)
        if left < 0:
            return outcome
    raise ValueError(f"the odds of {', '.join(str(outcome) for outcome, _ in odds)} do not sum to 1")


DIE = even("roll", range(1, 7))
"""`roll1` to `roll6`."""

ROLLS = outcomes(DIE)


def lot(players: int) -> Odds:
    """`first0`, `first1`, ...: who starts."""
    return even("first", range(players))


CAUGHT, MISSED = Action("caught"), Action("missed")

TRAP = Option(
    "trap",
    "3/4",
    "how likely the trap catches where no real one decides: a fraction such as 3/4",
    title="How often does a simulated trap catch?",
)


def trap(setting: Setting) -> Odds:
    """`caught` and `missed`, as option TRAP says. Raises BadSetup."""
    text = str(setting)
    if re.fullmatch(r"\d{1,4}/[1-9]\d{0,3}", text) and 0 < (catches := Fraction(text)) < 1:
        return ((CAUGHT, catches), (MISSED, 1 - catches))
    raise BadSetup(f"trap cannot be {text!r}; it is a fraction between 0 and 1, such as 3/4")
