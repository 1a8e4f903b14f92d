"""Games a second of a study, by one process and by two, the digests of both, and the most memory the parent takes.

Four random players play `classic`, the game that is studied most. One worker and two take turns, and the figure is the
median of the rounds. Each round starts new worker processes, as a user's command does.
"""

from __future__ import annotations

import resource
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from mouseboard import rules
from mouseboard.study.conducting import Plan, conduct
from mouseboard.study.crew import Processes
from mouseboard.study.database import Database
from mouseboard.study.definition import define

ROUNDS = 3
GAMES = 10_000
PLAN = Plan([define(rules.load("classic", 4), ["random"])], GAMES)


def run() -> None:
    """Print the figures."""
    measured = [(_measure(1), _measure(2)) for _ in range(ROUNDS)]
    ones, twos = zip(*measured, strict=True)
    one, two = (median(rate for rate, _ in rounds) for rounds in (ones, twos))
    digests = {digest for both in measured for _, digest in both}
    print(f"study: {GAMES} random games of classic for four, median of {ROUNDS} rounds, start and summary included")
    print(f"  1 process {one:>8,.0f} games/s")
    print(f"  2         {two:>8,.0f} games/s {two / one:6.2f} x one")
    print(f"  {len(digests)} digest; parent {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _measure(workers: int) -> tuple[float, str]:
    """Return games a second, and the digest."""
    with TemporaryDirectory() as folder, Database.open(Path(folder) / "study.db") as database:
        began = time.perf_counter()
        with Processes(workers) as crew:
            digest = conduct(PLAN, database, crew, lambda _: None).digest
        return GAMES / (time.perf_counter() - began), digest
