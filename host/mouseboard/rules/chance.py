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
from functools import cache
from itertools import accumulate, compress, repeat
from operator import getitem
from random import Random

from mouseboard.rules.core import Action, BadSetup, Option, Setting
from mouseboard.say import quoted

Odds = tuple[tuple[Action, Fraction], ...]


class Lasting(Odds):
    """Odds that are asked for more than once: what `State.actions` and a draw need of them is kept beside them."""

    outcomes: tuple[Action, ...]
    """What can happen, without how likely it is."""


class Even(Lasting):
    """Outcomes that are all equally likely, so that the outcomes are all that a draw needs."""


class Weighted(Lasting):
    """Outcomes each of which is as likely as it says."""

    bounds: list[int]
    """Of the whole numbers from 0, those below the first bound mean the first outcome, others below the second bound
    the second, and so on; the last bound is the common denominator."""


def weighted(actions: Sequence[Action], tickets: Sequence[int]) -> Weighted:
    """Outcomes as likely as if so many tickets of each were drawn from."""
    odds = Weighted(zip(actions, map(_share, tickets, repeat(sum(tickets))), strict=True))
    odds.outcomes = tuple(actions)
    odds.bounds = _bounds(tickets)
    return odds


def _bounds(tickets: Iterable[int]) -> list[int]:
    """Up to which number each outcome goes, with as few numbers as make these odds."""
    bounds = [*accumulate(tickets)]
    common = math.gcd(*bounds)
    return bounds if common == 1 else [bound // common for bound in bounds]


_share = cache(Fraction)
"""So many of the whole; kept, because a fraction takes longer to make than all else here."""


def even(actions: Iterable[Action]) -> Even:
    """Outcomes that are all equally likely."""
    each = tuple(actions)
    odds = Even(zip(each, repeat(_share(1, len(each)))))
    odds.outcomes = each
    return odds


class Pile:
    """Some of each of several outcomes, drawn from without putting back: the odds of whatever is left.

    Hardly ever is the same left twice, so these odds are put together from parts that are kept: each outcome beside its
    share, by how many of it there are among how many.
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        self.actions = tuple(actions)
        self._shares = cache(self._shares_of)

    def odds(self, left: Sequence[int]) -> Weighted:
        """What may be drawn while so many of each are left, some at least of one."""
        odds = Weighted([*filter(None, map(getitem, self._shares(sum(left)), left))])
        odds.outcomes = tuple(compress(self.actions, left))
        odds.bounds = _bounds(filter(None, left))
        return odds

    def _shares_of(self, whole: int) -> list[list[tuple[Action, Fraction] | None]]:
        """For each action what stands in the odds, by how many there are of it; nothing where there is none."""
        shares = [_share(n, whole) for n in range(1, whole + 1)]
        return [[None, *zip(repeat(action), shares)] for action in self.actions]


def outcomes(odds: Odds) -> tuple[Action, ...]:
    """What can happen, without how likely it is."""
    return odds.outcomes if isinstance(odds, Lasting) else tuple(action for action, _ in odds)


def draw(odds: Odds, rng: Random) -> Action:
    """One of the outcomes, each exactly as likely as it says: a whole number below the common denominator decides."""
    if isinstance(odds, Even):
        return rng.choice(odds.outcomes)
    tickets = odds if isinstance(odds, Weighted) else weighted(outcomes(odds), _tickets(odds))
    return tickets.outcomes[bisect(tickets.bounds, rng.randrange(tickets.bounds[-1]))]


def _tickets(odds: Odds) -> list[int]:
    """As few tickets of each outcome as make these odds. Raises ValueError where they do not sum to 1."""
    whole = math.lcm(*(chance.denominator for _, chance in odds))
    tickets = [chance.numerator * (whole // chance.denominator) for _, chance in odds]
    if sum(tickets) != whole:
        raise ValueError(f"the odds of {', '.join(str(action) for action, _ in odds)} do not sum to 1")
    return tickets


DIE = even(Action("roll", n) for n in range(1, 7))
"""`roll1` to `roll6`."""

ROLLS = outcomes(DIE)


def lot(players: int) -> Even:
    """`first0`, `first1`, ...: who starts."""
    return even(Action("first", seat) for seat in range(players))


CAUGHT, MISSED = Action("caught"), Action("missed")

TRAP = Option(
    "trap",
    "3/4",
    "how likely the trap catches where no real one decides: a fraction such as 3/4",
    title="How often does a simulated trap catch?",
)


def trap(setting: Setting) -> Weighted:
    """`caught` and `missed`, as option TRAP says. Raises BadSetup."""
    text = str(setting)
    if re.fullmatch(r"\d{1,4}/[1-9]\d{0,3}", text) and 0 < (catches := Fraction(text)) < 1:
        return weighted([CAUGHT, MISSED], [catches.numerator, catches.denominator - catches.numerator])
    raise BadSetup(f"trap cannot be {quoted(text)}; it is a fraction between 0 and 1, such as 3/4")
