"""The guard: the deadman, latched faults and how a person clears them, and the watchdog."""

import pytest
from tests.firmware.board import Table


def test_a_session_ends_a_second_after_the_last_good_frame(agreed: Table) -> None:
    agreed.run(990)
    assert agreed.ask("poll").startswith("ok")
    agreed.hardware.inbox += b"noise is no sign of life\n"
    agreed.run(1001)
    assert agreed.ask("poll") == "no hello"


def test_the_first_cause_of_a_fault_stays(agreed: Table) -> None:
    agreed.controller.guard.trip("first")
    agreed.controller.guard.trip("second")
    assert agreed.fault() == "first"


def test_a_host_that_agrees_again_does_not_clear_a_fault(agreed: Table) -> None:
    agreed.controller.guard.trip("test")
    agreed.agree()
    assert agreed.fault() == "test"


def test_a_person_clears_a_fault_with_both_buttons_held_for_two_seconds(agreed: Table) -> None:
    agreed.controller.guard.trip("test")
    agreed.contact(agreed.button_a, True)
    agreed.run(2500, heartbeat=True)
    assert agreed.fault() == "test"
    agreed.contact(agreed.button_b, True)
    agreed.run(1900, heartbeat=True)
    assert agreed.fault() == "test"
    agreed.run(150, heartbeat=True)
    assert agreed.fault() == "-"
    assert "cleared=1" in agreed.ask("stats")


def test_buttons_held_before_the_fault_are_let_go_and_held_again(agreed: Table) -> None:
    agreed.contact(agreed.button_a, True)
    agreed.contact(agreed.button_b, True)
    agreed.run(3000, heartbeat=True)
    agreed.controller.guard.trip("test")
    agreed.run(3000, heartbeat=True)
    assert agreed.fault() == "test"
    for closed in (False, True):
        agreed.contact(agreed.button_a, closed)
        agreed.contact(agreed.button_b, closed)
        agreed.run(20, heartbeat=True)
    agreed.run(2200, heartbeat=True)
    assert agreed.fault() == "-"


def test_the_watchdog_is_fed_four_times_a_second_while_samples_come(table: Table) -> None:
    for _ in range(20):
        table.run(100)
        assert table.hardware.time - table.hardware.fed <= 250


def test_a_scan_that_stands_still_is_a_fault_and_starves_the_watchdog(agreed: Table) -> None:
    agreed.run(300)
    agreed.hardware.sampling = False
    agreed.run(2000, heartbeat=True)
    assert agreed.fault() == "scan"
    assert agreed.hardware.time - agreed.hardware.fed > 1800
    assert agreed.ask("crank", "g1", "classic") == "no fault"


def test_a_scan_that_stands_still_stops_a_turn_after_half_a_second(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.run(300, heartbeat=True)
    agreed.hardware.sampling = False
    agreed.run(470, heartbeat=True)
    assert agreed.hardware.servo_us > 0
    agreed.run(60, heartbeat=True)
    assert agreed.hardware.servo_us == 0


@pytest.mark.parametrize("way", ["_read_into", "_write"])
def test_a_line_that_fails_starves_the_watchdog(agreed: Table, way: str) -> None:
    agreed.run(300)

    def broken(*_: object) -> int:
        raise OSError

    setattr(agreed.controller.line, way, broken)
    agreed.run(2000, heartbeat=True)
    assert agreed.hardware.time - agreed.hardware.fed > 1500
