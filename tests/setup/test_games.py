"""A user's games move into the service's folder, and all games come back."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mouseboard import rules
from mouseboard.setup import SetupError
from mouseboard.setup.games import FOLDER, JOURNAL, Owner, check_unused, give_back, give_to, take_along, takers
from mouseboard.store import Entry, Journal, Noted

HOLD = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT 1 FROM game'); print(); input()"


@pytest.fixture
def anna(tmp_path: Path) -> Owner:
    return Owner("anna", os.getuid(), os.getgid(), tmp_path / "home/journal.db")


def play(journal: Path, note: str) -> None:
    """Begin a game, and write a note into it."""
    with Journal.open(journal) as opened:
        opened.begin(rules.load("classic", players=2), entries=[Noted(note)]).close()


def notes(journal: Path) -> list[list[Entry]]:
    with Journal.open_existing(journal) as opened:
        return [opened.entries(game) for game in opened.games()]


def test_games_taken_along_are_the_service_s_and_their_old_file_is_kept(tmp_path: Path, anna: Owner) -> None:
    play(anna.journal, "a")
    assert list(map(str, take_along(anna, tmp_path))) == ["Taken along: 1 games of anna."]
    assert notes(tmp_path / JOURNAL) == [[Noted("a")]]
    assert not anna.journal.exists()
    assert notes(anna.journal.with_name("journal.db.taken-along")) == [[Noted("a")]]


def test_once_somebody_gets_all_games_back_nobody_else_s_are_taken_along() -> None:
    assert takers(["anna", "bob"], "") == ["anna", "bob"]
    assert takers(["anna", "bob"], "anna") == ["anna"]
    assert takers(["bob"], "anna") == []


def test_games_that_both_have_are_there_once(tmp_path: Path, anna: Owner) -> None:
    play(tmp_path / JOURNAL, "of the service")
    play(anna.journal, "a")
    take_along(anna, tmp_path)
    play(anna.journal, "b")
    take_along(anna, tmp_path)
    assert notes(tmp_path / JOURNAL) == [[Noted("of the service")], [Noted("a")], [Noted("b")]]


def test_a_game_played_on_by_the_service_comes_back_once_and_whole(tmp_path: Path, anna: Owner) -> None:
    play(anna.journal, "a")
    take_along(anna, tmp_path)
    with Journal.open(tmp_path / JOURNAL) as journal, journal.resume(1) as writer:
        writer.append(Noted("b"))
    play(anna.journal, "played meanwhile")
    assert list(map(str, give_to(anna, tmp_path))) == ["Given back: 1 games to anna."]
    assert notes(anna.journal) == [[Noted("played meanwhile")], [Noted("a"), Noted("b")]]
    assert list(anna.journal.parent.iterdir()) == [anna.journal]
    assert not (tmp_path / FOLDER).exists()


def test_a_folder_that_systemd_has_made_a_link_is_removed_with_its_link(tmp_path: Path, anna: Owner) -> None:
    play(tmp_path / "var/lib/private/mouseboard/journal.db", "a")
    (tmp_path / FOLDER).symlink_to("private/mouseboard")
    give_to(anna, tmp_path)
    assert list((tmp_path / "var/lib").rglob("*")) == [tmp_path / "var/lib/private"]
    assert notes(anna.journal) == [[Noted("a")]]


def test_a_service_without_a_game_is_removed_whoever_should_get_its_games(tmp_path: Path) -> None:
    assert give_back("nobody-here", tmp_path) == []
    Journal.open(tmp_path / JOURNAL).close()
    (tmp_path / f"{JOURNAL}-page8700").touch()
    (tmp_path / f"{JOURNAL}-screen").touch()
    assert give_back("nobody-here", tmp_path) == []
    assert not (tmp_path / FOLDER).exists()


def test_what_else_lies_in_the_service_s_folder_stays_and_is_named(tmp_path: Path, anna: Owner) -> None:
    play(tmp_path / JOURNAL, "a")
    play(tmp_path / FOLDER / "backup-2026.db", "b")
    stays = "/var/lib/mouseboard stays, because more is in it: backup-2026.db"
    assert list(map(str, give_to(anna, tmp_path)))[1:] == [stays]
    assert [file.name for file in (tmp_path / FOLDER).iterdir()] == ["backup-2026.db"]
    assert notes(tmp_path / FOLDER / "backup-2026.db") == [[Noted("b")]]


def test_a_journal_that_was_moved_aside_stays_and_is_named(tmp_path: Path) -> None:
    play(tmp_path / FOLDER / "journal.broken.db", "a")
    stays = "/var/lib/mouseboard stays, because more is in it: journal.broken.db"
    assert list(map(str, give_back("anna", tmp_path))) == [stays]
    assert notes(tmp_path / FOLDER / "journal.broken.db") == [[Noted("a")]]


def test_games_whose_user_is_gone_stay_and_the_reason_is_said(tmp_path: Path) -> None:
    play(tmp_path / JOURNAL, "a")
    said = list(map(str, give_back("nobody-here", tmp_path)))
    assert said[0] == "The games stay in /var/lib/mouseboard: there is no user nobody-here here."
    assert "setup --undo` give them back" in said[1]
    assert notes(tmp_path / JOURNAL) == [[Noted("a")]]


def test_a_file_that_is_no_journal_stays_and_the_reason_is_said(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / JOURNAL).write_bytes(b"broken" * 999)
    assert "is not a journal" in str(give_back("anna", tmp_path)[0])
    assert (tmp_path / JOURNAL).read_bytes() == b"broken" * 999


def test_damaged_games_stay_where_they_are(tmp_path: Path, anna: Owner) -> None:
    play(anna.journal, "a")
    play(anna.journal, "b")
    with closing(sqlite3.connect(anna.journal)) as journal, journal:
        journal.execute("DROP TRIGGER entry_stays")
        journal.execute("UPDATE entry SET entry = '{}' WHERE game = 1")
    said = [str(note) for note in take_along(anna, tmp_path)]
    assert said[1:] == [f"1 more are damaged: {anna.journal} stays as it is."]
    assert notes(tmp_path / JOURNAL) == [[Noted("b")]]
    assert anna.journal.exists()


def test_games_in_use_are_left_alone_and_their_user_is_told_by_whom(anna: Owner) -> None:
    play(anna.journal, "a")
    check_unused(anna)
    holding = [sys.executable, "-c", HOLD, str(anna.journal)]
    with subprocess.Popen(holding, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        program.stdout.readline()
        with pytest.raises(SetupError, match=rf"^python.* \(process {program.pid}\) has the games of anna open"):
            check_unused(anna)
        program.communicate("\n")


def test_a_link_in_the_service_s_folder_is_not_followed(tmp_path: Path, anna: Owner) -> None:
    play(anna.journal, "a")
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / JOURNAL).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SetupError, match=r"journal.db is a link, which the service never makes"):
        take_along(anna, tmp_path)
    assert anna.journal.exists()
    assert not (tmp_path / "elsewhere").exists()
