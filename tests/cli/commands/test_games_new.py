"""`mouseboard games new` checks the name before it writes anything, and says what to do next."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.helpers.full_disk import full_disk, needs_limits

from mouseboard.cli.commands import games_new


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_says_how_to_install_test_and_play_the_game_that_it_has_written(run: Run, folder: Path) -> None:
    status, out, err = run("games", "new", "foxes")
    assert (status, err) == (0, "")
    first, install, test, play, last = out.splitlines()
    assert first.startswith("foxes/ is a game that works.")
    assert install.endswith(" -m pip install -e 'foxes[test]'")
    assert test.endswith(" -m pytest foxes")
    assert play.endswith("mouseboard play foxes")
    assert "`mouseboard help newgame`" in last
    assert (folder / "foxes/tests/test_foxes.py").is_file()


def test_hidden_folders_of_a_checkout_are_no_part_of_a_new_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = [path for path, _ in games_new.files("foxes")]
    shutil.copytree(games_new.HOME.parent / "examples/hunt", folder / "hunt")
    (folder / "hunt/.venv").mkdir()
    (folder / "hunt/.venv/setup.py").touch()
    monkeypatch.setattr(games_new, "HOME", folder)
    assert [path for path, _ in games_new.files("foxes")] == written


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Foxes", "a game cannot be called 'Foxes'; take one word of small letters and digits, such as `foxes`"),
        ("../foxes", "a game cannot be called '../foxes'; take one word"),
        ("2foxes", "a game cannot be called '2foxes'; take one word"),
        ("new", "'new' means something else to Windows or to `mouseboard games`; take another name, such as `foxes`"),
        ("con", "'con' means something else to Windows"),
        ("lpt1", "'lpt1' means something else to Windows"),
        ("classic", "there is a game 'classic' already; take another name"),
        ("morris", "there is a game 'morris' already; take another name"),
    ],
)
def test_a_name_that_a_game_cannot_have_is_refused_and_nothing_is_written(
    name: str, why: str, run: Run, folder: Path
) -> None:
    assert run("games", "new", name).err.startswith(f"mouseboard: {why}")
    assert list(folder.glob("*")) == []


def test_a_folder_that_is_there_is_never_overwritten(run: Run, folder: Path) -> None:
    (folder / "foxes").mkdir()
    why = "'foxes' is here already, and is not overwritten; take another name, or another folder"
    assert run("games", "new", "foxes").err == f"mouseboard: {why}\n"
    assert list((folder / "foxes").iterdir()) == []


@needs_limits
def test_a_disk_that_fills_up_meanwhile_leaves_no_half_of_a_game(run: Run, folder: Path) -> None:
    with full_disk(2000):
        status, out, err = run("games", "new", "foxes")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("mouseboard: foxes: ")
    assert list(folder.iterdir()) == []


def test_new_without_a_name_and_a_name_without_new_are_refused(run: Run) -> None:
    assert run("games", "new").err == "mouseboard: missing: NAME; try `mouseboard games --help`\n"
    why = "not understood: classic foxes; try `mouseboard games --help`"
    assert run("games", "classic", "foxes").err == f"mouseboard: {why}\n"


def test_a_misspelt_new_is_understood(run: Run) -> None:
    assert run("games", "neu", "foxes").err == "mouseboard: not understood: neu foxes; did you mean new?\n"


def test_the_help_says_what_is_written_and_which_names_are_allowed(run: Run) -> None:
    said = " ".join(run("games", "new", "--help").out.split())
    assert "into a folder of this name (one word of small letters and digits): rules, board, " in said
