"""The table as a whole: skipped time, and tasks that fail."""

import re
import traceback
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.firmware.board import Table, fail_once
from tests.helpers.pages import ROOT

from mousetable import wire
from mousetable.simulated import SimulatedHardware

Trace = list[tuple[int, int, int, bytes, bytes]]  # ms, servo, tone, lamps, line
Step = Callable[[Table], object]


def steps(seed: int, length: int) -> list[tuple[int, Step]]:
    """Plan what a lively host and world do, each step at its millisecond."""
    random, plan = (
        Random(seed),
        [(1, request("hello", "1", seq=1)), (2, request("agree", "b1", Table().settings.hash()))],
    )
    requests = [
        ("style", "a", "80ff00", random.choice(["steady", "blink", "pulse", "flash"])),
        ("lamps", "a.b" * 27),
        ("crank", f"g{random.randrange(3)}", random.choice(["classic", "launch"])),
        ("tone", "440", "300"),
        ("jog", "1700"),
        ("set", "watch", "500"),
    ]
    now = 2
    while now < length:
        now += random.choice([1, 2, 3, 7, 50, 200, 1300])
        what = random.random()
        if what < 0.5:
            plan.append((now, request(*random.choice([*requests, ("poll",), ("poll",)]))))
        elif what < 0.9:
            plan.append((now, change(random.choice([3, 10, 88, 89, 90, 91]), random.random() < 0.6)))
        else:
            plan.append((now, receive(random.choice([b"\x03", b"xyz\n", wire.encode(0, "seen", "2")]))))
    return plan


def request(*words: str, seq: int = 0) -> Step:
    def step(table: Table) -> object:
        if seq:
            return receive(wire.encode(seq, *words))(table)
        return table.say(*words)

    return step


def receive(data: bytes) -> Step:
    return lambda table: table.hardware.inbox.extend(data)


def change(contact: int, closed: bool) -> Step:
    return lambda table: table.contact(contact, closed)


def play(plan: list[tuple[int, Step]], skip: bool) -> Trace:
    """Return what comes out of the table. With `skip`, pass only when the table says that something will happen."""
    table, due = Table(), 0
    trace: Trace = []
    waiting = list(plan)
    hardware = table.hardware
    for now in range(plan[-1][0] + 3000):
        hardware.time = now
        touched = False
        while waiting and waiting[0][0] == now:
            waiting.pop(0)[1](table)
            touched = True
        if skip and not touched and now < due:
            continue
        idle = table.controller.step()
        due = now + (1 if hardware.inbox else max(1, idle))
        state = (now, hardware.servo_us, hardware.tone_hz, bytes(hardware.pixels), bytes(hardware.outbox))
        hardware.outbox.clear()
        if not trace or state[1:4] != trace[-1][1:4] or state[4]:
            trace.append(state)
    return trace


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_skipping_idle_passes_gives_the_same_trace_as_a_pass_every_millisecond(seed: int) -> None:
    plan = steps(seed, 6000)
    skipped, every = play(plan, skip=True), play(plan, skip=False)
    assert skipped == every
    assert len(every) > 10


def test_a_table_at_rest_needs_no_pass_between_one_poll_and_the_next(agreed: Table) -> None:
    agreed.run(50)
    agreed.ask("poll")
    assert agreed.controller.step() > wire.HEARTBEAT_MS


@pytest.mark.parametrize("task", ["crank", "tone", "lamps"])
def test_a_failing_task_puts_the_outputs_to_rest_and_the_table_still_talks(agreed: Table, task: str) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.ask("tone", "440", "5000")
    agreed.run(100)
    fail_once(agreed, task)
    agreed.run(1)
    assert (agreed.hardware.servo_us, agreed.hardware.tone_hz) == (0, 0)
    assert agreed.fault() == f"{task}-zerodivisionerror"
    assert agreed.ask("crank", "g2", "classic") == "no fault"
    assert "errors=1" in agreed.ask("stats")
    assert agreed.hardware.time - agreed.hardware.fed < 200


