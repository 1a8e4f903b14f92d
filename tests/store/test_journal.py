"""The journal keeps every appended entry unchanged, and refuses what it cannot use in one line."""

import errno
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.helpers.without_rights import nobody

from mouseboard import rules
from mouseboard.rules import CHANCE, Game
from mouseboard.say import plain
from mouseboard.store import (
    Answered,
    Asked,
    Crank,
    Cranked,
    Entry,
    Journal,
    Noted,
    Played,
    Source,
    StoreError,
    TakenBack,
    default_path,
    export_journal,
)
from mouseboard.store.chain import WrittenGame
from mouseboard.store.lock import lock_file

texts = st.text(max_size=20).map(plain)
entries: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Played, st.integers(-1, 5), texts, st.sampled_from(Source)),
    st.builds(Asked, texts, st.lists(texts, max_size=3).map(tuple)),
    st.builds(Answered, texts),
    st.builds(Crank, texts, texts),
    st.builds(Cranked, texts, texts),
    st.builds(TakenBack, st.integers(0, 99)),
    st.builds(Noted, texts),
)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 2), entries | st.just("reopen")), max_size=25))
def test_appended_entries_are_there_in_order_after_every_reopening(steps: list[tuple[int, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        expected: list[list[Entry]] = [[], [], []]
        with Journal.open(path) as journal:
            games = [_begin(journal) for _ in expected]
        for which, step in steps:
            with Journal.open(path) as journal, journal.resume(games[which]) as writer:
                if step != "reopen":
                    assert writer.append(step) == len(expected[which])
                    expected[which].append(step)
        with Journal.open(path) as journal:
            assert [journal.entries(game) for game in games] == expected


def _begin(journal: Journal) -> int:
    with journal.begin(rules.load("toyrace")) as writer:
        return writer.game


SHORT_S = 0.1
"""Timeout for another process that keeps its lock, in seconds."""


def refusal(path: Path | str) -> str:
    """Return the line with which a journal is refused."""
    with pytest.raises(StoreError) as error:
        Journal.open(path, SHORT_S).close()
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_game_is_kept_with_its_setup_and_seed_and_when_it_began(path: Path, race: Game) -> None:
    with Journal.open(path) as journal, journal.begin(race, seed=7) as writer:
        heading = journal.heading(writer.game)
        assert (heading.setup.game, heading.setup.players, heading.setup.options) == ("toyrace", 2, {"uphill": False})
        assert heading.setup.seed == 7
        assert heading.began.startswith("20")
        assert journal.games() == [heading.id]


def test_a_game_begun_with_entries_is_written_whole_or_not_at_all(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        with journal.begin(race, entries=[Noted("a"), Noted("b")]) as writer:
            assert journal.entries(writer.game) == [Noted("a"), Noted("b")]
        with pytest.raises(TypeError):
            journal.begin(race, entries=[Noted("a"), Noted(object())])  # type: ignore[arg-type]
        assert len(journal.games()) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET entry = '{}'",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry VALUES (1, 0, 0, '{}', x'')",
        "INSERT INTO entry VALUES (1, 2, 0, '{}', x'')",
        "UPDATE game SET setup = '{}'",
        "DELETE FROM game",
        "INSERT OR REPLACE INTO game VALUES (1, '', '{}', x'')",
        "UPDATE head SET link = x'00'",
        "UPDATE head SET entries = 2, game = 2",
        "DELETE FROM head",
        "INSERT OR REPLACE INTO head VALUES (1, 9, x'')",
    ],
)
def test_the_database_itself_refuses_every_change(path: Path, race: Game, statement: str) -> None:
    with Journal.open(path) as journal, journal.begin(race) as writer:
        writer.append(Noted("first"))
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(statement)


def test_every_commit_is_flushed_to_the_disk(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal.file.run("PRAGMA journal_mode") == [("wal",)]
        assert journal.file.run("PRAGMA synchronous") == [(3,)]  # EXTRA


def test_a_crank_has_an_id_that_no_other_journal_would_use(path: Path, race: Game) -> None:
    ids = set()
    for name in ("one.db", "two.db"):
        with Journal.open(path.with_name(name)) as journal, journal.begin(race) as writer:
            ids |= {writer.begin_crank("slow"), writer.begin_crank("slow")}
            assert {entry.id for entry in journal.entries(1) if isinstance(entry, Crank)} <= ids
    assert len(ids) == 4
    assert all(set(crank) <= set("0123456789abcdef-") for crank in ids)  # letters that the line can carry


def test_a_game_has_one_writer_at_a_time(path: Path, race: Game) -> None:
    with Journal.open(path) as journal, Journal.open(path) as other:
        with (
            journal.begin(race) as writer,
            pytest.raises(StoreError, match="game 1 is being played by another process"),
        ):
            other.resume(writer.game)
        with other.resume(1) as writer:
            assert writer.append(Noted("now it may")) == 0
    assert [file.name for file in path.parent.iterdir()] == ["journal.db"]


def test_two_games_are_written_side_by_side(path: Path, race: Game) -> None:
    with Journal.open(path) as journal, Journal.open(path) as other:
        with journal.begin(race) as one, other.begin(race) as two:
            numbers = [writer.append(Noted("")) for writer in (one, two, one, two)]
        assert numbers == [0, 0, 1, 1]


@pytest.mark.parametrize("game", [3, 10**20])
def test_a_missing_game_is_refused(path: Path, game: int) -> None:
    with Journal.open(path) as journal, pytest.raises(StoreError, match=f"has no game {game};"):
        journal.resume(game)


@pytest.mark.parametrize(("upto", "found"), [(-1, 0), (0, 0), (1, 1), (2, 2), (3, 2), (10**20, 2)])
def test_the_first_entries_of_a_game_are_at_most_all_of_them(path: Path, race: Game, upto: int, found: int) -> None:
    with Journal.open(path) as journal, journal.begin(race, entries=[Noted("a"), Noted("b")]) as writer:
        assert journal.entries(writer.game, upto) == [Noted("a"), Noted("b")][:found]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield


def test_a_locked_journal_is_refused_after_a_short_wait(path: Path, race: Game) -> None:
    with locked(path):
        assert refusal(path) == (
            f"journal {path} is locked by another process; close that program, or wait until it has finished"
        )
    with Journal.open(path, SHORT_S) as journal, journal.begin(race) as writer:
        with locked(path), pytest.raises(StoreError, match="is locked by another process"):
            writer.append(Noted("lost"))
        assert writer.append(Noted("kept")) == 0


def test_a_full_disk_loses_nothing_that_was_appended(path: Path, race: Game) -> None:
    with Journal.open(path) as journal, journal.begin(race) as writer:
        journal.file.run("PRAGMA max_page_count = 12")
        kept: list[Entry] = []
        with pytest.raises(
            StoreError, match=r"cannot be written: the disk is full; `mouseboard --journal .* log export FILE` copies"
        ):
            while True:
                entry = Noted("x" * 1000)
                writer.append(entry)
                kept.append(entry)
        assert journal.entries(writer.game) == kept
        journal.file.run("PRAGMA max_page_count = 100")
        assert writer.append(Noted("room again")) == len(kept) > 0


def test_a_game_reserves_room_in_the_log_so_its_entries_do_not_lengthen_it(path: Path, race: Game) -> None:
    log = path.with_name("journal.db-wal")
    with Journal.open(path) as journal, journal.begin(race) as writer:
        length = log.stat().st_size
        for number in range(100):
            writer.append(Noted(f"{number}"))
        assert log.stat().st_size == length
        assert journal.trouble() is None


def test_a_game_can_be_resumed_although_the_disk_is_full(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        journal.begin(race).close()
        journal.file.run("PRAGMA max_page_count = 1")  # no more than it has
        with journal.resume(1) as writer:
            assert journal.entries(1) == []
            assert writer.append(Noted("in what room there is")) == 0


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("Dear diary, today the cage fell on the cat.\n" * 40)
    assert refusal(path) == f"journal {path} is not a journal"
    assert path.read_text().startswith("Dear diary")


def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipe (cheese TEXT)")
    before = path.read_bytes()
    assert refusal(path) == f"{path} is another program's database, not a journal"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (4, "made by a newer mouseboard (schema 4, this one reads 3): update mouseboard to use it"),
        (2, "made by an early mouseboard (schema 2, this one reads 3): name another file with --journal"),
    ],
)
def test_a_journal_of_another_version_is_refused_and_left_as_it_is(path: Path, schema: int, why: str) -> None:
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {schema}")
    before = path.read_bytes()
    assert refusal(path) == f"journal {path} was {why}"
    assert path.read_bytes() == before


def test_an_entry_of_an_unknown_kind_is_named(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        with journal.begin(race) as writer:
            heading = journal.written(writer.game).heading
        journal.write_games([WrittenGame(heading, [(0, b'{"kind":"sang"}')])])
        with pytest.raises(StoreError, match=r"game 2, entry 0 cannot be read: .*sang"):
            journal.entries(2)


def test_a_folder_in_the_place_of_the_journal_is_refused(path: Path) -> None:
    path.mkdir()
    assert refusal(path) == (
        f"journal {path} cannot be opened or made: it is a folder; name another file with --journal, such as journal.db"
    )


def test_a_device_is_refused_and_no_file_is_left_beside_it() -> None:
    assert refusal("/dev/null") == "journal /dev/null is no file; name one with --journal, such as journal.db"
    assert not Path("/dev/null-journal").exists()


def test_a_pipe_is_refused(path: Path) -> None:
    os.mkfifo(path)
    assert refusal(path).startswith(f"journal {path} is no file; ")


def test_a_file_in_the_place_of_the_folder_is_refused(path: Path) -> None:
    path.write_text("")
    assert (
        refusal(path / "journal.db")
        == f"cannot make the journal's folder {path}: it is there already, and it is no folder"
    )


@contextmanager
def closed_folder() -> Iterator[Path]:
    """Yield a folder with an empty journal that is read-only. Root may always write, so root becomes another user."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Journal.open(folder / "journal.db").close()
        folder.chmod(0o555)
        (folder / "journal.db").chmod(0o444)
        try:
            with nobody():
                yield folder
        finally:
            folder.chmod(0o755)


def test_a_folder_that_cannot_be_made_is_refused() -> None:
    with closed_folder() as folder:
        assert (
            refusal(folder / "data" / "journal.db")
            == f"cannot make the journal's folder {folder}/data: you have no permission"
        )


def test_a_read_only_journal_is_refused() -> None:
    with closed_folder() as folder:
        journal = folder / "journal.db"
        assert refusal(journal).startswith(f"journal {journal} cannot be written: you have no permission; ")
        assert refusal(folder / "new.db").startswith(
            f"journal {folder}/new.db cannot be opened or made: you have no permission; "
        )


def test_the_path_of_the_journal_is_the_platform_s_unless_the_environment_names_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("MOUSEBOARD_JOURNAL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_path() == Path("/data/mouseboard/journal.db")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/mouse")
    assert default_path() == Path("/home/mouse/.local/share/mouseboard/journal.db")
    monkeypatch.setattr("sys.platform", "darwin")
    assert default_path() == Path("/home/mouse/Library/Application Support/mouseboard/journal.db")
    monkeypatch.setenv("MOUSEBOARD_JOURNAL", "/tmp/j.db")
    assert default_path() == Path("/tmp/j.db")


def test_a_journal_that_is_not_named_is_refused_if_there_is_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("Could not determine home directory.")))
    monkeypatch.delenv("MOUSEBOARD_JOURNAL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_path() == Path("/data/mouseboard/journal.db")
    monkeypatch.delenv("XDG_DATA_HOME")
    with pytest.raises(StoreError, match=r"^you have no home folder for the journal; name a file with --journal"):
        default_path()


def test_the_path_of_the_journal_on_windows_is_in_the_user_s_local_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.delenv("MOUSEBOARD_JOURNAL", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", "/Users/mouse/AppData/Local")
    assert default_path() == Path("/Users/mouse/AppData/Local/mouseboard/journal.db")


def test_a_closed_game_leaves_no_file_even_where_open_files_cannot_be_removed(
    path: Path, race: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test imitates Windows. Linux tells which files this process has open."""
    unlink = Path.unlink

    def refuse_open(file: Path) -> None:
        if str(file) in {os.path.realpath(open_file) for open_file in Path("/proc/self/fd").iterdir()}:
            raise PermissionError(errno.EACCES, "The process cannot access the file", str(file))
        unlink(file)

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(Path, "unlink", refuse_open)
    with Journal.open(path) as journal:
        with journal.begin(race):
            assert list(path.parent.glob("*-game1"))
        assert not list(path.parent.glob("*-game1"))


def test_the_chance_actor_is_written_like_any_other(path: Path, race: Game) -> None:
    with Journal.open(path) as journal, journal.begin(race) as writer:
        writer.append(Played(CHANCE, "roll2", Source.DRAWN))
        ((text,),) = journal.file.run("SELECT entry FROM entry")
        assert text == '{"kind":"played","actor":-1,"action":"roll2","source":"drawn"}'


def test_a_game_that_was_closed_was_not_cut_off(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        assert journal.cut_off() is None
        with journal.begin(race):
            assert journal.cut_off() is None  # the game is being played
        assert journal.cut_off() is None


def test_a_journal_is_readable_by_its_owner_alone(path: Path, race: Game) -> None:
    journal_path = path.parent / "made" / "journal.db"
    old = os.umask(0o022)
    try:
        with Journal.open(journal_path) as journal, journal.begin(race):
            modes = {file.name: file.stat().st_mode & 0o777 for file in journal_path.parent.iterdir()}
    finally:
        os.umask(old)
    assert modes == dict.fromkeys(("journal.db", "journal.db-wal", "journal.db-shm", "journal.db-game1"), 0o600)
    assert journal_path.parent.stat().st_mode & 0o777 == 0o700


def test_what_root_makes_beside_a_journal_belongs_to_whom_its_folder_does(path: Path, race: Game) -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(path.parent, 65534, 65534)
    with Journal.open(path) as journal, journal.begin(race):
        export_journal(journal, path.with_name("copy.db"))
        owners = {file.name: (file.stat().st_uid, file.stat().st_gid) for file in path.parent.iterdir()}
    folder = path.parent.stat()
    names = ("copy.db", "journal.db", "journal.db-wal", "journal.db-shm", "journal.db-game1")
    assert owners == dict.fromkeys(names, (folder.st_uid, folder.st_gid))


def test_each_entry_keeps_when_it_was_written(path: Path, race: Game) -> None:
    before = time.time_ns() // 1_000_000
    with Journal.open(path) as journal, journal.begin(race, entries=[Noted("now")]):
        ((at, _),) = journal.written(1).entries
    assert before <= at <= time.time_ns() // 1_000_000


def test_files_that_killed_processes_leave_beside_a_journal_are_removed(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        with journal.begin(race), journal.begin(race):
            pass
        stale = path.with_name(f"{path.name}-game1")
        stale.touch()  # as a killed process leaves it
        with journal.begin(race):
            assert not stale.exists()
            assert [file.name for file in path.parent.glob("*-game*")] == [f"{path.name}-game3"]


def test_games_that_other_processes_play_keep_their_locks(path: Path, race: Game) -> None:
    with Journal.open(path) as journal, Journal.open(path) as other:
        held, newest = other.begin(race), journal.begin(race)
        with held, newest, pytest.raises(StoreError, match="being played by another process"):
            journal.resume(1)


def test_the_newest_game_is_known_as_cut_off_while_an_older_one_goes_on(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        with journal.begin(race), journal.begin(race):
            pass
        path.with_name(f"{path.name}-game2").touch()  # as a killed process leaves it
        with journal.resume(1):
            assert journal.cut_off() == 2


def test_a_game_that_was_cut_off_is_found_while_another_process_plays_a_newer_one(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        with journal.begin(race) as writer:
            cut_off = writer.game
        with journal.begin(race):
            lock_file(path, cut_off).touch()  # what a killed process leaves
            assert journal.cut_off() == cut_off


def test_a_game_that_was_left_in_order_was_not_cut_off(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        journal.begin(race).close()
        with journal.begin(race):
            assert journal.cut_off() is None
