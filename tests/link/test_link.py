"""The link against the real firmware on the simulated table: nothing is lost, doubled or wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest

from mouseboard.link import (
    ContactChange,
    Disconnected,
    Fault,
    Gap,
    Link,
    LinkError,
    LinkEvent,
    Port,
    Reconnected,
    Refused,
    Stream,
    TableRestarted,
    link,
)
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable
from mousetable import wire

SETTINGS = {"chain": "81", "lamps": "81", "debounce": "5", "servo_rest": "1000", "servo_end": "2000"}
Change = tuple[int, bool]


class Witness:
    """A table, a link to it, and what happened at either end."""

    def __init__(self, seed: int = 1) -> None:
        self.table = SimulatedTable(seed=seed, chance=1.0)
        self.link = Link(self.table.cable)
        self.news: list[LinkEvent] = []
        self.done: list[Change] = []  # by the hands
        self.turns = 0  # how often the servo was switched on
        self.link.watch(self.news.append)
        self._random = Random(seed)

    def told(self) -> list[Change]:
        return [(news.contact, news.closed) for news in self.news if isinstance(news, ContactChange)]

    def numbers(self) -> list[int]:
        return [news.number for news in self.news if isinstance(news, ContactChange)]

    async def flicker(self, count: int, every: float = 0.02) -> None:
        """Close or open one reed after the other."""
        for _ in range(count):
            contact = self._random.randrange(81)
            closed = not self.table.world.reeds[contact].closed
            self.table.world.reeds[contact].move(closed)
            self.done.append((contact, closed))
            await asyncio.sleep(every)

    async def pull(self, seconds: float) -> None:
        self.table.cable.unplug()
        await asyncio.sleep(seconds)
        self.table.cable.replug()

    async def count_turns(self) -> None:
        before = 0
        while True:
            self.turns += bool(self.table.servo_us and not before)
            before = self.table.servo_us
            await asyncio.sleep(0.002)


def at_the_table(test: Callable[[Witness], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        witness = Witness()
        async with witness.table:
            counting = asyncio.create_task(witness.count_turns())
            async with witness.link:
                await test(witness)
            counting.cancel()

    run_virtual(run())


async def answers(witness: Witness, count: int) -> None:
    """Ask for settings and hold each answer against what it must be."""
    for number in range(count):
        name = list(SETTINGS)[number % len(SETTINGS)]
        assert await witness.link.ask("get", name) == (SETTINGS[name],)


def now() -> float:
    return asyncio.get_running_loop().time()


# A good line


def test_the_table_says_who_it_is_and_where_it_stands() -> None:
    async def test(w: Witness) -> None:
        assert w.link.info
        assert (w.link.info.inputs, w.link.info.lamps, w.link.info.reset_cause) == (81, 81, "power-on")
        assert w.link.info.chip == "simulated"
        assert w.link.contacts == bytes(w.table.world.levels)
        assert w.link.closed(91)  # the servo's rail

    at_the_table(test)


def test_the_table_says_whether_its_chain_answered_when_it_started() -> None:
    async def test(w: Witness) -> None:
        assert w.link.info and w.link.info.chain_good
        w.table.sense("chain_is_good", 0)
        w.table.power_cut()
        w.table.power_on()
        await asyncio.sleep(0.2)
        assert not w.link.info.chain_good

    at_the_table(test)


def test_changes_come_once_in_order_with_the_tables_time() -> None:
    async def test(w: Witness) -> None:
        await w.flicker(50)
        await asyncio.sleep(0.1)
        assert w.told() == w.done
        assert w.numbers() == list(range(1, 51))
        times = [news.time for news in w.news if isinstance(news, ContactChange)]
        assert times == sorted(times)
        assert w.link.contacts == bytes(w.table.world.levels)

    at_the_table(test)


def test_a_change_reaches_the_watcher_within_debounce_and_three_milliseconds() -> None:
    async def test(w: Witness) -> None:
        reached: list[float] = []
        w.link.watch(lambda _: reached.append(now()))
        for contact in range(40):
            began = now()
            w.table.world.reeds[contact].move(True)
            await asyncio.sleep(0.05)
            # bounce 1, debounce 5, its sample 1, the cable's latency 0.5
            assert reached[-1] - began <= 0.0085

    at_the_table(test)


def test_only_the_latest_picture_is_shown() -> None:
    async def test(w: Witness) -> None:
        styles = {"r": ("ff0000", "steady"), "b": ("0000ff", "steady")}
        w.link.show(styles, "r" + 80 * ".")
        w.link.show(styles, "b" + 80 * ".")
        await asyncio.sleep(0.1)
        assert w.table.lamp(0) == (0, 0, 255)

    at_the_table(test)


def test_what_the_lamps_show_already_costs_no_frame() -> None:
    async def test(w: Witness) -> None:
        styles = {"r": ("ff0000", "steady")}
        w.link.show(styles, "r" + 80 * ".")
        await asyncio.sleep(0.1)
        told = w.link.stats.frames_out
        w.link.show(styles, "r" + 80 * ".")
        await asyncio.sleep(0.05)  # no heartbeat is due
        assert w.link.stats.frames_out == told

    at_the_table(test)


def test_a_crank_is_told_when_its_result_is_known() -> None:
    async def test(w: Witness) -> None:
        assert w.link.last_crank("g-1") is None
        assert await w.link.crank("g-1") == "caught"
        await asyncio.sleep(0.3)
        assert (w.turns, w.link.last_crank("g-1")) == (1, "caught")

    at_the_table(test)


def test_what_the_table_refuses_is_raised_and_the_link_goes_on() -> None:
    async def test(w: Witness) -> None:
        w.table.trap.drop_cage()
        await asyncio.sleep(0.1)
        with pytest.raises(Refused, match="cage"):
            await w.link.crank("g-1")
        with pytest.raises(Refused, match="verb"):
            await w.link.ask("dance")
        await answers(w, 5)
        assert w.turns == 0

    at_the_table(test)


def test_a_fault_is_news() -> None:
    async def test(w: Witness) -> None:
        cranking = asyncio.create_task(w.link.crank("g-1"))
        await asyncio.sleep(0.5)
        w.table.world.switches["rail"].move(False)
        assert await cranking == "fault-rail"
        await asyncio.sleep(0.3)
        assert Fault("rail") in w.news
        assert w.link.fault == "rail"

    at_the_table(test)


def fail(_: LinkEvent) -> None:
    raise RuntimeError("a bug in a watcher")


def test_a_watcher_that_fails_keeps_no_news_from_the_others() -> None:
    async def test(w: Witness) -> None:
        failures: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context["message"]))
        behind: list[LinkEvent] = []
        w.link.watch(fail)
        w.link.watch(behind.append)
        await w.flicker(3)
        await asyncio.sleep(0.1)
        assert behind == w.news
        assert len(failures) == 3

    at_the_table(test)


def test_who_stops_watching_is_told_nothing_more() -> None:
    async def test(w: Witness) -> None:
        seen: list[LinkEvent] = []
        stop = w.link.watch(seen.append)
        stop()
        await w.flicker(1)
        assert seen == []

    at_the_table(test)


# A noisy line


def test_with_every_thousandth_byte_spoilt_both_ways_nothing_is_wrong_lost_or_doubled() -> None:
    async def test(w: Witness) -> None:
        w.table.cable.set_noise(1e-3)
        flickering = asyncio.create_task(w.flicker(500))
        await answers(w, 3000)
        await flickering
        w.table.cable.set_noise(0)
        await asyncio.sleep(0.3)
        assert w.told() == w.done
        assert w.link.stats.resends > 0
        assert not [news for news in w.news if isinstance(news, Disconnected)]

    at_the_table(test)


@pytest.mark.campaign
@pytest.mark.parametrize("rate", [5e-4, 2e-3])
def test_of_a_hundred_thousand_questions_on_a_noisy_line_each_is_answered_rightly_and_soon(rate: float) -> None:
    async def test(w: Witness) -> None:
        w.table.cable.set_noise(rate)
        worst = 0.0
        for _ in range(100_000):
            asked = now()
            await answers(w, 1)
            worst = max(worst, now() - asked)
        assert worst <= 0.2  # a newline lost three times in a row; tests/bench has the figures

    at_the_table(test)


def test_on_a_noisy_line_the_crank_turns_once() -> None:
    async def test(w: Witness) -> None:
        w.table.cable.set_noise(1e-2)
        assert await w.link.crank("g-1") == "caught"
        assert w.turns == 1

    at_the_table(test)


# A cable that is pulled


@pytest.mark.parametrize("seconds", [0.05, 0.3, 1.5])
def test_after_a_pulled_cable_the_first_answer_comes_within_150_ms_and_no_change_is_lost(seconds: float) -> None:
    async def test(w: Witness) -> None:
        flickering = asyncio.create_task(w.flicker(150))
        for _ in range(3):
            await asyncio.sleep(0.2)
            pulling = asyncio.create_task(w.pull(seconds))
            await asyncio.sleep(0.001)
            asking = asyncio.create_task(w.link.ask("get", "chain"))
            await pulling
            replugged = now()
            assert await asking == ("81",)
            assert now() - replugged <= 0.150
        await flickering
        await asyncio.sleep(0.3)
        assert w.told() == w.done
        assert w.numbers() == list(range(1, 151))
        assert [news.rebooted for news in w.news if isinstance(news, Reconnected)] == [False] * 3
        assert len([news for news in w.news if isinstance(news, Disconnected)]) == 3
        assert w.link.stats.reconnects == 3

    at_the_table(test)


def test_more_changes_than_the_table_can_keep_are_an_explicit_gap() -> None:
    async def test(w: Witness) -> None:
        await w.flicker(10)
        pulling = asyncio.create_task(w.pull(6))
        await w.flicker(250)
        await pulling
        await asyncio.sleep(1)
        (gap,) = [news for news in w.news if isinstance(news, Gap)]
        assert w.told() == w.done[: gap.first - 1] + w.done[gap.last :]
        assert w.numbers() == [*range(1, gap.first), *range(gap.last + 1, 261)]
        assert w.link.contacts == bytes(w.table.world.levels)
        assert w.link.stats.gaps == 1
        await w.flicker(5)
        await asyncio.sleep(0.1)
        assert w.told()[-5:] == w.done[-5:]

    at_the_table(test)


def test_the_lamps_show_the_same_again_after_a_pulled_cable_and_a_power_cut() -> None:
    async def test(w: Witness) -> None:
        w.link.show({"r": ("ff0000", "steady")}, "r" + 80 * ".")
        await w.pull(2)
        await asyncio.sleep(0.2)
        assert w.table.lamp(0) == (255, 0, 0)
        w.table.power_cut()
        w.table.power_on()
        await asyncio.sleep(0.2)
        assert w.table.lamp(0) == (255, 0, 0)

    at_the_table(test)


@pytest.mark.parametrize(("seconds", "result"), [(0.05, "caught"), (0.3, "caught"), (1.5, "fault-host")])
def test_a_cable_pulled_while_the_crank_turns_does_not_turn_it_again(seconds: float, result: str) -> None:
    async def test(w: Witness) -> None:
        cranking = asyncio.create_task(w.link.crank("g-1"))
        await asyncio.sleep(0.4)
        await w.pull(seconds)
        assert await cranking == result
        assert w.turns == 1

    at_the_table(test)


# A table or a host that starts again


def test_a_restarted_host_is_told_the_result_of_its_crank() -> None:
    async def test(w: Witness) -> None:
        cranking = asyncio.create_task(w.link.crank("g-1"))
        await asyncio.sleep(0.4)
        await w.link.close()
        with pytest.raises(LinkError):
            await cranking
        async with Link(w.table.cable) as again:
            assert await again.crank("g-1") == "caught"
            assert await again.crank("g-1") == "caught"
        assert w.turns == 1

    at_the_table(test)


def test_a_restarted_host_starts_from_the_full_frame() -> None:
    async def test(w: Witness) -> None:
        await w.flicker(30)
        await w.link.close()
        await w.flicker(30)
        news: list[LinkEvent] = []
        again = Link(w.table.cable)
        again.watch(news.append)
        async with again:
            await asyncio.sleep(0.1)
            assert again.contacts == bytes(w.table.world.levels)
            assert news == []

    at_the_table(test)


def test_a_restarted_table_is_noticed_and_nothing_moves_by_itself() -> None:
    async def test(w: Witness) -> None:
        await w.flicker(20)
        w.table.power_cut()
        await w.flicker(5)
        w.table.power_on()
        await asyncio.sleep(0.3)
        assert [news.rebooted for news in w.news if isinstance(news, Reconnected)] == [True]
        assert w.link.contacts == bytes(w.table.world.levels)
        await w.flicker(3)
        await asyncio.sleep(0.1)
        assert w.told()[-3:] == w.done[-3:]
        assert w.numbers()[-3:] == [1, 2, 3]
        assert w.turns == 0

    at_the_table(test)


def test_a_crank_is_not_asked_for_again_when_the_table_has_forgotten_it() -> None:
    async def test(w: Witness) -> None:
        cranking = asyncio.create_task(w.link.crank("g-1"))
        await asyncio.sleep(0.4)
        w.table.power_cut()
        await asyncio.sleep(0.1)
        w.table.power_on()
        with pytest.raises(TableRestarted, match="nobody knows whether crank g-1 turned"):
            await cranking
        await asyncio.sleep(1)
        assert w.turns == 1
        assert w.link.last_crank("g-1") is None

    at_the_table(test)


class Successive:
    """A port behind which one table comes after the other."""

    cable: Port

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        return await self.cable.open(receive, lost)


@pytest.mark.parametrize("restarts", [20, pytest.param(1000, marks=pytest.mark.campaign)])
def test_no_crank_turns_again_when_the_simulator_is_started_again_in_mid_turn(restarts: int) -> None:
    """With the same seed, as somebody does who starts the same command again."""

    async def run() -> None:
        random, port = Random(1), Successive()
        link, cranks = Link(port), list[asyncio.Task[str]]()
        for number in range(restarts + 1):
            async with SimulatedTable(seed=1) as table:
                port.cable = table.cable
                if not number:
                    await link.open()
                for crank in cranks[-1:]:
                    with pytest.raises(TableRestarted):
                        await crank
                for _ in range(30):
                    await asyncio.sleep(0.01)
                    assert not table.servo_us
                cranks.append(asyncio.create_task(link.crank(f"g-{number}")))
                await asyncio.sleep(0.1 + random.random())
                assert table.servo_us, "in mid-turn"
        await link.close()
        with pytest.raises(LinkError):
            await cranks[-1]

    run_virtual(run())


def test_a_session_that_the_table_ended_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "HEARTBEAT", 1.5)  # a host too busy to poll in time

    async def test(w: Witness) -> None:
        await asyncio.sleep(1.3)
        await answers(w, 3)
        assert [type(news) for news in w.news] == [Disconnected, Reconnected]
        assert await w.link.crank("g-1") in ("caught", "fault-host")

    at_the_table(test)


# What is no table


class Other:
    """A port with something else behind it, which answers each write by `answer`."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._answer = answer
        self._receive: Callable[[bytes], None] = lambda _: None

    def __str__(self) -> str:
        return "/dev/other"

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        self._receive = receive
        return self

    def write(self, data: bytes) -> None:
        if answer := self._answer(data):
            asyncio.get_running_loop().call_soon(self._receive, answer)

    def close(self) -> None:
        self._receive = lambda _: None


