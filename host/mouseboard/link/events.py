"""What a link has to tell: the table's description of itself, and news for whoever watches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from mouseboard.link.contacts import ContactChange, Gap


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What a table answers to hello. `boot` is another one after each start."""

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
    def read(cls, fields: tuple[str, ...]) -> Self:
        """From the fields of the answer. Raises ValueError when there are too few."""
        protocol, build, boot, inputs, lamps, config, reset_cause, chain, *_ = fields
        return cls(protocol, build, boot, int(inputs), int(lamps), config, reset_cause, chain == "good")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a table answers to poll: all that holds at this moment, in milliseconds of its own clock."""

    now: int
    last: int  # number of the last contact change
    contacts: bytes
    crank: str
    status: str
    fault: str | None

    @classmethod
    def read(cls, fields: tuple[str, ...]) -> Self:
        """From the fields of the answer. Raises ValueError when there are too few."""
        now, last, contacts, crank, fault, *_ = fields
        name, _, status = crank.rpartition(":")
        return cls(int(now), int(last), bytes.fromhex(contacts), name, status, None if fault == "-" else fault)


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The table cannot be reached; the link goes on trying."""

    reason: str


@dataclass(frozen=True, slots=True)
class Reconnected:
    """The table can be reached. If it restarted, its contacts start over and what happened meanwhile is unknown."""

    info: TableInfo
    rebooted: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """The table has latched a fault, or a person has cleared it (None)."""

    cause: str | None


LinkEvent = ContactChange | Gap | Disconnected | Reconnected | Fault
Watcher = Callable[[LinkEvent], None]
