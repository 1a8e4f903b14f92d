"""What a link tells its watchers: contacts that changed, the table lost and found, faults."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from mouseboard.link.answers import TableInfo
from mouseboard.link.contacts import ContactChange, Gap


class Disconnected(msgspec.Struct, frozen=True):
    """The table cannot be reached; the link goes on trying."""

    reason: str


class Reconnected(msgspec.Struct, frozen=True):
    """The table can be reached. If it restarted, its contacts start over and what happened meanwhile is unknown."""

    info: TableInfo
    rebooted: bool


class Fault(msgspec.Struct, frozen=True):
    """The table has latched a fault, or a person has cleared it (None)."""

    cause: str | None


LinkEvent = ContactChange | Gap | Disconnected | Reconnected | Fault
Watcher = Callable[[LinkEvent], None]