class Belated:
    """A port at which an earlier program's `ok` to its third request comes when this one makes its own."""

    def __init__(self, cable: Port) -> None:
        self._cable = cable

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        self._receive = receive
        self._stream = await self._cable.open(receive, lost)
        return self

    def write(self, data: bytes) -> None:
        if data.startswith(b"3 "):
            self._receive(wire.encode(3, "ok"))
        self._stream.write(data)

    def close(self) -> None:
        self._stream.close()


def refusal(answer: Callable[[bytes], bytes]) -> str:
    with pytest.raises(LinkError) as caught:
        run_virtual(Link(Other(answer)).open())
    return str(caught.value)


def test_a_silent_port_is_no_table() -> None:
    assert refusal(lambda _: b"") == (
        "/dev/other: no answer for 1000 ms; `mouseboard table flash` puts the firmware on a Pico"
    )


def test_who_loses_patience_with_a_silent_port_leaves_nothing_behind() -> None:
    async def run() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5), Link(Other(lambda _: b"")):
                pass
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run_virtual(run())


def test_a_python_prompt_is_no_table() -> None:
    assert refusal(lambda data: b">>> " + data.strip() + b"\r\nSyntaxError: invalid syntax\r\n") == (
        "/dev/other: what answers is no table; `mouseboard table flash` puts the firmware on a Pico"
    )


