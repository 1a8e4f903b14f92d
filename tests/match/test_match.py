"""A game on a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mouseboard import rules
from mouseboard.actors.table import table_for_game
from mouseboard.link import Link, LinkError, Port, Stream
from mouseboard.match import Match, Observer, Running
from mouseboard.match.running import CELEBRATION_S
from mouseboard.referee.seating import Seating, think_here
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import Journal, Played, Source
from mouseboard.table import TableTooSmall
from mousetable import wire


@pytest.mark.parametrize(("options", "chance"), [({}, 0.75), ({"trap": "1/10"}, 0.1)])
def test_the_simulated_trap_catches_as_often_as_the_game_s_option_says(
    options: dict[str, rules.Setting], chance: float
) -> None:
    async def caught_by() -> float:
        async with table_for_game(rules.load("revised", 2, **options), seed=1) as table:
            return table.trap.chance

    assert run_virtual(caught_by()) == chance


# A table that fails while everybody waits for a player who never moves

Mishap = Callable[[SimulatedTable, Link, "Mad"], Coroutine[Any, Any, None]]


class Mad:
    """A port whose table, once `mad`, puts an invalid time into each answer that has one."""

    def __init__(self, cable: Port) -> None:
        self.mad = False
        self._cable = cable

    def __str__(self) -> str:
        return "/dev/mad"

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        splitter = wire.Splitter()

        def spoilt(data: bytes) -> None:
            for line in splitter.feed(data, len(data)):
                frame = wire.decode(line)
                assert frame
                seq, words = frame
                receive(wire.encode(seq, *(["ok", "soon", *words[2:]] if self.mad and len(words) == 7 else words)))

        return await self._cable.open(spoilt, lost)


async def wait_for_nobody(folder: Path, mishap: Mishap) -> None:
    """Play a game of people who do nothing. After 5 s the mishap happens to the table."""
    game, links = rules.load("revised"), list[Link]()

    async def happen(table: SimulatedTable, port: Mad) -> None:
        await asyncio.sleep(5)
        await mishap(table, links[0], port)

    with Journal.open(folder / "journal.db") as journal:
        match = Match.begin(journal, game, 1)
        with match.writer:
            async with asyncio.timeout(30), table_for_game(game, 1) as table:
                port = Mad(table.cable)
                happening = asyncio.create_task(happen(table, port))
                seating = Seating((None,) * game.players, frozenset(), think_here)
                try:
                    await Running(match, seating, Observer(on_link=links.append)).play(port)
                finally:
                    await happening


def test_a_game_ends_in_one_line_when_its_table_speaks_nonsense(tmp_path: Path) -> None:
    async def go_mad(_table: SimulatedTable, _link: Link, port: Mad) -> None:
        port.mad = True

    with pytest.raises(LinkError) as caught:
        run_virtual(wait_for_nobody(tmp_path, go_mad))
    assert str(caught.value).startswith("/dev/mad: the table speaks nonsense: soon is no number up to 1073741823; ")


def test_a_game_ends_in_one_line_when_its_table_comes_back_smaller(tmp_path: Path) -> None:
    async def shrink(table: SimulatedTable, link: Link, _port: Mad) -> None:
        await link.set_setting("lamps", 12)
        table.power_cut()
        await asyncio.sleep(1)
        table.power_on()

    with pytest.raises(TableTooSmall, match="lamps; this table has 144 and 12"):
        run_virtual(wait_for_nobody(tmp_path, shrink))


async def seconds_after_the_end(journal: Journal, number: int, *, stay: bool, within: float = 600.0) -> float:
    """Return how long a match that is over is stayed with, or `within`."""
    match = Match.resume(journal, number, even_over=True)
    time = asyncio.get_running_loop().time
    with match.writer:
        async with table_for_game(match.game, 1) as table:
            running = Running(match, Seating((None, None), frozenset(), think_here))
            began = time()
            with suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await running.play(table.cable, stay=stay)
            return time() - began


@pytest.mark.parametrize(("stay", "seconds"), [(False, CELEBRATION_S), (True, 600.0)])
def test_a_match_ends_some_seconds_after_its_end_unless_people_want_to_stay(
    tmp_path: Path, stay: bool, seconds: float
) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        with journal.begin(rules.load("barriers", 2, first="seat0"), 1) as writer:
            for n, square in enumerate(["d2", "c7", "d3", "c6", "d4", "c5", "d5", "c4", "d6", "b4", "d7"]):
                writer.append(Played(n % 2, square, Source.HANDS))
        lasted = run_virtual(seconds_after_the_end(journal, writer.game, stay=stay))
    assert lasted == pytest.approx(seconds, abs=0.5)
