"""Results of many games: kept line by line, so that a campaign can be interrupted, and summed up in tables."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from tests.campaign.findings import Bad, Findings
from tests.campaign.habits import HABITS
from tests.campaign.moving import TEMPERS
from tests.campaign.recipe import Recipe

ROWS = (
    "games", "ended", "dead end", "left", "died",
    "moves", "moves not felt", "captures", "decided by hand",
    "silently wrong: by the table's own words", "silently wrong",
    "silently wrong: a button said so untruly",
    "silently wrong: no contact shows it",
    "false move", "false move: after a rest", "false move: no contact shows it",
    "own wrong move left", "amended",
    "order already carried out", "order to a side not to move",
    "takeback nobody meant", "takeback nobody meant: steps", "takeback nobody meant: put back", "takebacks meant",
    "doubts shown", "doubts true", "who left shown", "who left true", "flicker", "needless",
    "stops: mend", "stops: which", "stops: missing", "stops: suspect", "stops: who", "stops: consent", "stops: move",
    "fault showed", "fault named", "not named", "visits", "asked", "asked again", "named wrongly",
)  # fmt: skip

HABIT_COLUMNS = {
    "games": "games",
    "ended": "ended",
    "dead": "dead end",
    "words": "silently wrong: by the table's own words",
    "silent": "silently wrong",
    "untrue": "silently wrong: a button said so untruly",
    "unfelt": "silently wrong: no contact shows it",
    "false": "false move",
    "rested": "false move: after a rest",
    "back": "takeback nobody meant",
    "doubts": "doubts shown",
    "true": "doubts true",
    "left": "who left shown",
    "truly": "who left true",
    "flicker": "flicker",
}

SPANS = {
    "felt": "last touch to accepted, ms",
    "join": "the same where it joins others, ms",
    "take": "the same where it takes a man, ms",
}


class Result(msgspec.Struct, frozen=True):
    """What was found in one game."""

    recipe: Recipe
    counts: dict[str, int]
    seconds: dict[str, list[float]]
    bad: list[Bad]
    spent: float

    @classmethod
    def of(cls, recipe: Recipe, found: Findings) -> Result:
        return cls(recipe, dict(found.counts), dict(found.seconds), found.bad, found.spent)


def kept(file: Path) -> list[Result]:
    """Return the results in a file. A last line that was not written whole is left out."""
    if not file.exists():
        return []
    lines = file.read_bytes().split(b"\n")[:-1]
    return [msgspec.json.decode(line, type=Result) for line in lines]


def keep(file: Path, result: Result) -> None:
    """Add a result to a file, after its last whole line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab+") as lines:
        lines.seek(0)
        lines.truncate(lines.read().rfind(b"\n") + 1)
        lines.write(msgspec.json.encode(result) + b"\n")


def tables(results: Sequence[Result]) -> Iterable[str]:
    """Yield the lines of a table of tempers, and of one of habits."""
    plain = [result for result in results if result.recipe.habit is None]
    if plain:
        yield from _by_temper("without habits", plain)
    if len(plain) < len(results):
        with_habits = [result for result in results if result.recipe.habit is not None]
        yield from _by_temper("with habits", with_habits)
        yield from _by_habit(with_habits)


def _by_temper(title: str, results: Iterable[Result]) -> Iterable[str]:
    groups = {name: [result for result in results if result.recipe.temper == name] for name in TEMPERS}
    groups = {name: group for name, group in groups.items() if group}
    counts = {name: _sum(group) for name, group in groups.items()}
    yield f"{title:52}" + "".join(f"{name:>12}" for name in groups)
    for row in ROWS:
        yield f"{row:52}" + "".join(f"{counts[name][row]:12}" for name in groups)
    yield _row("moves without a stop, felt, %", groups, lambda group: _unstopped(_sum(group)))
    yield _row("captures without a stop, felt, %", groups, lambda group: _unstopped(_sum(group), "captures"))
    for kind, title in SPANS.items():
        yield _row(f"{title}: median (95th)", groups, lambda group, kind=kind: _spread(group, kind))  # type: ignore[misc]
    yield _row("host CPU a transition, ms", groups, _processor_time)
    yield ""


def _row(title: str, groups: Mapping[str, Sequence[Result]], tell: Callable[[Sequence[Result]], str]) -> str:
    return f"{title:52}" + "".join(f"{tell(group):>12}" for group in groups.values())


def _by_habit(results: Iterable[Result]) -> Iterable[str]:
    yield f"{'habit':16}" + "".join(f"{title:>9}" for title in HABIT_COLUMNS) + f"{'no stop %':>11}"
    for habit in HABITS:
        counts = _sum(result for result in results if result.recipe.habit == habit)
        if counts:
            cells = "".join(f"{counts[row]:9}" for row in HABIT_COLUMNS.values())
            yield f"{habit:16}{cells}{_unstopped(counts):>11}"
    yield ""


def _sum(results: Iterable[Result]) -> Counter[str]:
    total: Counter[str] = Counter()
    for result in results:
        total.update(result.counts)
    return total


def _unstopped(counts: Mapping[str, int], kind: str = "moves") -> str:
    moves = counts.get(kind, 0)
    return f"{100 * (1 - counts.get(f'{kind} stopped', 0) / moves):.1f}" if moves else "-"


def _spread(results: Iterable[Result], kind: str) -> str:
    seconds = sorted(second for result in results for second in result.seconds.get(kind, ()))
    if not seconds:
        return "-"
    return f"{1000 * statistics.median(seconds):.0f} ({1000 * seconds[int(0.95 * len(seconds))]:.0f})"


def _processor_time(results: Sequence[Result]) -> str:
    spent = sum(result.spent for result in results)
    changes = _sum(results)["transitions"]
    return f"{1000 * spent / changes:.3f}" if changes else "-"
