"""Where to serve the page: the address and port to listen on, and the names by which browsers may ask for it."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from mouseboard.serving.names import Names, PublicUrl
from mouseboard.serving.server import EVERYWHERE, EVERYWHERE_6, LOOPBACK, listen


@dataclass(frozen=True)
class Where:
    """Where to serve the page."""

    host: str | None = None
    """The address or name to listen on. By default loopback, or with `phones` all addresses."""
    port: int = 0
    """0 picks a free port."""
    phones: bool = False
    url: PublicUrl | None = None
    """The URL at which a reverse proxy serves it."""
    proxies: tuple[str, ...] = ()
    """Addresses of that proxy."""

    @property
    def listens_on(self) -> str:
        """The address or name to listen on. `::` becomes 0.0.0.0: both mean all of IPv4 and IPv6."""
        host = self.host or (EVERYWHERE if self.phones else LOOPBACK)
        return EVERYWHERE if host == EVERYWHERE_6 else host

    @property
    def names(self) -> Names:
        """The names of the page."""
        return Names(*([self.host] if self.host else []), url=self.url)

    def listen(self) -> socket.socket:
        """Return a listening socket. Raises PageError."""
        return listen(self.listens_on, self.port)
