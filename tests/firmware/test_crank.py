"""The crank: it turns once for an id, is guarded all the way, and the cage gives the result."""

from itertools import pairwise

import pytest
from tests.firmware.board import Table

TURN, WATCH, BACK = 3000, 4000, 1500  # the default settings
REST, END = 1000, 2000


def status(table: Table) -> str:
    return table.ask("poll").split()[4]


def through(table: Table, ms: int) -> list[int]:
    """Return the servo's pulse of each millisecond, while the host stays alive."""
    pulses = []
    for i in range(ms):
        if i % 200 == 0:
            table.say("poll")
        table.run(1)
        pulses.append(table.hardware.servo_us)
    return pulses


def test_a_turn_goes_slowly_to_the_end_waits_goes_slowly_back_and_lets_go(agreed: Table) -> None:
    assert agreed.ask("crank", "g1", "classic") == "ok moving"
    pulses = through(agreed, TURN + WATCH + BACK + 100)
    assert pulses[0] in range(REST, REST + 2) and max(pulses) == END and pulses[-1] == 0
    turning, holding, returning = pulses[:TURN], pulses[TURN : TURN + WATCH - 10], pulses[TURN + WATCH : -100]
    assert turning == sorted(turning) and set(holding) == {END} and returning == sorted(returning, reverse=True)
    assert max(b - a for a, b in pairwise(pulses)) <= 8
    assert status(agreed) == "g1:missed"


def test_the_launch_is_quicker_than_the_classic_turn(agreed: Table) -> None:
    agreed.ask("crank", "g1", "launch")
    assert max(through(agreed, 520)) == END


