"""A new game is one package. The worked example of NEWGAME.md is installed and keeps the contract."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests import built

from mouseboard import rules
from mouseboard.referee.questions import REST

HERE = Path(__file__).parent
SOURCE = Path(__file__).parents[2] / "host/examples/cheese_dash"
PAGE = Path(rules.__file__).with_name("NEWGAME.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with Mouseboard and the package, installed by pip."""
    target = tmp_path_factory.mktemp("site")
    built.installed(target, compiled=False)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(SOURCE))
    return target


def run(*command: str, path: Path | None = None) -> str:
    """Run a command, with `path` on Python's path, and return what it prints."""
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_new_game_is_listed_and_can_be_played(installed: Path) -> None:
    play = (
        "from mouseboard import rules\n"
        "state = rules.load('dash', 3).start()\n"
        "for action in ('dash', 'roll6', 'walk', 'dash', 'roll1'): state = state.play(action)\n"
        "print('dash' in rules.games(), state.placement(), state.prompt())"
    )
    told = run(sys.executable, "-c", play, path=installed)
    assert told == "True {'red': '6', 'blue': '2', 'green': 'nest'} red: walk two, or dash?\n"


def test_a_new_game_plays_itself_on_the_simulated_table(installed: Path, tmp_path: Path) -> None:
    mouseboard = Path(sys.executable).with_name("mouseboard")
    command = [str(mouseboard), "--journal", str(tmp_path / "journal.db"), "play", "dash", "--players", "3", "--auto"]
    first, *actions, last = run(*command, "--seed", "7", path=installed).splitlines()
    assert first == '{"game":"dash","players":3,"options":{},"seed":7}'
    assert {"dash", "walk"} & set(actions)
    assert re.fullmatch("winner: [012]", last)


def test_the_page_says_how_long_the_table_waits_before_it_reveals_something() -> None:
    assert f"rests for {REST:.0f} second before the table goes on by itself" in PAGE


def test_the_example_of_a_new_game_passes_the_conformance_suite(installed: Path) -> None:
    (command,) = re.findall("^    python (-m pytest .*)$", PAGE, re.M)
    told = run(sys.executable, *command.split(), "-p", "no:cacheprovider", "-vv", path=installed)
    passed = re.findall(r"::(test_\w+)\[dash[^]]*\] PASSED", told)
    assert passed.count("test_random_games_keep_the_contract") == 3, told


def test_the_rules_of_the_example_take_fewer_than_sixty_lines() -> None:
    assert len((SOURCE / "mouseboard_dash/__init__.py").read_text(encoding="utf-8").splitlines()) < 60


@pytest.mark.parametrize("name", ["pyproject.toml", "mouseboard_dash/dash.toml", "mouseboard_dash/__init__.py"])
def test_the_page_shows_the_exact_files_of_the_example(name: str) -> None:
    shown = re.search(rf"## \d\. .*`{re.escape(name)}`\n.*?```\w+\n(.*?)```", PAGE, re.S)
    assert shown is not None
    assert shown[1] == (SOURCE / name).read_text(encoding="utf-8")
