"""Wrong join codes: who guesses is slowed down, and nobody else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

WRONG_TRIES = 5
"""Wrong codes of one address that are looked at in a minute."""
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
        tries = self._wrong.get(address, deque())
        while tries and tries[0] <= self._now() - MINUTE:
            tries.popleft()
        if len(tries) >= WRONG_TRIES:
            raise TooManyTries(tries[0] + MINUTE - self._now())

    def remember(self, address: str) -> None:
        """A wrong one came from there."""
        tries = self._wrong.pop(address, deque())
        tries.append(self._now())
        self._wrong[address] = tries  # last in the order of the dictionary
        while len(self._wrong) > MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
