"""The host's requests, verb by verb. Outputs and settings have files of their own."""

from pathlib import Path

import pytest
from tests.firmware.board import Table

from mousetable import wire
from mousetable.build import VERSION
from mousetable.controller import Controller


def test_hello_tells_firmware_boot_size_settings_reset_cause_chain_chip_and_serial(table: Table) -> None:
    assert table.ask("hello", "1") == f"ok 1 {VERSION} b1 144 81 {table.settings.hash()} power-on good simulated -"


def test_hello_in_another_protocol_is_refused_with_ours(table: Table) -> None:
    assert table.ask("hello", "2") == "no protocol 1"
    assert table.ask("poll") == "no hello"


def test_hello_reports_a_chain_that_did_not_answer_at_the_start(table: Table) -> None:
    table.hardware.chain_is_good = False
    table.controller = Controller(table.hardware, table.settings)
    assert table.ask("hello", "1").endswith(" bad simulated -")


def test_every_request_before_hello_is_refused(table: Table) -> None:
    for words in (("poll",), ("crank", "g1", "classic"), ("lamps", "a" * 81), ("stats",), ("agree", "b1", "0")):
        assert table.ask(*words) == "no hello"


def test_poll_tells_clock_last_event_contacts_crank_fault_and_spoilt_samples(agreed: Table) -> None:
    agreed.contact(10, True)
    agreed.run(10)
    now = agreed.hardware.now()
    agreed.hardware.noise = 7
    assert agreed.ask("poll") == f"ok {now} 1 0004{'00' * 16}08 - - 7"
    assert "noise=7" in agreed.ask("stats")


@pytest.mark.parametrize("words", [("crank", "g1"), ("lamps",), ("get",)])
def test_a_field_that_is_missing_is_refused(agreed: Table, words: tuple[str, ...]) -> None:
    assert agreed.ask(*words) == "no field count"


@pytest.mark.parametrize("words", [("crank", "g1", "classic", "gently", "now"), ("jog", "1500", "gently")])
def test_a_field_that_is_unknown_is_refused_by_name_where_something_would_move(
    agreed: Table, words: tuple[str, ...]
) -> None:
    assert agreed.ask(*words) == "no field gently"
    agreed.run(100)
    assert agreed.hardware.servo_us == 0


def test_a_field_that_is_unknown_is_ignored_elsewhere(agreed: Table) -> None:
    assert agreed.ask("poll", "all").startswith("ok ")
    assert agreed.ask("get", "watch", "slowly") == "ok 4000"
    assert agreed.ask("tone", "440", "10", "loud") == "ok"


def test_an_unknown_verb_is_refused(agreed: Table) -> None:
    assert agreed.ask("dance") == "no verb"


def test_the_chain_can_be_tested_at_any_time(agreed: Table) -> None:
    assert agreed.ask("chain") == "ok good"
    agreed.hardware.chain_is_good = False
    assert agreed.ask("chain") == "ok bad"


def test_power_reports_the_supply_in_mv_and_the_servo_in_ma(agreed: Table) -> None:
    agreed.hardware.supply_mv, agreed.hardware.servo_ma = 4870, 640
    assert agreed.ask("power") == "ok 4870 640"


def test_stats_count_what_has_happened(agreed: Table) -> None:
    agreed.hardware.inbox += b"noise\n"
    agreed.run(100)
    stats = dict(field.split("=") for field in agreed.ask("stats").split()[1:])
    assert (stats["bad"], stats["good"], stats["errors"], stats["reset"]) == ("1", "3", "0", "power-on")
    assert int(stats["samples"]) == int(stats["now"]) + 1


def test_every_reply_fits_into_a_frame_after_years_and_with_the_largest_table(tmp_path: Path) -> None:
    flash = tmp_path / "settings.json"
    flash.write_text('{"chain": 144, "lamps": 144}')
    table = Table(str(flash))
    large = 2**30 - 1
    table.hardware.time = large - 50
    table.agree()
    line, events, guard = table.controller.line, table.controller.scan.events, table.controller.guard
    line.good = line.bad = line.sent = events.last = events.acked = events.lost = guard.errors = large
    table.hardware.reset_cause = "watchdog"
    table.ask("crank", "g" * 32, "classic")
    for words in (("hello", "1"), ("poll",), ("stats",)):
        assert table.ask(*words).startswith("ok ")


def test_a_host_that_says_bye_is_not_taken_for_lost(agreed: Table) -> None:
    agreed.ask("style", "a", "ff0000", "steady")
    agreed.ask("lamps", "a" * 81)
    agreed.ask("tone", "440", "5000")
    agreed.run(50)
    assert any(agreed.hardware.pixels)
    assert agreed.ask("bye") == "ok"
    agreed.run(3000)
    assert not any(agreed.hardware.pixels)
    assert agreed.hardware.tone_hz == 0
    assert agreed.ask("poll") == "no hello"


def test_a_bye_stops_turn_and_tone_although_the_next_session_begins_in_the_same_pass(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.ask("tone", "440", "900")
    agreed.say("bye")
    agreed.say("hello", str(wire.PROTOCOL))
    agreed.run(1)
    assert (agreed.hardware.servo_us, agreed.hardware.tone_hz) == (0, 0)
    agreed.agree()
    assert agreed.ask("crank", "g1", "classic") == "ok fault-host"


def test_a_host_that_says_bye_in_the_middle_of_a_turn_stops_it(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    agreed.run(500, heartbeat=True)
    assert agreed.ask("bye") == "ok"
    assert agreed.hardware.servo_us == 0
    agreed.agree()
    assert agreed.ask("crank", "g1", "classic") == "ok fault-host"
    assert agreed.fault() == "-"
