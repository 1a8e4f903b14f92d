"""What the table's contacts did, from its events and snapshots: every change once and in order, or a gap.

Pure: no clock, no line. Contacts are bits of a bytes object: contact n is bit n % 8 of byte n // 8, set = closed.
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
    """The changes from `first` to `last` are unknown; the link's contacts are those after the last."""

    first: int
    last: int


class Contacts:
    """The table's contacts as far as they are known here. What cannot be so raises ValueError."""

    def __init__(self) -> None:
        self.acked = 0  # number of the last change
        self.level = b""  # after it
        self._missing: Gap | None = None  # known to be lost; the next snapshot ends it
        self._promised = 0  # the highest number that the table has told of
        self._behind = 0  # snapshots since then that did not know of it
        self.clock = 0  # the table's, when it was heard last, in milliseconds since it started

    def reset(self, acked: int, level: bytes, now: int) -> None:
        """Start over with a table met for the first time."""
        self.acked, self.level, self.clock, self._missing = acked, level, now, None
        self._promised, self._behind = acked, 0

    def resume(self, now: int) -> None:
        """The same table met again: however long it was away, its clock has gone on."""
        self.clock += (now - self.clock) & wire.CLOCK_MASK

    @property
    def need_snapshot(self) -> bool:
        """Whether nothing goes on without a snapshot."""
        return self._missing is not None

    def events(self, changes: Changes) -> Iterator[ContactChange]:
        """Those of an events frame that are new, each applied before it is handed on."""
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
        """The table has lost changes up to this one; all that are not known here are counted as lost."""
        self._promise(last)
        if last > self.acked:
            self._missing = Gap(self.acked + 1, last)

    def snapshot(self, last: int, level: bytes, now: int) -> Gap | None:
        """All contacts at once: the gap that this ends, if any."""
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
        """Only the answer that was under way when a change was told may not know of it yet."""
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
        """The table's wrapping clock, continued: the value nearest to the last one known."""
        half = (wire.CLOCK_MASK + 1) // 2
        unwrapped = self.clock + ((time - self.clock + half) & wire.CLOCK_MASK) - half
        if unwrapped < 0:
            raise ValueError(f"it was at {self.clock} ms, and tells of {time}, which was before it started")
        return unwrapped
