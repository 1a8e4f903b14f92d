"""Notifies any number of readers of the newest value. Nothing is queued: a slow reader skips intermediate values."""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 8
"""Readers woken in one iteration of the loop: writing to hundreds at once would keep the game waiting."""


class Newest:
    """Counts changes. Readers fetch the new value themselves when they are ready."""

    def __init__(self) -> None:
        self.serial = 0
        self.closed = False
        """Whether nothing more will come."""
        self._waiting: dict[asyncio.Future[bool], None] = {}
        self._due = deque[asyncio.Future[bool]]()
        """Readers still to be woken."""

    def change(self) -> None:
        """Tell readers that there is something newer."""
        self.serial += 1
        self._wake_all()

    def close(self) -> None:
        """Wake every reader for the last time."""
        self.closed = True
        self._wake_all()

    async def newer(self, than: int, within: float) -> bool:
        """Wait for a change after serial `than`, or for the end. Return False if `within` seconds bring neither."""
        if self.serial > than or self.closed:
            return True
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[bool] = loop.create_future()
        timeout = loop.call_later(within, _settle, waiting, False)
        self._waiting[waiting] = None
        try:
            return await waiting
        finally:
            timeout.cancel()
            self._waiting.pop(waiting, None)

    def _wake_all(self) -> None:
        is_waking = bool(self._due)
        self._due.extend(self._waiting)
        self._waiting.clear()
        if self._due and not is_waking:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake_some(self) -> None:
        for _ in range(min(AT_ONCE, len(self._due))):
            _settle(self._due.popleft(), True)
        if self._due:
            asyncio.get_running_loop().call_soon(self._wake_some)


def _settle(waiting: asyncio.Future[bool], is_newer: bool) -> None:
    if not waiting.done():
        waiting.set_result(is_newer)
