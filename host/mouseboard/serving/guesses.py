"""Wrong join codes: an address that guesses has to wait, and others do not."""

from __future__ import annotations

import ipaddress
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress

from mouseboard.serving.limits import network

WRONG_TRIES = 5
"""Wrong codes of one address that are checked in a minute."""
WRONG_TRIES_OF_MANY = 120
"""The same for a block of addresses that one machine may own by the thousand: loopback, or a provider's IPv6 /48."""
LOOPBACK = "127.0.0.0/8"
PROVIDED = 48
"""Bits of an IPv6 address that the provider assigns; a household may have all of the next 16."""
MINUTE = 60.0
MOST_ADDRESSES = 1024
"""Addresses whose tries are remembered. The one that tried longest ago is forgotten first."""


class TooManyTries(Exception):
    """An address has guessed too many codes, and must wait for some `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class Guesses:
    """The wrong codes of the last minute, by the address they came from."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: dict[str, deque[float]] = {}

    def check(self, address: str) -> None:
        """Raise TooManyTries if the address has to wait."""
        for key, most in _keys(address):
            tries = self._wrong.get(key, deque())
            while tries and tries[0] <= self._now() - MINUTE:
                tries.popleft()
            if len(tries) >= most:
                raise TooManyTries(tries[0] + MINUTE - self._now())

    def remember(self, address: str) -> None:
        """Remember a wrong code from that address."""
        for key, _ in _keys(address):
            tries = self._wrong.pop(key, deque())
            tries.append(self._now())
            self._wrong[key] = tries  # moved to the end: the newest
        while len(self._wrong) > MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]


def _keys(address: str) -> Iterator[tuple[str, int]]:
    """Yield the keys that count the tries of an address, each with its limit."""
    own = network(address)
    yield own, WRONG_TRIES
    with suppress(ValueError):
        block = ipaddress.ip_network(own)
        if isinstance(block, ipaddress.IPv6Network):
            yield str(block.supernet(new_prefix=PROVIDED)), WRONG_TRIES_OF_MANY
        elif block.is_loopback:
            yield LOOPBACK, WRONG_TRIES_OF_MANY
