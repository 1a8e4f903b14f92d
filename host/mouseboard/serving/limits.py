"""Limits by address, applied before any work is done: how fast somebody may ask, whose turn it is, who may stay.

An address is that of one device. Devices whose IPv6 addresses share a /64 are a household, with limits of its own:
several times those of a device, and its devices take turns. An IPv4 address is both. A resident, who is a host or has
a seat, counts by their token instead.

Nothing here reads a clock: the time is an argument.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

HOUSEHOLD = 64
"""Bits of an IPv6 address that a whole household shares; each of its devices has the rest to itself."""

MOST_REMEMBERED = 4096
"""Addresses whose rate is remembered. The one idle for longest is forgotten first."""


class Caller(NamedTuple):
    """Somebody who was let in, and asks for something."""

    token: str
    """Tells them from others: the hash of their token."""
    is_resident: bool
    """Whether they are a host or have a seat, and so have a reserve that nobody else can use up."""


@lru_cache(MOST_REMEMBERED)
def device(host: str) -> str:
    """Return the address of one device, in the form in which all limits count it."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


@lru_cache(MOST_REMEMBERED)
def network(host: str) -> str:
    """Return the household of an address: an IPv4 address itself, or the /64 of an IPv6 address."""
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
    """A fair queue: it lets waiters through one by one, each within the rates of their device and household.

    Households take turns, and within one its devices.
    """

    rate: Rate
    """Of each device."""
    household_rate: Rate
    _queues: dict[str, dict[str, deque[W]]] = field(default_factory=dict)
    """By household and address, both in the order of their turns."""

    def enter(self, address: str, who: W) -> None:
        """Wait for a turn."""
        self._queues.setdefault(network(address), {}).setdefault(address, deque()).append(who)

    def leave(self, address: str, who: W) -> None:
        """Wait no longer."""
        devices = self._queues.get(network(address), {})
        queue = devices.get(address)
        if queue and who in queue:
            queue.remove(who)
            if not queue:
                del devices[address]
            if not devices:
                del self._queues[network(address)]

    def next(self, now: float) -> W | None:
        """Let one through and return it; None if nobody waits, or no waiter's rates allow it."""
        for household in list(self._queues):
            devices = self._queues.pop(household)
            who = self._next_of(household, devices, now)
            if devices:
                self._queues[household] = devices  # behind all others
            if who is not None:
                return who
        return None

    def _next_of(self, household: str, devices: dict[str, deque[W]], now: float) -> W | None:
        if self.household_rate.wait(household, now):
            return None
        for address in list(devices):
            queue = devices.pop(address)
            allowed = self.rate.take(address, now)
            who = queue.popleft() if allowed else None
            if queue:
                devices[address] = queue
            if who is not None:
                self.household_rate.take(household, now)
                return who
        return None

    def due(self, now: float) -> float | None:
        """Return the seconds until `next` can let somebody through; None if nobody waits."""
        soonest = None
        for household, devices in self._queues.items():
            own = self.household_rate.wait(household, now)
            for address in devices:
                wait = max(own, self.rate.wait(address, now))
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
    RESERVED = 5
    """Of a resident, within their reserve: goes for nobody."""


MODEST = 8
"""Connections that one browser opens at once. An address with no more than that does not count as heavy."""
FEW = 4
"""Answers that one caller gets at once, even where a newcomer finds no room for their address."""


class NoRoom(Exception):
    """Nobody more can come in, because nobody has to go."""


class _Inside(NamedTuple):
    """Where somebody who is in comes from."""

    address: str
    caller: Hashable


class Room(Generic[W]):
    """Those who are in: at most `most` of them, `most_of_household` from a household, `most_of_one` from an address."""

    def __init__(self, most: int, most_of_one: int, most_of_household: int) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._most_of_household = most_of_household
        self._inside: tuple[dict[W, _Inside], ...] = tuple({} for _ in Standing)
        """For each standing, those who are in, the least recently put first."""
        self._spared = (most // 16, 0, 0, 0)
        """The number of each standing that is spared. Strangers who have just come have not had time to ask."""
        self._spared_of_one = (most_of_one // 8, 0, 0, 0)
        """The same of one address or household."""
        self._count = Counter[str]()
        """How many are in from each address."""
        self._of_household = Counter[str]()
        """How many are in from each household."""
        self._unserved = Counter[str]()
        """The same, without those being served and those reserved."""

    def put(self, who: W, address: str, standing: Standing, caller: Hashable = None) -> None:
        """Let somebody in, or change their standing. They become the most recent of it."""
        self.leave(who)
        self._inside[standing][who] = _Inside(address, who if caller is None else caller)
        self._tally(address, standing, 1)

    def leave(self, who: W) -> None:
        """Take somebody out."""
        for standing, group in zip(Standing, self._inside, strict=True):
            if inside := group.pop(who, None):
                self._tally(inside.address, standing, -1)

    def _tally(self, address: str, standing: Standing, change: int) -> None:
        household = network(address)
        self._count[address] += change
        self._of_household[household] += change
        self._unserved[household] += change * (standing < Standing.SERVED)
        if not self._count[address]:
            del self._count[address]
        if not self._of_household[household]:
            del self._of_household[household], self._unserved[household]

    def count(self, address: str) -> int:
        """Return how many are in from an address."""
        return self._count[address]

    def goes_for(self, address: str) -> W | None:
        """Return who has to go to make room for one more from an address; None if there is room. Raises NoRoom."""
        household = network(address)
        if self._count[address] >= self._most_of_one:
            return self._goes_for_own(lambda own: own == address)
        if self._of_household[household] >= self._most_of_household:
            return self._goes_for_own(lambda own: network(own) == household)
        if sum(map(len, self._inside)) < self._most:
            return None
        heaviest = max(self._unserved, key=self._unserved.__getitem__, default="")
        if self._unserved[heaviest] > MODEST:  # even guests who were let in: they may be a crowd, too
            return self._goes_for_own(lambda own: network(own) == heaviest)
        return self._goes_for_any(household)

    def _goes_for_any(self, household: str) -> W:
        """Return who goes where no household is heavy."""
        for group, spared in zip(self._inside[: Standing.SERVED], self._spared, strict=True):
            if len(group) > spared:
                return next(iter(group))
        served = self._inside[Standing.SERVED]
        if served:
            who, count = _of_heaviest({who: network(own) for who, (own, _) in served.items()})
            if count > self._of_household[household] + 1:
                return who
        raise NoRoom

    def _goes_for_own(self, is_own: Callable[[str], bool]) -> W:
        """Return who goes for others of the same address or household.

        The device with the most in gives up one of the lowest standing. Where all are being answered, the caller who
        gets the most answers does.
        """
        for standing, spared in zip(Standing, self._spared_of_one, strict=False):
            group = {who: own for who, (own, _) in self._inside[standing].items() if is_own(own)}
            if len(group) > spared:
                return _of_heaviest(group)[0]
        served = {who: caller for who, (own, caller) in self._inside[Standing.SERVED].items() if is_own(own)}
        if served:
            who, count = _of_heaviest(served)
            if count > FEW:
                return who
        for who, (own, _) in self._inside[Standing.STRANGER].items():
            if is_own(own):
                return who
        raise NoRoom


def _of_heaviest(group: Mapping[W, Hashable]) -> tuple[W, int]:
    """Return the first of whatever has the most in a group that is not empty, and how many that are."""
    heaviest, count = Counter(group.values()).most_common(1)[0]
    return next(who for who, of in group.items() if of == heaviest), count
