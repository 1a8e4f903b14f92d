"""Chance that several games share: a die of six, the lot that draws who starts, and the trap.

Each is a tuple of outcomes with exact odds, ready for `State.odds`; the outcomes alone are what `State.actions` needs.
Since they are asked for again and again, they keep what has been worked out of them.
A caller without real dice draws one with `draw`; the games themselves never do.
"""

from __future__ import annotations

import math
import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random

from mouseboard.rules.core import Action, BadSetup, Option, Setting

Odds = tuple[tuple[Action, Fraction], ...]


class Lasting(Odds):
    """Odds that are asked for more than once: what `State.actions` and a draw need of them is kept beside them."""

    outcomes: tuple[Action, ...]
    """What can happen, without how likely it is."""
    bounds: list[int]
    """Of the whole numbers from 0, those below the first bound mean the first outcome, others below the second bound
    the second, and so on; the last bound is the common denominator."""


def weighted(tickets: Sequence[tuple[Action, int]]) -> Lasting:
    """Outcomes as likely as if so many tickets of each were drawn from."""
    counts = [count for _, count in tickets]
    whole, common = sum(counts), math.gcd(*counts)
    shares = {count: Fraction(count, whole) for count in set(counts)}
    odds = Lasting([(action, shares[count]) for action, count in tickets])
    odds.outcomes = tuple([action for action, _ in tickets])
    odds.bounds = list(accumulate([count // common for count in counts]))
    return odds


def even(verb: str, args: Iterable[int]) -> Lasting:
    """Outcomes `verb` of each of `args`, all equally likely."""
    return weighted([(Action(verb, arg), 1) for arg in args])


def outcomes(odds: Odds) -> tuple[Action, ...]:
    """What can happen, without how likely it is."""
    return odds.outcomes if isinstance(odds, Lasting) else tuple(action for action, _ in odds)


def draw(odds: Odds, rng: Random) -> Action:
    """One of the outcomes, each exactly as likely as it says: a whole number below the common denominator decides."""
    lasting = odds if isinstance(odds, Lasting) else weighted(_tickets(odds))
    return lasting.outcomes[bisect(lasting.bounds, rng.randrange(lasting.bounds[-1]))]


def _tickets(odds: Odds) -> list[tuple[Action, int]]:
    """As few tickets as make these odds. Raises ValueError where they do not sum to 1."""
    whole = math.lcm(*(chance.denominator for _, chance in odds))
    tickets = [(action, chance.numerator * (whole // chance.denominator)) for action, chance in odds]
    if sum(count for _, count in tickets) != whole:
        raise ValueError(f"the odds of {', '.join(str(action) for action, _ in odds)} do not sum to 1")
    return tickets


DIE = even("roll", range(1, 7))
"""`roll1` to `roll6`."""

ROLLS = outcomes(DIE)


def lot(players: int) -> Lasting:
    """`first0`, `first1`, ...: who starts."""
    return even("first", range(players))


CAUGHT, MISSED = Action("caught"), Action("missed")

TRAP = Option(
    "trap",
    "3/4",
    "how likely the trap catches where no real one decides: a fraction such as 3/4",
    title="How often does a simulated trap catch?",
)


def trap(setting: Setting) -> Lasting:
    """`caught` and `missed`, as option TRAP says. Raises BadSetup."""
    text = str(setting)
    if re.fullmatch(r"\d{1,4}/[1-9]\d{0,3}", text) and 0 < (catches := Fraction(text)) < 1:
        return weighted([(CAUGHT, catches.numerator), (MISSED, catches.denominator - catches.numerator)])
    raise BadSetup(f"trap cannot be {text!r}; it is a fraction between 0 and 1, such as 3/4")
