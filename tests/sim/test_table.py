import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from mouseboard.link import ContactChange, Disconnected, Link, LinkEvent, Reconnected, Refused
from mouseboard.sim.cable import FAULTS
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.firmware import Effects, InThisProcess, OnMicroPython, Start
from mouseboard.sim.lockstep import Firmware
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable
from mouseboard.sim.world import grid
from mousetable.debounce import HOLD_MS

BACK = 2.0  # seconds until the crank is back at rest

A_FEW_COMMANDS = """
put red on 7
put blue on 9
slide red to 16
lift blue
press a
put blue on 16
knock red over
swap red blue
remove red
"""


def play(table: SimulatedTable, text: str) -> list[LinkEvent]:
    """Return what a host hears while a scenario runs."""

    async def main() -> list[LinkEvent]:
        news: list[LinkEvent] = []
        async with table, Link(table.cable) as link:
            link.watch(news.append)
            await Runner(table).run(text)
            await asyncio.sleep(1)
            assert link.contacts == bytes(table.world.levels)
        return news

    return run_virtual(main())


def changes(news: list[LinkEvent]) -> list[tuple[int, bool]]:
    return [(one.contact, one.closed) for one in news if isinstance(one, ContactChange)]


def with_link(table: SimulatedTable, do: Callable[[Link], Awaitable[None]]) -> None:
    async def main() -> None:
        async with table, Link(table.cable) as link:
            await do(link)

    run_virtual(main())


def test_the_truth_of_a_piece_is_its_real_place_whatever_the_sensors_feel() -> None:
    async def main() -> list[str]:
        seen = []
        async with SimulatedTable(seed=1) as table:
            for deed in ("wait 0 s", "put red on 7", "dead reed 7", "knock red over", "lift red", "put red at 20 20"):
                await Runner(table).run(deed)
                seen.append(table.truth("red"))
        return seen

    assert run_virtual(main()) == ["beside", "7", "7", "lying", "in hand", "beside"]


def test_changes_by_hands_reach_the_host_once_and_in_order(firmware: Start) -> None:
    table = SimulatedTable(seed=1, start=firmware)
    news = changes(play(table, "put red on 7\nslide red to 4\nlift red"))
    assert news == [(7, True), (7, False), (6, True), (6, False), (5, True), (5, False), (4, True), (4, False)]


def test_the_same_seed_gives_the_same_trace_and_another_seed_another() -> None:
    one, same, other = (play(SimulatedTable(seed=seed), A_FEW_COMMANDS) for seed in (1, 1, 2))
    assert one == same != other
    assert changes(one) == changes(other)  # the other person is only quicker or slower


def test_each_interpreter_gives_the_same_trace(firmware: Start) -> None:
    on_cpython = play(SimulatedTable(seed=1), A_FEW_COMMANDS)
    assert play(SimulatedTable(seed=1, start=firmware), A_FEW_COMMANDS) == on_cpython


class EveryMillisecond(InThisProcess):
    """A board that never skips time, like the Pico."""

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
        return msgspec.structs.replace(super().step(now, contacts, arrived, room), idle=1)


def test_skipping_idle_time_changes_nothing() -> None:
    skipping = play(SimulatedTable(seed=1), A_FEW_COMMANDS)
    assert play(SimulatedTable(seed=1, start=EveryMillisecond), A_FEW_COMMANDS) == skipping


def test_pulsing_lamps_do_not_keep_the_board_awake() -> None:
    passes: list[int] = []

    class Counted(InThisProcess):
        def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
            passes.append(now)
            return super().step(now, contacts, arrived, room)

    table = SimulatedTable(start=Counted)

    async def pulse(link: Link) -> None:
        link.show({"a": ("ff0000", "pulse")}, "a")
        await asyncio.sleep(10)
        assert len(passes) < 70  # a heartbeat each 200 ms
        levels = set()
        for _ in range(20):
            levels.add(table.lamp(0))
            await asyncio.sleep(0.04)
        assert len(levels) == 20 and len(passes) < 80

    with_link(table, pulse)


