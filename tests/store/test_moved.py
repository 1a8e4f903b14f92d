"""A journal that is deleted, moved, replaced or written over while it is open: games go on in the file at its path."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.helpers.full_disk import full_disk, needs_limits

from mouseboard.rules import Game
from mouseboard.store import Entry, Journal, Locked, Noted, StoreError, Unwritable, Writer, export_journal

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="there an open file stays where it is")

SHORT_S = 0.1
"""Timeout for another process that keeps its lock, in seconds."""

A, B, C, D = map(Noted, "abcd")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal in a folder of its own."""
    return tmp_path / "games" / "journal.db"


@pytest.fixture
def journal(path: Path, race: Game) -> Iterator[Journal]:
    """An open journal with a game that was played before."""
    with Journal.open(path, SHORT_S) as journal:
        journal.begin(race, seed=1, entries=[A]).close()
        yield journal


@pytest.fixture
def writer(journal: Journal, race: Game) -> Writer:
    """The writer of a second game, which is on and has an entry."""
    return journal.begin(race, seed=2, entries=[B])


@pytest.fixture
def other(tmp_path: Path, race: Game) -> Path:
    """Another journal, with two games."""
    path = tmp_path / "other.db"
    with Journal.open(path) as other:
        for seed in (3, 4):
            other.begin(race, seed=seed, entries=[C]).close()
    return path


def contents(path: Path) -> list[list[Entry]]:
    """Return the entries of each game in a journal that another program would find at the path."""
    with Journal.open_existing(path) as found:
        assert found.trouble() is None
        return [found.entries(game) for game in found.games()]


def delete(path: Path) -> None:
    path.unlink()


def delete_with_logs(path: Path) -> None:
    for file in path.parent.glob("journal.db*"):
        file.unlink()


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def move(path: Path) -> None:
    path.rename(path.with_name("moved.db"))


def move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


def empty(path: Path) -> None:
    path.unlink()
    path.touch()


@pytest.mark.parametrize("deed", [delete, delete_with_logs, delete_folder, move, move_folder, empty])
def test_every_game_is_in_a_new_file_at_the_next_entry(
    writer: Writer, path: Path, deed: Callable[[Path], None]
) -> None:
    deed(path)
    assert writer.append(C) == 1
    assert (writer.game, contents(path)) == (2, [[A], [B, C]])
    assert writer.append(D) == 2
    writer.close()
    assert contents(path) == [[A], [B, C, D]]
    assert not list(path.parent.glob("journal.db-game*"))


def test_a_file_that_goes_after_the_last_entry_is_written_when_the_game_is_closed(writer: Writer, path: Path) -> None:
    path.unlink()
    writer.close()
    assert contents(path) == [[A], [B]]


def test_a_file_that_goes_between_two_games_is_written_when_the_next_begins(
    journal: Journal, path: Path, race: Game
) -> None:
    path.unlink()
    journal.begin(race, seed=2, entries=[B]).close()
    assert contents(path) == [[A], [B]]


@pytest.mark.parametrize("beside", ["", "-wal", "-shm"])
def test_a_log_left_beside_a_new_file_is_not_read_into_it(writer: Writer, path: Path, beside: str) -> None:
    for ending in ("-wal", "-shm"):
        if ending != beside:
            path.with_name(path.name + ending).unlink()
    path.unlink()
    writer.append(C)
    assert contents(path) == [[A], [B, C]]


@pytest.mark.parametrize("upto", [1, 2])
def test_an_older_copy_in_its_place_gets_what_it_lacks_and_games_keep_their_numbers(
    journal: Journal, race: Game, path: Path, tmp_path: Path, upto: int
) -> None:
    copy = tmp_path / "copy.db"
    if upto == 1:
        export_journal(journal, copy)
    with journal.begin(race, seed=2, entries=[B]) as writer:
        if upto == 2:
            export_journal(journal, copy)
        writer.append(C)
        copy.rename(path)
        writer.append(D)
        assert (writer.game, contents(path)) == (2, [[A], [B, C, D]])


def test_a_copy_in_its_place_that_was_played_on_keeps_its_game_and_gets_ours_as_another(
    journal: Journal, writer: Writer, path: Path, tmp_path: Path
) -> None:
    export_journal(journal, tmp_path / "copy.db")
    with Journal.open(tmp_path / "copy.db") as copy, copy.resume(2) as elsewhere:
        elsewhere.append(C)
    (tmp_path / "copy.db").rename(path)
    writer.append(D)
    assert (writer.game, contents(path)) == (3, [[A], [B, C], [B, D]])


