"""The board's end of the line: it answers once, repeats events until they are seen, and tells noise from a person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.firmware.board import Table

from mousetable import wire
from mousetable.debounce import HOLD_MS

PUT_MS = HOLD_MS + 1  # until a contact has settled


def put(table: Table, contact: int = 10, closed: bool = True) -> None:
    table.contact(contact, closed)
    table.run(PUT_MS)


def replies(table: Table) -> list[tuple[int, list[str]]]:
    return [(seq, words) for seq, words in table.heard if seq]


def test_a_repeated_request_is_answered_from_memory_and_not_done_again(agreed: Table) -> None:
    seq = agreed.say("tone", "440", "10")
    agreed.run(20)
    agreed.heard.clear()
    agreed.hardware.inbox += wire.encode(seq, "tone", "440", "10")
    agreed.run(1)
    assert replies(agreed) == [(seq, ["ok"])]
    assert agreed.hardware.tone_hz == 0


def test_hello_is_always_carried_out(table: Table) -> None:
    table.hardware.inbox += wire.encode(1, "hello", "1")
    table.run(2000)
    table.hardware.inbox += wire.encode(1, "hello", "1")
    table.run(1)
    table.hardware.inbox += wire.encode(2, "poll")
    table.run(1)
    assert [words[0] for _, words in replies(table)] == ["ok", "ok", "ok"]


def test_a_spoilt_line_gets_a_nak_at_once(agreed: Table) -> None:
    agreed.hardware.inbox += b"7 pol bef3dd63\n"
    agreed.run(1)
    assert agreed.told() == ["nak"]


def test_the_newline_before_a_resend_ends_half_a_frame(agreed: Table) -> None:
    frame = wire.encode(9, "poll")
    agreed.hardware.inbox += frame[:5] + b"\n" + frame
    agreed.run(1)
    assert [words[0] for _, words in agreed.heard[-2:]] == ["nak", "ok"]


@given(st.binary(max_size=600).filter(lambda noise: b"\x03" not in noise))
def test_a_frame_after_any_noise_is_understood(noise: bytes) -> None:
    table = Table()
    table.agree()
    table.hardware.inbox += noise + b"\n"
    table.run(5)
    assert table.ask("poll").startswith("ok")
    assert table.fault() == "-"


def test_an_event_is_resent_after_25_50_and_100_ms_until_it_is_seen(agreed: Table) -> None:
    put(agreed)
    agreed.told()
    times = []
    for ms in range(330):
        if ms % 200 == 0:
            agreed.say("poll")
        agreed.run(1)
        if any(line.startswith("events") for line in agreed.told()):
            times.append(ms)
    assert [b - a for a, b in zip([-1, *times], times, strict=False)] == [25, 50, 100, 100]
    agreed.hardware.inbox += wire.encode(0, "seen", "1")
    agreed.run(300, heartbeat=True)
    assert [line for line in agreed.told() if line.startswith("events")] == []


def test_a_new_change_is_sent_at_once_with_the_unseen_ones(agreed: Table) -> None:
    put(agreed)
    put(agreed, closed=False)
    told = agreed.told()
    assert told[-1].startswith("events 1 ") and told[-1].endswith(f" 10+0 10-{PUT_MS}")


def test_a_new_session_is_told_the_unseen_changes_at_once(agreed: Table) -> None:
    put(agreed)
    agreed.run(1500)
    agreed.told()
    agreed.ask("hello", "1")
    assert [line.split()[:2] for line in agreed.told()] == [["events", "1"]]


def test_events_are_told_only_in_a_session(table: Table) -> None:
    put(table)
    table.run(100)
    assert table.heard == []
    table.agree()
    table.run(1200)
    table.told()
    put(table, closed=False)
    table.run(1000)
    assert table.heard == []


@pytest.mark.parametrize("words", [("bye",), ("hello", "2"), ()])
def test_events_without_a_session_stay_untold_although_the_clock_has_wrapped(agreed: Table, words: tuple[str]) -> None:
    agreed.run(1200 if words != ("bye",) else 1)
    if words:
        agreed.ask(*words)
    put(agreed)
    agreed.run(100)
    agreed.heard.clear()
    agreed.hardware.time += 2**30 - 1300
    agreed.run(3000)
    assert agreed.heard == []


def test_what_a_terminal_echoes_is_no_sign_of_a_host_and_gets_no_answer(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    put(agreed)
    echo(agreed, 990)
    assert agreed.hardware.servo_us
    echo(agreed, 20)
    assert agreed.hardware.servo_us == 0
    assert agreed.ask("poll") == "no hello"


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_table_whose_host_has_gone_does_not_talk_to_its_own_echo_for_ever(agreed: Table, end: bytes) -> None:
    put(agreed)
    agreed.ask("dance")
    echo(agreed, 1200, end)
    agreed.heard.clear()
    put(agreed, closed=False)
    echo(agreed, 1000, end)
    assert agreed.heard == []


def echo(table: Table, ms: int, end: bytes = b"\n") -> None:
    """Send back whatever the table says, as a terminal may; its driver may end lines otherwise."""
    for _ in range(ms):
        told = len(table.heard)
        table.run(1)
        for seq, words in table.heard[told:]:
            table.hardware.inbox += wire.encode(seq, *words).removesuffix(b"\n") + end


def test_nobody_acknowledges_events_before_a_session(table: Table) -> None:
    table.run(100)
    put(table)
    table.hardware.inbox += wire.encode(0, "seen", "1")
    table.run(1)
    table.agree()
    table.run(1)
    assert table.told() == ["events 1 105 10+0"]


def test_only_ascii_digits_acknowledge_events(agreed: Table) -> None:
    put(agreed)
    for number in ("\u00b2", "\u0661", "1_0", "-1"):
        agreed.hardware.inbox += wire.encode(0, "seen", number)
        agreed.run(1)
    assert agreed.controller.scan.events.acked == 0
    assert agreed.fault() == "-"


def test_events_beyond_one_frame_follow_when_the_first_frame_is_seen(agreed: Table) -> None:
    for contact in range(20):
        agreed.contact(contact, True)
    agreed.run(6)
    first = agreed.told()[0].split()
    assert first[:2] == ["events", "1"] and len(first[3:]) == 14
    agreed.hardware.inbox += wire.encode(0, "seen", "14")
    agreed.run(1)
    second = agreed.told()[0].split()
    assert second[:2] == ["events", "15"] and len(second[3:]) == 6


def test_an_events_frame_fits_however_long_its_numbers_are(agreed: Table) -> None:
    events = agreed.controller.scan.events
    events.last = events.acked = 2**30 - 200
    for n in range(14):
        events.add(0 if n == 0 else 2**30 - 2, 143, 1)
    agreed.run(1)
    assert len(agreed.told()[0].split()) == 17


def test_a_host_that_acknowledged_nothing_for_too_long_is_told_the_gap_first(agreed: Table) -> None:
    for n in range(150):
        agreed.contact(10, n % 2 == 0)
        agreed.run(6, heartbeat=True)
    agreed.run(100, heartbeat=True)
    assert agreed.told()[-1] == "gap 1 22"
    agreed.hardware.inbox += wire.encode(0, "seen", "22")
    agreed.run(1)
    assert agreed.told()[0].startswith("events 23 ")
    assert "lost=22" in agreed.ask("stats")


def test_a_host_that_does_not_read_holds_up_neither_scan_nor_deadman(agreed: Table) -> None:
    agreed.hardware.room = 0
    agreed.say("poll")
    for n in range(20):
        put(agreed, 10, n % 2 == 0)
    agreed.run(10_000)
    assert agreed.controller.scan.events.last == 20
    assert agreed.hardware.sampled == agreed.hardware.time
    assert agreed.controller.guard.lost
    agreed.hardware.room = 4096
    agreed.heard.clear()
    agreed.agree()
    agreed.run(1)
    assert [words for _, words in agreed.heard if words[0] == "events"][-1][3:] == first_items(14)


def first_items(count: int) -> list[str]:
    return [f"10{'-' if n % 2 else '+'}{PUT_MS * n}" for n in range(count)]


@given(st.lists(st.integers(0, 9), max_size=60))
def test_frames_are_sent_whole_however_little_room_there_is(rooms: list[int]) -> None:
    table = Table()
    table.agree()
    table.told()
    put(table)
    seq = table.say("poll")
    for room in rooms:
        table.hardware.room = room
        table.run(1)
    table.hardware.room = 4096
    table.run(1)
    assert [words[0] for number, words in table.heard if number == seq] == ["ok"]


@pytest.mark.parametrize("request_", ["poll", "get watch"])
def test_a_reply_that_leaves_slowly_is_not_spoilt_by_the_next_one(agreed: Table, request_: str) -> None:
    agreed.heard.clear()
    agreed.hardware.room = 10
    first = agreed.say("poll")
    agreed.run(1)
    second = agreed.say(*request_.split())
    agreed.hardware.room = 10
    agreed.run(20)
    assert [seq for seq, _ in agreed.heard] == [first, second]


@pytest.mark.parametrize("bytes_read", [b"\r\x03", b"\x03\x03", b"noise\n\r\x03"])
def test_a_person_who_wants_the_prompt_gets_it(agreed: Table, bytes_read: bytes) -> None:
    agreed.hardware.inbox += bytes_read
    agreed.run(3)
    assert agreed.controller.line.leave


def test_the_two_bytes_for_the_prompt_may_come_one_by_one(agreed: Table) -> None:
    for byte in b"\r\x03":
        agreed.hardware.inbox.append(byte)
        agreed.run(1)
    assert agreed.controller.line.leave


def test_bytes_after_the_request_for_the_prompt_are_left_for_it(agreed: Table) -> None:
    agreed.hardware.inbox += b"\r\x03\r\x01"
    agreed.run(1)
    assert bytes(agreed.hardware.inbox) == b"\r\x01"


@pytest.mark.parametrize("bytes_read", [b"\x03", b"5 po\x03l\n", b"\x03a\x03"])
def test_a_stray_interrupt_byte_is_noise(agreed: Table, bytes_read: bytes) -> None:
    agreed.hardware.inbox += bytes_read
    agreed.run(3)
    assert not agreed.controller.line.leave
    agreed.hardware.inbox += b"\n"
    agreed.run(1)
    assert agreed.ask("poll").startswith("ok")


def test_a_single_flipped_bit_in_a_request_leaves_the_table_running(agreed: Table) -> None:
    frame = wire.encode(77, "crank", "g1", "classic")
    for bit in range(8 * len(frame)):
        spoilt = bytearray(frame)
        spoilt[bit // 8] ^= 1 << bit % 8
        agreed.hardware.inbox += spoilt + b"\n"
        agreed.run(1)
    assert not agreed.controller.line.leave
    assert agreed.ask("poll").split()[4] == "-"
