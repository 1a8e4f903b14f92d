"""Texts that once made something fail, or were wrongly accepted. `once_wrong/` has what random searches have found.

Each line is one text as JSON, which must be refused in one line. Add each new one that you find, by chance or by
`make campaign`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mouseboard import layouts, rules
from mouseboard.link.describe import Reader
from mouseboard.sim.commands import FORMS
from mouseboard.sim.scenario import ScenarioError, parse
from mousetable import wire

FOLDER = Path(__file__).with_name("once_wrong")
HEAD = 'game = "toy"\ntitle = "Toy"\nedition = "test"\nsize = [100, 100]\nsensors = 4\nlamps = 4\n'


def lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("text", lines("states.txt"), ids=str)
def test_a_saved_state_that_once_failed_is_refused(text: str) -> None:
    with pytest.raises(rules.BadSetup, match="this is not a saved game: ") as refused:
        rules.from_json(text)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("line", lines("layouts.txt"), ids=str)
def test_a_layout_that_once_failed_is_refused(line: str) -> None:
    with pytest.raises(layouts.BadLayout) as refused:
        layouts.check(layouts.parse(HEAD + json.loads(line), "toy.toml"))
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("line", lines("scenarios.txt"), ids=lambda line: line[:40])
def test_a_scenario_that_once_failed_is_refused(line: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        parse(json.loads(line), FORMS)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("line", lines("frames.txt"), ids=str)
def test_a_frame_of_a_table_that_once_failed_is_refused_or_described(line: str) -> None:
    body = json.loads(line).encode()
    frame = wire.decode(body + wire._checksum(body))
    if frame is None:
        return
    reader = Reader()
    reader.read(">", "1 hello 1")
    if frame[0] != 1:
        reader.read("<", "1 ok 1 0.1.0 9f3c 81 81 5be0c1d2 power-on good")
        reader.read(">", "2 poll")
    said = reader.read("<", f"{frame[0]} {' '.join(frame[1])}")
    assert said and said.startswith("< the table speaks nonsense: ") and said.isprintable()
