"""Opening the page: on a socket that listens already, with those who are known from before, and closing it again."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from mouseboard.web.addresses import address, home_host, own_host
from mouseboard.web.app import App
from mouseboard.web.guard import own_names
from mouseboard.web.guests import Guests
from mouseboard.web.server import EVERYWHERE, LOOPBACK, listen, serving
from mouseboard.web.stage import Stage


@dataclass(frozen=True)
class Where:
    """Where the page is to be."""

    host: str | None = None
    """The address or name to listen on; else loopback alone, or with `phones` all there are."""
    port: int = 0
    """0 takes a free one."""
    phones: bool = False

    @property
    def listens_on(self) -> str:
        """The address or name to listen on."""
        return self.host or (EVERYWHERE if self.phones else LOOPBACK)

    def listen(self) -> socket.socket:
        """Raises PageError."""
        return listen(self.listens_on, self.port)


@dataclass(frozen=True)
class Page:
    """The page while it is open."""

    stage: Stage
    url: str
    """For whoever has started it: it lets them in as the host."""
    invitation: str | None
    """For phones; None where it is for this computer alone."""


@asynccontextmanager
async def page(where: Where, listening: socket.socket, journal: Path, language: str) -> AsyncIterator[Page]:
    """The page, open while inside. Who was let in is kept beside the journal, by port."""
    port = int(listening.getsockname()[1])
    kept = journal.with_name(f"{journal.name}-page{port}")
    guests = Guests(kept)
    stage = Stage(guests)
    host = where.listens_on
    names = own_names(*([where.host.lower()] if where.host else []))
    invited = home_host(host) if where.phones else None
    opened = Page(
        stage,
        address(own_host(host), port, f"/?token={guests.admit_host()}"),
        invited and address(invited, port, f"/j/{guests.code}"),
    )
    async with serving(App(stage, language, port).asgi(names), listening, stage.news):
        yield opened
    if where.port == 0:  # nobody will come back to a port that was free by chance
        kept.unlink(missing_ok=True)
