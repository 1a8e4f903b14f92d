"""Every command when nobody reads what it prints, or there is no room for it: no traceback, and a sensible status."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import MOUSEBOARD
from tests.photo.test_work import JPEG

from mouseboard.cli.main import BROKEN_PIPE, make_parser

pytestmark = pytest.mark.real

EXAMPLES = {
    "games": "games classic",
    "play": "play revised --auto --seed 1",
    "serve": "serve --port 0",
    "study": "study revised --games 1 --workers 1",
    "table list": "table list",
    "table flash": "table flash",
    "table uf2": "table uf2 new.uf2 --board pico",
    "table doctor": "table doctor sim",
    "table monitor": "table monitor /dev/null",
    "table sim": "table sim classic",
    "log list": "log list",
    "log show": "log show 1",
    "log replay": "log replay 1",
    "log resume": "log resume 2",
    "log check": "log check",
    "log export": "log export new.db",
    "log import": "log import old.db",
    "layout check": "layout check classic",
    "layout rows": "layout rows barriers",
    "layout grid": "layout grid 9x9 --game foxes",
    "layout print": "layout print barriers --overlay",
    "layout from-photo": "layout from-photo old.jpg",
    "words": "words pantry",
    "setup": "setup --help",
    "completion": "completion bash",
    "help": "help playing",
}
"""Every command with words that make it print something."""


def commands(parser: argparse.ArgumentParser, *words: str) -> Iterator[str]:
    inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not inner:
        yield " ".join(words)
    for action in inner:
        for name, one in action.choices.items():
            yield from commands(one, *words, name)


def test_every_command_has_an_example_here() -> None:
    assert [*commands(make_parser())] == [*EXAMPLES]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal of two games, one of them unfinished, its export and a photograph."""
    folder = tmp_path_factory.mktemp("home")
    for line in ("play revised --auto --seed 1", "play classic --seed 2 --page off", "log export old.db"):
        assert in_shell(folder, f"{MOUSEBOARD} {line} </dev/null >/dev/null") == (0, "")
    (folder / "old.jpg").write_bytes(JPEG)
    return folder


def in_shell(folder: Path, line: str) -> tuple[int, str]:
    """Run a line in that folder. Return its exit status and what it writes to standard error."""
    journal = {"MOUSEBOARD_JOURNAL": str(folder / "journal.db"), "LC_ALL": "C.UTF-8"}
    line = f"rm -f new.*; {line}"
    ran = subprocess.run(
        ["bash", "-c", line], cwd=folder, env=os.environ | journal, capture_output=True, text=True, timeout=120
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("example", EXAMPLES.values())
def test_a_command_whose_reader_has_gone_ends_quietly(home: Path, example: str) -> None:
    line = f"(sleep 0.5; exec {MOUSEBOARD} {example} </dev/null) | true; exit ${{PIPESTATUS[0]}}"
    status, err = in_shell(home, line)
    assert (status, err) == (BROKEN_PIPE, "") or (status == 2 and err.count("\n") == 1)


@pytest.mark.parametrize("example", EXAMPLES.values())
@pytest.mark.parametrize("stream", [">&-", ">/dev/full", "2>/dev/full >/dev/full"])
def test_a_command_without_room_for_its_output_is_refused_in_one_line(home: Path, example: str, stream: str) -> None:
    status, err = in_shell(home, f"exec {MOUSEBOARD} {example} </dev/null {stream}")
    assert (status, err.count("\n")) == (2, 0 if "2>" in stream else 1)


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_whose_reader_has_gone_ends_quietly(home: Path, name: str) -> None:
    line = f"(sleep 0.5; exec {MOUSEBOARD} {name} --help) | true; exit ${{PIPESTATUS[0]}}"
    assert in_shell(home, line) == (BROKEN_PIPE, "")
