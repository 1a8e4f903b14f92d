"""Games in plain text that must play today as on the day they were recorded.

A golden file is `golden/<game>-<what it shows>.txt`: a line of JSON with game, players and options, then one line for
each action (`chance roll4`, `0 stop`), then a line of JSON with the final state. Write one with

    python tests/rules/test_golden.py classic-four 4 seed=7 trap=1/2

which plays a random game from this seed with these options, and saves it. A changed rule shows up as a failure here.
Read it, and only if the change is intended, write those games again:

    python tests/rules/test_golden.py souriciere-home souriciere-next

They play as before wherever that is still legal, and at random elsewhere.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from itertools import chain, repeat
from pathlib import Path
from random import Random

import pytest

from mouseboard import rules
from mouseboard.rules.chance import draw

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_plays_as_it_was_written(path: Path) -> None:
    setup, *lines, final = path.read_text(encoding="utf-8").splitlines()
    wanted = json.loads(setup)
    game = rules.load(wanted["game"], wanted["players"], **wanted["options"])
    assert game.setup() == wanted, "options have come or gone"
    state = game.start()
    for number, line in enumerate(lines, start=2):
        actor, notation = line.split()
        assert actor == who(state), f"line {number}: {actor} is not to play"
        state = state.play(notation)
    assert state.to_json() == final


def test_a_golden_game_written_again_under_other_rules_plays_as_before_where_that_is_legal(tmp_path: Path) -> None:
    path = tmp_path / "souriciere-changed.txt"
    setup, *lines, final = (GOLDEN / "souriciere-next.txt").read_text(encoding="utf-8").splitlines()
    with_an_option_gone = setup.replace('"options": {', '"options": {"gone": true, ')
    path.write_text("\n".join([with_an_option_gone, "0 stop", *lines[1:], final]), encoding="utf-8")
    again, first, *others = renewed(path).splitlines()
    assert json.loads(again) == json.loads(setup)
    assert first.startswith("chance roll")
    assert others[:5] == lines[1:6]


def test_every_installed_game_has_a_golden_game() -> None:
    recorded = {path.stem.partition("-")[0] for path in FILES}
    assert recorded == set(rules.games())


def who(state: rules.State) -> str:
    return "chance" if state.actor == rules.CHANCE else str(state.actor)


def played(game: rules.Game, rng: Random, notations: Iterable[str] = ()) -> str:
    """Return a game as a golden text. It plays these notations where they are legal, and random actions elsewhere."""
    state = game.start()
    lines = [json.dumps(game.setup())]
    script = chain(notations, repeat(""))
    while state.actor is not None:
        legal = {str(action): action for action in state.actions()}
        drawn = draw(state.odds(), rng) if state.actor == rules.CHANCE else rng.choice(state.actions())
        action = legal.get(next(script), drawn)
        lines.append(f"{who(state)} {action}")
        state = state.play(action)
    return "\n".join([*lines, state.to_json(), ""])


def record(name: str, count: int, seed: str, **options: str) -> str:
    """Return a random game as a golden text."""
    return played(rules.load(name, count, **options), Random(seed))


def renewed(path: Path) -> str:
    """Return the golden text that this file must have under today's rules and options."""
    setup, *lines, _ = path.read_text(encoding="utf-8").splitlines()
    wanted = json.loads(setup)
    known = {option.name for option in rules.kind_of(wanted["game"]).options}
    options = {name: value for name, value in wanted["options"].items() if name in known}
    game = rules.load(wanted["game"], wanted["players"], **options)
    return played(game, Random(path.stem), [line.split()[1] for line in lines])


def main(stem: str, *arguments: str) -> None:
    """Write one new golden game, or rewrite the named ones."""
    if arguments and arguments[0].isdecimal():
        seats, *settings = arguments
        text = record(stem.partition("-")[0], int(seats), **dict(setting.split("=", 1) for setting in settings))
        (GOLDEN / f"{stem}.txt").write_text(text, encoding="utf-8")
        return
    for path in (GOLDEN / f"{name}.txt" for name in (stem, *arguments)):
        path.write_text(renewed(path), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
