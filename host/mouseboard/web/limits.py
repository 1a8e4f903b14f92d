"""Limits by address, before any work is done: how fast somebody may ask, and whose turn it is. Time is an argument."""

from __future__ import annotations

import ipaddress
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

HOUSEHOLD = 64
"""Bits of an IPv6 address that a whole household shares; each of its devices has the rest to itself."""

MOST_REMEMBERED = 4096
"""Addresses with a remembered rate. The one idle for longest is forgotten first."""


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
    """When `tokens` was right, in seconds."""


class Rate:
    """Token buckets: `per_second` deeds of each key in the long run, `burst` at once."""

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
        self._buckets[key] = _Bucket(tokens - 1.0, now)  # the last one used is the last in the dictionary
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
    """Lets those who wait through one by one: the addresses take turns, and none goes faster than `rate` allows."""

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
        """Let one through; None where nobody waits whose rate allows it."""
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
        """Return the seconds until `next` has somebody to let through; None where nobody waits."""
        return min((self.rate.wait(address, now) for address in self._queues), default=None)
