"""`mouseboard games new` writes a game that works at once. It is the game that NEWGAME.md builds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.helpers import built

from mouseboard import rules
from mouseboard.cli.commands.games_new import files
from mouseboard.referee.questions import REST_S

SOURCE = Path(__file__).parents[2] / "host/examples/hunt"
PAGE = Path(rules.__file__).with_name("NEWGAME.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with Mouseboard and a game that it has written, installed by pip. The game's source is beside it."""
    target = tmp_path_factory.mktemp("evening") / "site"
    built.installed(target, compiled=False)
    run(sys.executable, "-m", "mouseboard", "games", "new", "foxes", path=target)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "install", *options, "--target", str(target), "./foxes", path=target)
    return target


def run(*command: str, path: Path) -> str:
    """Run a command beside `path`, with that on Python's path, and return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(path)}
    done = subprocess.run(
        command, cwd=path.parent, capture_output=True, text=True, env=environment, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.real
def test_a_written_game_passes_its_own_tests_and_the_conformance_suite(installed: Path) -> None:
    told = run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-vv", "foxes", path=installed)
    assert re.search(r"::test_simulated_hands_play_a_game_to_its_end PASSED", told)
    assert re.search(r"::test_random_games_keep_the_contract\[foxes, 2 players\] .*PASSED", told)
    assert "classic" not in told


def test_a_written_game_is_told_in_the_language_of_the_table(installed: Path) -> None:
    told = run(sys.executable, "-m", "mouseboard", "games", "foxes", "--lang", "de", path=installed)
    assert "Foxes, für 2 Leute" in told
    assert "Die Mäuse laufen nach Hause." in told


def test_a_written_game_plays_itself_on_the_simulated_table(installed: Path) -> None:
    command = ["--journal", "journal.db", "play", "foxes", "--auto", "--seed", "7"]
    first, *moves, last = run(sys.executable, "-m", "mouseboard", *command, path=installed).splitlines()
    assert first == '{"game":"foxes","players":2,"options":{},"seed":7}'
    assert all(re.fullmatch(r"[a-e]\d-[a-e]\d", move) for move in moves)
    assert re.fullmatch("winner: [01]", last)


def test_the_page_says_how_long_the_table_waits_before_it_reveals_something() -> None:
    assert f"rests for {REST_S:.0f} second before the table goes on by itself" in PAGE


def test_a_game_has_its_name_in_all_its_files_and_their_names() -> None:
    written = {str(path): text for path, text in files("foxes")}
    assert {"foxes/pyproject.toml", "foxes/mouseboard_foxes/foxes.toml", "foxes/tests/test_foxes.py"} <= written.keys()
    assert not re.search("hunt", "".join((*written, *written.values())), re.I)
    assert "class FoxesGame(Game)" in written["foxes/mouseboard_foxes/__init__.py"]


def test_the_rules_of_the_example_can_be_read_in_one_go() -> None:
    assert len((SOURCE / "mouseboard_hunt/__init__.py").read_text(encoding="utf-8").splitlines()) < 150


@pytest.mark.parametrize("name", ["pyproject.toml", "mouseboard_hunt/__init__.py", "mouseboard_hunt/players.py"])
def test_the_page_shows_the_exact_files_of_the_example(name: str) -> None:
    assert lines_of(shown(name)) == lines_of((SOURCE / name).read_text(encoding="utf-8"))


def test_the_page_shows_the_beginning_and_the_end_of_the_example_s_board() -> None:
    name = "mouseboard_hunt/hunt.toml"
    text = (SOURCE / name).read_text(encoding="utf-8")
    beginning, number, end = re.split(r"  # \.\.\. and (\d+) more\n", shown(name))
    assert text.startswith(beginning)
    assert text.endswith(end)
    left_out = text.removeprefix(beginning).removesuffix(end).splitlines()
    assert [line[:4] for line in left_out] == ["  { "] * int(number)


def shown(name: str) -> str:
    """Return what the page shows of a file, whose section has its name; a file may be shown in several parts."""
    section = re.search(rf"^## \d\. .*`{re.escape(name)}`\n(.*?)^## ", PAGE, re.S | re.M)
    assert section is not None
    return "".join(re.findall(r"^```\w+\n(.*?)^```$", section[1], re.S | re.M))


def lines_of(text: str) -> list[str]:
    """Return the lines that are not blank; those between the parts of a file are not on the page."""
    return [line for line in text.splitlines() if line]
