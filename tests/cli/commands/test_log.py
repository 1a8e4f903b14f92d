"""`mouseboard log`: what the journal tells, in the language of those who ask."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from mouseboard import rules
from mouseboard.store import Continued, Journal, Paused


def begun(journal: Path, *names: str) -> None:
    """Games of which nothing has been played yet."""
    with Journal.open(journal) as book:
        for name in names:
            book.begin(rules.load(name), seed=1).close()


def test_without_a_number_the_last_unfinished_game_goes_on(run: Run, journal: Path) -> None:
    begun(journal, "revised", "revised")
    run("play", "revised", "--auto", "--seed", 3)
    assert run("log", "resume", "--auto").out.splitlines()[0].endswith('"seed":1}')
    finished = [": won by " in line for line in run("log", "list").out.splitlines()]
    assert finished == [True, True, False]


def test_the_list_counts_in_words_that_fit(run: Run, journal: Path) -> None:
    begun(journal, "classic")
    assert run("log", "list").out.endswith("classic, 2 players, seed 1: 0 entries, chance is next\n")
    assert run("log", "list", "--lang", "fr").out.endswith(
        "classic, 2 joueurs, graine 1 : 0 entrée, au tour du hasard\n"
    )


@pytest.mark.parametrize("arguments", [("--lang", "de", "log", "show", 1), ("log", "show", 1, "--lang", "de")])
def test_a_game_is_told_in_the_language_asked_for(run: Run, arguments: tuple[str | int, ...]) -> None:
    run("play", "revised", "--auto", "--seed", 1)
    assert "Rot würfelt" in run(*arguments).out


def test_a_game_is_told_in_the_language_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "revised", "--auto", "--seed", 1)
    monkeypatch.setenv("LC_ALL", "nl_BE.UTF-8")
    assert "Rood gooit" in run("log", "show", 1).out


def test_a_journal_that_is_not_there_yet_is_no_error_and_is_not_made(run: Run, journal: Path) -> None:
    assert run("log", "list") == (0, "no game yet; `mouseboard play` begins one\n", "")
    assert not journal.exists()


def test_a_relative_data_folder_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOUSEBOARD_JOURNAL")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    monkeypatch.chdir(tmp_path)
    why = "mouseboard: XDG_DATA_HOME is 'data', but must be a whole path, beginning with /\n"
    for command in (("play", "revised", "--auto", "--seed", 1), ("log", "list")):
        assert run(*command) == (2, "", why)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_rests_is_told_so(run: Run, journal: Path) -> None:
    with Journal.open(journal) as book:
        with book.begin(rules.load("classic"), seed=1, entries=[Paused()]) as writer:
            assert run("log", "list").out.endswith(": 1 entry, the game rests\n")
            assert run("log", "show", 1).out == "   0  The game rests.\n"
            writer.append(Continued())
        assert run("log", "list").out.endswith(": 2 entries, chance is next\n")
        assert run("log", "show", 1).out.endswith("   1  The game goes on.\n")
