"""Every reading of a journal notices changed entries and names them. The other games are not affected."""

from pathlib import Path

import pytest
from tests.store.tamper import tamper

from mouseboard.rules import Game
from mouseboard.store import Damaged, Journal, Noted, Summary, replay, resume, summaries


@pytest.fixture
def damaged(path: Path, race: Game) -> Path:
    """A journal of three games with three entries each. Tests damage the second game."""
    with Journal.open(path) as journal:
        for game in "abc":
            journal.begin(race, seed=7, entries=[Noted(f"{game}{n}") for n in range(3)]).close()
    return path


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE entry SET entry = replace(entry, 'b1', 'b7') WHERE game = 2", "entry 1 is not what was written"),
        ("UPDATE entry SET at = at + 1 WHERE game = 2 AND number = 2", "entry 2 is not what was written"),
        ("UPDATE entry SET entry = CAST(x'ff' AS TEXT) WHERE game = 2", "entry 0 is not what was written"),
        ("DELETE FROM entry WHERE game = 2 AND number = 1", "entry 1 is missing"),
        ("DELETE FROM entry WHERE game = 2 AND number = 2", "entry 2 is missing"),
        ("DELETE FROM entry WHERE game = 2", "entry 0 is missing"),
        ("DELETE FROM head WHERE game = 2", "it does not end where it was left"),
        ("UPDATE head SET entries = 2 WHERE game = 2", "it does not end where it was left"),
        ("UPDATE head SET link = zeroblob(16) WHERE game = 2", "it does not end where it was left"),
        ("UPDATE game SET setup = replace(setup, '7', '8') WHERE id = 2", "its heading is not what was written here"),
        ("UPDATE game SET began = 'once' WHERE id = 2", "its heading is not what was written here"),
        ("DELETE FROM game WHERE id = 2", "its heading is missing"),
    ],
)
def test_a_changed_game_is_named_and_the_others_are_unharmed(damaged: Path, change: str, why: str) -> None:
    tamper(damaged, change)
    with Journal.open(damaged) as journal:
        for read in (journal.entries, lambda game: replay(journal, game), lambda game: resume(journal, game)):
            with pytest.raises(Damaged, match=rf"^game 2 is damaged: {why}(;|$)"):
                read(2)
        newest, second, oldest = summaries(journal)
        assert second == Summary(2, second.heading, trouble=second.trouble)
        assert why in str(second.trouble)
        assert [(summary.game, summary.entries, summary.trouble) for summary in (newest, oldest)] == [
            (3, 3, None),
            (1, 3, None),
        ]


def test_entries_exchanged_between_two_games_are_noticed_in_both(damaged: Path) -> None:
    tamper(damaged, "UPDATE entry SET game = 5 - game, number = number + 9 WHERE game > 1")
    tamper(damaged, "UPDATE entry SET number = number - 9 WHERE game > 1")
    with Journal.open(damaged) as journal:
        for game in (2, 3):
            with pytest.raises(Damaged, match=f"game {game} is damaged: entry 0 is not what was written"):
                journal.entries(game)


def test_entries_before_the_damage_can_be_read(damaged: Path) -> None:
    tamper(damaged, "UPDATE entry SET entry = '' WHERE game = 2 AND number = 2")
    with Journal.open(damaged) as journal:
        assert journal.entries(2, 2) == [Noted("b0"), Noted("b1")]
        with pytest.raises(Damaged, match=f"`mouseboard --journal {damaged} log resume 2 --before 2` goes on"):
            journal.entries(2, 3)


def test_games_copied_in_from_another_journal_are_not_shown(damaged: Path, race: Game) -> None:
    other = damaged.with_name("other.db")
    with Journal.open(other) as journal:
        for n in range(4):
            journal.begin(race, seed=n, entries=[Noted(f"z{n}")]).close()
    tables = ("game WHERE id", "entry WHERE game", "head WHERE game")
    tamper(
        damaged,
        f"ATTACH '{other}' AS other",
        *(f"DELETE FROM {table} = 2" for table in reversed(tables)),
        *(f"INSERT INTO {table.split()[0]} SELECT * FROM other.{table} IN (2, 4)" for table in tables),
    )
    with Journal.open(damaged) as journal:
        assert {summary.game for summary in summaries(journal) if summary.trouble} == {2, 4}
        assert [journal.entries(game)[0] for game in (1, 3)] == [Noted("a0"), Noted("c0")]
        with pytest.raises(Damaged, match=r"^game 4 is damaged: its heading is not what was written here$"):
            journal.entries(4)


@pytest.mark.parametrize("table", ["journal", "journal_again"])
@pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET identity = zeroblob(16)"])
def test_the_identity_of_a_journal_is_kept_twice(damaged: Path, race: Game, table: str, change: str) -> None:
    tamper(damaged, change.format(table))
    with Journal.open(damaged) as journal:
        assert not any(summary.trouble for summary in summaries(journal))
        assert "what tells it from other journals is not what was written" in str(journal.trouble())
        journal.begin(race, entries=[Noted("d0")]).close()
        assert journal.entries(4) == [Noted("d0")]


def test_a_journal_without_its_identity_is_damaged(damaged: Path) -> None:
    tamper(damaged, "DELETE FROM journal", "DELETE FROM journal_again")
    with pytest.raises(Damaged, match=rf"^journal {damaged} is damaged: what tells it from other journals is missing$"):
        Journal.open(damaged)


def test_the_identity_of_a_journal_is_never_in_its_write_ahead_log(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        (identity,) = {bytes(row[0]) for row in journal.file.run("SELECT identity FROM journal")}
        journal.begin(race, entries=[Noted("a")]).close()
        log = path.with_name("journal.db-wal").read_bytes()
        assert b'"note":"a"' in log
        assert identity not in log


def test_a_new_game_never_gets_the_number_of_a_partly_deleted_one(damaged: Path, race: Game) -> None:
    tamper(damaged, "DELETE FROM game WHERE id = 3", "DELETE FROM head WHERE game = 3")
    with Journal.open(damaged) as journal, journal.begin(race) as writer:
        assert writer.game == 4


def test_removed_triggers_are_restored(damaged: Path) -> None:
    tamper(damaged)
    with Journal.open(damaged) as journal, pytest.raises(Exception, match="append-only"):
        journal.file.run("DELETE FROM entry")


def test_a_journal_without_its_tables_is_damaged(damaged: Path) -> None:
    tamper(damaged, "DROP TABLE head")
    with pytest.raises(
        Damaged, match=rf"^journal {damaged} is damaged: its tables are not those that mouseboard makes$"
    ):
        Journal.open(damaged)


def test_a_damaged_file_is_reported_in_one_line(damaged: Path) -> None:
    with Journal.open(damaged) as journal:
        assert journal.trouble() is None
        journal.file.run("PRAGMA wal_checkpoint(TRUNCATE)")
    content = damaged.read_bytes()
    damaged.write_bytes(content[: 4096 * 2] + bytes(4096) + content[4096 * 3 :])
    with Journal.open(damaged) as journal:
        trouble = journal.trouble()
        assert trouble is not None
        assert str(trouble).startswith(f"journal {damaged} is damaged")
        assert "\n" not in str(trouble)


def test_an_emptied_journal_is_refused_and_not_taken_for_a_new_one(damaged: Path) -> None:
    damaged.write_bytes(b"")
    with pytest.raises(Exception, match="is empty; `mouseboard play` begins it, or put a backup in its place"):
        Journal.open_existing(damaged)
