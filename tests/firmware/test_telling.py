"""Events frames that are written in place equal those of wire.encode()."""

from hypothesis import given
from hypothesis import strategies as st

from mousetable import wire
from mousetable.events import Events
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
