"""One connection of a browser, or of somebody who only wants to keep us busy: who does not ask in time is cut off."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENCE = 5.0
"""Seconds within which a whole request must have come, its body excepted."""
MOST = 512
"""Connections that are open at once; of those that ask nothing the oldest goes when there are more."""


class Connection(H11Protocol):
    """As uvicorn has it, but it does not wait for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > MOST:
            silent = (other for other in self.connections if isinstance(other, Connection) and not other.is_asking)
            min(silent, key=lambda other: other._since).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self._deadline.cancel()
        self._wait()
        super().on_response_complete()

    @property
    def is_asking(self) -> bool:
        """Whether something is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        """For a request."""
        self._since = self.loop.time()
        self._deadline = self.loop.call_later(SILENCE, self._cut)

    def _cut(self) -> None:
        if not self.is_asking:
            self.transport.abort()
