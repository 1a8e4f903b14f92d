"""Wrong join codes: an address that guesses has to wait, and no other does."""

from __future__ import annotations

import ipaddress
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress

from mouseboard.web.limits import network

WRONG_TRIES = 5
"""Wrong codes of one address that are looked at in a minute."""
WRONG_TRIES_OF_MANY = 120
"""Those of all addresses that one machine may have by the thousand: its loopback, or a provider's /48 of IPv6."""
LOOPBACK = "127.0.0.0/8"
PROVIDED = 48
"""Bits of an IPv6 address that are the provider's; a household may have all of the next 16."""
MINUTE = 60.0
MOST_ADDRESSES = 1024
"""Whose tries are remembered; the address that tried longest ago is forgotten first."""


class TooManyTries(Exception):
    """Codes are being guessed from an address: it is not listened to for some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class Guesses:
    """The wrong codes of the last minute, by the address they came from."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: dict[str, deque[float]] = {}

    def check(self, address: str) -> None:
        """Raises TooManyTries."""
        for key, most in _keys(address):
            tries = self._wrong.get(key, deque())
            while tries and tries[0] <= self._now() - MINUTE:
                tries.popleft()
            if len(tries) >= most:
                raise TooManyTries(tries[0] + MINUTE - self._now())

    def remember(self, address: str) -> None:
        """A wrong one came from there."""
        for key, _ in _keys(address):
            tries = self._wrong.pop(key, deque())
            tries.append(self._now())
            self._wrong[key] = tries  # last in the order of the dictionary
        while len(self._wrong) > MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]


def _keys(address: str) -> Iterator[tuple[str, int]]:
    """Yield what the tries of an address are counted by, and how many each may have."""
    own = network(address)
    yield own, WRONG_TRIES
    with suppress(ValueError):
        block = ipaddress.ip_network(own)
        if isinstance(block, ipaddress.IPv6Network):
            yield str(block.supernet(new_prefix=PROVIDED)), WRONG_TRIES_OF_MANY
        elif block.is_loopback:
            yield LOOPBACK, WRONG_TRIES_OF_MANY
