"""The table's answers as values. Only this module reads the fields of its frames; LINE.md says what they mean.

A correct checksum proves that the line works, not who is speaking: the table may run other firmware, or be no table at
all. So each field is checked against the values it may have before anything uses it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self, TypeVar

import msgspec

from mouseboard.link.errors import Nonsense
from mouseboard.say import shortened
from mousetable import wire

Fields = tuple[str, ...]
"""The words after `ok`. Newer firmware may send more of them than this module reads."""

T = TypeVar("T")

LONGEST_NUMBER = 160
"""Characters to which a message shortens what should be a number. It also repeats the whole answer."""
LARGEST = 144
"""Inputs, and lamps, of the largest table that the firmware can be set to: its pictures and contacts fit into a frame.
"""

COUNTED = 2**53 - 1
"""The highest plausible value of a counter: the largest integer that the page can show exactly."""

NO_SERIAL = "-"
"""The serial number of a simulated table, and of one whose firmware is too old to say it."""

MOVING, CAUGHT, MISSED, FAILED = "moving", "caught", "missed", "fault-"
"""The results of a turn of the crank. The last is a prefix, followed by the name of the fault."""


def protocol(text: str) -> int:
    """Return the protocol that a table names first in a text; 0 if it names none."""
    number, _, _ = text.partition(" ")
    return int(number) if number.isdigit() else 0


def read(verb: str, fields: Fields, reader: Callable[[Fields], T]) -> T:
    """Return the answer to a request as a value. Raises Nonsense where the reader raises ValueError."""
    try:
        return reader(fields)
    except ValueError as error:
        raise Nonsense(f"{error}; to `{verb}` came `{' '.join(fields)}`") from None


def _number(text: str, highest: int) -> int:
    if not text.isdigit() or int(text) > highest:
        raise ValueError(f"{shortened(text, LONGEST_NUMBER)} is no number up to {highest}")
    return int(text)


class TableInfo(msgspec.Struct, frozen=True):
    """The answer to hello: which table this is. `boot` differs after each start."""

    protocol: str
    build: str
    boot: str
    inputs: int
    lamps: int
    config: str
    reset_cause: str
    chain_good: bool
    """Whether the register chain passed its test at the start. If not, its contacts cannot be trusted."""
    chip: str = "unknown"
    """The chip it runs on; older firmware does not say."""
    serial: str = NO_SERIAL
    """The chip's own number, the same at every start."""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Raises ValueError."""
        protocol, build, boot, chained, lit, config, reset_cause, pattern, *later = fields
        if protocol != str(wire.PROTOCOL):
            raise ValueError(f"protocol {shortened(protocol, LONGEST_NUMBER)}, where we speak {wire.PROTOCOL}")
        inputs, lamps = _number(chained, LARGEST), _number(lit, LARGEST)
        if not lamps:
            raise ValueError("a table has lamps")
        return cls(protocol, build, boot, inputs, lamps, config, reset_cause, chain((pattern,)), *later[:2])

    @property
    def own_pins(self) -> bool:
        """Whether the table is so small that its inputs are the Pico's own pins, without a register chain."""
        return self.inputs <= wire.OWN_PINS

    @property
    def contact_bytes(self) -> int:
        """The number of bytes of a snapshot that hold the contacts: those of the chain, and one for the direct ones."""
        return wire.direct_start(self.inputs) // 8 + 1

    def direct(self, name: str) -> int:
        """Return the number of a direct contact, one of wire.DIRECT."""
        return wire.direct_start(self.inputs) + wire.DIRECT.index(name)

    def direct_name(self, contact: int) -> str | None:
        """Return the name of a direct contact, or None for an input of the chain."""
        place = contact - wire.direct_start(self.inputs)
        return wire.DIRECT[place] if 0 <= place < len(wire.DIRECT) else None


class Snapshot(msgspec.Struct, frozen=True):
    """The answer to poll: the table's present state. Times are milliseconds of the table's own clock."""

    now: int
    last: int  # number of the last contact change
    contacts: bytes
    crank: str  # empty if it has never turned
    status: str
    fault: str | None
    noise: int = 0
    """Samples since the start that were spoilt on their way through the chain; older firmware does not say."""

    @classmethod
    def read(cls, info: TableInfo, fields: Fields) -> Self:
        """Read the answer of the table that `info` describes. Raises ValueError."""
        now, last, digits, turned, fault, *later = fields
        contacts = bytes.fromhex(digits)
        if len(contacts) != info.contact_bytes:
            raise ValueError(f"{len(contacts)} bytes of contacts, where {info.inputs} inputs take {info.contact_bytes}")
        name, result = _turn(turned)
        return cls(
            _number(now, wire.CLOCK_MASK),
            _number(last, COUNTED),
            contacts,
            name,
            result,
            None if fault == "-" else fault,
            *(_number(noise, wire.CLOCK_MASK) for noise in later[:1]),
        )


