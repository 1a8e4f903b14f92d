"""Chance that several games share: a die of six, the lot that draws who starts, and the trap.

Each is a tuple of outcomes with exact odds, ready for `State.odds`; the outcomes alone are what `State.actions` needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from mouseboard.rules.core import Action, Option

Odds = tuple[tuple[Action, Fraction], ...]


def even(verb: str, args: Iterable[int]) -> Odds:
    """Outcomes `verb` of each of `args`, all equally likely."""
    actions = [Action(verb, arg) for arg in args]
    return tuple((action, Fraction(1, len(actions))) for action in actions)


def outcomes(odds: Odds) -> tuple[Action, ...]:
    """What can happen, without how likely it is."""
    return tuple(action for action, _ in odds)


DIE = even("roll", range(1, 7))
"""`roll1` to `roll6`."""

ROLLS = outcomes(DIE)


def lot(players: int) -> Odds:
    """`first0`, `first1`, ...: who starts."""
    return even("first", range(players))


CATCHES = Option(
    "catches",
    75,
    "how often in a hundred times the trap catches; only for tables without a real one",
    (10, 25, 50, 75, 90),
)


def trap(catches: int) -> Odds:
    """`caught` and `missed`, the first `catches` times in a hundred. A real trap tells itself."""
    chance = Fraction(catches, 100)
    return ((Action("caught"), chance), (Action("missed"), 1 - chance))