@pytest.mark.parametrize(("next_pass", "told"), [(10 + HOLD_MS, 1), (60, 0)])
def test_a_touch_counts_only_for_as_long_as_it_lasted_although_a_pass_is_late(
    tmp_path: Path, next_pass: int, told: int
) -> None:
    """The contact closes at 10 ms. The next pass comes when it has settled, or too late, after it has opened again."""
    board = Firmware(str(tmp_path / "settings.json"), "b1", "power-on", {})
    board.step(0, bytes(12), b"", 0)
    assert board.step(10, b"\1" + bytes(11), b"", 0)[0] == HOLD_MS
    board.step(next_pass, b"\1" + bytes(11) if told else bytes(12), b"", 0)
    assert board.controller.scan.events.last == told


def test_bytes_that_one_pass_leaves_unread_are_read_in_the_next(tmp_path: Path) -> None:
    board = InThisProcess(tmp_path / "settings.json", "b1", "power-on", {})
    contacts = bytes(12)
    assert board.step(0, contacts, b"x" * 300, 4096).idle == 1
    assert board.step(1, contacts, b"", 4096).idle > 1


@pytest.mark.parametrize("fault", FAULTS)
def test_noise_on_the_line_changes_nothing_that_the_host_hears_of_hands(fault: str) -> None:
    quiet = play(SimulatedTable(seed=1), A_FEW_COMMANDS)
    table = SimulatedTable(seed=1)
    noisy = play(table, f"noise 0.002 {fault}\n{A_FEW_COMMANDS}")
    assert changes(noisy) == changes(quiet)


@pytest.mark.parametrize("milliseconds", [50, 300, 1500])
def test_a_pulled_cable_loses_and_doubles_no_change(milliseconds: int) -> None:
    pull = f"put red on 7\nunplug\nlift red\nwait {milliseconds} ms\nreplug\nput red on 8"
    news = play(SimulatedTable(seed=1), pull)
    assert changes(news) == [(7, True), (7, False), (8, True)]
    assert any(isinstance(one, Disconnected) for one in news)


def test_no_two_starts_have_the_same_name_although_all_have_the_same_seed() -> None:
    async def starts() -> list[str]:
        names = []
        for _ in range(20):  # as when the simulator's process restarts
            async with SimulatedTable(seed=1) as table, Link(table.cable) as link:
                assert link.info
                names.append(link.info.boot)
        return names

    names = run_virtual(starts())
    assert len({*names}) == 20


def test_a_board_after_a_power_cut_has_another_boot_name_and_the_same_settings(firmware: Start) -> None:
    table = SimulatedTable(seed=1, start=firmware)

    async def do(link: Link) -> None:
        news: list[LinkEvent] = []
        link.watch(news.append)
        assert link.info
        before = link.info
        await link.ask("set", "servo_rest", "1100")
        await Runner(table).run("put red on 7\npower cut\nwait 1 s\nput red on 8\npower on\nwait 1 s")
        assert await link.ask("get", "servo_rest") == ("1100",)
        back = next(one for one in news if isinstance(one, Reconnected))
        assert back.rebooted
        assert back.info.boot != before.boot
        assert link.closed(8)
        assert not link.closed(7)

    with_link(table, do)


def test_faults_of_the_board_survive_a_power_cut(firmware: Start) -> None:
    table = SimulatedTable(seed=1, start=firmware)

    async def do(link: Link) -> None:
        await Runner(table).run("break chain\nsupply 4.5\npower cut\npower on\nwait 1 s")
        assert await link.ask("chain") == ("bad",)
        assert "4500" in await link.ask("power")

    with_link(table, do)


def test_a_person_sees_what_the_host_shows(firmware: Start) -> None:
    table = SimulatedTable(seed=1, start=firmware)

    async def do(link: Link) -> None:
        link.show({"a": ("ff0000", "blink"), "b": ("0000ff", "steady")}, ".ab" + 78 * ".")
        await Runner(table).run(
            "expect lamp 0 dark steady\nexpect lamp 1 red blink\nexpect lamp 2 blue steady\n"
            "dead lamp 2\nexpect lamp 2 dark within 0 s\ngood lamp 2\nexpect lamp 2 blue within 0 s"
        )

    with_link(table, do)