def _turn(turned: str) -> tuple[str, str]:
    """Return the id of the last turn of the crank and its result; both are empty if it has never turned."""
    if turned == "-":
        return "", ""
    name, _, result = turned.rpartition(":")
    if not name:
        raise ValueError(f"{turned} is no turn of the crank and what became of it")
    return name, status((result,))


class Changes(msgspec.Struct, frozen=True):
    """Sent unasked: contacts that closed or opened, numbered from `first`, each `after` milliseconds after `time`."""

    first: int
    time: int
    items: tuple[tuple[int, bool, int], ...]  # contact, closed, after

    @classmethod
    def read(cls, info: TableInfo, fields: Fields) -> Self:
        """Read a frame of the table that `info` describes. Raises ValueError."""
        first, time, *texts = fields
        items = tuple(map(wire.read_item, texts))
        for contact, _, after in items:
            if contact >= 8 * info.contact_bytes or after > wire.CLOCK_MASK:
                raise ValueError(f"contact {contact}, {after} ms later, on a table of {info.inputs} inputs")
        return cls(_number(first, COUNTED), _number(time, wire.CLOCK_MASK), items)


def lost(fields: Fields) -> tuple[int, int]:
    """Read an unrequested frame: the first and the last change that the table has lost. Raises ValueError."""
    first, last, *_ = fields
    return _number(first, COUNTED), _number(last, COUNTED)


class Power(msgspec.Struct, frozen=True):
    """The answer to power: the voltage of the 5 V supply, and the servo's current."""

    millivolts: int
    milliamps: int

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Raises ValueError."""
        millivolts, milliamps, *_ = fields
        return cls(_number(millivolts, COUNTED), _number(milliamps, COUNTED))


class TableStats(msgspec.Struct, frozen=True):
    """The answer to stats: the table's counters since its start."""

    now: int
    """Milliseconds on the table's clock."""
    samples: int
    events: int
    lost: int
    """Contact changes that never reached the host."""
    good: int
    bad: int
    sent: int
    """Valid frames received, invalid lines received, and frames sent."""
    errors: int
    """Exceptions of the firmware's tasks."""
    cleared: int
    """Faults that a person has cleared."""
    heap: int | None
    """Free bytes; None if the table does not count them."""
    reset_cause: str
    noise: int = 0
    """Samples that were spoilt on their way through the chain; older firmware does not count them."""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Raises ValueError."""
        found: dict[str, str] = dict(_pair(field) for field in fields)
        try:
            figures = {name: _number(found[name], COUNTED) for name in _FIGURES}
            heap = None if found["heap"] == "-1" else _number(found["heap"], COUNTED)
            noise = _number(found.get("noise", "0"), COUNTED)
            return cls(**figures, heap=heap, reset_cause=found["reset"], noise=noise)
        except KeyError as missing:
            raise ValueError(f"no {missing}") from None


_FIGURES = ("now", "samples", "events", "lost", "good", "bad", "sent", "errors", "cleared")


def _pair(field: str) -> tuple[str, str]:
    name, value = field.split("=")
    return name, value


def setting(fields: Fields) -> int:
    """Read the answer to get: the value of a setting. Raises ValueError."""
    value, *_ = fields
    return _number(value, (1 << LARGEST) - 1)


def settings(fields: Fields) -> str:
    """Read the answer to set: the hash of all settings. Raises ValueError."""
    _, config, *_ = fields
    return config


def status(fields: Fields) -> str:
    """Read the answer to crank: the result of the turn. Raises ValueError."""
    word, *_ = fields
    if word not in (MOVING, CAUGHT, MISSED) and not word.startswith(FAILED):
        raise ValueError(f"{word} is nothing that becomes of a crank")
    return word


def chain(fields: Fields) -> bool:
    """Read the answer to chain: whether the test pattern came back through the registers. Raises ValueError."""
    word, *_ = fields
    if word not in ("bad", "good"):
        raise ValueError(f"{word} is neither good nor bad")
    return word == "good"
