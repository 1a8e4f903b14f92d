"""Each change is told once and in order, or a gap is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mouseboard.link.answers import Changes, TableInfo
from mouseboard.link.contacts import ContactChange, Contacts, Gap
from mousetable import wire

INFO = TableInfo("1", "0.1.0", "9f3c", 8, 8, "5be0c1d2", "power-on", chain_good=True)  # two bytes of contacts


def changes(first: int, time: int, items: list[str]) -> Changes:
    """Return these changes as they arrive over the line."""
    return Changes.read(INFO, (str(first), str(time), *items))


def fresh(acked: int = 0, level: bytes = b"\0\0", now: int = 0) -> Contacts:
    contacts = Contacts()
    contacts.reset(acked, level, now)
    return contacts


def test_each_change_is_told_with_its_time() -> None:
    contacts = fresh()
    assert list(contacts.events(changes(1, 100, ["3+0", "9+5", "3-7"]))) == [
        ContactChange(1, 100, 3, True),
        ContactChange(2, 105, 9, True),
        ContactChange(3, 107, 3, False),
    ]
    assert (contacts.acked, contacts.level) == (3, b"\x00\x02")


def test_a_change_is_applied_just_before_it_is_told() -> None:
    contacts = fresh()
    levels = [contacts.level for _ in contacts.events(changes(1, 0, ["0+0", "1+0"]))]
    assert levels == [b"\x01\x00", b"\x03\x00"]


def test_repeated_changes_are_not_told_again() -> None:
    contacts = fresh()
    list(contacts.events(changes(1, 0, ["0+0", "1+0"])))
    assert list(contacts.events(changes(1, 0, ["0+0", "1+0"]))) == []
    assert [change.number for change in contacts.events(changes(2, 0, ["1+0", "2+4"]))] == [3]


def test_changes_after_a_missing_number_are_not_told() -> None:
    contacts = fresh()
    assert list(contacts.events(changes(2, 0, ["1+0"]))) == []
    assert contacts.acked == 0


def test_the_next_snapshot_ends_a_gap() -> None:
    contacts = fresh(acked=4)
    contacts.gap(9)
    assert contacts.need_snapshot
    assert list(contacts.events(changes(10, 0, ["1+0"]))) == []
    assert contacts.snapshot(12, b"\xff\x00", 50) == Gap(5, 12)
    assert (contacts.acked, contacts.level, contacts.need_snapshot) == (12, b"\xff\x00", False)


def test_a_snapshot_older_than_the_gap_does_not_end_it() -> None:
    contacts = fresh(acked=4)
    contacts.gap(9)
    assert contacts.snapshot(8, b"\xff\x00", 50) is None
    assert contacts.need_snapshot


def test_a_gap_among_acknowledged_changes_is_ignored() -> None:
    contacts = fresh(acked=9)
    contacts.gap(9)
    assert not contacts.need_snapshot


def test_a_snapshot_changes_nothing_if_there_is_no_gap() -> None:
    contacts = fresh(acked=4)
    assert contacts.snapshot(6, b"\xff\xff", 50) is None
    assert (contacts.acked, contacts.level) == (4, b"\0\0")


def test_time_goes_on_where_the_tables_clock_wraps() -> None:
    contacts = fresh(now=wire.CLOCK_MASK - 10)
    times = [change.time for change in contacts.events(changes(1, wire.CLOCK_MASK, ["0+0", "0-3"]))]
    times += [change.time for change in contacts.events(changes(3, 7, ["0+0"]))]
    assert times == [wire.CLOCK_MASK, wire.CLOCK_MASK + 3, wire.CLOCK_MASK + 8]


def test_time_goes_on_through_many_days_without_a_change() -> None:
    contacts = fresh()
    day = 24 * 3600 * 1000
    for passed in range(day, 40 * day, day):
        contacts.snapshot(0, b"\0\0", passed & wire.CLOCK_MASK)
    (change,) = contacts.events(changes(1, (40 * day) & wire.CLOCK_MASK, ["0+0"]))
    assert change.time == 40 * day


@given(st.lists(st.tuples(st.integers(0, 15), st.booleans()), min_size=1, max_size=30), st.data())
def test_each_change_is_told_once_however_the_frames_overlap(made: list[tuple[int, bool]], data: st.DataObject) -> None:
    contacts = fresh()
    told: list[tuple[int, bool]] = []
    while contacts.acked < len(made):
        first = data.draw(st.integers(1, contacts.acked + 1))
        last = data.draw(st.integers(contacts.acked + 1, len(made)))
        items = [wire.item(contact, closed, 0) for contact, closed in made[first - 1 : last]]
        told += [(change.contact, change.closed) for change in contacts.events(changes(first, 0, items))]
    assert told == made


# Impossible reports


def test_a_change_that_no_snapshot_knows_of_is_not_believed() -> None:
    contacts = fresh(acked=4)
    list(contacts.events(changes(9, 0, ["1+0"])))
    contacts.snapshot(4, b"\0\0", 50)  # was sent before the change
    with pytest.raises(ValueError, match="it has told of change 9, and its last is 4"):
        contacts.snapshot(4, b"\0\0", 60)


def test_a_gap_that_no_snapshot_knows_of_is_not_believed() -> None:
    contacts = fresh(acked=4)
    contacts.gap(10**9)
    contacts.snapshot(5, b"\0\0", 50)
    with pytest.raises(ValueError, match="it has told of change 1000000000, and its last is 6"):
        contacts.snapshot(6, b"\0\0", 60)


def test_a_table_that_forgets_changes_is_not_believed() -> None:
    contacts = fresh(acked=4)
    contacts.snapshot(3, b"\0\0", 50)
    with pytest.raises(ValueError, match="it has told of change 4, and its last is 3"):
        contacts.snapshot(3, b"\0\0", 60)


def test_different_contacts_after_the_same_change_are_not_believed() -> None:
    with pytest.raises(ValueError, match="its contacts are 0100, and were 0000 after the same change 4"):
        fresh(acked=4).snapshot(4, b"\1\0", 50)


def test_a_time_before_the_start_is_not_believed() -> None:
    with pytest.raises(ValueError, match="it was at 5 ms, and tells of 1073741823, which was before it started"):
        fresh(now=5).snapshot(1, b"\0\0", wire.CLOCK_MASK)


def test_the_clock_of_a_reconnected_table_has_gone_on_however_long_it_was_away() -> None:
    contacts = fresh(now=5)
    contacts.resume(wire.CLOCK_MASK)  # a laptop that slept for twelve days
    assert contacts.clock == wire.CLOCK_MASK
