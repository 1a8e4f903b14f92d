"""Serve a game on a table at a serial port, and measure the delays of the referee's loop under siege.

`python -m tests.siege.server TABLE [URL]`: with a URL, a proxy on this computer shows the page there, and with
`phones` in its place the page listens on all addresses, which is for a network namespace of its own.

Prints a port, the host's token, the join code and what the invitation has. Each line of standard input ends one period
of measurement. The answer is JSON: the delays in milliseconds, how often the table's session was lost, and the memory
in megabytes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

import h11
from tests.siege.visitors import CHANGE_EVERY

from mouseboard import rules
from mouseboard.evening.playing import Plan, TableChoice
from mouseboard.match import Match
from mouseboard.say import Say
from mouseboard.serving.names import PublicUrl
from mouseboard.serving.where import Where
from mouseboard.store import AT_TABLE, PERSON, Journal, Seated
from mouseboard.web.opening import page

EVERY = 0.002
"""Interval of the measuring timer, in seconds."""
HEAD = (
    b"GET /events HTTP/1.1\r\nHost: localhost:8700\r\nUser-Agent: Mozilla/5.0\r\nCookie: mouseboard=0123456789\r\n\r\n"
)
"""A request's head. The time to read it is a unit for delays that fits a machine at this moment, however busy it is."""
LOOK_EVERY = 25
"""Delays for one measurement of that unit."""


class Delays:
    """A series of delays of the loop."""

    def __init__(self) -> None:
        self.ms: list[float] = []
        self.head_ms: list[float] = []
        """The time that reading a head took meanwhile."""

    async def measure(self) -> None:
        """Measure without end. The process time used caps each delay, so other processes do not count."""
        loop = asyncio.get_running_loop()
        while True:
            due, busy = loop.time() + EVERY, time.process_time()
            await asyncio.sleep(EVERY)
            self.ms.append(1000 * max(0.0, min(loop.time() - due, time.process_time() - busy)))
            if len(self.ms) % LOOK_EVERY == 0:
                began = time.process_time()
                h11_read(HEAD)
                self.head_ms.append(1000 * (time.process_time() - began))


def h11_read(head: bytes) -> None:
    """Read a request's head, as the page does."""
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(head)
    connection.next_event()


async def main(folder: Path, table: str, url: str = "") -> None:
    proxied = Where(url=PublicUrl.read(url), proxies=("127.0.0.1",)) if url.startswith("http") else None
    where = proxied or Where(phones=url == "phones")
    game = rules.load("barriers", players=2, first="seat0")
    with where.listen() as listening, Journal.open(folder / "journal.db") as journal:
        seated = Seated((PERSON, PERSON), AT_TABLE)
        plan = Plan(Match.begin(journal, game, 7, seated), seated, TableChoice(table))
        async with page(where, listening, journal, "en", complain) as opened:
            stage = opened.stage
            evening = stage.evening
            await evening.begin(plan.ready)
            guests = evening.roster.guests
            token = opened.url.partition("token=")[2]
            print(listening.getsockname()[1], token, guests.code, guests.invitation, flush=True)
            lines = asyncio.StreamReader()
            await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
            delays = Delays()
            beside = [asyncio.create_task(delays.measure()), asyncio.create_task(change(stage.change))]
            while await lines.readline():
                measured, delays.ms = sorted(delays.ms), []
                heads, delays.head_ms = delays.head_ms, []
                link = evening.on.link if evening.on else None
                print(
                    json.dumps(
                        {
                            "p99": round(quantiles(measured, n=100)[98], 1),
                            "worst": round(measured[-1], 1),
                            "head": round(median(heads), 3),
                            "lost": link.stats.reconnects if link else -1,
                            "mb": megabytes(),
                        }
                    ),
                    flush=True,
                )
            for task in beside:
                task.cancel()
            await evening.close()


async def change(do: Callable[[], None]) -> None:
    """Change the game ten times a second."""
    while True:
        await asyncio.sleep(CHANGE_EVERY)
        do()


def megabytes() -> float:
    """Return the memory of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * 4096 / 1e6, 1)


def complain(why: Say) -> None:
    print(f"trouble: {why}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as own:
        asyncio.run(main(Path(own), *sys.argv[1:]))
