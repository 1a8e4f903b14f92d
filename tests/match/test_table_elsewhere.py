"""Whole games on a table that another computer shares on the network. Every byte passes through real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.link.bridge import Bridge, run_fast
from tests.referee.evening import computers
from tests.referee.evening import play as play_at_home

from mouseboard import rules
from mouseboard.actors.person import Person
from mouseboard.actors.table import table_for_game
from mouseboard.link import SerialPort
from mouseboard.match import Match, Observer, Running
from mouseboard.referee.seating import Seating, think_here
from mouseboard.sim.cable import Noise
from mouseboard.store import ActionRecord, Journal

SEED = 7
PACE = 3.0  # hands are quicker than people, to save time
Spoil = Callable[[bytes], bytes]
Mishap = Callable[[Bridge], Coroutine[Any, Any, None]]


async def nothing(_: Bridge) -> None:
    """No mishap."""


def actions_of_a_game(
    folder: Path, scheme: str, mishap: Mishap = nothing, spoil: Spoil = lambda data: data
) -> list[str]:
    """Play a short game with a person at the table. The mishap comes after ten actions."""
    game, actions = rules.load("revised"), list[str]()
    third = asyncio.Event()

    def note(record: ActionRecord) -> None:
        actions.append(str(record.action))
        if len(actions) == 10:
            third.set()

    async def evening(match: Match) -> None:
        async with table_for_game(game, SEED, PACE) as table, Bridge(table.cable, scheme, spoil) as bridge:
            person = Person(table, set(range(game.players)))
            seating = Seating(computers(game), frozenset(range(game.players)), think_here)
            playing = Running(match, seating, Observer(person.see, note)).play(SerialPort(bridge.url))
            obeying = asyncio.create_task(person.obey())
            happening = asyncio.create_task(happen(bridge))
            await playing
            assert not obeying.done()
            obeying.cancel()
            await happening

    async def happen(bridge: Bridge) -> None:
        await third.wait()
        await mishap(bridge)

    with Journal.open(folder / "journal.db") as journal:
        match = Match.begin(journal, game, SEED)
        with match.writer:
            run_fast(evening(match))
    return actions


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The actions of the same game on a local table."""
    return play_at_home(tmp_path_factory.mktemp("home"), rules.load("revised"), SEED).actions


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_whole_game_on_a_network_table_is_the_same_as_on_a_local_one(
    tmp_path: Path, at_home: list[str], scheme: str
) -> None:
    assert actions_of_a_game(tmp_path, scheme) == at_home


def test_a_connection_cut_in_mid_game_comes_back_by_itself(tmp_path: Path, at_home: list[str]) -> None:
    served: list[int] = []

    async def cut(bridge: Bridge) -> None:
        await bridge.cut()
        served.append(bridge.served)
        await asyncio.sleep(5)
        await bridge.restore()
        await asyncio.sleep(5)
        served.append(bridge.served)

    assert actions_of_a_game(tmp_path, "socket", cut) == at_home
    before, after = served
    assert after > before  # perhaps more than once on a busy computer, because the fast clock goes on


def test_noise_on_the_network_changes_no_action(tmp_path: Path, at_home: list[str]) -> None:
    noise = Noise(Random(SEED))
    noise.set(0.001)
    assert actions_of_a_game(tmp_path, "socket", spoil=noise.spoil) == at_home
