"""The simulated table in virtual time, as other people's tests use it."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest

from mouseboard import rules
from mouseboard.link import ContactChange, Disconnected, Link, LinkEvent, Reconnected
from mouseboard.testing.match import play_match
from mouseboard.testing.table import MouseTable, run_at_table


def test_a_host_hears_what_hands_do() -> None:
    async def test(table: MouseTable) -> list[LinkEvent]:
        heard: list[LinkEvent] = []
        async with Link(table.port) as link:
            link.watch(heard.append)
            await table.do("put red on 9\nlift red\nwait 100 ms")
        return heard

    changes = [(event.contact, event.closed) for event in run_at_table(test) if isinstance(event, ContactChange)]
    assert changes == [(9, True), (9, False)]


def test_a_test_sees_the_colour_and_pattern_of_a_place_s_lamp() -> None:
    async def test(table: MouseTable) -> None:
        lamp = rules.load("classic").layout.by_name["2"].lamps[0]
        picture = "." * lamp + "x" + "." * (80 - lamp)
        async with Link(table.port) as link:
            link.show({"x": ("ff0000", "blink")}, picture)
            await table.do(f"expect lamp {lamp} red")
            assert {table.lamp("2"), table.lamp("3")} <= {"red", "dark"}
            assert await table.pattern("2") == "blink"
            assert (table.lamp("3"), await table.pattern("3")) == ("dark", "steady")

    run_at_table(test, game="classic")


def test_a_test_sees_pieces_contacts_cage_servo_and_buzzer() -> None:
    async def test(table: MouseTable) -> None:
        assert (table.where("red"), table.closed, table.cage, table.servo, table.tone) == (None, (), "up", False, 0)
        await table.do("put red on 16\ncage down")
        assert (table.where("red"), table.closed, table.cage) == ("16", (16,), "down")

    run_at_table(test)


def test_faults_are_commands_like_the_others() -> None:
    async def test(table: MouseTable) -> None:
        events: list[LinkEvent] = []
        async with Link(table.port) as link:
            link.watch(events.append)
            await table.do(
                "noise 0.001\nstuck reed 16\nunplug\nwait 1 s\nreplug\nwait 1 s\npower cut\npower on\nwait 2 s"
            )
            assert link.closed(16)
        assert [event.rebooted for event in events if isinstance(event, Reconnected)] == [False, True]
        assert sum(isinstance(event, Disconnected) for event in events) == 2

    run_at_table(test, seed=3)


def test_the_game_on_the_table_decides_the_names_of_pieces_and_places() -> None:
    async def test(table: MouseTable) -> None:
        await table.do("put yellow on d4\nput wand on a1")
        assert (table.where("yellow"), table.where("wand")) == ("d4", "a1")

    run_at_table(test, game="barriers", players=4)
    with pytest.raises(AssertionError, match=r"yellow is no piece; allowed: red, blue, wand"):
        run_at_table(test, game="barriers")


def test_a_table_can_have_a_layout_without_a_game() -> None:
    async def test(table: MouseTable) -> str | None:
        await table.do("put red on 2")
        return table.where("red")

    assert run_at_table(test, layout="classic") == "2"


def test_hours_pass_in_a_moment() -> None:
    async def test(table: MouseTable) -> float:
        await table.do("wait 3000 s")
        return asyncio.get_running_loop().time()

    began = time.monotonic()
    assert run_at_table(test, limit=4000) >= 3000
    assert time.monotonic() - began < 20


def test_the_same_seed_gives_the_same_run() -> None:
    async def test(table: MouseTable) -> list[LinkEvent]:
        heard: list[LinkEvent] = []
        async with Link(table.port) as link:
            link.watch(heard.append)
            await table.do("put red on 9\nswap red blue\nslide red to 40")
        return heard

    assert run_at_table(test, seed=5) == run_at_table(test, seed=5) != run_at_table(test, seed=6)


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        ("expect lamp 7 red within 1 s", r"line 1: 'expect lamp 7 red within 1 s': at 1\.0\d+ s it is dark"),
        ("put red on 9\nput pink on 8", "line 2: 'put pink on 8': pink is no piece; allowed: red, blue"),
        ("sing", "line 1: 'sing': a line begins with one of: at, break"),
    ],
)
def test_a_failing_command_is_one_clear_failure(commands: str, said: str) -> None:
    async def test(table: MouseTable) -> None:
        await table.do(commands)

    with pytest.raises(AssertionError, match=said):
        run_at_table(test)


def test_a_test_that_does_not_end_is_ended() -> None:
    async def test(table: MouseTable) -> None:
        async with Link(table.port):
            await asyncio.Event().wait()

    with pytest.raises(AssertionError, match="the test has not ended after 60 s of the table's time"):
        run_at_table(test, limit=60)


def test_a_place_without_a_lamp_is_named_with_those_that_have_one() -> None:
    async def test(table: MouseTable) -> None:
        table.lamp("moon")

    with pytest.raises(AssertionError, match="there is no lamp at 'moon'; there are at 0, 1, 2"):
        run_at_table(test)


def test_a_whole_match_is_played_through_firmware_and_line(tmp_path: Path) -> None:
    match = play_match(tmp_path / "journal.db", "revised", 3, seed=7, scenario="wait 20 s\nunplug\nwait 2 s\nreplug")
    assert match.game == rules.load("revised", 3)
    assert match.state.actor is None
    assert match.state.winners
    assert re.fullmatch("(roll|first|caught|missed|[a-z]+).*", str(match.history[0].action))
