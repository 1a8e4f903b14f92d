"""Limits by address, applied before any work is done: how fast somebody may ask, whose turn it is, who may stay.

Nothing here reads a clock: the time is an argument.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

HOUSEHOLD = 64
"""Bits of an IPv6 address that a whole household shares; each of its devices has the rest to itself."""

MOST_REMEMBERED = 4096
"""Addresses whose rate is remembered. The one idle for longest is forgotten first."""


def network(host: str) -> str:
    """Return what limits count as one visitor: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    if address.is_link_local:  # all neighbours share this /64
        return str(address)
    return str(ipaddress.ip_network((address, HOUSEHOLD), strict=False))


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled: float
    """The time for which `tokens` holds, in seconds."""


class Rate:
    """Token buckets: each key may do `per_second` deeds in the long run, and `burst` at once."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: dict[Hashable, _Bucket] = {}

    def wait(self, key: Hashable, now: float) -> float:
        """Return the seconds until the key may do one more thing; 0 if it may now."""
        return max(0.0, (1.0 - self._tokens(key, now)) / self._per_second)

    def take(self, key: Hashable, now: float) -> bool:
        """Count a deed, and return whether the key may do it."""
        tokens = self._tokens(key, now)
        if tokens < 1.0:
            return False
        self._buckets.pop(key, None)
        self._buckets[key] = _Bucket(tokens - 1.0, now)  # moved to the end: most recently used
        if len(self._buckets) > MOST_REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return True

    def _tokens(self, key: Hashable, now: float) -> float:
        bucket = self._buckets.get(key)
        if bucket is None:
            return self._burst
        return min(self._burst, bucket.tokens + (now - bucket.filled) * self._per_second)


W = TypeVar("W")


@dataclass
class Turnstile(Generic[W]):
    """A fair queue: it lets waiters through one by one, the addresses in turn, each within `rate`."""

    rate: Rate
    _queues: dict[str, deque[W]] = field(default_factory=dict)
    """By address, in the order of their turns."""

    def enter(self, address: str, who: W) -> None:
        """Wait for a turn."""
        self._queues.setdefault(address, deque()).append(who)

    def leave(self, address: str, who: W) -> None:
        """Wait no longer."""
        queue = self._queues.get(address)
        if queue and who in queue:
            queue.remove(who)
            if not queue:
                del self._queues[address]

    def next(self, now: float) -> W | None:
        """Let one through and return it; None if nobody waits, or no waiter's rate allows it."""
        for address in list(self._queues):
            queue = self._queues.pop(address)
            allowed = self.rate.take(address, now)
            who = queue.popleft() if allowed else None
            if queue:
                self._queues[address] = queue  # behind all others
            if who is not None:
                return who
        return None

    def due(self, now: float) -> float | None:
        """Return the seconds until `next` can let somebody through; None if nobody waits."""
        soonest = None
        for address in self._queues:
            wait = self.rate.wait(address, now)
            if wait == 0:
                return 0.0
            soonest = wait if soonest is None else min(soonest, wait)
        return soonest


class Standing(IntEnum):
    """The priority of a visitor. When the room is full, those of the lowest standing have to go first."""

    STRANGER = 0
    """Not let in, and asks nothing just now."""
    ASKING = 1
    """Not let in, and asks for something."""
    IDLE = 2
    """Let in, and asks nothing just now."""
    WAITING = 3
    """Let in, and waits for its turn."""
    SERVED = 4
    """Let in, and being answered."""


MODEST = 8
"""Connections that one browser opens at once. An address with no more than that does not count as heavy."""


class NoRoom(Exception):
    """Nobody more can come in, because nobody has to go."""


class Room(Generic[W]):
    """Those who are in: at most `most` of them, and `most_of_one` from each address."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._inside: tuple[dict[W, str], ...] = tuple({} for _ in Standing)
        """For each standing, the visitors and their addresses, the least recently put first."""
        self._spared = (most // 16, 0, 0, 0, 0)
        """The number of each standing that is spared. Strangers who have just come have not had time to ask."""
        self._count = Counter[str]()
        """How many are in from each address."""
        self._unserved = Counter[str]()
        """The same, without those being served."""

    def put(self, who: W, address: str, standing: Standing) -> None:
        """Let somebody in, or change their standing. They become the most recent of it."""
        self.leave(who)
        self._inside[standing][who] = address
        self._count[address] += 1
        self._unserved[address] += standing is not Standing.SERVED

    def leave(self, who: W) -> None:
        """Take somebody out."""
        for standing, group in zip(Standing, self._inside, strict=True):
            address = group.pop(who, None)
            if address is not None:
                self._count[address] -= 1
                self._unserved[address] -= standing is not Standing.SERVED
                if not self._count[address]:
                    del self._count[address], self._unserved[address]

    def goes_for(self, address: str) -> W | None:
        """Return who has to go to make room for one more from an address; None if there is room. Raises NoRoom."""
        beside = self._count[address]
        if beside >= self._most_of_one:
            return self._goes_for_own(address)
        if sum(map(len, self._inside)) < self._most:
            return None
        heaviest = max(self._unserved, key=self._unserved.__getitem__)
        if self._unserved[heaviest] > MODEST:  # even guests who were let in: they may be a crowd, too
            return self._goes_for_own(heaviest)
        lowest = next(group for group, spared in zip(self._inside, self._spared, strict=True) if len(group) > spared)
        if lowest is not self._inside[Standing.SERVED]:
            return next(iter(lowest))
        heaviest, count = Counter(lowest.values()).most_common(1)[0]
        if count <= beside + 1:
            raise NoRoom
        return _first(lowest, heaviest)

    def _goes_for_own(self, address: str) -> W:
        for group in self._inside[: Standing.SERVED]:
            if address in group.values():
                return _first(group, address)
        raise NoRoom


def _first(group: dict[W, str], address: str) -> W:
    return next(who for who, there in group.items() if there == address)
