"""Orderly shutdown on Ctrl-C: several presses in quick succession count as one."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

TIDYING = 2.0
"""Seconds of cleanup after the first Ctrl-C during which further presses are ignored."""


class Interruption:
    """The handler of SIGINT and SIGTERM: cancels the task of `runner.run`; without one it raises KeyboardInterrupt.

    One press may arrive twice: `timeout` signals its child and then its whole process group. asyncio.run takes the
    second for impatience and interrupts its own loop. That may then wait for ever for the task it has just cancelled.
    """

    def __init__(self, tidying: float) -> None:
        """`tidying`: seconds of cleanup during which further presses are ignored."""
        self.cancel: Callable[[], None] | None = None
        self.is_of_system = False
        """Whether it was SIGTERM: not a person at the keyboard has ended this program, but the system."""
        self._tidying = tidying
        self._begun = -tidying

    def __call__(self, number: int, *_: object) -> None:
        now = time.monotonic()
        if now - self._begun < self._tidying:
            return
        self._begun = now
        self.is_of_system = number == signal.SIGTERM
        if self.cancel is None:
            raise KeyboardInterrupt
        cancel, self.cancel = self.cancel, None
        cancel()


def listen(tidying: float = TIDYING) -> None:
    """Handle SIGTERM like Ctrl-C from now on, so that it loses nothing either.

    An ignored SIGINT stays ignored: a shell ignores it for jobs started with `&`.
    """
    interruption = Interruption(tidying)
    signal.signal(signal.SIGTERM, interruption)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interruption)


def is_of_system() -> bool:
    """Return whether the system is ending this program: it shuts down, or stops a service."""
    interruption = signal.getsignal(signal.SIGTERM)
    return isinstance(interruption, Interruption) and interruption.is_of_system