def test_a_cage_that_falls_after_the_turn_is_a_catch_and_the_crank_goes_back_at_once(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    through(agreed, TURN + 1000)
    agreed.contact(agreed.cage, True)
    pulses = through(agreed, BACK + 100)
    assert agreed.ask("crank", "g1", "classic") == "ok caught"
    assert pulses[30] < END and pulses[-1] == 0


def test_a_cage_that_falls_during_the_turn_is_a_catch_and_the_turn_is_finished(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    through(agreed, 1000)
    agreed.contact(agreed.cage, True)
    pulses = through(agreed, TURN + BACK)
    assert status(agreed) == "g1:caught"
    assert max(pulses) == END and pulses[-1] == 0


def test_a_cage_that_falls_too_late_does_not_change_the_result(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    through(agreed, TURN + WATCH + 200)
    agreed.contact(agreed.cage, True)
    through(agreed, BACK)
    assert status(agreed) == "g1:missed"


def test_a_result_is_told_only_when_the_crank_has_come_to_rest_and_may_be_stopped_until_then(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    through(agreed, TURN + 1000)
    agreed.contact(agreed.cage, True)
    through(agreed, BACK - 200)
    assert (status(agreed), agreed.hardware.servo_us > 0) == ("g1:moving", True)
    agreed.ask("stop")
    assert (status(agreed), agreed.hardware.servo_us, agreed.fault()) == ("g1:caught", 0, "stopped")


def test_a_servo_at_rest_may_be_turned_off_before_any_turn(agreed: Table) -> None:
    assert agreed.ask("jog", "0") == "ok"


def test_a_known_id_is_answered_with_its_result_and_never_turned_again(agreed: Table) -> None:
    agreed.ask("crank", "g1", "launch")
    assert agreed.ask("crank", "g1", "launch") == "ok moving"
    through(agreed, 8000)
    assert agreed.ask("crank", "g1", "launch") == "ok missed"
    agreed.agree()
    assert agreed.ask("crank", "g1", "launch") == "ok missed"
    assert set(through(agreed, 300)) == {0}


def test_the_table_remembers_the_last_eight_ids(agreed: Table) -> None:
    for i in range(9):
        agreed.ask("crank", f"g{i}", "launch")
        through(agreed, 6200)
    assert agreed.ask("crank", "g1", "launch") == "ok missed"
    assert agreed.ask("crank", "g8", "launch") == "ok missed"
    assert agreed.hardware.servo_us == 0


def test_a_second_turn_waits_until_the_first_is_over(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    assert agreed.ask("crank", "g2", "classic") == "no busy"
    through(agreed, TURN + WATCH + BACK + 10)
    assert agreed.ask("crank", "g2", "classic") == "ok moving"


@pytest.mark.parametrize(("contact", "closed", "reason"), [("cage", True, "cage"), ("rail", False, "rail")])
def test_a_crank_refused_for_cage_or_emergency_stop_may_be_asked_for_again(
    agreed: Table, contact: str, closed: bool, reason: str
) -> None:
    agreed.contact(getattr(agreed, contact), closed)
    agreed.run(10)
    assert agreed.ask("crank", "g1", "classic") == "no " + reason
    agreed.contact(getattr(agreed, contact), not closed)
    agreed.run(10)
    assert agreed.ask("crank", "g1", "classic") == "ok moving"


def test_a_table_that_has_lost_its_settings_turns_no_crank_until_both_of_its_ends_are_set() -> None:
    table = Table(calibration={})
    table.agree()
    assert table.ask("crank", "g1", "classic") == "no ends"
    table.ask("set", "servo_end", "1700")
    assert table.ask("crank", "g1", "classic") == "no ends"
    table.run(5000, heartbeat=True)
    assert table.hardware.servo_us == 0
    table.ask("set", "servo_rest", "1200")
    assert table.ask("crank", "g1", "classic") == "ok moving"
    pulses = through(table, TURN + WATCH + BACK + 100)
    assert {min(filter(None, pulses)), max(pulses)} == {1200, 1700}


def test_a_crank_whose_ends_are_set_by_jogging_goes_home_slowly_before_its_first_turn() -> None:
    table = Table(calibration={})
    table.agree()
    table.ask("jog", "2000")
    table.run(2100, heartbeat=True)
    table.ask("set", "servo_rest", "1000")
    table.ask("set", "servo_end", "2000")
    table.ask("crank", "g1", "classic")
    pulses = through(table, BACK + TURN)
    assert pulses[0] > 1950 and min(pulses) == 1000
    assert max(abs(b - a) for a, b in pairwise(pulses)) <= 14


def test_the_crank_turns_only_for_a_host_that_has_agreed(table: Table) -> None:
    table.run(10)
    assert table.ask("crank", "g1", "classic") == "no hello"
    table.ask("hello", "1")
    assert table.ask("crank", "g1", "classic") == "no agree"
    assert table.hardware.servo_us == 0


def test_an_unknown_profile_is_refused(agreed: Table) -> None:
    assert agreed.ask("crank", "g1", "backwards") == "no field profile"


def test_an_id_that_would_not_fit_into_a_reply_is_refused(agreed: Table) -> None:
    assert agreed.ask("crank", "g" * 33, "classic") == "no field id"
    assert agreed.ask("crank", "g" * 32, "classic") == "ok moving"


def test_the_emergency_stop_in_a_turn_cuts_the_pulses_and_latches(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    through(agreed, 1000)
    agreed.contact(agreed.rail, False)
    pulses = through(agreed, 8)
    assert pulses[-1] == 0
    assert agreed.ask("poll").split()[4:6] == ["g1:fault-rail", "rail"]
    agreed.contact(agreed.rail, True)
    agreed.run(10)
    assert agreed.ask("crank", "g2", "classic") == "no fault"
    assert agreed.ask("crank", "g1", "classic") == "ok fault-rail"


@pytest.mark.parametrize("request_", [("crank", "g1", "classic"), ("jog", "1500")])
def test_a_stalled_crank_loses_its_power_within_a_quarter_of_a_second_and_latches(
    agreed: Table, request_: tuple[str, ...]
) -> None:
    agreed.ask(*request_)
    through(agreed, 1000)
    agreed.hardware.servo_ma = 2100
    pulses = through(agreed, 250)
    assert pulses[100] and not pulses[-1]
    assert agreed.fault() == "stalled"
    if request_[0] == "crank":
        assert status(agreed) == "g1:fault-stalled"
    agreed.hardware.servo_ma = 0
    assert agreed.ask("crank", "g2", "classic") == "no fault"


def test_a_stalled_crank_is_noticed_although_the_host_jogs_it_on_and_on(agreed: Table) -> None:
    agreed.hardware.servo_ma = 2100
    for us in range(1000, 1200, 25):
        agreed.ask("jog", str(us))
        agreed.run(50)
    assert agreed.fault() == "stalled" and agreed.hardware.servo_us == 0


def draw(table: Table, milliamps: int, ms: int) -> None:
    """Let the servo draw this current for so long, while the host stays alive."""
    table.hardware.servo_ma = milliamps
    through(table, ms)


def test_the_current_of_a_servo_that_starts_again_and_again_is_no_stall(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    for _ in range(20):
        draw(agreed, 2500, 150)
        draw(agreed, 600, 50)
    assert agreed.fault() == "-"


def test_a_stalled_servo_that_chops_its_current_is_noticed_as_soon(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    through(agreed, 1000)
    for _ in range(5):
        draw(agreed, 2100, 30)
        draw(agreed, 0, 20)
    assert agreed.fault() == "stalled"


def test_a_strong_servo_may_draw_more_and_a_weak_one_less(agreed: Table) -> None:
    agreed.ask("set", "stall", "700")
    agreed.hardware.servo_ma = 650
    agreed.ask("crank", "g1", "classic")
    through(agreed, 1000)
    assert agreed.fault() == "-"
    agreed.hardware.servo_ma = 700
    through(agreed, 250)
    assert agreed.fault() == "stalled"


def press_both(table: Table, closed: bool = True) -> None:
    table.contact(table.button_a, closed)
    table.contact(table.button_b, closed)


@pytest.mark.parametrize("moving", [("crank", "g1", "classic"), ("jog", "1500")])
def test_a_host_stops_whatever_moves_until_a_person_has_looked(agreed: Table, moving: tuple[str, ...]) -> None:
    agreed.ask(*moving)
    through(agreed, 500)
    assert agreed.ask("stop") == "ok"
    assert agreed.hardware.servo_us == 0
    assert agreed.fault() == "stopped"
    assert agreed.ask("crank", "g2", "classic") == "no fault"


def test_a_turn_that_was_stopped_is_neither_a_catch_nor_turned_again(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.ask("stop")
    agreed.contact(agreed.cage, True)
    agreed.run(20)
    press_both(agreed)
    through(agreed, 2100)
    assert agreed.fault() == "-"
    assert agreed.ask("crank", "g1", "classic") == "ok fault-stopped"
    assert set(through(agreed, 500)) == {0}


def test_a_host_may_stop_a_turn_before_it_has_agreed_again(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.ask("hello", "1")
    assert agreed.ask("stop") == "ok"
    assert agreed.hardware.servo_us == 0


def test_a_stop_while_nothing_moves_is_no_fault(agreed: Table) -> None:
    assert agreed.ask("stop") == "ok"
    assert agreed.fault() == "-"
    assert agreed.ask("crank", "g1", "classic") == "ok moving"


def test_both_buttons_stop_a_turn_as_soon_as_they_are_down_and_one_does_not(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.contact(agreed.button_a, True)
    assert through(agreed, 500)[-1] > 0
    agreed.contact(agreed.button_b, True)
    assert through(agreed, 10)[-1] == 0
    assert status(agreed) == "g1:fault-stopped"


def test_buttons_that_have_stopped_a_turn_are_both_let_go_before_they_clear_its_fault(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    press_both(agreed)
    through(agreed, 5000)
    for button in (agreed.button_a, agreed.button_b):
        for ms in (6, 100):  # never both at once
            agreed.contact(button, False)
            agreed.run(ms)
            agreed.contact(button, True)
            through(agreed, 2500)
            assert agreed.fault() == "stopped"
    press_both(agreed, False)
    agreed.run(20)
    press_both(agreed)
    through(agreed, 1900)
    assert agreed.fault() == "stopped"
    through(agreed, 200)
    assert agreed.fault() == "-"


def test_a_grip_that_has_begun_before_a_host_says_stop_clears_nothing(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.contact(agreed.button_a, True)
    agreed.run(20)
    agreed.ask("stop")
    agreed.contact(agreed.button_b, True)
    through(agreed, 2500)
    assert agreed.fault() == "stopped"


def test_a_host_that_falls_silent_stops_the_turn_within_a_second(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.run(1001)
    assert agreed.hardware.servo_us == 0
    agreed.agree()
    assert status(agreed) == "g1:fault-host"
    agreed.run(50)
    assert agreed.hardware.servo_us == 0


def test_a_host_that_greets_again_in_time_lets_the_turn_go_on(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    through(agreed, 1000)
    agreed.ask("hello", "1")
    assert agreed.ask("crank", "g2", "classic") == "no agree"
    assert through(agreed, 500)[-1] > REST
    agreed.agree()
    through(agreed, TURN + WATCH + BACK)
    assert status(agreed) == "g1:missed"


def test_a_crank_stopped_half_way_goes_home_slowly_before_its_next_turn(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.run(1001)
    stopped = agreed.hardware.servo_us
    agreed.agree()
    agreed.ask("crank", "g2", "classic")
    pulses = through(agreed, BACK + TURN)
    assert stopped == 0 and pulses[0] > REST + 200 and min(pulses) == REST and max(pulses) == END
    assert max(abs(b - a) for a, b in pairwise(pulses)) <= 8


def test_jogging_holds_for_two_seconds_at_most(agreed: Table) -> None:
    assert agreed.ask("jog", "1500") == "ok"
    pulses = through(agreed, 2100)
    assert pulses[0] == 1500 and pulses[1900] == 1500 and pulses[-1] == 0
    agreed.ask("jog", "1500")
    agreed.ask("jog", "0")
    assert agreed.hardware.servo_us == 0


@pytest.mark.parametrize("us", ["499", "2501", "65536"])
def test_jogging_beyond_what_a_servo_bears_is_refused(agreed: Table, us: str) -> None:
    assert agreed.ask("jog", us) == "no field 500-2500"


def test_jogging_gives_no_result_even_if_the_cage_falls(agreed: Table) -> None:
    agreed.ask("jog", "1500")
    agreed.contact(agreed.cage, True)
    agreed.run(100)
    assert status(agreed) == "-"


def test_the_longest_turn_the_settings_allow_ends_by_itself(agreed: Table) -> None:
    for name, value in (("turn_classic", 6000), ("watch", 6000), ("back", 4000)):
        assert agreed.ask("set", name, str(value)).startswith("ok")
    agreed.ask("crank", "g0", "classic")
    agreed.run(1100)  # the host is lost half-way, so the next turn begins with the way home
    agreed.agree()
    agreed.ask("crank", "g1", "classic")
    through(agreed, 20100)
    assert status(agreed) == "g1:missed" and agreed.fault() == "-"


def test_the_guard_switches_off_a_servo_that_stays_on_too_long(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.controller.parts.crank._length = 1 << 20  # a state without an end: the guard's case
    pulses = through(agreed, 22100)
    assert pulses[-1] == 0 and pulses[21900] > 0
    assert agreed.fault() == "servo-time"
