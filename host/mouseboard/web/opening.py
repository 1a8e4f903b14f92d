"""Opens the page on a socket that already listens, with the guests known from before, and closes it again."""

from __future__ import annotations

import asyncio
import gc
import glob
import re
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import anyio

from mouseboard.evening.beginning import last_choice, remember
from mouseboard.evening.evening import Evening
from mouseboard.evening.roster import Roster
from mouseboard.evening.wish import lobby as begin_lobby
from mouseboard.files import write_whole
from mouseboard.lang import languages, page_words
from mouseboard.say import Say
from mouseboard.serving.addresses import Reach, address, own_host
from mouseboard.serving.limits import network
from mouseboard.serving.server import EVERYWHERE, LOOPBACK, serving
from mouseboard.serving.where import Where
from mouseboard.store import Journal
from mouseboard.web.app import application
from mouseboard.web.entrance import entrance
from mouseboard.web.stage import Stage

EVENING_S = 12 * 3600.0
"""Seconds without a change of who was let in, who sits where, or who has won, after which an evening is over.

A date in the future counts as a moment ago: a computer without a clock of its own starts in the past.
"""
SECRET = re.compile(r"[\w-]{22,100}", re.ASCII)
"""A secret that is kept in a file."""
OLD_COLLECTIONS = 30
"""Collections of younger objects before one of all objects, which takes 80 ms when attackers hold 1,024 connections.

During such an attack one in 100 delays of the loop was over 70 ms with Python's default of 10, and over 28 ms with 30,
which costs 5 MB.
"""
DATE_S = 60.0
"""The interval between updates of the time of the file of guests, since the clock of such a computer is set later."""


@dataclass(frozen=True)
class Page:
    """The page while it is open."""

    stage: Stage
    url: str
    """The URL that lets whoever started the page in as the host."""
    reach: Reach
    """How phones reach it."""

    def invitations(self) -> list[str]:
        """Return the URLs that let phones join, the best first."""
        return [f"{base}j/{self.stage.evening.roster.guests.invitation}" for base in self.reach.bases()]


@asynccontextmanager
async def page(
    where: Where,
    listening: socket.socket,
    journal: Journal,
    language: str,
    trouble: Callable[[Say], None] = lambda _: None,
    lobby: bool = True,
    new_evening: bool = False,
) -> AsyncIterator[Page]:
    """Serve the page while inside. Without a `lobby` it shows one game only, to guests of its own.

    `trouble` is called with a line when a game ends early. With a lobby, a file beside the journal keeps the guests, so
    the next server at this port knows them again, unless the evening is over by then or that server begins a
    `new_evening`. A port that was picked because it was free has no such file: the next server picks another. A
    second file keeps the secret of the screens that may show the join code, until a `new_evening` is begun.
    """
    for code in languages():  # read all words now; later the game would have to wait
        page_words(code)
        page_words(code, "sheets")
    async with anyio.create_task_group():  # load anyio's backend now, which the first stream would load otherwise
        pass
    gc.collect()
    gc.freeze()  # what is loaded now stays: each collection over it would take 20 ms
    gc.set_threshold(700, 10, OLD_COLLECTIONS)
    bound, port = listening.getsockname()[:2]
    kept = _kept(journal.path, bound, port) if lobby and where.port else None
    if kept:
        forget_evenings(journal.path, kept)
        if new_evening:
            kept.unlink(missing_ok=True)
    last, write = last_choice(journal.path), partial(remember, journal.path)
    screen = _screen(journal.path, new_evening) if lobby else ""
    wish = begin_lobby(last, write, kept, trouble=trouble, screen=screen, household=network) if lobby else None
    roster = wish.roster if wish else Roster(trouble=trouble)
    stage = Stage(Evening(roster, wish, trouble))
    reach = Reach(bound, port, where.url, where.host)
    door = entrance(roster, language, port, url=where.url)
    app = application(stage, door, where.names, reach, journal if lobby else None, trouble)
    base = str(where.url or address(own_host(where.listens_on), port))
    async with serving(app, listening, stage.news, door.caller, where.proxies):
        dating = asyncio.create_task(_keep_dated(roster), name="dating")
        try:
            yield Page(stage, f"{base}?token={roster.guests.admit_host()}", reach)
        finally:
            dating.cancel()


async def _keep_dated(roster: Roster) -> None:
    while True:
        await asyncio.sleep(DATE_S)
        roster.date()


def _kept(journal: Path, host: str, port: int) -> Path:
    """Return the file of those who were let in. Servers may share a port on different addresses, but not this file."""
    at = "" if host in (LOOPBACK, EVERYWHERE) else f"@{host.replace(':', '-')}"
    return journal.with_name(f"{journal.name}-page{port}{at}")


def _screen(journal: Path, new: bool) -> str:
    """Return the secret of the screens that may show the join code; make a `new` one, or the first.

    Its file lasts longer than an evening, because nobody can open a link at the screen of a box.
    """
    file = journal.with_name(f"{journal.name}-screen")
    with suppress(OSError, UnicodeDecodeError):
        if not new and SECRET.fullmatch(kept := file.read_text("ascii")):
            return kept
    made = secrets.token_urlsafe(16)
    with suppress(OSError):  # `Guests` tells of a folder that cannot be written; this secret lasts until the end
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, made.encode(), private=True)
    return made


def forget_evenings(journal: Path, own: Path) -> None:
    """Remove the files of evenings that are over: our `own`, and those of ports where nobody listens now."""
    for kept in journal.parent.glob(f"{glob.escape(journal.name)}-page*"):
        port, _, host = kept.name.rpartition("-page")[2].partition("@")
        with suppress(OSError):
            is_over = port.isdecimal() and kept.stat().st_mtime < time.time() - EVENING_S
            if is_over and (kept == own or not _is_served(host, int(port))):
                kept.unlink()


def _is_served(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((host.replace("-", ":") or LOOPBACK, port), 0.1):
        return True
    return False
