"""Orderly shutdown on Ctrl-C, when the system stops the program, and when its terminal is closed."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable

TIDYING_S = 2.0
"""Seconds of cleanup after the first Ctrl-C during which further presses are ignored."""

NUMBERS = [signal.SIGINT, signal.SIGTERM]
"""The signals that end a program in order."""
if sys.platform != "win32":
    NUMBERS.append(signal.SIGHUP)


class Interruption:
    """The handler of these signals: cancels the task of `runner.run`; without one it raises KeyboardInterrupt.

    One press may arrive twice: `timeout` signals its child and then its whole process group. asyncio.run takes the
    second for impatience and interrupts its own loop. That may then wait for ever for the task it has just cancelled.
    """

    def __init__(self, tidying: float) -> None:
        """`tidying`: seconds of cleanup during which further presses are ignored."""
        self.cancel: Callable[[], None] | None = None
        self.is_of_system = False
        """Whether the system has ended this program, or its terminal is gone: nobody has pressed Ctrl-C."""
        self._tidying = tidying
        self._begun = -tidying

    def __call__(self, number: int, *_: object) -> None:
        now = time.monotonic()
        if now - self._begun < self._tidying:
            return
        self._begun = now
        self.is_of_system = number != signal.SIGINT
        if self.cancel is None:
            raise KeyboardInterrupt
        cancel, self.cancel = self.cancel, None
        cancel()


def listen(tidying: float = TIDYING_S) -> None:
    """Handle SIGTERM and SIGHUP like Ctrl-C from now on, so that they lose nothing either.

    An ignored signal stays ignored: a shell ignores SIGINT for jobs started with `&`, and `nohup` ignores SIGHUP.
    """
    interruption = Interruption(tidying)
    for number in NUMBERS:
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interruption)


def is_of_system() -> bool:
    """Return whether the system is ending this program: it shuts down, stops a service, or closes a terminal."""
    interruption = signal.getsignal(signal.SIGTERM)
    return isinstance(interruption, Interruption) and interruption.is_of_system
