"""The ring of numbered contact changes."""

from hypothesis import given
from hypothesis import strategies as st

from mousetable.events import Events


def test_changes_are_numbered_from_one_with_their_contact_and_time() -> None:
    events = Events(4)
    events.add(1000, 17, 1)
    events.add(1007, 143, 0)
    assert [(events.time(n), events.contact(n), events.closed(n)) for n in (1, 2)] == [
        (1000, 17, True),
        (1007, 143, False),
    ]
    assert (events.first(), events.last) == (1, 2)


def test_a_full_ring_keeps_the_newest_and_counts_what_the_host_will_never_get() -> None:
    events = Events(4)
    for n in range(6):
        events.add(n, n, 1)
    assert (events.first(), events.last, events.lost) == (3, 6, 2)
    assert [events.contact(n) for n in range(3, 7)] == [2, 3, 4, 5]


def test_a_missed_change_takes_a_number_that_counts_as_lost() -> None:
    events = Events(4)
    for n in range(3):
        events.add(n, n, 1)
    events.confirm(1)
    events.miss()
    assert (events.first(), events.last, events.lost) == (5, 4, 3)
    events.add(9, 7, 1)
    assert (events.first(), events.last, events.contact(5)) == (5, 5, 7)


def test_a_confirmation_beyond_the_last_change_or_going_back_is_ignored() -> None:
    events = Events(4)
    events.add(0, 1, 1)
    events.add(0, 1, 0)
    events.confirm(5)
    assert events.acked == 0
    events.confirm(2)
    events.confirm(1)
    assert events.acked == 2


@given(st.lists(st.one_of(st.integers(0, 143), st.sampled_from(["confirm", "miss"])), max_size=200))
def test_the_ring_keeps_right_changes_and_knows_how_many_are_lost(steps: list[int | str]) -> None:
    """A number in `steps` adds a change of that contact."""
    events, held, lost = Events(8), dict[int, int](), set[int]()
    for step in steps:
        if step == "confirm":
            events.confirm(events.last)
        elif step == "miss":
            events.miss()
            lost |= set(range(events.acked + 1, events.last + 1))
            held.clear()
        else:
            assert isinstance(step, int)
            events.add(events.last, step, events.last & 1)
            held[events.last] = step
        for n in [n for n in held if n <= events.last - 8]:
            del held[n]
            lost |= {n} if n > events.acked else set()
    assert events.lost == len(lost)
    assert list(range(events.first(), events.last + 1)) == list(held)
    for n, contact in held.items():
        assert (events.time(n), events.contact(n), events.closed(n)) == (n - 1, contact, (n - 1) & 1)