def test_an_echo_is_no_table() -> None:
    assert "no answer for 1000 ms" in refusal(lambda data: data)


def test_answers_that_make_no_sense_are_no_table() -> None:
    def agreeable(data: bytes) -> bytes:
        frame = wire.decode(data.strip())
        return wire.encode(frame[0], "ok") if frame else b""

    assert refusal(agreeable) == (
        "/dev/other: the table speaks nonsense: not enough values to unpack (expected at least 8, got 0); "
        "to `hello` came ``; `mouseboard table flash` renews its firmware"
    )


def test_a_late_answer_to_another_program_is_outlived() -> None:
    async def run() -> None:
        table = SimulatedTable()
        link = Link(Belated(table.cable))
        async with table, link:
            assert await link.ask("get", "chain") == ("81",)

    run_virtual(run())


def test_another_protocol_is_refused_with_what_to_do() -> None:
    assert refusal(lambda _: wire.encode(1, "no", "protocol", "2")) == (
        "/dev/other: the table refused `hello 1`: protocol 2; `mouseboard table flash` renews its firmware"
    )


def test_a_cable_without_a_board_cannot_be_opened() -> None:
    async def run() -> None:
        with pytest.raises(OSError, match="no power"):
            await Link(SimulatedTable().cable).open()

    run_virtual(run())


def test_who_asks_a_closed_link_is_told_so() -> None:
    async def test(w: Witness) -> None:
        await w.link.close()
        with pytest.raises(LinkError, match="the link is closed"):
            await w.link.ask("poll")

    at_the_table(test)
