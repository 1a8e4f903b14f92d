"""How well hands are understood at games of men, ply by ply: the share that is right, asked about, or told falsely.

Simulated hands make random legal plies, in every manner that fits one (`manners.py`), on the simulated table. A stream
keeps what the table felt and what was true (`mouseboard.testing.stream`), and its replay measures the referee. Nothing
sets the position right: a game ends at the first ply that is not understood. Chess is left out unless it is installed.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from tests.bench.manners import Hand
from tests.referee.sitting import Sitting, sitting

from mouseboard import rules, store
from mouseboard.referee.situation import Choose
from mouseboard.rules import Game, State
from mouseboard.sim.clock import run_virtual
from mouseboard.testing.stream import Recorder, Stream, Understood, asks_back, read, replay

GAMES = ("morris", "draughts", "chess")
SEEDS = range(12)
PLIES = 40
LEFT_ALONE = 4.0
"""Seconds without a hand after each ply."""
CAPTURES = 0.5
"""The share of plies that are chosen among those that take or move several pieces, if there are any."""


def run() -> None:
    """Print the figures."""
    for name in GAMES:
        if name in rules.games():
            _report(name, [understood for stream in streams(name) for understood in replay(stream)])
        else:
            print(f"plies: {name} is left out: it is not installed", file=sys.stderr)


def _report(name: str, all_plies: list[Understood]) -> None:
    """Print a row for each manner. An amended ply was told falsely at first, and is right in the end."""
    kinds = defaultdict(list)
    for understood in all_plies:
        kinds[understood.ply.kind].append(understood)
    print(f"plies of {name:<18}     n   right   asked   amended   told falsely   median s")
    for kind, plies in (*sorted(kinds.items()), ("all", all_plies)):
        right = [one for one in plies if one.is_right]
        false = [one for one in plies if set(one.told) - {one.ply.action}]
        amended = [one for one in false if one.is_right]
        print(
            f"  {kind:<25}{len(plies):>5}{len(right):>8}{sum(one.asked for one in plies):>8}{len(amended):>10}"
            f"{len(false) - len(amended):>15}{median(map(_delay, right)) if right else 0:>11.2f}"
        )


def _delay(understood: Understood) -> float:
    """Return the seconds from the last change of a ply until it was told."""
    frames = understood.ply.frames
    return max(0.0, understood.told_at - frames[-1].time) if frames else 0.0


def streams(name: str) -> Iterator[Stream]:
    """Yield a stream of each seed."""
    game = rules.load(name, 2)
    for seed in SEEDS:
        yield read(run_virtual(recorded(game, seed, PLIES)))


async def recorded(game: Game, seed: int, plies: int) -> str:
    """Return the stream of a game as text, up to this many plies."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        async with sitting(Path(folder), game, seed=seed) as sat:
            await sat.asked(Choose)
            before = store.replay(sat.journal, sat.number)
            recorder, rng = Recorder(sat.inbox, before, before.state.placement(), lines.append), Random(seed)
            for _ in range(plies):
                state = sat.situation.state
                if state.actor is None or not await _make(sat, rng, state, recorder):
                    break
    return "".join(lines)


async def _make(sat: Sitting, rng: Random, state: State, recorder: Recorder) -> bool:
    """Make one ply in some manner. Return whether it is understood."""
    actions = state.actions()
    here = state.placement()
    special = [action for action in actions if _changes(here, state.after(action).placement()) > 1]
    action = rng.choice(special if special and rng.random() < CAPTURES else actions)
    hand = Hand(sat, rng, action)
    manner = rng.choice(hand.manners())
    await manner()
    await asyncio.sleep(LEFT_ALONE)
    recorder.ply(action, manner.__name__.replace("_", "-"), hand.after)
    return not asks_back(sat.situation) and sat.situation.state.placement() == hand.after


def _changes(here: dict[str, str], there: dict[str, str]) -> int:
    """Return the number of pieces that move or are taken."""
    return sum(here.get(piece) != there.get(piece) for piece in here.keys() | there.keys())
