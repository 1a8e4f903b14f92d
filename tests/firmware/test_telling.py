"""Events frames and replies to polls that are written in place equal those of wire.encode()."""

from binascii import hexlify

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.firmware.board import Table

from mousetable import wire
from mousetable.events import Events
from mousetable.status import Status
from mousetable.telling import Telling
from mousetable.ticks import MASK, elapsed

times = st.one_of(st.integers(0, 200), st.integers(0, MASK))


@given(
    before=st.one_of(st.integers(0, 300), st.integers(0, MASK - 20)),
    start=times,
    changes=st.lists(st.tuples(times, st.integers(0, 155), st.booleans()), min_size=1, max_size=14),
)
def test_an_events_frame_written_in_place_equals_the_encoded_one(
    before: int, start: int, changes: list[tuple[int, int, bool]]
) -> None:
    events, telling = Events(), Telling()
    events.last = events.acked = before
    for after, contact, closed in changes:
        events.add((start + after) & MASK, contact, closed)
    length = telling.write(events, before + 1, events.last)
    first = events.time(before + 1)
    items = [wire.item(contact, closed, elapsed((start + after) & MASK, first)) for after, contact, closed in changes]
    assert bytes(telling.frame[:length]) == wire.encode(0, wire.EVENTS, str(before + 1), str(first), *items)


WORDS = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=60)


@given(
    seq=st.integers(1, wire.LAST_SEQ),
    now=times,
    last=st.integers(0, MASK),
    settled=st.binary(min_size=19, max_size=19),
    crank=WORDS,
    fault=WORDS,
    noise=st.integers(0, MASK),
)
def test_a_reply_to_a_poll_written_in_place_equals_the_encoded_one(
    seq: int, now: int, last: int, settled: bytes, crank: str, fault: str, noise: int
) -> None:
    parts, reply = Table().controller.parts, bytearray(wire.LONGEST)
    status = Status(parts)
    parts.scan.events.last, parts.scan.settled[:], parts.hardware.noise = last, settled, noise  # type: ignore[misc]
    for parts.crank.last, parts.guard.fault in (("-", "-"), (crank, "-"), (crank, fault)):
        length = status.write(reply, seq, now)
        words = str(now), str(last), hexlify(settled).decode(), parts.crank.last, parts.guard.fault, str(noise)
        assert bytes(reply[:length]) == wire.encode(seq, wire.OK, *words)


def test_a_reply_to_a_poll_that_would_be_too_long_is_refused() -> None:
    parts = Table().controller.parts
    parts.guard.fault = "f" * 200
    with pytest.raises(ValueError, match="a reply that is too long"):
        Status(parts).write(bytearray(wire.LONGEST), 1, 0)