def test_another_journal_in_its_place_keeps_its_games_and_gets_ours(
    journal: Journal, writer: Writer, path: Path, other: Path
) -> None:
    other.rename(path)
    assert writer.append(D) == 1
    assert (writer.game, contents(path)) == (4, [[C], [C], [A], [B, D]])
    assert journal.entries(writer.game) == [B, D]


def test_another_journal_that_comes_with_its_log_keeps_what_is_in_there(
    writer: Writer, path: Path, other: Path, tmp_path: Path
) -> None:
    killed = tmp_path / "killed.db"
    with Journal.open(other) as open_one, open_one.resume(2) as elsewhere:
        elsewhere.append(D)
        for ending in ("", "-wal"):
            shutil.copy(other.with_name(other.name + ending), killed.with_name(killed.name + ending))
    for ending in ("", "-wal"):
        killed.with_name(killed.name + ending).rename(path.with_name(path.name + ending))
    writer.append(D)
    assert contents(path) == [[C], [C, D], [A], [B, D]]


def test_two_games_that_are_on_both_go_on_in_another_journal(
    journal: Journal, writer: Writer, path: Path, other: Path, race: Game
) -> None:
    with journal.begin(race, seed=5) as second:
        other.rename(path)
        for one in (second, writer):
            one.append(D)
        assert (writer.game, second.game, contents(path)) == (4, 5, [[C], [C], [A], [B, D], [D]])


def test_two_games_that_begin_alike_stay_two(journal: Journal, path: Path) -> None:
    journal.write_games([journal.written(1)] * 2)
    with journal.resume(3) as writer:
        path.unlink()
        writer.append(D)
        assert contents(path) == [[A], [A], [A, D]]


def test_a_game_that_goes_on_in_a_new_file_is_refused_to_a_second_process(
    writer: Writer, path: Path, other: Path
) -> None:
    other.rename(path)
    writer.append(D)
    with Journal.open(path, SHORT_S) as second, pytest.raises(StoreError, match="game 4 is being played by another"):
        second.resume(writer.game)


def test_a_line_says_what_happened_and_which_game_goes_on(
    journal: Journal, writer: Writer, path: Path, other: Path
) -> None:
    told: list[str] = []
    journal.on_moved = lambda said: told.append(str(said))
    other.rename(path)
    writer.append(D)
    writer.append(D)
    (line,) = told
    assert line.startswith(f"journal {path} was deleted, moved or replaced: its games are in the file that is there")
    assert line.endswith(", and game 4 goes on")


def test_a_file_that_is_no_journal_stays_and_the_error_names_one_copy_of_the_games(writer: Writer, path: Path) -> None:
    path.unlink()
    path.write_text("Dear diary" * 99)
    copy = path.with_name("journal.db.saved")
    for _ in range(2):
        with pytest.raises(StoreError) as error:
            writer.append(C)
        assert str(error.value) == (
            f"journal {path} is not a journal; all games until now are in {copy}: "
            f"`mouseboard --journal {copy} log list` lists them"
        )
    assert path.read_text().startswith("Dear diary")
    assert contents(copy) == [[A], [B]]
    path.unlink()
    writer.append(D)
    assert contents(path) == [[A], [B, D]]


def test_a_copy_beside_what_is_no_journal_overwrites_no_older_one(writer: Writer, path: Path) -> None:
    older = path.with_name("journal.db.saved")
    older.write_text("older")
    path.unlink()
    path.write_text("Dear diary" * 99)
    with pytest.raises(StoreError, match=r"are in .*/journal\.db\.saved2: "):
        writer.append(C)
    assert older.read_text() == "older"


