"""SAFETY.md sentence by sentence, except what the tests of crank, guard, lamps, tone and controller cover."""

import shutil
from pathlib import Path

import pytest
from tests.firmware.board import Table, fail_once

from mousetable import wire
from mousetable.controller import Controller
from mousetable.simulated import SimulatedHardware

MOVES = (("crank", "g1", "classic"), ("jog", "1500"), ("tone", "440", "1000"))
"""Requests that move or sound something."""


def at_rest(table: Table) -> bool:
    hardware = table.hardware
    return (hardware.servo_us, hardware.tone_hz, any(hardware.pixels)) == (0, 0, False)


def quiet(table: Table) -> bool:
    """Return whether servo and tone are off; lamps may be on."""
    return (table.hardware.servo_us, table.hardware.tone_hz) == (0, 0)


def light(table: Table) -> None:
    """Show a picture of one green lamp."""
    table.ask("style", "a", "00ff00", "steady")
    table.ask("lamps", "a".ljust(81, "."))
    table.run(25)
    assert table.hardware.pixels[0] == 255


# "Every output has a value at rest and a longest time"


def test_all_outputs_are_at_rest_from_power_on_until_a_host_comes(table: Table) -> None:
    for _ in range(50):
        table.run(100)
        assert at_rest(table)


@pytest.mark.parametrize("request_", [*MOVES, ("lamps", "a" * 81), ("style", "a", "ffffff", "steady")])
def test_a_host_that_has_not_agreed_moves_nothing(table: Table, request_: tuple[str, ...]) -> None:
    table.ask("hello", "1")
    assert table.ask(*request_) == "no agree"
    table.run(500)
    assert at_rest(table)


def test_a_host_that_greets_again_changes_no_lamp_until_it_agrees(agreed: Table) -> None:
    light(agreed)
    agreed.ask("hello", "1")
    assert agreed.ask("style", "a", "ff0000", "steady") == "no agree"
    agreed.run(100, heartbeat=True)
    assert agreed.hardware.pixels[:3] == b"\xff\x00\x00"  # green red blue


@pytest.mark.parametrize(
    ("request_", "longest"),
    [(("crank", "g1", "classic"), 22_000), (("jog", "1500"), 2_000), (("tone", "440", "5000"), 5_000)],
)
def test_no_output_stays_on_beyond_its_longest_time_although_the_host_is_alive(
    agreed: Table, request_: tuple[str, ...], longest: int
) -> None:
    assert agreed.ask(*request_).startswith("ok")
    assert not quiet(agreed)
    agreed.run(longest + 100, heartbeat=True)
    assert quiet(agreed)


@pytest.mark.parametrize("request_", MOVES)
def test_a_lost_host_puts_every_output_to_rest_in_the_pass_in_which_the_lamps_show_it(
    agreed: Table, request_: tuple[str, ...]
) -> None:
    light(agreed)
    if request_[0] == "tone":
        request_ = ("tone", "440", "5000")
    agreed.ask(*request_)
    agreed.run(wire.DEADMAN_MS - 10)
    assert not quiet(agreed) and agreed.controller.guard.session == "agreed"
    while agreed.controller.guard.session != "closed":
        agreed.run(1)
    assert quiet(agreed)
    agreed.run(25)
    assert agreed.hardware.pixels[0] != 255


