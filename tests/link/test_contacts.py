"""Changes are told once and in order, or a gap is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mouseboard.link.contacts import ContactChange, Contacts, Gap
from mousetable import wire


def fresh(acked: int = 0, level: bytes = b"\0\0", now: int = 0) -> Contacts:
    contacts = Contacts()
    contacts.reset(acked, level, now)
    return contacts


def test_each_change_is_told_with_its_time_and_applied() -> None:
    contacts = fresh()
    assert list(contacts.events(1, 100, ["3+0", "9+5", "3-7"])) == [
        ContactChange(1, 100, 3, True),
        ContactChange(2, 105, 9, True),
        ContactChange(3, 107, 3, False),
    ]
    assert (contacts.acked, contacts.level) == (3, b"\x00\x02")


def test_a_change_is_applied_before_it_is_told_and_not_earlier() -> None:
    contacts = fresh()
    levels = [contacts.level for _ in contacts.events(1, 0, ["0+0", "1+0"])]
    assert levels == [b"\x01\x00", b"\x03\x00"]


def test_what_was_told_before_is_not_told_again() -> None:
    contacts = fresh()
    list(contacts.events(1, 0, ["0+0", "1+0"]))
    assert list(contacts.events(1, 0, ["0+0", "1+0"])) == []
    assert [change.number for change in contacts.events(2, 0, ["1+0", "2+4"])] == [3]


def test_nothing_is_told_past_a_missing_number() -> None:
    contacts = fresh()
    assert list(contacts.events(2, 0, ["1+0"])) == []
    assert contacts.acked == 0


def test_after_a_gap_the_next_full_frame_counts() -> None:
    contacts = fresh(acked=4)
    contacts.gap(9)
    assert contacts.need_snapshot
    assert list(contacts.events(10, 0, ["1+0"])) == []
    assert contacts.snapshot(12, b"\xff\x00", 50) == Gap(5, 12)
    assert (contacts.acked, contacts.level, contacts.need_snapshot) == (12, b"\xff\x00", False)


def test_a_frame_older_than_the_gap_does_not_end_it() -> None:
    contacts = fresh(acked=4)
    contacts.gap(9)
    assert contacts.snapshot(8, b"\xff\x00", 50) is None
    assert contacts.need_snapshot


def test_a_gap_in_what_was_seen_is_none() -> None:
    contacts = fresh(acked=9)
    contacts.gap(9)
    assert not contacts.need_snapshot


def test_without_a_gap_a_frame_changes_nothing() -> None:
    contacts = fresh(acked=4)
    assert contacts.snapshot(6, b"\xff\xff", 50) is None
    assert (contacts.acked, contacts.level) == (4, b"\0\0")


def test_time_goes_on_where_the_tables_clock_wraps() -> None:
    contacts = fresh(now=wire.CLOCK_MASK - 10)
    times = [change.time for change in contacts.events(1, wire.CLOCK_MASK, ["0+0", "0-3"])]
    times += [change.time for change in contacts.events(3, 7, ["0+0"])]
    assert times == [wire.CLOCK_MASK, wire.CLOCK_MASK + 3, wire.CLOCK_MASK + 8]


def test_time_goes_on_through_many_days_without_a_change() -> None:
    contacts = fresh()
    day = 24 * 3600 * 1000
    for passed in range(day, 40 * day, day):
        contacts.snapshot(0, b"\0\0", passed & wire.CLOCK_MASK)
    (change,) = contacts.events(1, (40 * day) & wire.CLOCK_MASK, ["0+0"])
    assert change.time == 40 * day


@given(st.lists(st.tuples(st.integers(0, 15), st.booleans()), min_size=1, max_size=30), st.data())
def test_in_whatever_overlapping_frames_changes_come_each_is_told_once(
    changes: list[tuple[int, bool]], data: st.DataObject
) -> None:
    contacts = fresh()
    told: list[tuple[int, bool]] = []
    while contacts.acked < len(changes):
        first = data.draw(st.integers(1, contacts.acked + 1))
        last = data.draw(st.integers(contacts.acked + 1, len(changes)))
        items = [wire.item(contact, closed, 0) for contact, closed in changes[first - 1 : last]]
        told += [(change.contact, change.closed) for change in contacts.events(first, 0, items)]
    assert told == changes
