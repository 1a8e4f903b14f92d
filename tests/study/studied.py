"""`python -m tests.study.studied [GAME ...]` rewrites `rules/studied.toml`, or its entries for those games.

All games take an hour and a half.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from mouseboard import rules
from mouseboard.cli.commands.study import plan_of
from mouseboard.cli.main import make_parser
from mouseboard.rules.studied import FILE, Studied, studied
from mouseboard.study.conducting import conduct
from mouseboard.study.crew import Processes
from mouseboard.study.database import Database
from mouseboard.study.statistics import spread

HEAD = """\
# What studies found of each game, for its card in the lobby: the minutes that four games in five take, how many of a
# hundred each player wins, in the order of play, and how many one usual computer player wins among random ones. Made by
# `python -m tests.study.studied`; STUDIED.md tells more.
"""

GAMES = {
    "barriers": 200,
    "cards": 200,
    "classic": 2000,
    "pantry": 10_000,
    "revised": 5000,
    "souriciere": 20_000,
    "draughts": 200,
    "morris": 200,
}
"""The number of games to play: enough to judge fairness, or as many as time allows."""

BALANCED = {("barriers", 2): {"handicap": 1}, ("barriers", 4): {"handicap": 1, "gift": 1}}
"""Options that balance a game, by game and number of players."""


def main(names: Sequence[str]) -> None:
    """Study the named games, and keep the entries of the others."""
    found = {game: studies(game) if game in names else list(studied().get(game, ())) for game in GAMES}
    FILE.write_text("\n".join([HEAD, *(_written(game, row) for game, rows in found.items() for row in rows)]))


def studies(game: str) -> list[Studied]:
    """Study a game for each number of players, with and without balancing options."""
    return [study(game, players, house) for players, house in _rule_sets(game)]


def _rule_sets(game: str) -> Iterator[tuple[int, Mapping[str, int]]]:
    for players in rules.kind_of(game).seat_counts:
        yield players, {}
        if house := BALANCED.get((game, players)):
            yield players, house


def study(game: str, players: int, house: Mapping[str, int]) -> Studied:
    """Study one rule set as its command does."""
    command = f"mouseboard study {game} --players {players} --games {GAMES[game]}"
    command += "".join(f" --option {name}={value}" for name, value in house.items())
    plan = plan_of(make_parser().parse_args(command.split()[1:]))
    with TemporaryDirectory() as folder, Database.open(Path(folder) / "study.db") as database, Processes(1) as crew:
        findings = conduct(plan, database, crew, lambda _: None)
    (found,), (contest,) = findings.found, findings.contests
    low, _, high = spread(found.minutes)
    wins = tuple(round(100 * share.value) for share in found.by_order)
    skill = round(100 * (contest.by_kind[contest.study.seats[0]].value if contest else found.even))
    row = Studied(players, command, version("mouseboard"), (low, high), wins, found.verdict.value, skill, dict(house))
    print(row, flush=True)
    return row


def _written(game: str, row: Studied) -> str:
    fields = {name: value for name, value in msgspec.structs.asdict(row).items() if value}
    lines = (f"{name} = {_value(value)}" for name, value in fields.items())
    return "\n".join([f"[[{game}]]", *lines, ""])


def _value(value: object) -> str:
    """Return the value as TOML. JSON is valid TOML except for tables."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {n}' for name, n in value.items())} }}"
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
