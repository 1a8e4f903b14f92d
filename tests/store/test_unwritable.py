"""A journal on a disk that is full, or that can only be read: its games are read, and the true reason is given."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.helpers.full_disk import full_disk, needs_limits
from tests.helpers.without_rights import nobody

from mouseboard.rules import Game
from mouseboard.store import Journal, Noted, StoreError, Unwritable, cause, export_journal

ELSEWHERE = "log export FILE` copies its games to another disk, and --journal FILE goes on there"


@contextmanager
def read_only(*files: Path) -> Iterator[Path]:
    """Yield a folder with copies of these files that can only be read. Root becomes another user."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in files:
            shutil.copy(file, folder)
            (folder / file.name).chmod(0o444)
        folder.chmod(0o555)
        try:
            with nobody():
                yield folder
        finally:
            folder.chmod(0o755)


@pytest.fixture
def played(path: Path, race: Game) -> Path:
    """A journal with a game."""
    with Journal.open(path) as journal:
        journal.begin(race, entries=[Noted("a")]).close()
    return path


def notes(path: Path) -> list[object]:
    with Journal.open_to_read(path) as journal:
        return [entry for game in journal.games() for entry in journal.entries(game)]


def test_a_journal_that_can_only_be_read_is_read_and_refused_to_players_with_what_they_can_do(played: Path) -> None:
    with read_only(played) as folder:
        assert notes(folder / "journal.db") == [Noted("a")]
        for opening in (Journal.open, Journal.open_existing):
            with pytest.raises(Unwritable) as error:
                opening(folder / "journal.db")
            why, advice = "you have no permission", f"`mouseboard --journal {folder}/journal.db {ELSEWHERE}"
            assert str(error.value) == f"journal {folder}/journal.db cannot be written: {why}; {advice}"
            assert str(cause(error.value)) == why


def test_what_a_killed_game_left_in_the_log_is_read_where_nothing_can_be_written(played: Path) -> None:
    with Journal.open(played) as journal, journal.resume(1) as writer:
        writer.append(Noted("b"))
        with read_only(played, played.with_name("journal.db-wal")) as folder:
            assert notes(folder / "journal.db") == [Noted("a"), Noted("b")]
            assert len(list(folder.iterdir())) == 2


def test_the_log_is_read_in_memory_where_no_disk_has_room(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(played) as journal, journal.resume(1) as writer:
        writer.append(Noted("b"))
        with read_only(played, played.with_name("journal.db-wal")) as folder:
            monkeypatch.setattr(tempfile, "tempdir", str(folder))
            assert notes(folder / "journal.db") == [Noted("a"), Noted("b")]
            assert len(list(folder.iterdir())) == 2


@needs_limits
def test_a_log_for_whose_copy_nothing_has_room_is_refused_with_what_to_do(played: Path) -> None:
    (killed := played.parent / "killed").mkdir()
    with Journal.open(played) as journal, journal.resume(1) as writer:
        writer.append(Noted("b"))
        for file in (played, played.with_name("journal.db-wal")):
            shutil.copy(file, killed)
    with full_disk(0), pytest.raises(StoreError, match=r"cannot be read: .* no disk has room .* TMPDIR=FOLDER$"):
        notes(killed / "journal.db")
    assert notes(killed / "journal.db") == [Noted("a"), Noted("b")]


def test_a_journal_that_can_only_be_read_is_refused_to_players_even_if_sqlite_opens_it(played: Path) -> None:
    with Journal.open(played):
        files = [played.with_name(f"journal.db{ending}") for ending in ("", "-wal", "-shm")]
        with read_only(*files) as folder:
            for opening in (Journal.open, Journal.open_existing):
                with pytest.raises(Unwritable, match=f"cannot be written: .* {ELSEWHERE}"):
                    opening(folder / "journal.db")


def test_a_linked_journal_is_read_with_the_log_beside_the_file_itself(played: Path) -> None:
    with Journal.open(played) as journal, journal.resume(1) as writer:
        writer.append(Noted("b"))
        with read_only(played, played.with_name("journal.db-wal")) as folder, tempfile.TemporaryDirectory() as other:
            link = Path(other, "link.db")
            link.symlink_to(folder / "journal.db")
            assert notes(link) == [Noted("a"), Noted("b")]


def test_signs_in_a_name_that_mean_something_in_a_url_are_read_as_they_are(played: Path) -> None:
    odd = played.rename(played.with_name("a?b#c%41.db"))
    with read_only(odd) as folder:
        assert notes(folder / odd.name) == [Noted("a")]


@needs_limits
def test_a_journal_on_a_full_disk_is_read_and_exported(played: Path) -> None:
    with full_disk(0):
        assert notes(played) == [Noted("a")]
        with pytest.raises(Unwritable, match=f"cannot be written: .*; `mouseboard --journal {played} {ELSEWHERE}$"):
            Journal.open(played)
    with Journal.open(played) as journal:
        assert len(journal.games()) == 1


@needs_limits
def test_a_new_journal_for_which_there_is_no_room_leaves_no_file(path: Path) -> None:
    with full_disk(0), pytest.raises(Unwritable, match="name another file with --journal"):
        Journal.open(path)
    assert list(path.parent.iterdir()) == []


@needs_limits
def test_an_export_to_a_full_disk_names_the_copy_and_leaves_none(played: Path) -> None:
    copy = played.with_name("copy.db")
    with Journal.open_to_read(played) as journal, full_disk(8192), pytest.raises(StoreError) as error:
        export_journal(journal, copy)
    assert str(error.value).startswith(f"cannot make {copy}: ")
    assert not copy.exists()


def test_a_journal_that_may_not_be_read_is_refused_with_that_reason(played: Path) -> None:
    with read_only(played) as folder:
        os.seteuid(os.getuid())
        (folder / "journal.db").chmod(0o000)
        os.seteuid(os.getuid() or 65534)
        with pytest.raises(StoreError, match=r"journal .*/journal.db cannot be read: "):
            Journal.open_to_read(folder / "journal.db")


def test_a_folder_in_the_place_of_the_log_is_named_as_the_reason(played: Path) -> None:
    played.with_name("journal.db-wal").mkdir()
    with pytest.raises(Unwritable, match="cannot be written: it is a folder"):
        Journal.open(played)
    assert notes(played) == [Noted("a")]


def test_a_name_too_long_for_the_files_beside_a_journal_is_refused_as_that(path: Path) -> None:
    with pytest.raises(Unwritable, match="its name is too long; name another file"):
        Journal.open(path.with_name("x" * 250))
    assert list(path.parent.iterdir()) == []


def test_a_link_to_a_missing_folder_is_refused_with_that_reason(path: Path) -> None:
    path.symlink_to("missing/journal.db")
    with pytest.raises(Unwritable, match="there is no such file or folder"):
        Journal.open(path)