def test_the_traceback_of_a_latched_fault_is_kept_until_it_is_cleared(agreed: Table) -> None:
    fail_once(agreed, "lamps")
    agreed.run(5)
    first = agreed.controller.error
    agreed.controller._running["scan"] = wrong
    agreed.run(1)
    agreed.controller._running["scan"] = agreed.controller._tasks["scan"]
    assert agreed.controller.guard.errors == 2
    assert agreed.controller.error is first and isinstance(first, ZeroDivisionError)
    assert "in fail" in "".join(traceback.format_exception(first))


def wrong(_: int) -> int:
    raise IndexError


@pytest.mark.parametrize("turning", [False, True])
def test_a_person_brings_a_failed_task_back(agreed: Table, turning: bool) -> None:
    if turning:
        assert agreed.ask("crank", "g0", "classic") == "ok moving"
        agreed.run(100, heartbeat=True)
    fail_once(agreed, "crank")
    agreed.run(10, heartbeat=True)
    assert not turning or agreed.ask("crank", "g0", "classic") == "ok fault-crank-zerodivisionerror"
    agreed.contact(agreed.button_a, True)
    agreed.contact(agreed.button_b, True)
    agreed.run(2200, heartbeat=True)
    assert agreed.fault() == "-"
    agreed.contact(agreed.button_a, False)
    agreed.run(20, heartbeat=True)
    assert agreed.ask("crank", "g1", "classic") == "ok moving"
    agreed.run(3000, heartbeat=True)
    assert agreed.hardware.servo_us > 1200


@pytest.mark.parametrize("task", ["scan", "receive", "guard", "send"])
def test_an_essential_task_that_fails_is_retried_at_once(agreed: Table, task: str) -> None:
    fail_once(agreed, task)
    agreed.run(2)
    assert agreed.fault() == f"{task}-zerodivisionerror"
    agreed.contact(10, True)
    agreed.run(6)
    assert agreed.controller.scan.events.last == 1


class Jamming(SimulatedHardware):
    """Hardware whose servo fails when it is put to rest a second time."""

    rests = 0

    def servo(self, us: int) -> None:
        self.rests += not us
        if self.rests > 1:
            raise OSError
        super().servo(us)


def test_outputs_that_cannot_even_be_put_to_rest_do_not_stop_the_table() -> None:
    table = Table(make=Jamming)
    table.agree()
    fail_once(table, "lamps")
    table.run(5)
    assert table.fault() == "lamps-zerodivisionerror"


def test_garbage_is_collected_after_the_start_and_after_40_requests_other_than_polls() -> None:
    collected: list[int] = []

    class Collecting(SimulatedHardware):
        def collect(self) -> None:
            collected.append(self.time)

    table = Table(make=Collecting)
    table.run(5)
    table.agree()
    for _ in range(37):
        table.ask("poll")
        table.ask("get", "watch")
    table.run(5)
    assert len(collected) == 1
    table.ask("get", "watch")
    table.run(5)
    assert len(collected) == 2


def task_names(table: Table) -> list[str]:
    """Run one pass; return the names of the tasks that ran in it, in order."""
    names, controller = [], table.controller
    run = controller._run
    controller._run = lambda name, now: names.append(name) or run(name, now)  # type: ignore[method-assign,func-returns-value]
    table.run(1)
    controller._run = run  # type: ignore[method-assign]
    return names


def test_the_passes_written_out_in_the_controller_run_those_tasks(agreed: Table) -> None:
    source = (ROOT / "firmware" / "mousetable" / "controller.py").read_text()
    lines = re.findall(r"^#     ([ \d]{6}) ((?: ?(?:scan|send|receive|guard|crank|tone|lamps)\b)+)", source, re.M)
    assert [ms.strip() for ms, _ in lines] == ["99", "100", "105", "", "", "106"]
    agreed.run(99 - agreed.hardware.time)
    found = []
    for ms in range(99, 107):
        if ms == 100:
            agreed.contact(10, True)
        if ms == 102:
            agreed.say("poll")
        found.append(task_names(agreed))
    told = [tasks.split() for _, tasks in lines]
    assert found == [told[0], *[told[1]] * 5, told[2] + told[3] + told[4], told[5]]
