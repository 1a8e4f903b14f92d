"""A journal is exported whole into another file, and its games are imported from there, each once."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.tamper import tamper

from mouseboard.rules import Game
from mouseboard.store import Imported, Journal, Noted, StoreError, export_journal, import_games


@pytest.fixture
def journal(path: Path, race: Game) -> Journal:
    """A journal with two games."""
    journal = Journal.open(path)
    for note in "ab":
        journal.begin(race, entries=[Noted(note)]).close()
    return journal


@pytest.fixture
def file(path: Path) -> Path:
    return path.with_name("backup.db")


def test_an_export_during_a_game_is_one_file_for_its_owner_alone(journal: Journal, file: Path) -> None:
    with journal, journal.resume(2) as writer:
        writer.append(Noted("c"))
        export_journal(journal, file)
        assert file.stat().st_mode & 0o777 == 0o600
        assert not list(file.parent.glob("backup.db-*"))
    with Journal.open_copy(file) as copy:
        assert [copy.entries(game) for game in copy.games()] == [[Noted("a")], [Noted("b"), Noted("c")]]


def test_a_game_that_has_ended_is_in_the_file_that_is_copied_alone(journal: Journal, file: Path) -> None:
    with journal:
        with journal.resume(2) as writer:
            writer.append(Noted("c"))
        shutil.copy(journal.path, file)
        with Journal.open_copy(file) as copy:
            assert copy.entries(2) == [Noted("b"), Noted("c")]


@pytest.fixture
def crashed(journal: Journal, path: Path, file: Path) -> Path:
    """A backup that took the place of a journal whose log a crash has left, with newer entries."""
    crashed = path.with_name("crashed.db")
    with journal, journal.resume(2) as writer:
        export_journal(journal, file)
        writer.append(Noted("newer"))
        shutil.copy(path.with_name(f"{path.name}-wal"), crashed.with_name("crashed.db-wal"))
    shutil.copy(file, crashed)
    return crashed


def test_a_log_that_a_crash_left_is_not_read_into_a_backup_put_in_its_place(crashed: Path) -> None:
    log = crashed.with_name("crashed.db-wal").read_bytes()
    with Journal.open(crashed) as journal:
        assert [journal.entries(game) for game in journal.games()] == [[Noted("a")], [Noted("b")]]
    assert crashed.with_name("crashed.db-wal.old").read_bytes() == log


def test_a_log_that_a_crash_left_beside_a_backup_is_not_imported(crashed: Path) -> None:
    with Journal.open_copy(crashed) as journal:
        assert [journal.entries(game) for game in journal.games()] == [[Noted("a")], [Noted("b")]]
    assert crashed.with_name("crashed.db-wal").exists()


def test_an_export_overwrites_no_file(journal: Journal, file: Path) -> None:
    file.write_text("precious")
    with journal, pytest.raises(StoreError, match=f"^{file} is there already and is not overwritten: name a new file$"):
        export_journal(journal, file)
    assert file.read_text() == "precious"


def test_an_export_into_a_missing_folder_is_refused(journal: Journal, file: Path) -> None:
    with journal, pytest.raises(StoreError, match=r"cannot make .*nowhere/backup.db: there is no such file"):
        export_journal(journal, file.parent / "nowhere" / "backup.db")


def test_imported_games_get_new_numbers_and_keep_all_their_entries(journal: Journal, file: Path, race: Game) -> None:
    with journal:
        export_journal(journal, file)
        before = [journal.written(game) for game in (1, 2)]
    with Journal.open(file.with_name("new.db")) as other:
        other.begin(race, entries=[Noted("z")]).close()
        assert import_games(other, file) == Imported((2, 3), 0, ())
        for game, written in zip((2, 3), before, strict=True):
            again = other.written(game)
            assert (again.heading.began, again.heading.setup) == (written.heading.began, written.heading.setup)
            assert again.entries == written.entries


def test_a_game_that_is_already_there_is_not_imported_twice(journal: Journal, file: Path) -> None:
    with journal:
        export_journal(journal, file)
        with journal.resume(2) as writer:
            writer.append(Noted("later"))  # it is still the same game
        assert import_games(journal, file) == Imported((), 2, ())
        assert journal.games() == [1, 2]


def test_damaged_games_are_named_and_not_imported(journal: Journal, file: Path) -> None:
    with journal:
        export_journal(journal, file)
    tamper(file, "UPDATE entry SET entry = '{}' WHERE game = 1")
    with Journal.open(file.with_name("new.db")) as other:
        added, known, (damaged,) = import_games(other, file)
        assert (added, known) == ((1,), 0)
        assert str(damaged).startswith("game 1 is damaged: entry 0 is not what was written")
        assert other.entries(1) == [Noted("b")]


def test_an_import_does_not_change_its_file(journal: Journal, file: Path) -> None:
    with journal:
        export_journal(journal, file)
        before = file.read_bytes()
        import_games(journal, file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "why"), [(None, "there is no file "), (b"", "is empty; "), (b"cheese " * 99, "is not a journal")]
)
def test_an_import_of_a_file_that_is_no_journal_is_refused(
    journal: Journal, file: Path, content: bytes | None, why: str
) -> None:
    if content is not None:
        file.write_bytes(content)
    with journal, pytest.raises(StoreError, match=why):
        import_games(journal, file)


def test_an_import_of_another_program_s_database_is_refused(journal: Journal, file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE recipe (cheese TEXT)")
    with journal, pytest.raises(StoreError, match="is another program's database, not a journal"):
        import_games(journal, file)
