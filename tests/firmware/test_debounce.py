"""Debounce: a change passes once, when it has held for the hold time. Nothing shorter passes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers.pages import ROOT

from mousetable.debounce import HOLD_MS, LONGEST_HOLD_MS, Debounce

HOLD = 5
"""The hold time of these tests, in ms, whatever the table's own is."""


def flips(samples: list[int], hold: int = HOLD) -> list[tuple[int, int]]:
    """Return (sample number, flipped bits) of each change, of one byte of contacts sampled every millisecond."""
    debounce = Debounce(1, hold)
    found = []
    for number, sample in enumerate(samples):
        if debounce.update(bytearray([sample])):
            found.append((number, debounce.changed[0]))
    return found


def test_a_contact_that_closes_counts_after_the_hold_time() -> None:
    assert flips([0, 1, 1, 1, 1, 1, 1, 1, 1]) == [(6, 1)]


def test_five_samples_may_span_less_than_five_ms_and_do_not_count() -> None:
    assert flips([0, 1, 1, 1, 1, 1, 0, 0]) == []


def test_a_bounce_restarts_the_hold_time() -> None:
    assert flips([1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1]) == [(9, 1)]


def test_each_contact_is_debounced_on_its_own() -> None:
    assert flips([0b01, 0b01, 0b11, 0b11, 0b11, 0b11, 0b11, 0b11, 0b11]) == [(5, 0b01), (7, 0b10)]


def test_the_planes_written_out_above_the_debounce_are_those_of_a_contact_that_closes() -> None:
    source = (ROOT / "firmware" / "mousetable" / "debounce.py").read_text()
    table = re.findall(r"^#     ([1-9])  ([01]{8})" + 4 * " +([01]{8})", source, re.M)
    board, rows = Debounce(1, HOLD), []
    board.settle(bytearray(1))
    for number in range(1, HOLD + 2):
        board.update(bytearray([0b100]))
        one, two, four, eight, differed = (f"{plane:08b}" for plane in board._planes)
        rows.append((str(number), differed, eight, four, two, one))
    assert len(table) == 4 and set(table) < set(rows)


def test_the_contacts_at_the_start_are_not_a_change() -> None:
    debounce = Debounce(2, HOLD)
    debounce.settle(bytearray([5, 6]))
    assert not any(debounce.update(bytearray([5, 6])) for _ in range(20))
    assert debounce.settled == bytearray([5, 6])


def test_debounce_is_at_rest_when_every_contact_has_settled() -> None:
    debounce = Debounce(1, HOLD)
    motion = []
    for sample in [0, 0, 1, 0, 0]:
        debounce.update(bytearray([sample]))
        motion.append(debounce.moving)
    assert motion == [0, 0, HOLD, 0, 0]


runs = st.lists(st.tuples(st.booleans(), st.integers(1, 12)), max_size=40)


@given(runs, st.integers(1, LONGEST_HOLD_MS))
def test_exactly_the_changes_that_hold_pass_each_once(bursts: list[tuple[bool, int]], hold: int) -> None:
    """Bursts of samples of one contact. Their lengths alone decide what must pass."""
    lengths: list[tuple[bool, int]] = []
    for closed, length in bursts:
        if lengths and lengths[-1][0] == closed:
            length += lengths.pop()[1]
        lengths.append((closed, length))
    expected, settled, now = [], False, 0
    for closed, length in lengths:
        if closed != settled and length > hold:
            settled = closed
            expected.append(now + hold)
        now += length
    samples = [int(closed) for closed, length in lengths for _ in range(length)]
    assert [number for number, _ in flips(samples, hold)] == expected


@given(st.lists(st.binary(min_size=3, max_size=3), max_size=60), st.integers(1, LONGEST_HOLD_MS))
def test_many_contacts_together_behave_like_each_alone(samples: list[bytes], hold: int) -> None:
    debounce = Debounce(3, hold)
    together = [bytes(debounce.changed) if debounce.update(bytearray(sample)) else bytes(3) for sample in samples]
    for bit in range(24):
        alone = flips([sample[bit // 8] >> bit % 8 & 1 for sample in samples], hold)
        assert [n for n, changed in enumerate(together) if changed[bit // 8] >> bit % 8 & 1] == [n for n, _ in alone]


@given(runs, st.integers(1, LONGEST_HOLD_MS), st.integers(1, LONGEST_HOLD_MS))
def test_the_last_byte_may_have_a_hold_time_of_its_own(bursts: list[tuple[bool, int]], hold: int, direct: int) -> None:
    debounce = Debounce(2, hold, direct)
    samples = [int(closed) for closed, length in bursts for _ in range(length)]
    found: list[list[int]] = [[], []]
    for number, sample in enumerate(samples):
        if debounce.update(bytearray([sample, sample])):
            for byte in range(2):
                found[byte] += [number] * debounce.changed[byte]
    assert found == [[number for number, _ in flips(samples, own)] for own in (hold, direct)]


@given(st.lists(st.binary(min_size=3, max_size=3), min_size=1, max_size=60), st.integers(1, LONGEST_HOLD_MS))
def test_debounce_says_after_how_many_more_equal_samples_the_next_change_passes(
    samples: list[bytes], hold: int
) -> None:
    debounce = Debounce(3, hold)
    for sample in samples:
        debounce.update(bytearray(sample))
    due = debounce.moving
    passed = [debounce.update(bytearray(samples[-1])) for _ in range(due or 20)]
    assert passed == ([False] * (due - 1) + [True] if due else [False] * 20)


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("firmware/SAFETY.md", "a contact has to hold for {} ms |"),
        ("firmware/LINE.md", "the {} ms that it must hold included"),
        ("host/mouseboard/link/PORTS.md", "the table waits\n{} ms for a contact to settle"),
    ],
)
def test_a_page_says_how_long_a_contact_of_the_table_must_hold(page: str, sentence: str) -> None:
    assert sentence.format(HOLD_MS) in (ROOT / page).read_text("utf-8")
