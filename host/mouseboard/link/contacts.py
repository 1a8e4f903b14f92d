"""What the table's contacts did, from its events and snapshots: every change once and in order, or a gap.

Pure: no clock, no line. Contacts are bits of a bytes object: contact n is bit n % 8 of byte n // 8, set = closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mousetable import wire


@dataclass(frozen=True, slots=True)
class ContactChange:
    """A contact closed or opened. `time` is milliseconds since the table started; it does not wrap."""

    number: int
    time: int
    contact: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """The changes from `first` to `last` are unknown; the link's contacts are those after the last."""

    first: int
    last: int


class Contacts:
    """The table's contacts as far as they are known here."""

    def __init__(self) -> None:
        self.acked = 0  # number of the last change
        self.level = b""  # after it
        self._missing: Gap | None = None  # known to be lost; the next snapshot ends it
        self.clock = 0  # the table's, when it was heard last, in milliseconds since it started

    def reset(self, acked: int, level: bytes, now: int) -> None:
        """Start over with a table met for the first time."""
        self.acked, self.level, self.clock, self._missing = acked, level, now, None

    @property
    def need_snapshot(self) -> bool:
        """Whether nothing goes on without a snapshot."""
        return self._missing is not None

    def events(self, first: int, time: int, items: list[str]) -> Iterator[ContactChange]:
        """The changes of an events frame that are new, each applied before it is handed on."""
        if self._missing or first > self.acked + 1:
            return
        self.clock = self._unwrapped(time)
        for number, (contact, closed, after) in enumerate(map(wire.read_item, items), first):
            if number > self.acked:
                self._apply(contact, closed)
                self.acked = number
                yield ContactChange(number, self.clock + after, contact, closed)

    def gap(self, last: int) -> None:
        """The table has lost changes up to this one; all that are not known here are counted as lost."""
        if last > self.acked:
            self._missing = Gap(self.acked + 1, last)

    def snapshot(self, last: int, level: bytes, now: int) -> Gap | None:
        """All contacts at once: the gap that this ends, if any."""
        missing, self.clock = self._missing, self._unwrapped(now)
        if missing is None or last < missing.last:  # a repeated answer may be older than the gap
            return None
        self.reset(last, level, self.clock)
        return Gap(missing.first, last)

    def _apply(self, contact: int, closed: bool) -> None:
        level = bytearray(self.level)
        bit = 1 << contact % 8
        level[contact // 8] = level[contact // 8] | bit if closed else level[contact // 8] & ~bit
        self.level = bytes(level)

    def _unwrapped(self, time: int) -> int:
        """The table's wrapping clock, continued: the value nearest to the last one known."""
        half = (wire.CLOCK_MASK + 1) // 2
        return self.clock + ((time - self.clock + half) & wire.CLOCK_MASK) - half
