"""What a table answers, as values: the fields of an answer are read here only. LINE.md says what they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self, TypeVar

from mouseboard.link.errors import BadAnswer
from mousetable import wire

Fields = tuple[str, ...]
"""The words behind `ok`. There may be more than are known here."""

T = TypeVar("T")


def read(verb: str, fields: Fields, reader: Callable[[Fields], T]) -> T:
    """The answer to this request as a value. Raises BadAnswer where the reader raises ValueError."""
    try:
        return reader(fields)
    except ValueError as error:
        raise BadAnswer(verb, fields, error) from None


@dataclass(frozen=True, slots=True)
class TableInfo:
    """To hello: who the table is. `boot` is another one after each start."""

    protocol: str
    build: str
    boot: str
    inputs: int
    lamps: int
    config: str
    reset_cause: str
    chain_good: bool
    """Whether the register chain answered at the start. If not, its contacts are not to be trusted."""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Raises ValueError."""
        protocol, build, boot, inputs, lamps, config, reset_cause, pattern, *_ = fields
        return cls(protocol, build, boot, int(inputs), int(lamps), config, reset_cause, chain((pattern,)))

    def direct(self, name: str) -> int:
        """The number of a direct contact, one of wire.DIRECT."""
        return wire.direct_start(self.inputs) + wire.DIRECT.index(name)

    def direct_name(self, contact: int) -> str | None:
        """The name of a direct contact; None if it is an input of the chain."""
        place = contact - wire.direct_start(self.inputs)
        return wire.DIRECT[place] if 0 <= place < len(wire.DIRECT) else None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """To poll: all that holds at this moment, in milliseconds of the table's own clock."""

    now: int
    last: int  # number of the last contact change
    contacts: bytes
    crank: str
    status: str
    fault: str | None

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Raises ValueError."""
        now, last, contacts, crank, fault, *_ = fields
        name, _, status = crank.rpartition(":")
        return cls(int(now), int(last), bytes.fromhex(contacts), name, status, None if fault == "-" else fault)


@dataclass(frozen=True, slots=True)
class Power:
    """To power: the 5 V supply, and what the servo draws."""

    millivolts: int
    milliamps: int

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Raises ValueError."""
        millivolts, milliamps, *_ = fields
        return cls(int(millivolts), int(milliamps))


@dataclass(frozen=True, slots=True)
class TableStats:
    """To stats: the table's counters since its start."""

    now: int
    """Milliseconds of its clock."""
    samples: int
    events: int
    lost: int
    """Contact changes that the host never got."""
    good: int
    bad: int
    sent: int
    """Frames that came, lines that were none, frames that went."""
    errors: int
    """Exceptions of the firmware's tasks."""
    cleared: int
    """Faults that a person has cleared."""
    heap: int | None
    """Bytes free; None where nobody counts."""
    reset_cause: str

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Raises ValueError."""
        found: dict[str, str] = dict(_pair(field) for field in fields)
        try:
            figures = {name: int(found[name]) for name in _FIGURES}
            heap = int(found["heap"])
            return cls(**figures, heap=None if heap < 0 else heap, reset_cause=found["reset"])
        except KeyError as missing:
            raise ValueError(f"no {missing}") from None


_FIGURES = ("now", "samples", "events", "lost", "good", "bad", "sent", "errors", "cleared")


def _pair(field: str) -> tuple[str, str]:
    name, value = field.split("=")
    return name, value


def setting(fields: Fields) -> int:
    """To get: the value of a setting. Raises ValueError."""
    value, *_ = fields
    return int(value)


def status(fields: Fields) -> str:
    """To crank: what became of the turn. Raises ValueError."""
    word, *_ = fields
    return word


def chain(fields: Fields) -> bool:
    """To chain: whether the pattern came back through the registers. Raises ValueError."""
    word, *_ = fields
    return ("bad", "good").index(word) == 1
