"""Opening the page: on a socket that listens already, with those who are known from before, and closing it again."""

from __future__ import annotations

import gc
import glob
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import anyio

from mouseboard.lang import languages, page_words
from mouseboard.store import Journal
from mouseboard.web.addresses import Reach, address, own_host
from mouseboard.web.app import application
from mouseboard.web.door import Door
from mouseboard.web.evening import Evening
from mouseboard.web.guests import Guests
from mouseboard.web.names import Names, PublicUrl
from mouseboard.web.server import EVERYWHERE, EVERYWHERE_6, LOOPBACK, listen, serving
from mouseboard.web.stage import Stage

DAY = 24 * 3600.0


@dataclass(frozen=True)
class Where:
    """Where the page is to be."""

    host: str | None = None
    """The address or name to listen on; else loopback alone, or with `phones` all there are."""
    port: int = 0
    """0 takes a free one."""
    phones: bool = False
    url: PublicUrl | None = None
    """Where a reverse proxy shows it."""
    proxies: tuple[str, ...] = ()
    """Addresses of that proxy."""

    @property
    def listens_on(self) -> str:
        """The address or name to listen on. Everywhere is IPv4 and IPv6 alike."""
        host = self.host or (EVERYWHERE if self.phones else LOOPBACK)
        return EVERYWHERE if host == EVERYWHERE_6 else host

    @property
    def names(self) -> Names:
        """The names of the page."""
        return Names(*([self.host] if self.host else []), url=self.url)

    def listen(self) -> socket.socket:
        """Raises PageError."""
        return listen(self.listens_on, self.port)


@dataclass(frozen=True)
class Page:
    """The page while it is open."""

    evening: Evening
    url: str
    """For whoever has started it: it lets them in as the host."""
    reach: Reach
    """How phones reach it."""

    def invitations(self) -> list[str]:
        """Return the URLs that let phones join, the best first."""
        return [f"{base}j/{self.evening.stage.guests.code}" for base in self.reach.bases()]


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

    `trouble` is told what ends a game early. Who was let in is kept beside the journal until the page closes: a server
    that was killed knows them again.
    """
    for code in languages():  # all words are read now: later the game would have to wait for it
        page_words(code)
        page_words(code, "sheets")
    async with anyio.create_task_group():  # so with what streams run in, which the first of them would load
        pass
    gc.collect()
    gc.freeze()  # what is loaded by now stays: to look through all of it again takes 20 ms each time
    bound, port = listening.getsockname()[:2]
    forget_killed(journal.path)
    guests = Guests(_kept(journal.path, bound, port), trouble=trouble)
    evening = Evening(Stage(guests, lobby), trouble)
    reach = Reach(bound, port, where.url, where.host)
    door = Door(guests, language, port, url=where.url)
    app = application(evening, door, where.names, reach, journal if lobby else None, trouble)
    base = str(where.url or address(own_host(where.listens_on), port))
    try:
        async with serving(app, listening, evening.stage.news, door.known, where.proxies):
            yield Page(evening, f"{base}?token={guests.admit_host()}", reach)
    finally:
        guests.close()


def _kept(journal: Path, host: str, port: int) -> Path:
    """Return the file for those who were let in. Another server may have the same port on another address."""
    at = "" if host in (LOOPBACK, EVERYWHERE) else f"@{host.replace(':', '-')}"
    return journal.with_name(f"{journal.name}-page{port}{at}")


def forget_killed(journal: Path) -> None:
    """Remove what servers left that were killed more than a day ago, where nobody listens on their port now."""
    for kept in journal.parent.glob(f"{glob.escape(journal.name)}-page*"):
        port, _, host = kept.name.rpartition("-page")[2].partition("@")
        with suppress(OSError):
            if port.isdecimal() and kept.stat().st_mtime < time.time() - DAY and not _is_served(host, int(port)):
                kept.unlink()


def _is_served(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((host.replace("-", ":") or LOOPBACK, port), 0.1):
        return True
    return False
