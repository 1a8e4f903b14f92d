"""Chance that several games share: a die of six, the lot that draws who starts, and the trap.

Each is a tuple of outcomes with exact odds, ready for `State.odds`. `outcomes` returns the outcomes alone, for
`State.actions`. The same odds are used many times, so what `actions` and `draw` need is computed once and kept.
A caller without real dice draws an outcome with `draw`; the games themselves never do.
`has_dice` tells whether a game has dice or cards at all.
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

from mouseboard.rules.core import CHANCE, Action, BadSetup, Device, Game, Option, Setting
from mouseboard.say import quoted, say

Odds = tuple[tuple[Action, Fraction], ...]


class Lasting(Odds):
    """Odds that are used more than once, with what `State.actions` and `draw` need computed beforehand."""

    outcomes: tuple[Action, ...]
    """The outcomes without their probabilities."""


class Even(Lasting):
    """Outcomes that are all equally likely. A draw needs only the outcomes."""


class Weighted(Lasting):
    """Outcomes with probabilities that may differ."""

    bounds: list[int]
    """Cumulative weights. A whole number from 0 means the first outcome if it is below the first bound, else the second
    if it is below the second bound, and so on. The last bound is the common denominator."""


def weighted(actions: Sequence[Action], tickets: Sequence[int]) -> Weighted:
    """Return outcomes weighted by `tickets`, the number of tickets for each in a raffle."""
    odds = Weighted(zip(actions, map(_share, tickets, repeat(sum(tickets))), strict=True))
    odds.outcomes = tuple(actions)
    odds.bounds = _bounds(tickets)
    return odds


def _bounds(tickets: Iterable[int]) -> list[int]:
    """Return the cumulative weights, reduced to the smallest whole numbers."""
    bounds = [*accumulate(tickets)]
    common = math.gcd(*bounds)
    return bounds if common == 1 else [bound // common for bound in bounds]


_share = cache(Fraction)
"""The fraction `n / whole`. Cached: building Fractions dominates the cost here."""


def even(actions: Iterable[Action]) -> Even:
    """Return outcomes that are all equally likely."""
    each = tuple(actions)
    odds = Even(zip(each, repeat(_share(1, len(each)))))
    odds.outcomes = each
    return odds


class Pile:
    """A pile that is drawn from without replacement, and the odds of what is left in it.

    The same pile hardly ever comes back, so its odds are assembled from cached parts: each outcome paired with its
    share, by its count and the size of the pile.
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        self.actions = tuple(actions)
        self._shares = cache(self._shares_of)

    def odds(self, left: Sequence[int]) -> Weighted:
        """Return the odds of the next draw. `left` counts what is left of each outcome; at least one is above 0."""
        odds = Weighted([*filter(None, map(getitem, self._shares(sum(left)), left))])
        odds.outcomes = tuple(compress(self.actions, left))
        odds.bounds = _bounds(filter(None, left))
        return odds

    def _shares_of(self, whole: int) -> list[list[tuple[Action, Fraction] | None]]:
        """Return, for each action, its entries in the odds of a pile of `whole`, by its count; None for count 0."""
        shares = [_share(n, whole) for n in range(1, whole + 1)]
        return [[None, *zip(repeat(action), shares)] for action in self.actions]


def outcomes(odds: Odds) -> tuple[Action, ...]:
    """Return the outcomes without their probabilities."""
    return odds.outcomes if isinstance(odds, Lasting) else tuple(action for action, _ in odds)


def draw(odds: Odds, rng: Random) -> Action:
    """Draw one of the outcomes by its exact odds, using one random whole number below the common denominator."""
    if isinstance(odds, Even):
        return rng.choice(odds.outcomes)
    tickets = odds if isinstance(odds, Weighted) else weighted(outcomes(odds), _tickets(odds))
    return tickets.outcomes[bisect(tickets.bounds, rng.randrange(tickets.bounds[-1]))]


def _tickets(odds: Odds) -> list[int]:
    """Return the fewest tickets of each outcome that give these odds. Raises ValueError if they do not sum to 1."""
    whole = math.lcm(*(chance.denominator for _, chance in odds))
    tickets = [chance.numerator * (whole // chance.denominator) for _, chance in odds]
    if sum(tickets) != whole:
        raise ValueError(f"the odds of {', '.join(str(action) for action, _ in odds)} do not sum to 1")
    return tickets


THROWN = frozenset({Device.DIE, Device.DRAW, Device.DEAL})
"""The devices that people can have of their own: dice and cards. Who starts is asked anyway."""

GAMES_TRIED, MOMENTS_TRIED = 4, 50
"""How many games at random, and how many states of each, `has_dice` looks at."""


def has_dice(game: Game) -> bool:
    """Return whether people roll dice or draw cards in a game. Only its states know, so it is played at random.

    A game whose code fails has none.
    """
    try:
        return any(_is_thrown(game, Random(seed)) for seed in range(GAMES_TRIED))
    except Exception:  # whoever plays it is told what is wrong with it
        return False


def _is_thrown(game: Game, rng: Random) -> bool:
    """Return whether dice or cards decide something near the start of a random game."""
    state = game.start()
    for _ in range(MOMENTS_TRIED):
        if state.actor is None:
            return False
        if state.actor == CHANCE and state.device in THROWN:
            return True
        state = state.after(rng.choice(state.actions()))
    return False


DIE = even(Action("roll", n) for n in range(1, 7))
"""`roll1` to `roll6`."""

ROLLS = outcomes(DIE)


def lot(players: int) -> Even:
    """Return the lot that decides who starts: `first0`, `first1` and so on."""
    return even(Action("first", seat) for seat in range(players))


CAUGHT, MISSED = Action("caught"), Action("missed")

TRAP = Option(
    "trap",
    "3/4",
    "how likely the trap catches where no real one decides: a fraction such as 3/4",
    title="How often does a simulated trap catch?",
    meanings=("now and then", "half the time", "mostly", "nearly always"),
    usual=("1/4", "1/2", "3/4", "9/10"),
)


def trap(setting: Setting) -> Weighted:
    """Return the odds of `caught` and `missed` for this value of option TRAP. Raises BadSetup."""
    text = str(setting)
    if re.fullmatch(r"\d{1,4}/[1-9]\d{0,3}", text) and 0 < (catches := Fraction(text)) < 1:
        return weighted([CAUGHT, MISSED], [catches.numerator, catches.denominator - catches.numerator])
    raise BadSetup(say("trap cannot be {value}; it is a fraction between 0 and 1, such as 3/4", value=quoted(text)))
