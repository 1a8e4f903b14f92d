"""Many games by people of every temper, and every mistake in them, measured against the truth of the simulation.

python -m tests.campaign --games 100            one table
python -m tests.campaign --only 17 --trace      one game, told
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterable
from multiprocessing import Pool

from tests.campaign.findings import Bad, Findings
from tests.campaign.game import BROKEN, CUTS, HANDS, Recipe, recipe, run
from tests.campaign.moving import TEMPERS

from mouseboard import rules
from mouseboard.sim.clock import Deadlock

ROWS = (
    "games", "ended", "dead end", "left", "died",
    "moves", "moves not felt", "decided by hand",
    "silently wrong: by the table's own words", "silently wrong", "silently wrong: no contact shows it",
    "false move", "false move: pantry", "false move: no contact shows it", "own wrong move left", "amended",
    "takeback nobody meant", "takeback nobody meant: steps", "takebacks meant",
    "doubts shown", "doubts true", "flicker", "needless",
    "stops: mend", "stops: which", "stops: missing", "stops: suspect", "stops: consent", "stops: move",
    "fault showed", "fault named", "not named", "visits", "asked", "asked again", "named wrongly",
)  # fmt: skip

SPANS = {"felt": "last touch to accepted", "join": "the same, joining others"}


def _run_safely(what: Recipe) -> tuple[Recipe, Findings]:
    try:
        return what, run(what)
    except (Exception, Deadlock) as error:
        found = Findings()
        found.counts.update(games=1, died=1)
        found.bad.append(Bad(0.0, "died", repr(error)))
        return what, found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the next one has the next")
    parser.add_argument("--temper", choices=sorted(TEMPERS))
    parser.add_argument("--game", choices=sorted(rules.games()))
    parser.add_argument("--players", type=int)
    parser.add_argument("--broken", choices=BROKEN)
    parser.add_argument("--cut", choices=CUTS)
    parser.add_argument("--hands", choices=sorted(HANDS), default="usual")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, metavar="SEED", help="this game alone")
    parser.add_argument("--trace", action="store_true", help="tell it")
    options = parser.parse_args()
    fixed = ("game", "players", "temper", "broken", "cut", "hands")
    given = {name: getattr(options, name) for name in fixed}

    def make(seed: int) -> Recipe:
        return recipe(seed, **given)

    if options.only is not None:
        found = run(make(options.only), options.trace)
        _print_table({options.temper or "it": [found]})
        _print_bad([(make(options.only), found)])
        return 0
    began = time.monotonic()
    with Pool(options.jobs) as pool:
        results = list(
            pool.imap(_run_safely, map(make, range(options.seed, options.seed + options.games)), chunksize=2)
        )
    _print_bad(results)
    by_temper = {name: [found for what, found in results if what.temper == name] for name in TEMPERS}
    _print_table({name: found for name, found in by_temper.items() if found})
    print(f"{options.games} games in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _print_bad(results: Iterable[tuple[Recipe, Findings]]) -> None:
    for what, found in results:
        for bad in found.bad:
            print(f"{bad.kind:20} {bad.time:8.1f} s  {what}  {bad.what}")


def _print_table(columns: dict[str, list[Findings]]) -> None:
    print(f"{'':42}" + "".join(f"{name:>12}" for name in columns))
    counts = {name: {row: sum(found.counts[row] for found in all_) for row in ROWS} for name, all_ in columns.items()}
    for row in ROWS:
        print(f"{row:42}" + "".join(f"{counts[name][row]:12}" for name in columns))
    share = {n: 100 * (1 - c["moves stopped"] / max(1, c["moves"])) for n, c in _with_stops(columns, counts).items()}
    print(f"{'moves without a stop %':42}" + "".join(f"{share[name]:12.1f}" for name in columns))
    for kind, title in SPANS.items():
        print(f"{f'{title} ms':42}" + "".join(f"{_spread(all_, kind):>12}" for all_ in columns.values()))


def _with_stops(columns: dict[str, list[Findings]], counts: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {
        name: counts[name] | {"moves stopped": sum(found.counts["moves stopped"] for found in all_)}
        for name, all_ in columns.items()
    }


def _spread(all_: list[Findings], kind: str) -> str:
    seconds = sorted(second for found in all_ for second in found.seconds[kind])
    if not seconds:
        return "-"
    return f"{1000 * statistics.median(seconds):.0f} ({1000 * seconds[int(0.95 * len(seconds))]:.0f})"


if __name__ == "__main__":
    sys.exit(main())