def test_a_folder_that_cannot_be_made_is_the_reason_until_it_can(writer: Writer, path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("in the way")
    with pytest.raises(StoreError, match=f"cannot make the journal's folder {path.parent}: it is there already"):
        writer.append(C)
    path.parent.unlink()
    assert writer.append(D) == 1
    assert contents(path) == [[A], [B, D]]


@needs_limits
def test_a_full_disk_is_the_reason_until_there_is_room(writer: Writer, path: Path) -> None:
    path.unlink()
    with full_disk(0), pytest.raises(Unwritable, match="cannot be opened or made: "):
        writer.append(C)
    assert writer.append(D) == 1
    assert contents(path) == [[A], [B, D]]


def test_another_journal_that_is_locked_is_waited_for(writer: Writer, path: Path, other: Path) -> None:
    with closing(sqlite3.connect(other, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        other.rename(path)
        with pytest.raises(Locked):
            writer.append(D)
    writer.append(D)
    assert contents(path) == [[C], [C], [A], [B, D]]


def test_an_entry_that_may_not_wait_is_written_into_a_new_file_too(writer: Writer, path: Path) -> None:
    path.unlink()
    writer.append_at_once(C)
    assert contents(path) == [[A], [B, C]]


def test_a_link_that_leads_to_another_journal_is_noticed_and_the_file_it_led_to_stays_whole(
    path: Path, other: Path, race: Game
) -> None:
    path.parent.mkdir()
    link = path.with_name("link.db")
    link.symlink_to(path)
    with Journal.open(link) as journal, Journal.open(path) as same, journal.begin(race, entries=[A]) as writer:
        link.unlink()
        link.symlink_to(other)
        writer.append(D)
        same.begin(race, entries=[B]).close()
        assert contents(path) == [[A], [B]]
    assert contents(other) == [[C], [C], [A, D]]


def older_copy(journal: Journal, race: Game, file: Path) -> Writer:
    """Return the writer of a second game that has gone on since the copy was made."""
    writer = journal.begin(race, seed=2, entries=[B])
    export_journal(journal, file)
    writer.append(C)
    return writer


@pytest.mark.parametrize("rests", [False, True])
def test_a_game_goes_on_in_an_older_copy_that_was_written_over_its_file(
    journal: Journal, race: Game, path: Path, tmp_path: Path, rests: bool
) -> None:
    writer = older_copy(journal, race, tmp_path / "copy.db")
    if rests:
        writer.rest()
    shutil.copyfile(tmp_path / "copy.db", path)
    writer.append(D)
    assert (writer.game, contents(path)) == (2, [[A], [B, C, D]])
    writer.append(A)
    writer.close()
    assert contents(path) == [[A], [B, C, D, A]]


def test_a_game_goes_on_though_another_process_first_opens_what_was_written_over_it(
    journal: Journal, race: Game, path: Path, tmp_path: Path
) -> None:
    writer = older_copy(journal, race, tmp_path / "copy.db")
    shutil.copyfile(tmp_path / "copy.db", path)
    with suppress(Locked):
        Journal.open(path, SHORT_S).close()
    writer.append(D)
    writer.close()
    assert contents(path) == [[A], [B, C, D]]


@pytest.mark.parametrize("rests", [False, True])
def test_two_games_go_on_in_another_journal_that_was_written_over_theirs(
    journal: Journal, writer: Writer, path: Path, other: Path, race: Game, rests: bool
) -> None:
    with journal.begin(race, seed=5) as second:
        if rests:
            writer.rest()
        shutil.copyfile(other, path)
        for one in (second, writer):
            one.append(D)
        found = contents(path)
        assert found[:2] == [[C], [C]]
        assert (found[writer.game - 1], found[second.game - 1]) == ([B, D], [D])


def test_a_line_says_that_the_file_was_written_over(journal: Journal, writer: Writer, path: Path, other: Path) -> None:
    told: list[str] = []
    journal.on_moved = lambda said: told.append(str(said))
    writer.rest()
    shutil.copyfile(other, path)
    writer.append(D)
    writer.append(D)
    assert told == [
        f"journal {path} was written over: only its new contents and the games that are on are left, "
        f"and game {writer.game} goes on"
    ]


@pytest.mark.parametrize("content", [b"", b"Dear diary" * 999])
def test_what_is_no_journal_and_was_written_over_one_leaves_the_games_that_are_on(
    journal: Journal, race: Game, path: Path, content: bytes
) -> None:
    with journal.begin(race, seed=2, entries=[B]) as writer:
        writer.rest()
        path.write_bytes(content)
        with suppress(StoreError):  # it names the copy
            writer.append(C)
        path.unlink()
        writer.append(D)
        assert writer.written.entries == journal.written(writer.game).entries
        assert contents(path)[-1][-1] == D


def test_half_a_journal_written_over_one_leaves_the_games_that_are_on_beside_it(writer: Writer, path: Path) -> None:
    writer.rest()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(StoreError, match="all games until now are in"):
        writer.append(C)
    assert contents(path.with_name("journal.db.saved"))[-1] == [B]


def test_another_journal_written_over_one_between_two_games_gets_the_next(
    journal: Journal, path: Path, other: Path, race: Game
) -> None:
    shutil.copyfile(other, path)
    journal.begin(race, seed=2, entries=[B]).close()
    assert contents(path) == [[C], [C], [B]]


def test_what_another_process_writes_into_the_file_is_no_reason_to_move(
    journal: Journal, writer: Writer, path: Path, race: Game
) -> None:
    told: list[str] = []
    journal.on_moved = lambda said: told.append(str(said))
    with Journal.open(path) as second, second.begin(race, seed=3) as elsewhere:
        for n in range(3):
            elsewhere.append(C)
            elsewhere.rest()
            assert writer.append(D) == n + 1
            writer.rest()
    assert (told, contents(path)) == ([], [[A], [B, D, D, D], [C, C, C]])