def test_the_crank_turns_the_trap_and_its_cage_tells_the_host(firmware: Start) -> None:
    table = SimulatedTable(seed=1, chance=1, start=firmware)

    async def do(link: Link) -> None:
        assert await link.crank("one") == "caught"
        assert table.trap.stage == "caught"
        await asyncio.sleep(BACK)
        with pytest.raises(Refused, match="cage"):
            await link.crank("two")
        await table.hands.set_trap()
        await asyncio.sleep(0.1)
        assert await link.crank("one") == "caught"  # told, not turned
        assert (table.trap.turns, table.trap.stage) == (1, "set")
        assert await link.crank("three", "launch") == "caught"

    with_link(table, do)


def test_a_host_that_says_stop_or_leaves_stops_the_crank_at_once(firmware: Start) -> None:
    table = SimulatedTable(seed=1, chance=1, start=firmware)

    async def begin(link: Link, turn: str) -> asyncio.Task[str]:
        turning = asyncio.create_task(link.crank(turn))
        await Runner(table).run("wait 1 s\nexpect servo on")
        return turning

    async def stop(link: Link) -> None:
        turning = await begin(link, "one")
        await link.stop()
        assert table.servo_us == 0
        assert await turning == "fault-stopped"
        await table.hands.hold(2.5, "a", "b")
        assert (await begin(link, "two")).cancel()

    with_link(table, stop)
    assert table.servo_us == 0
    assert table.trap.stage == "set"


def test_the_board_measures_what_the_servo_draws(firmware: Start) -> None:
    table = SimulatedTable(seed=1, chance=1, start=firmware)

    async def do(link: Link) -> None:
        assert await link.ask("power") == ("5000", "0")
        turning = asyncio.create_task(link.crank("one"))
        await asyncio.sleep(1)
        assert await link.ask("power") == ("5000", "600")
        await Runner(table).run("jam crank\nwait 100 ms")
        assert await link.ask("power") == ("5000", "2500")
        await Runner(table).run("free crank")
        await turning
        await asyncio.sleep(BACK)
        assert await link.ask("power") == ("5000", "0")

    with_link(table, do)


def test_a_crank_misses_without_luck_or_without_a_set_trap() -> None:
    table = SimulatedTable(seed=1, chance=0)

    async def do(link: Link) -> None:
        assert await link.crank("one") == "missed"
        table.trap.chance = 1
        await asyncio.sleep(BACK)
        assert await link.crank("two") == "missed"
        await table.hands.set_trap()
        await asyncio.sleep(BACK)
        assert await link.crank("three") == "caught"

    with_link(table, do)


def test_a_power_cut_switches_servo_and_lamps_off() -> None:
    table = SimulatedTable(seed=1)

    async def do(link: Link) -> None:
        link.show({"a": ("ffffff", "steady")}, 81 * "a")
        turning = asyncio.create_task(link.crank("one"))
        await Runner(table).run("expect servo on\nexpect lamp 80 white\npower cut\nexpect servo off within 0 s")
        assert [table.lamp(i) for i in range(table.lamp_count)] == [(0, 0, 0)] * 81
        turning.cancel()

    with_link(table, do)


def test_a_table_of_another_size_has_its_own_places() -> None:
    table = SimulatedTable(grid(4, 3), lamps=6, places={"start": (40, 40)}, pieces=["mouse"])

    async def do(link: Link) -> None:
        assert link.info
        assert (link.info.inputs, link.info.lamps, table.lamp_count) == (12, 6, 6)
        await Runner(table).run("put mouse on start\nexpect closed 5")

    with_link(table, do)


def test_a_table_plays_at_least_fifty_times_faster_than_real_time() -> None:
    """This counts processor time, so a busy machine does not matter."""
    table = SimulatedTable(seed=1)
    began = time.process_time()

    async def do(link: Link) -> None:
        link.show({"a": ("ff0000", "blink"), "b": ("00ff00", "pulse")}, "ab" + 79 * ".")
        for _ in range(5):
            await Runner(table).run(A_FEW_COMMANDS)
        assert link.stats.frames_in > 100
        assert asyncio.get_running_loop().time() > 50 * (time.process_time() - began)

    with_link(table, do)


def test_a_micropython_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    async def main() -> None:
        async with SimulatedTable(start=partial(OnMicroPython, str(tmp_path / "nowhere"))):
            pass

    with pytest.raises(FileNotFoundError):
        run_virtual(main())
