"""Mouseboard in other people's tests: built, installed, and with its plugin found by the entry point."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.helpers.broken_games import install
from tests.helpers.built import ROOT, installed
from tests.helpers.pages import Page

PROJECT = ROOT / "host/examples/serial_host"

Environment = dict[str, str]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment that makes Python find the installed Mouseboard and example project, not the checkout."""
    site = tmp_path_factory.mktemp("site")
    found = installed(site, compiled=False)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, "--target", site, PROJECT], check=True)
    return found


def run_pytest(folder: Path, environment: Environment, *arguments: str) -> tuple[int, str]:
    """Run pytest in this folder; return its exit status and all that it shows."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def run_test(folder: Path, environment: Environment, test: str) -> str:
    """Run a test file with this text, which must fail, and return what pytest shows."""
    (folder / "test_it.py").write_text(test, encoding="utf-8")
    status, shown = run_pytest(folder, environment)
    assert status == 1, shown
    return shown


def test_the_example_project_passes_its_own_tests(tmp_path: Path, environment: Environment) -> None:
    (tmp_path / "tests").symlink_to(PROJECT / "tests")
    (tmp_path / "pyproject.toml").symlink_to(PROJECT / "pyproject.toml")
    status, shown = run_pytest(tmp_path, environment)
    assert status == 0, shown
    assert re.search(r"\b6 passed", shown)


def test_a_failure_shows_the_line_of_the_test_and_what_there_was_to_see(
    tmp_path: Path, environment: Environment
) -> None:
    shown = run_test(
        tmp_path,
        environment,
        "def test_lamp(mouse_table):\n"
        "    async def at(table):\n"
        "        await table.do('expect lamp 7 red within 1 s')\n"
        "    mouse_table(at)\n",
    )
    assert ">       await table.do('expect lamp 7 red within 1 s')" in shown
    assert re.search(r"E\s+AssertionError: line 1: 'expect lamp 7 red within 1 s': at 1\.\d+ s it is dark", shown)
    assert "mouseboard/testing" not in shown
    assert "asyncio/" not in shown


def test_a_table_at_a_port_is_cleaned_up_after_a_test_that_fails(tmp_path: Path, environment: Environment) -> None:
    shown = run_test(
        tmp_path,
        environment,
        "def test_lamp(mouse_table_port, tmp_path):\n"
        "    table = mouse_table_port(game='classic')\n"
        "    open('path', 'w').write(table.path)\n"
        "    table.do('expect lamp 7 red within 100 ms')\n",
    )
    assert re.search(r"E\s+AssertionError: line 1: .* it is dark", shown)
    assert not Path((tmp_path / "path").read_text(encoding="utf-8")).is_symlink()


def test_tests_that_do_not_use_the_plugin_are_not_affected(tmp_path: Path, environment: Environment) -> None:
    (tmp_path / "conftest.py").write_text(
        "def pytest_addoption(parser):\n    parser.addoption('--game', help='their own')\n", encoding="utf-8"
    )
    (tmp_path / "test_it.py").write_text(
        "import sys\n\n"
        "def test_light(pytestconfig):\n"
        "    assert pytestconfig.pluginmanager.hasplugin('mouseboard')\n"
        "    own = {name for name in sys.modules if name.startswith('mouseboard')}\n"
        "    assert own <= {'mouseboard', 'mouseboard.testing', 'mouseboard.testing.plugin'}\n"
        "    assert pytestconfig.getoption('--game') == 'chess'\n",
        encoding="utf-8",
    )
    status, shown = run_pytest(tmp_path, environment, "--game", "chess")
    assert status == 0, shown


# The conformance suite

SUITE = ("--pyargs", "mouseboard.testing.conformance")


def conformance(folder: Path, environment: Environment, *arguments: str) -> tuple[int, str]:
    path = f"{folder}:{environment['PYTHONPATH']}"
    return run_pytest(folder, environment | {"PYTHONPATH": path}, *SUITE, "--game", "dash", *arguments)


def test_a_sound_game_passes_the_conformance_suite(tmp_path: Path, environment: Environment) -> None:
    install(tmp_path)
    status, shown = conformance(tmp_path, environment, "--games", "1", "-v")
    assert status == 0, shown
    assert re.findall(r"::(\w+)\[(dash.*?)\] PASSED", shown) == [
        ("test_the_game_can_be_loaded", "dash"),
        ("test_each_value_of_an_option_can_be_played", "dash"),
        *(
            (test, f"dash, {players} players")
            for test in (
                "test_random_games_keep_the_contract",
                "test_a_saved_state_that_was_changed_is_refused_or_plays_on",
                "test_notation_is_short_lower_case_and_without_blanks",
            )
            for players in (2, 3, 4)
        ),
        ("test_people_can_tell_the_pieces_apart", "dash"),
        ("test_people_read_the_names_of_sides_with_a_capital", "dash"),
        ("test_no_optional_method_or_attribute_is_misspelt", "dash"),
        ("test_people_see_a_picture_for_every_step_of_in_short", "dash"),
        ("test_the_layout_names_the_game", "dash"),
        ("test_people_can_touch_a_place_for_every_move", "dash"),
        ("test_people_are_told_sentences_and_no_notation", "dash"),
        ("test_people_can_tell_all_choices_apart", "dash"),
        ("test_every_text_is_translated_into_the_languages_of_the_table", "dash"),
        ("test_computer_players_have_kinds_that_people_know", "dash"),
        ("test_computer_players_of_every_kind_choose_legal_actions", "dash"),
    ]


@pytest.mark.parametrize(
    ("when", "failed"),
    [
        ("True", ["test_the_game_can_be_loaded[dash]"]),
        (
            "players == 3",
            [
                "test_random_games_keep_the_contract[dash, 3 players]",
                "test_a_saved_state_that_was_changed_is_refused_or_plays_on[dash, 3 players]",
            ],
        ),
    ],
)
def test_a_game_that_cannot_be_loaded_fails_in_one_sentence_a_test(
    when: str, failed: list[str], tmp_path: Path, environment: Environment
) -> None:
    twice = (
        "    def __init__(self, players, settings):\n"
        "        super().__init__(players, settings)\n"
        f"        self.pieces = (*self.mice, *(['red'] if {when} else []))\n\n"
    )
    install(tmp_path, ("    def start", f"{twice}    def start"))
    status, shown = conformance(tmp_path, environment, "--games", "1")
    assert status == 1, shown
    assert re.findall(r"^FAILED .*::(\w+\[.*?\])", shown, re.M) == failed
    told = re.findall(r"^dash.*: Dash.pieces has 'red' 2 times; each piece needs a name of its own$", shown, re.M)
    assert len(told) == len(failed)
    assert "Error" not in shown and "During handling" not in shown


def test_a_breach_of_the_contract_is_reported_without_a_traceback(tmp_path: Path, environment: Environment) -> None:
    install(tmp_path, ("return DIE if", "return DIE[:5] if"), ("ROLLS if", "ROLLS[:5] if"))
    status, shown = conformance(tmp_path, environment)
    assert status == 1, shown
    said = r"^dash, 2 players, after `(\w+ )*dash`: odds\(\) of a chance state sum to 5/6, not 1$"
    assert re.search(said, shown, re.M), shown
    assert "Traceback" not in shown
    assert ".py:" not in shown


def test_an_unknown_game_is_refused_with_the_known_ones(tmp_path: Path, environment: Environment) -> None:
    status, shown = run_pytest(tmp_path, environment, *SUITE, "--game", "hop")
    assert status == 1
    assert "there is no game 'hop'; the games are barriers, cards, classic, draughts, morris, pantry, " in shown


def test_the_tests_on_the_page_pass_unchanged(tmp_path: Path, environment: Environment) -> None:
    page = Page("host/mouseboard/testing/TESTING.md")
    (tmp_path / "test_page.py").write_text("\n\n".join(page.blocks("python")), encoding="utf-8")
    (tmp_path / "game.txt").symlink_to(ROOT / "tests/recordings/half-on.txt")
    (tmp_path / "stream.txt").symlink_to(ROOT / "tests/testing/draughts.txt")
    status, shown = run_pytest(tmp_path, environment, "-W", "error")
    assert status == 0, shown
    assert "10 passed" in shown
