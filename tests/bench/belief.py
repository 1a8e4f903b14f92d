"""What a transition costs the host in whole games: the change of the belief, all verdicts until the next, and doubts.

People of every temper play on the simulated table. The bench takes the processor time of each change of the belief and
of each verdict. The goals: 0.15 ms a transition on average, 20 ms at worst.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import mean
from typing import Any
from unittest.mock import patch

from tests.campaign.game import run as play
from tests.campaign.moving import TEMPERS
from tests.campaign.recipe import recipe

from mouseboard.rules import games
from mouseboard.table import Belief, judge
from mouseboard.table.departure import last_departure
from mouseboard.table.doubt import exchanges

SEED = 7


def run() -> None:
    """Print the figures: milliseconds of processor time."""
    print(f"belief: one game of each kind, seed {SEED}, milliseconds of processor time a transition")
    print("  temper    transitions   change: mean   worst   with verdicts: mean   worst")
    for temper in TEMPERS:
        changes, judgements = _measure(temper)
        whole = [change + judged for change, judged in zip(changes, judgements, strict=True)]
        print(
            f"  {temper:<10}{len(changes):>11}{mean(changes):15.3f}{max(changes):8.2f}"
            f"{mean(whole):22.3f}{max(whole):8.2f}"
        )


def _measure(temper: str) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each change of the belief, and of the verdicts after it."""
    changes: list[float] = []
    judgements: list[float] = []

    def changed(spent: float) -> None:
        changes.append(spent)
        judgements.append(0.0)

    def judged(spent: float) -> None:
        if judgements:
            judgements[-1] += spent

    with (
        patch.object(Belief, "change", _timed(Belief.change, changed)),
        patch("mouseboard.referee.tracker.judge", _timed(judge, judged)),
        patch("mouseboard.referee.mending.judge", _timed(judge, judged)),
        patch("mouseboard.referee.showing.exchanges", _timed(exchanges, judged)),
        patch("mouseboard.referee.showing.last_departure", _timed(last_departure, judged)),
    ):
        for game in games():
            play(recipe(SEED, game, None, temper, None))
    return changes, judgements


def _timed(function: Callable[..., Any], tell: Callable[[float], None]) -> Callable[..., Any]:
    def timed(*arguments: Any) -> Any:
        began = time.thread_time()
        result = function(*arguments)
        tell(1000 * (time.thread_time() - began))
        return result

    return timed
