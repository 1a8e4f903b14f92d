"""What a link reports to its watchers: contact changes, the table lost and found, faults."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from mouseboard.link.answers import TableInfo
from mouseboard.link.contacts import ContactChange, Gap


class Disconnected(msgspec.Struct, frozen=True):
    """The table cannot be reached; the link keeps trying."""

    reason: str


class Reconnected(msgspec.Struct, frozen=True):
    """The table can be reached again. If it restarted, its contacts start over; what happened meanwhile is unknown."""

    info: TableInfo
    rebooted: bool


class Fault(msgspec.Struct, frozen=True):
    """The table has latched a fault, or (None) a person has cleared it."""

    cause: str | None


class Noise(msgspec.Struct, frozen=True):
    """So many samples are spoilt on their way through the chain that contacts may be wrong; or (False) no longer."""

    goes_on: bool


LinkEvent = ContactChange | Gap | Disconnected | Reconnected | Fault | Noise
Watcher = Callable[[LinkEvent], None]
