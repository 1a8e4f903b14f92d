"""Any input, however long, is answered soon and in one short line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mouseboard import cli, lang, layouts, players, rules, store
from mouseboard.cli.main import REFUSALS
from mouseboard.layouts import LARGEST, BadLayout
from mouseboard.match import recording
from mouseboard.say import LONGEST_REFUSAL, plain
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.commands import FORMS
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import parse
from mouseboard.sim.table import SimulatedTable
from mouseboard.study.crew import Cluster

SECONDS = 2.0
"""Limit for reading or refusing a file of the largest size."""
HEAD = 'game = "toy"\ntitle = "Toy"\nedition = "test"\nsize = [100, 100]\nsensors = 4\nlamps = 4\n'
SETUP = '{"game": "revised", "players": 2}\n'


async def at_a_table(scenario: str) -> None:
    """Run a scenario on a simulated table."""
    async with SimulatedTable() as table:
        await Runner(table).run(scenario)


REFUSED = (*REFUSALS, recording.BadRecording)
READERS: dict[str, Callable[[str], object]] = {
    "a scenario": lambda text: parse(text, FORMS),
    "a scenario's piece": lambda text: parse(f"put {text} on", FORMS),
    "a scenario's end": lambda text: parse(f"press stop {text}", FORMS),
    "a scenario's words at a table": lambda text: run_virtual(at_a_table(f"put {text} on 8")),
    "a layout": lambda text: layouts.check(layouts.parse(text, "toy.toml")),
    "a layout's field": lambda text: layouts.parse(f"{HEAD}{json.dumps(text)} = 1", "toy.toml"),
    "a place's field": lambda text: layouts.parse(f"{HEAD}place = [{{ {json.dumps(text)} = 1 }}]", "toy.toml"),
    "a place's name": lambda text: layouts.check(
        layouts.parse(f"{HEAD}place = [{{ name = {json.dumps(text + ' ')}, at = [0, 0] }}]", "toy.toml")
    ),
    "a place to go to": lambda text: layouts.check(
        layouts.parse(f'{HEAD}place = [{{ name = "1", at = [0, 0], to = {json.dumps(text + "?")} }}]', "toy.toml")
    ),
    "a layout's path": lambda text: layouts.load(f"{text}.toml".replace("\0", "0")),
    "a layout's name": layouts.load,
    "a game's name": rules.load,
    "an option's name": lambda text: rules.load("classic", **{text: 1}),
    "an option's value": lambda text: rules.load("classic", first=text),
    "an option that is a text": lambda text: rules.load("classic", trap=text),
    "an action": lambda text: rules.load("revised").start().play(text),
    "a saved state": rules.from_json,
    "a saved state's game": lambda text: rules.from_json(
        json.dumps({"game": text, "players": 2, "options": {}, "state": {}})
    ),
    "a saved state's fields": lambda text: rules.from_json(
        json.dumps({"game": "revised", "players": 2, "options": {}, "state": {text: text}})
    ),
    "a game's text": store.from_text,
    "an action of a game's text": lambda text: store.from_text(f"{SETUP}roll1\n{text}"),
    "an action's source": lambda text: store.from_text(f"{SETUP}roll1 {text}?"),
    "a winner": lambda text: store.from_text(f"{SETUP}winner: {text}"),
    "an entry": lambda text: store.from_text(f'{SETUP}{{"kind": {json.dumps(text)}}}'),
    "a number of an entry": lambda text: store.from_text(f"{SETUP}roll1 hands instead {text}?"),
    "a recording": recording.read,
    "a line of a recording": lambda text: recording.read(f"{SETUP}12 closed {text}?"),
    "a computer player": lambda text: players.load(text, rules.load("revised")),
    "a language": lambda text: lang.sentences(text),
    "a scheduler": Cluster,
}
TEXTS = st.one_of(
    st.text(min_size=1),
    st.builds(lambda text, times: text * times, st.text(min_size=1, max_size=20), st.integers(1, 20_000)),
)


@pytest.mark.parametrize("reader", READERS)
@given(text=TEXTS)
@example(text="x" * 900_000)
@example(text="put red on 8 " * 60_000)
@example(text="9" * 5_000)
@example(text="\0" * 90_000)
@settings(max_examples=15, deadline=None)
def test_any_text_is_read_or_refused_in_one_short_line(reader: str, text: str) -> None:
    try:
        READERS[reader](text)
    except REFUSED as error:
        said = str(error)
        assert said == plain(said)
        assert len(said) <= LONGEST_REFUSAL


ARGUMENTS = (
    "{0}",
    "play {0}",
    "play classic --players {0}",
    "play classic --seed {0}",
    "play classic --option {0}",
    "play classic --option first={0}",
    "play classic --option layout={0}",
    "play classic --layout {0}",
    "play classic --layout {0}.toml",
    "play classic --table {0}",
    "play classic --table socket://{0}",
    "play classic --auto --table {0}",
    "play classic --level {0}",
    "play classic --dice {0}",
    "play classic --auto --scenario {0}",
    "play classic --auto {0}",
    "play classic --people {0}",
    "games {0}",
    "help {0}",
    "log show {0}",
    "log export {0}/",
    "log import {0}",
    "log list --journal {0}",
    "log list --journal /{0}/journal.db",
    "layout check {0}",
    "layout check {0}.toml",
    "layout print {0} --overlay",
    "layout from-photo {0}",
    "study classic --seats {0}",
    "study classic --against {0}",
    "study classic --against first={0}",
    "study classic --until-width {0}",
    "study classic --on {0}",
    "study classic --games 1 --out /dev/null/{0}",
    "table doctor {0}",
    "table doctor --only {0}",
    "table doctor --tile {0}",
    "table flash {0}",
    "table monitor {0}",
    "table sim --game {0}",
    "--lang {0} games",
)


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_command_repeats_little_of_a_long_argument(
    arguments: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOUSEBOARD_JOURNAL", str(tmp_path / "journal.db"))
    monkeypatch.chdir(tmp_path)
    words = [word.format("y" * 100_000) for word in arguments.split()]
    try:
        status = cli.main(words)
    except SystemExit as leaving:
        status = int(leaving.code or 0)
    assert status == 2
    said = capsys.readouterr().err
    assert said.startswith("mouseboard: ") and said.endswith("\n") and said[:-1].isprintable()
    assert len(said) <= LONGEST_REFUSAL + len("mouseboard: ; try `mouseboard table doctor --help`\n")


SIZE = LARGEST - 1000
BIG = {
    "a key of many parts": "x." * (SIZE // 2) + "y = 1",
    "a quoted key of many parts": '"a" . ' * (SIZE // 6) + "b = 1",
    "a key of many parts in braces": "a = {" + "x." * (SIZE // 2) + "y = 1}",
    "a header of many parts": "[" + "x." * (SIZE // 2) + "y]",
    "many keys of the most parts": "\n".join("a." * 15 + f"b{n} = 1" for n in range(SIZE // 45)),
    "many headers of the most parts": "\n".join("[" + "a." * 15 + f"b{n}]" for n in range(SIZE // 45)),
    "many headers with such keys": "\n".join(f"[{'b.' * 15}x{n}]\n{'a.' * 15}c = 1" for n in range(SIZE // 80)),
    "many headers": "\n".join(f"[a.b{n}]" for n in range(SIZE // 12)),
    "many rows": "[[place]]\n" * (SIZE // 10),
    "many places": "place = [\n" + "".join(f'{{ name = "{n}", at = [1, 1] }},\n' for n in range(SIZE // 32)) + "]",
    "many keys": "\n".join(f"k{n} = 1" for n in range(SIZE // 12)),
    "deep arrays": "a = " + "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "many arrays that are not too deep": "a = [" + ("[" * 100 + "]" * 100 + ",") * (SIZE // 201) + "]",
    "deep tables in braces": "a = " + "{a = " * (SIZE // 6) + "1" + "}" * (SIZE // 6),
    "a long array": "a = [" + "1," * (SIZE // 2) + "]",
    "a long number": "a = " + "9" * SIZE,
    "a long number to the base of 16": "light = [0x" + "f" * SIZE + ", 1]",
    "a long fraction": "light = [" + "9" * SIZE + ".0, 1]",
    "a large number": "light = [1" + "0" * 4000 + ", 1]",
    "a number without bounds": "light = [inf, nan]",
    "a long string": 'title = "' + "a" * SIZE + '"',
    "a string that never ends": 'title = "' + '\\"' * (SIZE // 2),
    "strings that never end": 'title = "\n' * (SIZE // 10),
    "a key of quotes": '"' * SIZE,
    "nothing but NUL": "\0" * SIZE,
    "nothing but lines": "\n" * SIZE,
    "nothing but comments": "#\n" * (SIZE // 2),
}


@pytest.mark.parametrize("head", ["", HEAD], ids=["alone", "below a head"])
@pytest.mark.parametrize("kind", BIG)
def test_a_layout_of_the_largest_size_is_read_or_refused_within_two_seconds(
    kind: str, head: str, tmp_path: Path
) -> None:
    file = tmp_path / "large.toml"
    file.write_text(head + BIG[kind], encoding="utf-8")
    assert file.stat().st_size <= LARGEST
    began = time.process_time()
    with suppress(BadLayout):
        layouts.load(str(file))
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize("key", ["a" + ".b" * 16, 'a . "b" . ' + " . ".join("c" * 15), "[" + "a." * 16 + "b]"])
def test_a_key_of_too_many_parts_is_refused_with_its_line(key: str) -> None:
    with pytest.raises(BadLayout, match=r"^toy\.toml, line 7: 'a.* is a key of more than 16 parts; .*such as title$"):
        layouts.parse(f"{HEAD}{key} = 1\n", "toy.toml")


def test_many_words_between_dots_in_a_label_are_not_taken_for_a_key() -> None:
    label = ". ".join(["Go"] * 12) + "."
    layouts.parse(f'{HEAD}place = [{{ name = "1", at = [0, 0], label = "{label}" }}]', "toy.toml")


def test_a_layout_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_text("#" * (LARGEST + 1))
    with pytest.raises(BadLayout, match="larger than 250 kB"):
        layouts.load(str(file))
