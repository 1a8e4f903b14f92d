"""Contact changes, from the table's events and snapshots: each once and in order, or a gap.

Pure: no clock, no line. Contacts are the bits of a bytes object: contact n is bit n % 8 of byte n // 8, set = closed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mouseboard.link.answers import Changes
from mousetable import wire


class ContactChange(msgspec.Struct, frozen=True):
    """A contact closed or opened. `time` is milliseconds since the table started; it does not wrap."""

    number: int
    time: int
    contact: int
    closed: bool


class Gap(msgspec.Struct, frozen=True):
    """The changes from `first` to `last` are unknown. The link's contacts are now those after `last`."""

    first: int
    last: int


class Contacts:
    """The table's contacts, as the host knows them. Methods raise ValueError for contradictory reports."""

    def __init__(self) -> None:
        self.acked = 0  # number of the last change
        self.level = b""  # the contacts after that change
        self._missing: Gap | None = None  # changes known to be lost, until a snapshot ends the gap
        self._promised = 0  # highest change number that the table has mentioned
        self._behind = 0  # consecutive snapshots older than that change
        self.clock = 0  # the table's clock when last heard, in milliseconds since it started

    def reset(self, acked: int, level: bytes, now: int) -> None:
        """Start over with a table that is new to the link."""
        self.acked, self.level, self.clock, self._missing = acked, level, now, None
        self._promised, self._behind = acked, 0

    def resume(self, now: int) -> None:
        """Continue with the same table after a reconnection: its clock has kept running."""
        self.clock += (now - self.clock) & wire.CLOCK_MASK

    @property
    def need_snapshot(self) -> bool:
        """Whether changes are missing, so that nothing goes on without a snapshot."""
        return self._missing is not None

    def events(self, changes: Changes) -> Iterator[ContactChange]:
        """Yield the new changes of an events frame, each after it has been applied."""
        self._promise(changes.first + len(changes.items) - 1)
        if self._missing or changes.first > self.acked + 1:
            return
        self.clock = self._unwrapped(changes.time)
        for number, (contact, closed, after) in enumerate(changes.items, changes.first):
            if number > self.acked:
                self._apply(contact, closed)
                self.acked = number
                yield ContactChange(number, self.clock + after, contact, closed)

    def gap(self, last: int) -> None:
        """Note that the table has lost changes up to `last`. All of those not yet received here count as lost."""
        self._promise(last)
        if last > self.acked:
            self._missing = Gap(self.acked + 1, last)

    def snapshot(self, last: int, level: bytes, now: int) -> Gap | None:
        """Compare a snapshot of all contacts with what is known. Return the gap that it ends, if any."""
        self._check(last, level)
        missing, self.clock = self._missing, self._unwrapped(now)
        if missing is None or last < missing.last:
            return None
        self.reset(last, level, self.clock)
        return Gap(missing.first, last)

    def _promise(self, number: int) -> None:
        if number > self._promised:
            self._promised, self._behind = number, 0

    def _check(self, last: int, level: bytes) -> None:
        """Raise ValueError if a snapshot contradicts earlier reports.

        Only one snapshot in a row may be older than the reported changes: its answer was already under way.
        """
        self._behind = self._behind + 1 if last < self._promised else 0
        if self._behind > 1:
            raise ValueError(f"it has told of change {self._promised}, and its last is {last}")
        if last == self.acked and level != self.level and not self._missing:
            raise ValueError(
                f"its contacts are {level.hex()}, and were {self.level.hex()} after the same change {last}"
            )

    def _apply(self, contact: int, closed: bool) -> None:
        level = bytearray(self.level)
        bit = 1 << contact % 8
        level[contact // 8] = level[contact // 8] | bit if closed else level[contact // 8] & ~bit
        self.level = bytes(level)

    def _unwrapped(self, time: int) -> int:
        """Continue the table's wrapping clock: return the value nearest to the last one known."""
        half = (wire.CLOCK_MASK + 1) // 2
        unwrapped = self.clock + ((time - self.clock + half) & wire.CLOCK_MASK) - half
        if unwrapped < 0:
            raise ValueError(f"it was at {self.clock} ms, and tells of {time}, which was before it started")
        return unwrapped
