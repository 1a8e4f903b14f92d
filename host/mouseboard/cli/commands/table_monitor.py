"""`mouseboard table monitor`: a table's line in words, live, with the counters of both ends."""

from __future__ import annotations

import argparse
import asyncio
import sys
from contextlib import suppress

from mouseboard import runner
from mouseboard.cli.commands.numbers import seconds
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.streams import can_rewrite, wrapped
from mouseboard.link import (
    Disconnected,
    Fault,
    Gap,
    Link,
    LinkEvent,
    Noise,
    Port,
    Reconnected,
    Refused,
    SerialPort,
    Stats,
    TableStats,
)
from mouseboard.link.describe import Reader

EVERY_S = 1.0
"""Seconds between readings of the counters."""
PLAIN_EVERY = 10
"""Without a terminal, one reading in this many is printed."""
FOR = "stop after this many seconds, such as 30 (default: when you press Ctrl-C)"
CLEAR = "\r\x1b[J"
UP = "\x1b[A"


def add_to(actions: Commands) -> None:
    command = actions.add_parser("monitor", help="read the line of a table in words, with counters")
    command.add_argument("port", nargs="?", default="auto", help="a serial port or its URL, or auto")
    command.add_argument("--for", dest="seconds", type=seconds, metavar="SECONDS", help=FOR)
    command.add_argument("--all", action="store_true", help="heartbeats too that bring nothing new")
    command.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    paper: Paper = Scroll() if can_rewrite(sys.stdout) else Plain()
    runner.run(monitor(SerialPort(args.port), paper, args.seconds, args.all))
    return 0


class Scroll:
    """Output to a terminal: lines scroll above the counters."""

    def __init__(self) -> None:
        self._below = ""

    def tell(self, line: str) -> None:
        self._write(f"{line}\n", self._below)

    def count(self, line: str) -> None:
        self._write("", wrapped(line, hang=2))

    def end(self) -> None:
        if self._below:
            print()

    def _write(self, text: str, below: str) -> None:
        """Write the text in the place of the counters, which may take several rows, and counters below it."""
        print(f"{UP * self._below.count(chr(10))}{CLEAR}{text}{below}", end="", flush=True)
        self._below = below


class Plain:
    """Output to a file or pipe: the counters appear now and then, and at the end."""

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
"""The output: lines that stay, and counters that each replace the ones before."""


async def monitor(port: Port, paper: Paper, limit: float | None = None, everything: bool = False) -> None:
    """Write until interrupted or for `limit` seconds. With `everything`, also heartbeats that bring nothing new.

    Raises OSError, LinkError.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task
    began, reader = loop.time(), Reader(everything)
    unwritten: list[OSError] = []

    def tell(line: str) -> None:
        """Write a line. An OSError ends the monitor; in a callback of the loop it would otherwise only be logged."""
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
            counted = await _count(link, paper, restarts)  # even a short time ends with counters
            with suppress(TimeoutError):
                async with asyncio.timeout(limit):
                    while True:
                        await asyncio.sleep(EVERY_S)
                        counted = await _count(link, paper, restarts, counted)
    except asyncio.CancelledError:
        if unwritten:
            raise unwritten[0] from None
        raise
    finally:
        if not unwritten:
            paper.end()


async def _blind(link: Link) -> str:
    """Return the blind inputs, which games ignore. Firmware that is too old to know them gives none."""
    try:
        return ", ".join(map(str, sorted(await link.blind_inputs())))
    except Refused:
        return ""


def describe(event: LinkEvent) -> str:
    """Return a link event in words; empty for changes of contacts, which the frames show already."""
    match event:
        case Gap(first, last):
            return f"changes {first} to {last} were lost; what is closed now is known"
        case Disconnected(reason):
            return f"lost: {reason}"
        case Reconnected(info, rebooted):
            return f"back, after a restart ({info.reset_cause})" if rebooted else "back"
        case Fault(cause):
            return f"stopped: {cause}" if cause else "the fault is cleared"
        case Noise(goes_on):
            return "noise in the chain: contacts may be wrong" if goes_on else "the noise in the chain is over"
    return ""


async def _count(link: Link, paper: Paper, restarts: list[str], before: TableStats | None = None) -> TableStats:
    """Write the counters, and return the table's. `before` are those of the last time."""
    table = await link.table_stats()
    assert link.info
    paper.count(counters(link.stats, table, before, restarts, link.info.chain_good))
    return table


def counters(host: Stats, table: TableStats, before: TableStats | None, restarts: list[str], chain_good: bool) -> str:
    """Return both ends' counters on one line. `before` are the table's previous counters, for the scan rate."""
    passed = table.now - before.now if before else 0
    rate = f"{round(1000 * (table.samples - before.samples) / passed)} scans/s" if before and passed > 0 else None
    heap = "heap not counted" if table.heap is None else f"{table.heap} bytes of heap free"
    since = f"restarts {len(restarts)} ({', '.join(restarts)})" if restarts else "restarts 0"
    return (
        f"# frames {host.frames_out} out, {host.frames_in} in; resends {host.resends}; "
        f"bad CRC {host.bad_lines} here, {table.bad} there; gaps {host.gaps}, {table.lost} changes lost, "
        f"{table.noise} samples spoilt; reconnects {host.reconnects}; {rate or 'scans not counted yet'}; {heap}; "
        f"errors {table.errors}; started after {table.reset_cause}, {since}; chain {'good' if chain_good else 'BAD'}"
    )
