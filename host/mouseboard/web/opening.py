"""Opening the page: on a socket that listens already, with those who are known from before, and closing it again."""

from __future__ import annotations

import gc
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio

from mouseboard.lang import languages, page_words
from mouseboard.store import Journal
from mouseboard.web.addresses import address, home_host, own_host
from mouseboard.web.app import application
from mouseboard.web.door import Door
from mouseboard.web.evening import Evening
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

    evening: Evening
    url: str
    """For whoever has started it: it lets them in as the host."""
    invitation: str | None
    """For phones; None where it is for this computer alone."""


@asynccontextmanager
async def page(
    where: Where,
    listening: socket.socket,
    journal: Journal,
    language: str,
    trouble: Callable[[str], None] = lambda _: None,
    lobby: bool = True,
) -> AsyncIterator[Page]:
    """The page, open while inside; without a `lobby` it is for the one game that is on.

    `trouble` is told what ends a game early. Who was let in is kept beside the journal, by port.
    """
    for code in languages():  # all words are read now: later the game would have to wait for it
        page_words(code)
        page_words(code, "sheets")
    async with anyio.create_task_group():  # so with what streams run in, which the first of them would load
        pass
    gc.collect()
    gc.freeze()  # what is loaded by now stays: to look through all of it again takes 20 ms each time
    port = int(listening.getsockname()[1])
    kept = journal.path.with_name(f"{journal.path.name}-page{port}")
    guests = Guests(kept)
    evening = Evening(Stage(guests, lobby), trouble)
    home = home_host(where.listens_on) if where.phones else None
    invited = (home, port) if home else None
    names = own_names(*([where.host.lower()] if where.host else []))
    app = application(evening, Door(guests, language, port), names, invited, journal if lobby else None)
    url = address(own_host(where.listens_on), port, f"/?token={guests.admit_host()}")
    async with serving(app, listening, evening.stage.news):
        yield Page(evening, url, invited and address(*invited, f"/j/{guests.code}"))
    if where.port == 0:  # nobody will come back to a port that was free by chance
        kept.unlink(missing_ok=True)
