"""The newest of something for any number of readers: nothing is queued, so who is slow skips what lies between."""

from __future__ import annotations

import asyncio


class Newest:
    """Counts changes. What has changed, readers fetch themselves, when they come round to it."""

    def __init__(self) -> None:
        self.serial = 0
        self.closed = False
        """Whether nothing more will come."""
        self._changed = asyncio.Event()

    def change(self) -> None:
        """There is something newer."""
        self.serial += 1
        self._wake()

    def close(self) -> None:
        """Let every reader go."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        """Everybody who waits now; who comes later waits for the next change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def newer(self, than: int, within: float) -> bool:
        """Wait for something newer, or the end of all news; False if neither comes in so many seconds."""
        try:
            async with asyncio.timeout(within):
                while self.serial <= than and not self.closed:
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True
