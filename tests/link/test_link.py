"""The link with the real firmware on the simulated table: nothing is lost, doubled or wrong."""

from __future__ import annotations

import asyncio

import pytest
from tests.link.witness import Witness, answers, at_the_table, now

from mouseboard.link import ContactChange, Fault, LinkEvent, Noise, Refused
from mousetable.debounce import HOLD_MS


def test_the_link_knows_the_table_s_size_reset_cause_chip_and_contacts() -> None:
    async def test(w: Witness) -> None:
        assert w.link.info
        assert (w.link.info.inputs, w.link.info.lamps, w.link.info.reset_cause) == (81, 81, "power-on")
        assert w.link.info.chip == "simulated"
        assert w.link.contacts == bytes(w.table.world.levels)
        assert w.link.closed(91)  # the servo's rail

    at_the_table(test)


def test_the_link_knows_whether_the_chain_answered_at_the_table_s_start() -> None:
    async def test(w: Witness) -> None:
        assert w.link.info and w.link.info.chain_good
        w.table.sense("chain_is_good", 0)
        w.table.power_cut()
        w.table.power_on()
        await asyncio.sleep(0.2)
        assert not w.link.info.chain_good

    at_the_table(test)


def test_the_link_reports_when_noise_begins_to_spoil_many_samples_of_the_chain_and_when_it_ends() -> None:
    async def test(w: Witness) -> None:
        w.table.sense("noise", 5)  # fewer than a false change takes
        await asyncio.sleep(0.5)
        assert not w.link.noisy
        w.table.sense("noise", 105)
        await asyncio.sleep(0.25)
        assert w.link.noisy
        await asyncio.sleep(0.5)
        assert not w.link.noisy
        assert w.news == [Noise(True), Noise(False)]

    at_the_table(test)


def test_noise_from_before_the_link_opened_is_not_reported() -> None:
    async def test(w: Witness) -> None:
        w.table.sense("noise", 1000)
        await w.pull(0.3)
        await asyncio.sleep(0.5)
        assert not [news for news in w.news if isinstance(news, Noise)]

    at_the_table(test)


def test_changes_arrive_once_and_in_order_with_the_table_s_time() -> None:
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
            # 1 ms bounce, the hold time, 1 ms to the next sample, 0.5 ms latency of the cable
            assert reached[-1] - began <= (HOLD_MS + 3.5) / 1000

    at_the_table(test)


def test_only_the_latest_picture_is_shown() -> None:
    async def test(w: Witness) -> None:
        styles = {"r": ("ff0000", "steady"), "b": ("0000ff", "steady")}
        w.link.show(styles, "r" + 80 * ".")
        w.link.show(styles, "b" + 80 * ".")
        await asyncio.sleep(0.1)
        assert w.table.lamp(0) == (0, 0, 255)

    at_the_table(test)


def test_a_picture_that_the_lamps_already_show_sends_no_frame() -> None:
    async def test(w: Witness) -> None:
        styles = {"r": ("ff0000", "steady")}
        w.link.show(styles, "r" + 80 * ".")
        await asyncio.sleep(0.1)
        told = w.link.stats.frames_out
        w.link.show(styles, "r" + 80 * ".")
        await asyncio.sleep(0.05)  # no heartbeat is due
        assert w.link.stats.frames_out == told

    at_the_table(test)


def test_a_crank_returns_when_its_result_is_known() -> None:
    async def test(w: Witness) -> None:
        assert w.link.last_crank("g-1") is None
        assert await w.link.crank("g-1") == "caught"
        await asyncio.sleep(0.3)
        assert (w.turns, w.link.last_crank("g-1")) == (1, "caught")

    at_the_table(test)


def test_a_refused_request_raises_and_the_link_goes_on() -> None:
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


def test_a_failing_watcher_keeps_no_news_from_the_others() -> None:
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


def test_a_watcher_that_stops_is_told_nothing_more() -> None:
    async def test(w: Witness) -> None:
        seen: list[LinkEvent] = []
        stop = w.link.watch(seen.append)
        stop()
        await w.flicker(1)
        assert seen == []

    at_the_table(test)
