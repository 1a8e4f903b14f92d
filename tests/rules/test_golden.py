"""Games in plain text that must play today as on the day they were written.

A golden file is `golden/<game>-<what it shows>.txt`: a line of JSON that names game, players and options, then one line
an action (`chance roll4`, `0 stop`), then a line of JSON with the final state. Write one with

    python tests/rules/test_golden.py classic-four 4 seed=7 trap=1/2

which plays a random game from that seed, the options as named, and saves it. A changed rule shows up as a failure here:
read it, and only if the change is meant write the file anew.
"""

from __future__ import annotations

import json
import sys
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


def test_no_installed_game_lacks_a_golden_game() -> None:
    recorded = {path.stem.partition("-")[0] for path in FILES}
    assert recorded == set(rules.games())


def who(state: rules.State) -> str:
    return "chance" if state.actor == rules.CHANCE else str(state.actor)


def record(name: str, count: int, seed: str, **options: str) -> str:
    """A random game as a golden text."""
    rng = Random(seed)
    game = rules.load(name, count, **options)
    state = game.start()
    lines = [json.dumps(game.setup())]
    while state.actor is not None:
        action = draw(state.odds(), rng) if state.actor == rules.CHANCE else rng.choice(state.actions())
        lines.append(f"{who(state)} {action}")
        state = state.play(action)
    return "\n".join([*lines, state.to_json(), ""])


if __name__ == "__main__":
    stem, seats, *settings = sys.argv[1:]
    text = record(stem.partition("-")[0], int(seats), **dict(setting.split("=", 1) for setting in settings))
    (GOLDEN / f"{stem}.txt").write_text(text, encoding="utf-8")
