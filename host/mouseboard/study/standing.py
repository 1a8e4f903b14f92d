"""Who is ahead: by a score, in games where one tells it; else by playing on at random, many times.

Which score tells it a game need not say: in a few random games it is seen by which one the winners, and they alone,
come out best, and whether anybody leads by it before the end.
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
"""Random games in which it is seen which score tells who is ahead."""
OFTEN = 1 / 4
"""The share of turns at which somebody must lead alone by such a score."""

PLAYOUTS = 24
"""Random games from one moment on."""
CLEAR = PLAYOUTS // 4
"""Who wins so many of them more than anybody else is ahead: not by luck alone, most of the time."""
MOMENTS = 10
"""So many times in a game it is looked at who is ahead, where playing on tells it."""

Leads = Sequence[int | None]
"""The seat that is ahead, at one moment after the other; None where nobody is, alone."""


class Line(NamedTuple):
    """A line of the score by which a game is won."""

    name: str
    best: int
    """1 where most is best, -1 where least is."""


def leader(state: State, line: Line) -> int | None:
    """The seat that is best by that score, if it is one alone."""
    numbers = next(score.seats for score in state.scores() if score.name == line.name)
    best = max(number * line.best for number in numbers)
    ahead = [seat for seat, number in enumerate(numbers) if number * line.best == best]
    return ahead[0] if len(ahead) == 1 else None


def likely_winner(state: State, drawn: Streams) -> int | None:
    """The seat that wins clearly more of the random games from here on than any other."""
    anybody = [RandomPlayer()] * state.game.players
    won: Counter[int] = Counter()
    for _ in range(PLAYOUTS):
        *_, (_, _, last) = play(state, anybody, drawn)
        won.update(last.winners)
    (seat, most), (_, next_most) = (*won.most_common(2), (-1, 0), (-1, 0))[:2]
    return seat if most - next_most >= CLEAR else None


def changes(leads: Leads) -> int:
    """How often another seat took the lead."""
    ahead = [seat for seat in leads if seat is not None]
    return sum(seat != before for before, seat in pairwise(ahead))


def decided(leads: Leads, winner: int) -> int:
    """From which moment on the winner was ahead without a break; their number where only the end told."""
    behind = [moment for moment, seat in enumerate(leads) if seat != winner]
    return behind[-1] + 1 if behind else 0


@cache
def telling_line(game: Game) -> Line | None:
    """The score that tells who is ahead, if one does."""
    games = [_trial(game, Random(f"trial/{number}")) for number in range(TRIALS)]
    lines = [Line(score.name, best) for score in game.start().scores() if score.seats for best in (1, -1)]
    return next((line for line in lines if _tells(line, games)), None)


def _trial(game: Game, rng: Random) -> list[Step]:
    return list(play(game.start(), [RandomPlayer()] * game.players, Streams(rng, rng)))


def _tells(line: Line, games: Iterable[Sequence[Step]]) -> bool:
    """Whether the winner of each game ends best by that score, and somebody led by it often enough before."""
    led = whole = 0
    for steps in games:
        last = steps[-1][2]
        if last.winners != (leader(last, line),):
            return False
        led += sum(leader(before, line) is not None for before, _, _ in steps)
        whole += len(steps)
    return led >= OFTEN * whole


def leads_by_score(moments: Sequence[State], line: Line) -> Leads:
    """Who was ahead at each moment."""
    return [leader(state, line) for state in moments]


def leads_by_playing(moments: Sequence[State], name: str) -> Leads:
    """Who was likely to win at each moment; `name` is that of the game's random numbers."""
    drawn = streams(f"{name}/playouts")
    return [likely_winner(state, drawn) for state in moments]


def some_of(moments: Sequence[State]) -> Sequence[State]:
    """At most MOMENTS of them, evenly spread, the first among them."""
    return moments[:: -(-len(moments) // MOMENTS)]
