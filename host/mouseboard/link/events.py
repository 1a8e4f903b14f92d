"""What a link tells its watchers: contacts that changed, the table lost and found, faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mouseboard.link.answers import TableInfo
from mouseboard.link.contacts import ContactChange, Gap


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
