"""`mouseboard table monitor`: what goes over the line of a table, in words as it goes, and what has been counted."""

from __future__ import annotations

import argparse
import asyncio
import sys
from contextlib import suppress

from mouseboard import interrupts
from mouseboard.cli.commands.types import Commands
from mouseboard.link import (
    Disconnected,
    Fault,
    Gap,
    Link,
    LinkEvent,
    Port,
    Reconnected,
    Refused,
    SerialPort,
    Stats,
    TableStats,
)
from mouseboard.link.describe import Reader

EVERY = 1.0
"""Seconds between looks at the counters."""
PLAIN_EVERY = 10
"""Of so many looks one is printed, where it cannot be written over."""
CLEAR_LINE = "\r\x1b[K"


def add_to(actions: Commands) -> None:
    command = actions.add_parser("monitor", help="read the line of a table in words, with counters")
    command.add_argument("port", nargs="?", default="auto", help="a serial port or its URL, or auto")
    command.add_argument("--for", dest="seconds", type=float, metavar="SECONDS", help="end after so long")
    command.add_argument("--all", action="store_true", help="heartbeats too that bring nothing new")
    command.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    paper: Paper = Scroll() if sys.stdout.isatty() else Plain()
    interrupts.run(monitor(SerialPort(args.port), paper, args.seconds, args.all))
    return 0


class Scroll:
    """A terminal: the counters stand below the lines, which scroll."""

    def __init__(self) -> None:
        self._below = ""

    def tell(self, line: str) -> None:
        self._write(f"{line}\n{self._below}")

    def count(self, line: str) -> None:
        self._below = line
        self._write(line)

    def end(self) -> None:
        if self._below:
            print()

    def _write(self, text: str) -> None:
        print(f"{CLEAR_LINE}{text}", end="", flush=True)


class Plain:
    """A file or a pipe: the counters come now and then, and at the end."""

    def __init__(self) -> None:
        self._counts = 0
        self._last = ""

    def tell(self, line: str) -> None:
        print(line, flush=True)

    def count(self, line: str) -> None:
        self._counts, self._last = self._counts + 1, line
        if self._counts % PLAIN_EVERY == 0:
            self.tell(line)

    def end(self) -> None:
        if self._counts % PLAIN_EVERY:
            self.tell(self._last)


Paper = Scroll | Plain
"""Where it is written: lines that stay, and the counters, of which only the newest matter."""


async def monitor(port: Port, paper: Paper, seconds: float | None = None, everything: bool = False) -> None:
    """Write until interrupted, or for so long. Raises OSError, LinkError."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task
    began, reader = loop.time(), Reader(everything)
    unwritten: list[OSError] = []

    def tell(line: str) -> None:
        """Written while the loop calls back, where an exception would only be logged: it ends the monitor instead."""
        if unwritten:
            return
        try:
            paper.tell(f"{loop.time() - began:9.3f} {line}")
        except OSError as error:
            unwritten.append(error)
            task.cancel()

    def hear(way: str, text: str) -> None:
        if line := reader.read(way, text):
            tell(line)

    restarts: list[str] = []

    def note(event: LinkEvent) -> None:
        if isinstance(event, Reconnected) and event.rebooted:
            restarts.append(event.info.reset_cause)
        if line := describe(event):
            tell(f"= {line}")

    try:
        async with Link(port, hear) as link:
            link.watch(note)
            if blind := await _blind(link):
                tell(f"= not trusted in games: inputs {blind}")
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await _count(link, paper, restarts)
    except asyncio.CancelledError:
        if unwritten:
            raise unwritten[0] from None
        raise
    finally:
        if not unwritten:
            paper.end()


async def _blind(link: Link) -> str:
    """The inputs that games go on without; a firmware that is too old knows of none."""
    try:
        return ", ".join(map(str, sorted(await link.blind_inputs())))
    except Refused:
        return ""


def describe(event: LinkEvent) -> str:
    """What the link makes of it all, in words; the changes of contacts stand in the frames already."""
    match event:
        case Gap(first, last):
            return f"changes {first} to {last} were lost; what is closed now is known"
        case Disconnected(reason):
            return f"lost: {reason}"
        case Reconnected(info, rebooted):
            return f"back, after a restart ({info.reset_cause})" if rebooted else "back"
        case Fault(cause):
            return f"stopped: {cause}" if cause else "the fault is cleared"
    return ""


async def _count(link: Link, paper: Paper, restarts: list[str]) -> None:
    before: TableStats | None = None
    while True:
        table = await link.table_stats()
        assert link.info
        paper.count(counters(link.stats, table, before, restarts, link.info.chain_good))
        before = table
        await asyncio.sleep(EVERY)


def counters(host: Stats, table: TableStats, before: TableStats | None, restarts: list[str], chain_good: bool) -> str:
    """Both ends' counters in one line; `before` are the table's a moment ago, for the rate of scans."""
    passed = table.now - before.now if before else 0
    rate = f"{round(1000 * (table.samples - before.samples) / passed)} scans/s" if before and passed > 0 else None
    heap = "heap not counted" if table.heap is None else f"{table.heap} bytes of heap free"
    since = f"restarts {len(restarts)} ({', '.join(restarts)})" if restarts else "restarts 0"
    return (
        f"# frames {host.frames_out} out, {host.frames_in} in; resends {host.resends}; "
        f"bad CRC {host.bad_lines} here, {table.bad} there; gaps {host.gaps}, {table.lost} changes lost; "
        f"reconnects {host.reconnects}; {rate or 'scans not counted yet'}; {heap}; errors {table.errors}; "
        f"started after {table.reset_cause}, {since}; chain {'good' if chain_good else 'BAD'}"
    )
