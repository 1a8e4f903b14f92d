"""`mouseboard board monitor`: what goes over the line of a table and what it means, live, with counters."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from mouseboard.link import Back, Contact, Fault, Gap, Link, Lost, News, Port, SerialPort
from mouseboard.link.news import Board
from mousetable import wire

if TYPE_CHECKING:
    from mouseboard.cli.types import Commands

EVERY = 10.0
"""Seconds between two lines of counters."""

GOODBYE = 1.0
"""Seconds in which a table may still tell its counters when the monitor ends."""

DIRECT = (
    ("cage", "down", "up"),
    ("button A", "pressed", "released"),
    ("button B", "pressed", "released"),
    ("servo power", "on", "off"),
)
"""The contacts behind the chain's, and what they are when closed and when open."""


def add_to(actions: Commands) -> None:
    monitor = actions.add_parser("monitor", help="read the line of a table, frames and what they mean")
    monitor.add_argument("port", nargs="?", default="auto", help="a serial port, or auto")
    monitor.set_defaults(command=run_monitor)


def run_monitor(args: argparse.Namespace) -> int:
    asyncio.run(monitor(SerialPort(args.port), lambda line: print(line, flush=True)))
    return 0


async def monitor(port: Port, tell: Callable[[str], None]) -> None:
    """Tell everything until interrupted, and the counters last of all. Raises OSError, LinkError."""
    loop = asyncio.get_running_loop()
    began = loop.time()

    def note(mark: str, text: str) -> None:
        tell(f"{loop.time() - began:9.3f} {mark} {text}")

    async with Link(port, monitor=Frames(note)) as link:
        assert link.board
        board = link.board
        note(
            "=",
            f"{port}: firmware {board.build}, {board.inputs} inputs, {board.lamps} lamps; {board.reset_cause}",
        )
        link.watch(lambda news: note("=", describe(news, board)))
        counters = Counters(link, note)
        try:
            while True:
                await asyncio.sleep(EVERY)
                await counters.tell()
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await counters.tell()


class Frames:
    """Passes frames on, except a heartbeat that brings nothing new."""

    def __init__(self, note: Callable[[str, str], None]) -> None:
        self._note = note
        self._poll = ""
        self._frame: list[str] = []

    def __call__(self, way: str, text: str) -> None:
        """A frame as the link monitors it: `>` to the table, `<` from it, `?` what is none."""
        seq, _, rest = text.partition(" ")
        if way == ">" and rest == wire.POLL:
            self._poll = seq
            return
        if way == "<" and self._poll and seq == self._poll:
            self._poll = ""
            _, _, *frame = rest.split()  # without `ok` and the time
            if frame == self._frame:
                return
            self._frame = frame
        self._note(way, text)


def describe(news: News, board: Board) -> str:
    """What happened, in words."""
    match news:
        case Contact(number, time, contact, closed):
            return f"{_contact(contact, closed, board)} (change {number}, at {time / 1000:.3f} s of the table)"
        case Gap(first, last):
            return f"changes {first} to {last} were lost; what is closed now is known"
        case Lost(reason):
            return f"lost: {reason}"
        case Back(_, rebooted):
            return "back, after a restart" if rebooted else "back"
        case Fault(cause):
            return f"stopped: {cause}" if cause else "the fault is cleared"


def _contact(contact: int, closed: bool, board: Board) -> str:
    direct = contact - (board.inputs + 7) // 8 * 8
    if 0 <= direct < len(DIRECT):
        name, when_closed, when_open = DIRECT[direct]
        return f"{name} {when_closed if closed else when_open}"
    return f"input {contact} {'closed' if closed else 'open'}"


class Counters:
    """What both ends have counted, and how often the table has looked at its contacts since the last time."""

    def __init__(self, link: Link, note: Callable[[str, str], None]) -> None:
        self._link = link
        self._note = note
        self._now = self._samples = 0

    async def tell(self) -> None:
        """Two lines: here, and at the table."""
        stats = self._link.stats
        self._note(
            "#",
            f"here: {stats.frames_out} frames out, {stats.frames_in} in, {stats.resends} resent,"
            f" {stats.bad_lines} bad, {stats.gaps} gaps, {stats.reconnects} reconnects;"
            f" round trip {1000 * stats.round_trip:.1f} ms",
        )
        table = dict(field.split("=") for field in await self._link.ask(wire.STATS))
        now, samples = int(table.pop("now")), int(table.pop("samples"))
        rate = 1000 * (samples - self._samples) / max((now - self._now) & wire.CLOCK_MASK, 1)
        self._now, self._samples = now, samples
        self._note("#", f"table: {rate:.0f} scans/s, {', '.join(f'{name} {count}' for name, count in table.items())}")
