"""Many games by people of every temper and habit, and every mistake in them, measured against the truth.

python -m tests.campaign --games 100 --habits 100                    the tables
python -m tests.campaign --games 5000 --into build/campaign.jsonl    goes on where it was interrupted
python -m tests.campaign --game draughts --games 1000                one game by people of three tempers
python -m tests.campaign --replays 2                                 short cases for two findings of each kind
python -m tests.campaign --only 17 --trace                           one game, told
python -m tests.campaign --case FILE                                 a case played again, told
"""

from __future__ import annotations

import argparse
import multiprocessing.pool
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.campaign.breaking import BROKEN, CUTS
from tests.campaign.findings import Bad, Findings
from tests.campaign.game import HANDS, run
from tests.campaign.habits import HABITS
from tests.campaign.moving import TEMPERS, USUAL
from tests.campaign.playback import SEEDS, replay, shortest
from tests.campaign.recipe import Recipe, recipe
from tests.campaign.results import Result, keep, kept, tables

from mouseboard import rules
from mouseboard.sim.clock import Standstill

REPLAYED = ("silently wrong", "false move", "takeback nobody meant", "flicker")
"""Prefixes of the kinds of findings that a replay can show."""
HABIT_SEEDS = 1000
"""The first seeds of two habits are this far apart, so that the habits do not all play the same games first."""
COMMONEST = 10
"""The number of kinds of findings to replay: the most frequent ones."""


def main() -> int:
    options = _parser().parse_args()
    if options.case:
        replay(options.case.read_text(), options.seed or SEEDS[0], options.false, trace=True)
        return 0
    if options.only is not None:
        _report([Result.of(what := next(_recipes(options)), run(what, options.trace))])
        return 0
    results: list[Result] = []
    began = time.monotonic()
    with multiprocessing.Pool(options.jobs) as pool:
        try:
            results.extend(_play(pool, options))
        except KeyboardInterrupt:
            print(f"interrupted after {len(results)} games", file=sys.stderr)
        _report(results)
        for line in _short_cases(pool, results, options.replays):
            print(line, flush=True)
    print(f"{len(results)} games in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=90, help="without habits")
    parser.add_argument("--habits", type=int, default=0, help="further games, each with one of the habits")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the next one has the next")
    parser.add_argument("--tempers", default=",".join(USUAL), help="some of them, with commas between")
    parser.add_argument("--temper", choices=sorted(TEMPERS))
    parser.add_argument("--habit", choices=HABITS)
    parser.add_argument("--game", choices=sorted(rules.games()))
    parser.add_argument("--players", type=int)
    parser.add_argument("--broken", choices=BROKEN)
    parser.add_argument("--cut", choices=CUTS)
    parser.add_argument("--hands", choices=sorted(HANDS), default="usual")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--into", type=Path, metavar="FILE", help="keep results here; games that are there count")
    parser.add_argument("--replays", type=int, default=0, metavar="N", help="findings of each kind to be shortened")
    parser.add_argument("--only", type=int, metavar="SEED", help="this game alone")
    parser.add_argument("--trace", action="store_true", help="tell it")
    parser.add_argument("--case", type=Path, metavar="FILE", help="play a case again, with this --seed")
    parser.add_argument("--false", default="", metavar="ACTION", help="the action that nobody means in it")
    return parser


def _recipes(options: argparse.Namespace) -> Iterator[Recipe]:
    """Yield the recipes of a campaign: games without habits, then those with."""
    fixed = {name: getattr(options, name) for name in ("game", "players", "broken", "cut", "hands")}
    tempers = [options.temper] if options.temper else options.tempers.split(",")
    if options.only is not None:
        yield recipe(options.only, temper=options.temper, habit=options.habit, **fixed)
        return
    habits = [options.habit] if options.habit else list(HABITS)
    for number in range(options.games):
        seed = options.seed + number
        yield recipe(seed, temper=tempers[seed % len(tempers)], habit=options.habit, **fixed)
    for number in range(options.habits):
        round, which = divmod(number, len(habits))
        seed, habit = options.seed + HABIT_SEEDS * which + round, habits[which]
        yield recipe(seed, temper=tempers[seed % len(tempers)], habit=habit, **fixed)


def _play(pool: multiprocessing.pool.Pool, options: argparse.Namespace) -> Iterator[Result]:
    """Yield the results of all games as they are played, those that were kept first."""
    before = {result.recipe: result for result in (kept(options.into) if options.into else ())}
    wanted = list(_recipes(options))
    yield from (before[what] for what in wanted if what in before)
    missing = [what for what in wanted if what not in before]
    for what, found in pool.imap_unordered(_run_safely, missing):
        result = Result.of(what, found)
        if options.into:
            keep(options.into, result)
        yield result


def _run_safely(what: Recipe) -> tuple[Recipe, Findings]:
    try:
        return what, run(what)
    except (Exception, Standstill) as error:
        found = Findings()
        found.counts.update(games=1, died=1)
        found.bad.append(Bad(0.0, "died", repr(error)))
        return what, found


def _report(results: Sequence[Result]) -> None:
    for result in sorted(results, key=lambda result: (result.recipe.habit or "", result.recipe.seed)):
        for bad in result.bad:
            print(f"{bad.kind:42} {bad.time:8.1f} s  {result.recipe}  {bad.what}")
    for line in tables(results):
        print(line)


def _short_cases(pool: multiprocessing.pool.Pool, results: Iterable[Result], number: int) -> Iterator[str]:
    """Yield a short case for this many findings of each of the most frequent kinds."""
    found = [(result.recipe, bad) for result in results for bad in result.bad if bad.kind.startswith(REPLAYED)]
    for kind, count in Counter(bad.kind for _, bad in found).most_common(COMMONEST):
        of_kind = [(what, bad) for what, bad in found if bad.kind == kind][: 4 * number]
        shown = 0
        for (what, bad), short in zip(of_kind, pool.imap(_shortest, of_kind), strict=True):
            if short and shown < number:
                shown += 1
                case, seed = short
                yield f"# {kind} ({count} times): {bad.what}"
                yield f"# {what}, at {bad.time:.1f} s; replayed with seed {seed}"
                yield case


def _shortest(found: tuple[Recipe, Bad]) -> tuple[str, int] | None:
    return shortest(found[1])


if __name__ == "__main__":
    sys.exit(main())
