"""The seat that is ahead: read off a score in games where one shows it, otherwise estimated by many random playouts.

A game need not declare such a score. A few random games show whether a score is best for the winner alone at the end,
and whether somebody leads by it often enough before the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from mouseboard.players import RandomPlayer
from mouseboard.rules import Game, State
from mouseboard.study.playing import Step, Streams, play, streams

TRIALS = 20
"""The number of random games that decide which score shows who is ahead."""
OFTEN = 1 / 4
"""The least share of the steps of these games at which one seat must lead alone by such a score."""

PLAYOUTS = 24
"""The number of random games played from one moment on."""
CLEAR = PLAYOUTS // 4
"""A seat is ahead if it wins this many playouts more than any other. So large a lead is seldom due to luck alone."""
MOMENTS = 10
"""The most moments of a game at which playouts determine who is ahead."""

Leads = Sequence[int | None]
"""The seat that is ahead at each of several moments; None where no single seat is."""


class Line(NamedTuple):
    """A score that decides who wins."""

    name: str
    best: int
    """1 if the most is best, -1 if the least is."""


def leader(state: State, line: Line) -> int | None:
    """Return the seat that is best by that score, or None if several are."""
    numbers = next(score.seats for score in state.scores() if score.name == line.name)
    best = max(number * line.best for number in numbers)
    ahead = [seat for seat, number in enumerate(numbers) if number * line.best == best]
    return ahead[0] if len(ahead) == 1 else None


def likely_winner(state: State, drawn: Streams) -> int | None:
    """Return the seat that wins at least CLEAR playouts more than any other, or None."""
    anybody = [RandomPlayer()] * state.game.players
    won: Counter[int] = Counter()
    for _ in range(PLAYOUTS):
        *_, (_, _, last) = play(state, anybody, drawn)
        won.update(last.winners)
    (seat, most), (_, next_most) = (*won.most_common(2), (-1, 0), (-1, 0))[:2]
    return seat if most - next_most >= CLEAR else None


def changes(leads: Leads) -> int:
    """Return how often another seat took the lead."""
    ahead = [seat for seat in leads if seat is not None]
    return sum(seat != before for before, seat in pairwise(ahead))


def decided(leads: Leads, winner: int) -> int:
    """Return the first index after which the winner stays ahead; `len(leads)` if only the end decides."""
    behind = [moment for moment, seat in enumerate(leads) if seat != winner]
    return behind[-1] + 1 if behind else 0


@cache
def telling_line(game: Game) -> Line | None:
    """Return the score that shows who is ahead, if there is one."""
    games = [_trial(game, Random(f"trial/{number}")) for number in range(TRIALS)]
    lines = [Line(score.name, best) for score in game.start().scores() if score.seats for best in (1, -1)]
    return next((line for line in lines if _tells(line, games)), None)


def _trial(game: Game, rng: Random) -> list[Step]:
    return list(play(game.start(), [RandomPlayer()] * game.players, Streams(rng, rng)))


def _tells(line: Line, games: Iterable[Sequence[Step]]) -> bool:
    """Return whether each game's only winner is best by that score, and somebody led by it often enough before.

    Draws tell nothing either way.
    """
    led = whole = 0
    for steps in games:
        last = steps[-1][2]
        if not last.winners:
            continue
        if last.winners != (leader(last, line),):
            return False
        led += sum(leader(before, line) is not None for before, _, _ in steps)
        whole += len(steps)
    return whole > 0 and led >= OFTEN * whole


def leads_by_score(moments: Sequence[State], line: Line) -> Leads:
    """Return who was ahead at each moment by that score."""
    return [leader(state, line) for state in moments]


def leads_by_playing(moments: Sequence[State], name: str) -> Leads:
    """Return the likely winner at each moment. `name` is the name of the game's random streams."""
    drawn = streams(f"{name}/playouts")
    return [likely_winner(state, drawn) for state in moments]


def some_of(moments: Sequence[State]) -> Sequence[State]:
    """Return at most MOMENTS of these moments, evenly spread from the first."""
    return moments[:: -(-len(moments) // MOMENTS)]
