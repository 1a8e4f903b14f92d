"""A journal whose file is copied alone, deleted, replaced or written over while the page plays."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.referee.sitting import virtual
from tests.web.served import Served
from tests.web.test_ending import chosen, shown
from tests.web.test_locked import second_turn
from tests.web.test_seats import Room

from mouseboard import rules
from mouseboard.match.running import REST_S
from mouseboard.store import Journal, Noted

GONE = "The saved games were gone. Now they are saved again."


def another_journal(folder: Path) -> Path:
    """Return another journal, with two games."""
    with Journal.open(folder / "other.db") as other:
        for _ in range(2):
            other.begin(rules.load("pantry")).close()
    return other.path


@virtual
async def test_a_game_that_stands_still_is_in_the_file_that_is_copied_alone(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        at = Room(tmp_path, journal)
        await second_turn(at)
        await asyncio.sleep(REST_S + 1)
        shutil.copy(journal.path, tmp_path / "alone.db")
        with Journal.open_copy(tmp_path / "alone.db") as alone:
            assert alone.entries(1) == journal.entries(1) != []
        await at.evening.close()


@virtual
async def test_everybody_is_told_once_that_a_deleted_journal_is_written_again_though_nobody_moves(
    tmp_path: Path,
) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        at = Room(tmp_path, journal)
        await second_turn(at)
        before = journal.entries(1)
        journal.path.unlink()
        await asyncio.sleep(REST_S + 1)
        assert [told["text"] for told in shown(at)["story"]].count(GONE) == 1
        with Journal.open_copy(journal.path) as written:
            assert written.entries(1) == [*before, Noted(GONE)]
        await at.evening.close()


@virtual
async def test_a_game_that_goes_on_in_another_journal_has_its_number_there_and_stays_the_same_on_phones(
    tmp_path: Path,
) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        at = Room(tmp_path, journal)
        await second_turn(at)
        another_journal(tmp_path).rename(journal.path)
        await chosen(at, 1, "d6")
        async with asyncio.timeout(60):
            while shown(at)["actor"] != 0:
                await asyncio.sleep(0.05)
        assert (at.evening.number, shown(at)["game"]["number"]) == (3, 1)
        await at.evening.close()
    with Journal.open_copy(journal.path) as written:
        assert written.games() == [1, 2, 3]
        assert Noted(GONE) in written.entries(3)


def test_the_lobby_offers_the_games_of_a_journal_that_was_deleted(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with Journal.open(journal) as opened:
        opened.begin(rules.load("pantry")).close()
    with Served(tmp_path) as served:
        journal.unlink()
        assert [game["number"] for game in served.host().get("/lobby").json["resumable"]] == [1]
        assert served.host().get("/left/1").status == 200
        _, said = served.interrupt()
    assert said.count("was deleted, moved or replaced: ") == 1


@pytest.mark.parametrize(
    ("command", "put", "happened"),
    [
        ("play", shutil.move, "was deleted, moved or replaced: "),
        ("serve", shutil.move, "was deleted, moved or replaced: "),
        ("serve", shutil.copyfile, "was written over: "),
    ],
)
def test_ctrl_c_names_the_number_that_a_game_has_in_another_journal(
    tmp_path: Path, command: str, put: Callable[[Path, Path], object], happened: str
) -> None:
    with Served(tmp_path, "classic", "--people", "2", command=command) as served:
        with served.host().watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")
        put(another_journal(tmp_path), tmp_path / "journal.db")
        _, said = served.interrupt()
    moved, interrupted = said.splitlines()
    assert f"journal.db {happened}" in moved and moved.endswith(", and game 3 goes on")
    assert "nothing is lost" in interrupted and "log resume 3` goes on" in interrupted


@pytest.mark.parametrize("command", ["play", "serve"])
def test_ctrl_c_says_of_a_game_that_cannot_be_saved_why_and_not_that_nothing_is_lost(
    tmp_path: Path, command: str
) -> None:
    with Served(tmp_path, "classic", "--people", "2", command=command) as served:
        with served.host().watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")
        (tmp_path / "diary").write_text("Dear diary" * 99)
        (tmp_path / "diary").rename(tmp_path / "journal.db")
        _, said = served.interrupt()
    assert said.count("\n") == 1
    assert f"journal.db is not a journal; all games until now are in {tmp_path}/journal.db.saved: " in said
    assert "nothing is lost" not in said
