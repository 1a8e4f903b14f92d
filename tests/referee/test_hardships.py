"""Whole games with mishaps or long waits end as they would have ended without them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.referee.evening import computers, go_on, play

from mouseboard import rules
from mouseboard.actors.match import play_simulated
from mouseboard.actors.person import Person
from mouseboard.match import Match, Observer, Running
from mouseboard.players import Player
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Situation
from mouseboard.rules import Action, Game, State
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import Journal, Source, StoreError
from mousetable import wire

ROUND = (wire.CLOCK_MASK + 1) / 1000
"""Seconds after which a table's clock wraps."""

NAMES = sorted(rules.games())
DECIDED = [name for name in NAMES if name != "souriciere"]
"""The games with decisions."""


def campaign(*values: object) -> object:
    return pytest.param(*values, marks=pytest.mark.campaign)


# The table's clock wraps.


def play_over_the_wrap(folder: Path, game: Game, seconds: float) -> list[str]:
    """Play on a table whose clock wraps `seconds` after the start of the game; return the actions."""

    def long_on(table: SimulatedTable, _: Person) -> None:
        table.board._origin -= ROUND - seconds
        table.board._sleep_until(round(1000 * (ROUND - seconds)))

    return play(folder, game, meet=long_on).actions


@pytest.mark.parametrize(("name", "times"), [("revised", 2), *(campaign(name, 20) for name in NAMES)])
def test_a_game_is_the_same_when_the_table_s_clock_wraps(tmp_path: Path, name: str, times: int) -> None:
    game, draw = rules.load(name), Random(name)
    quiet = play(tmp_path, game)
    for _ in range(times):
        seconds = draw.uniform(0, quiet.seconds)
        assert play_over_the_wrap(tmp_path, game, seconds) == quiet.actions


# The game takes long.


@pytest.mark.parametrize(("name", "hours"), [("revised", 0.5), *(campaign(name, 24) for name in DECIDED)])
def test_a_game_is_the_same_when_it_takes_long(tmp_path: Path, name: str, hours: float) -> None:
    game = rules.load(name)
    quiet = play(tmp_path, game)
    decisions = sum(record.source is Source.COMPUTER for record in quiet.journal.history)
    played: list[str] = []

    async def ponder(player: Player, state: State, rng: Random) -> Action:
        await asyncio.sleep(hours * 3600 / decisions)
        return await think_here(player, state, rng)

    async def evening(match: Match) -> float:
        seating = Seating(computers(game), frozenset(range(game.players)), ponder)
        observer = Observer(lambda _: None, lambda record: played.append(str(record.action)))
        await play_simulated(Running(match, seating, observer))
        return asyncio.get_running_loop().time()

    with Journal.open(tmp_path / "long.db") as journal:
        match = Match.begin(journal, game, 7)
        with match.writer:
            assert run_virtual(evening(match)) > hours * 3600
    assert played == quiet.actions


# The disk is full.


def small_pages(path: Path) -> Journal:
    """Open a journal with pages so small that it grows every few entries."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA page_size = 512")
        db.execute("VACUUM")
    return Journal.open(path)


@pytest.mark.parametrize(("name", "times"), [("revised", 2), *(campaign(name, 20) for name in NAMES)])
def test_a_game_goes_on_to_the_same_end_once_the_disk_has_room_again(tmp_path: Path, name: str, times: int) -> None:
    game, draw = rules.load(name), Random(name)
    quiet = play(tmp_path, game)
    for number in range(times):
        moment = draw.randrange(len(quiet.actions) * 3 // 4)
        with small_pages(tmp_path / f"full{number}.db") as journal:

            def fill(situation: Situation, _: Inbox, journal: Journal = journal, moment: int = moment) -> None:
                if len(situation.history) >= moment:
                    journal.file.run("PRAGMA max_page_count = 1")  # no more than it has

            match = Match.begin(journal, game, 7)
            with match.writer, pytest.raises(StoreError, match="cannot be written: the disk is full"):
                go_on(journal, match, watch=fill)
            journal.file.run("PRAGMA max_page_count = 100000")
            match = Match.resume(journal, 1)
            assert len(match.played.history) >= moment
            with match.writer:
                assert go_on(journal, match).actions == quiet.actions