def test_a_host_that_comes_back_finds_everything_at_rest_and_nothing_continues(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.run(wire.DEADMAN_MS + 100)
    agreed.agree()
    agreed.run(3000, heartbeat=True)
    assert quiet(agreed)


# "After a reset nothing goes on by itself"


def restart(table: Table, cause: str) -> Table:
    """Reset the board in the middle of what it does; flash and world stay as they are."""
    table.hardware = SimulatedHardware(table.settings, boot="b2", reset_cause=cause)
    table.contact(table.rail, True)
    table.controller = Controller(table.hardware, table.settings)
    return table


def test_a_reset_board_refuses_the_old_host_names_its_new_start_and_turns_nothing(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.run(500)
    restarted = restart(agreed, "watchdog")
    assert restarted.ask("crank", "g1", "classic") == "no hello"
    assert restarted.ask("hello", "1").split()[3:8] == ["b2", "144", "81", restarted.settings.hash(), "watchdog"]
    assert restarted.ask("agree", "b1", restarted.settings.hash()) == "no boot"
    for _ in range(50):
        restarted.run(100, heartbeat=True)
        assert at_rest(restarted)
    restarted.agree()
    restarted.run(5000, heartbeat=True)
    assert at_rest(restarted)
    assert restarted.ask("poll").split()[4] == "-"


# "The crank turns once for each id"


def servo_starts(table: Table, ms: int) -> int:
    """Return how often the servo switches on in this time, with a live host."""
    starts, before = 0, table.hardware.servo_us
    for ms_passed in range(ms):
        if ms_passed % wire.HEARTBEAT_MS == 0:
            table.say("poll")
        table.run(1)
        starts += before == 0 and table.hardware.servo_us > 0
        before = table.hardware.servo_us
    return starts


def test_an_id_turns_once_across_resends_reconnects_and_restarts_of_the_host(agreed: Table) -> None:
    seq = agreed.say("crank", "g1", "launch")
    starts = servo_starts(agreed, 100)
    agreed.hardware.inbox += 3 * (b"\n" + wire.encode(seq, "crank", "g1", "launch"))  # resends
    starts += servo_starts(agreed, 8000)
    agreed.agree()  # the line was lost
    agreed.ask("crank", "g1", "launch")
    starts += servo_starts(agreed, 3000)
    agreed.run(wire.DEADMAN_MS + 100)  # the host has crashed ...
    agreed._seq = 0  # ... and begins to count again
    agreed.agree()
    assert agreed.ask("crank", "g1", "launch") == "ok missed"
    starts += servo_starts(agreed, 3000)
    assert starts == 1


# "The emergency stop"


@pytest.mark.parametrize("request_", [("crank", "g1", "classic"), ("jog", "1500")])
def test_the_emergency_stop_cuts_the_servo_latches_and_its_release_restarts_nothing(
    agreed: Table, request_: tuple[str, ...]
) -> None:
    agreed.ask(*request_)
    agreed.run(500, heartbeat=True)
    agreed.contact(agreed.rail, False)
    agreed.run(8)
    assert agreed.hardware.servo_us == 0
    agreed.contact(agreed.rail, True)
    assert servo_starts(agreed, 3000) == 0
    assert agreed.fault() == "rail"


def test_the_emergency_stop_on_a_table_at_rest_is_no_fault_but_lets_nothing_begin(agreed: Table) -> None:
    agreed.contact(agreed.rail, False)
    agreed.run(100, heartbeat=True)
    assert agreed.fault() == "-"
    assert agreed.ask("crank", "g1", "classic") == agreed.ask("jog", "1500") == "no rail"


# "Faults latch"


@pytest.mark.parametrize("request_", MOVES)
def test_a_fault_keeps_everything_off_whatever_the_host_says_until_a_person_clears_it(
    agreed: Table, request_: tuple[str, ...]
) -> None:
    agreed.controller.guard.trip("test")
    agreed.agree()
    assert agreed.ask(*request_) == "no fault"
    assert quiet(agreed)
    clear(agreed)
    assert agreed.ask(*request_).startswith("ok")


def clear(table: Table) -> None:
    """Hold both buttons as a person does, and let go."""
    for closed, ms in ((True, 2200), (False, 50)):
        table.contact(table.button_a, closed)
        table.contact(table.button_b, closed)
        table.run(ms, heartbeat=True)


def test_clearing_a_fault_does_not_restart_what_it_stopped(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.run(300, heartbeat=True)
    agreed.controller.guard.trip("test")
    agreed.run(10)
    clear(agreed)
    assert servo_starts(agreed, 3000) == 0
    assert agreed.ask("crank", "g1", "classic") == "ok fault-test"


def test_switching_off_and_on_clears_a_fault(agreed: Table) -> None:
    agreed.controller.guard.trip("test")
    restarted = restart(agreed, "power-on")
    restarted.agree()
    assert restarted.fault() == "-"


# A part of the program that fails


def test_a_fault_without_a_failed_task_leaves_the_lamps_as_they_are(agreed: Table) -> None:
    light(agreed)
    agreed.ask("crank", "g1", "classic")
    agreed.contact(agreed.rail, False)
    agreed.run(10)
    assert agreed.fault() == "rail"
    assert agreed.hardware.pixels[0] == 255


@pytest.mark.parametrize("task", ["scan", "crank", "lamps"])
def test_the_picture_returns_when_a_person_clears_the_fault_of_a_failed_task(agreed: Table, task: str) -> None:
    light(agreed)
    fail_once(agreed, task)
    agreed.run(1)
    assert at_rest(agreed)
    clear(agreed)
    agreed.run(25)
    assert agreed.hardware.pixels[0] == 255


# Settings


def test_a_setting_that_cannot_be_stored_is_refused_and_is_no_fault(tmp_path: Path) -> None:
    folder = tmp_path / "flash"
    folder.mkdir()
    table = Table(str(folder / "settings.json"))
    table.agree()
    shutil.rmtree(folder)  # a full flash answers like this
    assert table.ask("set", "watch", "2500") == "no storage"
    assert table.ask("get", "watch") == "ok 4000"
    assert table.fault() == "-"
