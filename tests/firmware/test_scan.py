"""The scan: one sample a millisecond, debounced, into the ring of changes."""

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.firmware.board import Table

from mousetable.debounce import HOLD_MS
from mousetable.scan import Scan
from mousetable.ticks import MASK


def test_a_change_is_told_with_the_time_at_which_it_has_settled(agreed: Table) -> None:
    agreed.run(10)
    agreed.told()
    agreed.contact(10, True)
    now = agreed.hardware.now()
    agreed.run(HOLD_MS + 1)
    assert agreed.told() == [f"events 1 {now + HOLD_MS} 10+0"]


def test_a_touch_shorter_than_the_hold_time_is_ignored(agreed: Table) -> None:
    agreed.contact(10, True)
    agreed.run(HOLD_MS - 1)
    agreed.contact(10, False)
    agreed.run(50)
    assert agreed.told() == []


def test_contacts_of_one_millisecond_are_told_in_their_order_on_the_chain(agreed: Table) -> None:
    for contact in (80, 3, 7, agreed.cage):
        agreed.contact(contact, True)
    agreed.run(HOLD_MS + 1)
    assert agreed.told()[0].split()[3:] == ["3+0", "7+0", "80+0", f"{agreed.cage}+0"]


def test_a_contact_that_is_closed_at_the_start_is_in_the_snapshot_but_is_no_event(table: Table) -> None:
    table.contact(10, True)
    table.run(30)
    table.agree()
    _, last, contacts, *_ = table.ask("poll").split()[1:]
    assert (last, contacts) == ("0", "0004" + "00" * 16 + "08")


def test_a_contact_that_never_stops_bouncing_never_counts(agreed: Table) -> None:
    for i in range(900):
        agreed.contact(10, i % 6 < 3)
        agreed.run(1)
    assert agreed.controller.scan.events.last == 0


def test_a_new_hold_time_counts_from_the_next_start(tmp_path: Path) -> None:
    flash = str(tmp_path / "settings.json")
    Table(flash).settings.set("debounce", 1)
    table = Table(flash)
    table.agree()
    table.contact(10, True)
    table.run(2)
    assert len(table.told()) == 1


def test_a_switch_that_bounces_for_longer_than_a_reed_may_has_its_own_hold_time(tmp_path: Path) -> None:
    flash = str(tmp_path / "settings.json")
    first = Table(flash)
    first.agree()
    assert first.ask("set", "debounce_direct", "14").startswith("ok 14 ")
    table = Table(flash)
    table.agree()
    table.run(20)
    for closed, ms in ((True, 8), (False, 1), (True, 20)):
        table.contact(table.button_a, closed)
        table.contact(10, closed)
        table.run(ms)
    events = table.controller.scan.events
    told = [(events.time(n), events.contact(n)) for n in range(1, events.last + 1)]
    start = table.hardware.now() - 29
    assert told == [(start + HOLD_MS, 10), (start + 9 + 14, table.button_a)]


class LateHardware:
    """Hardware whose program was held up: several samples wait, each with its time."""

    def __init__(self) -> None:
        self.contacts = bytearray(2)
        self.missed = 0
        self.waiting: list[tuple[int, bytes]] = []  # (time, contacts), the oldest first

    def look(self, still: bool) -> int:
        return len(self.waiting)

    def sample(self) -> int:
        time, self.contacts[:] = self.waiting.pop(0)
        return time


@given(st.integers(0, MASK), st.lists(st.lists(st.integers(0, 15), min_size=1, max_size=150), max_size=4))
def test_a_change_has_the_time_of_its_own_sample_however_late_that_is_taken(start: int, held: list[list[int]]) -> None:
    """`held`: for each delay, the contacts of the samples that wait after it."""
    hardware: Any = LateHardware()  # only what the scan uses
    scan = Scan(hardware, hold=1)
    time, states = start, [0]
    hardware.waiting.append((start, bytes(len(hardware.contacts))))
    for batch in held:
        for state in batch:
            time = (time + 1) & MASK
            hardware.waiting.append((time, bytes([state, *bytes(len(hardware.contacts) - 1)])))
            states.append(state)
        scan.step(time)
        scan.step((time + len(batch)) & MASK)  # taking the samples takes a while
    told = [((scan.events.time(n) - start) & MASK, scan.events.contact(n)) for n in range(1, scan.events.last + 1)]
    assert told[-100:] == changes(states)[-100:]


def changes(states: list[int]) -> list[tuple[int, int]]:
    """Return (sample, contact) of each change. The second of two equal samples that differ from the state counts."""
    holds, found = states[0], []
    for n in range(1, len(states)):
        flips = (states[n] ^ holds) & (states[n - 1] ^ holds)
        found += [(n, bit) for bit in range(4) if flips >> bit & 1]
        holds ^= flips
    return found


def test_lost_samples_are_told_as_a_gap(agreed: Table) -> None:
    agreed.contact(10, True)
    agreed.run(10)
    agreed.told()
    agreed.hardware.missed += 3
    agreed.run(1)
    assert agreed.told() == ["gap 1 2"]
