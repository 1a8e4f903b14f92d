"""The line: round trips beside belay's, noise, pulled cables, the latency of a contact change, and the cost of idling.

The table is the real firmware in real time on MicroPython's unix port, behind a pty that pyserial opens like a Pico.
Noise and pulled cables are simulated in front of the port, in the host's process: bits flip on the way, or the port
closes and refuses to open. The times are of this machine; only their ratios carry over to another.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.helpers.unix_table import ROOT, Behind, UnixTable, find_micropython

from mouseboard.link import ContactChange, Gap, Link, SerialPort, Stream
from mouseboard.sim.cable import Noise
from mousetable.debounce import HOLD_MS

CALLS = 5000
NOISY_CALLS = 100_000
IDLE_SECONDS = 20
BELAY = ROOT / ".tools" / "belay"
HERE = Path(__file__).parent

RECIPE = """\
  table: mousetable.unix on MicroPython's unix port behind a pty; host: Link(SerialPort(pty)), one process, one loop
  belay: Device(pty, auto_sync_time=False), the unix port behind raw_repl.py, whose soft reset does nothing
  shared: by another process at a port of 127.0.0.1
  noise, cable: made in the host in front of the port; while a cable is out a reed changes every 20 ms"""


class RoughPort:
    """A serial port with a line that can be noisy, and a cable that can be pulled."""

    def __init__(self, name: str) -> None:
        self.noise = Noise(Random(1))
        self._port = SerialPort(name)
        self._plugged = True
        self._stream: Stream | None = None
        self._lost: Callable[[str], None] = lambda _: None

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        if not self._plugged:
            raise OSError("unplugged")
        self._lost = lost
        self._stream = await self._port.open(lambda data: receive(self.noise.spoil(data)), lost)
        return self

    def write(self, data: bytes) -> None:
        if self._stream:
            self._stream.write(self.noise.spoil(data))

    def close(self) -> None:
        if self._stream:
            self._stream.close()
            self._stream = None

    async def pull(self, seconds: float) -> None:
        self._plugged = False
        self.close()
        self._lost("unplugged")
        await asyncio.sleep(seconds)
        self._plugged = True


def run() -> None:
    """Print the figures. Takes about three minutes."""
    interpreter = find_micropython()
    if not interpreter:
        print("line: no MicroPython, nothing measured; tests/get_micropython.sh fetches one")
        return
    print(f"line: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, CPython {sys.version.split()[0]}")
    print(RECIPE)
    at_a_table(interpreter, round_trips)
    other_ways(interpreter)
    belay(interpreter)
    for rate in (5e-4, 2e-3):
        at_a_table(interpreter, partial(noisy, rate))
    for seconds in (0.05, 0.3, 1.5):
        at_a_table(interpreter, partial(pulled, seconds))
    at_a_table(interpreter, contact_changes)
    at_a_table(interpreter, idle)


Bench = Callable[[UnixTable, Link, RoughPort], Coroutine[Any, Any, None]]


def at_a_table(interpreter: str, bench: Bench) -> None:
    async def measure() -> None:
        with UnixTable(interpreter) as table:
            port = RoughPort(table.path)
            async with Link(port) as link:
                await bench(table, link, port)

    asyncio.run(measure())


def other_ways(interpreter: str) -> None:
    """Measure the same round trips to a port that another process shares."""
    for scheme in ("socket", "rfc2217"):
        with UnixTable(interpreter) as table, shared(table.path, scheme) as url:
            asyncio.run(elsewhere(url, scheme))


async def elsewhere(url: str, scheme: str) -> None:
    async with Link(SerialPort(url)) as link:
        await round_trips(None, link, None, way=f", shared as {scheme}://")


@contextmanager
def shared(path: str, scheme: str) -> Iterator[str]:
    """Share a serial port from another process; yield its URL."""
    command = [sys.executable, "-m", "tests.link.bridge", path, scheme]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def report(what: str, figures: str) -> None:
    print(f"  {what:<68}{figures}", flush=True)


def spread(seconds: list[float]) -> str:
    found = sorted(1000 * second for second in seconds)
    return f"median {found[len(found) // 2]:.3f} ms, 99 % {found[int(len(found) * 0.99)]:.3f}, worst {found[-1]:.1f}"


async def round_trips(_: UnixTable | None, link: Link, __: RoughPort | None, way: str = "") -> None:
    await timed(link, 100)
    cpu = time.process_time()
    took = await timed(link, CALLS)
    cpu = time.process_time() - cpu
    report(f"`get chain`, {CALLS} in a row{way}", f"{spread(took)}; host CPU {1000 * cpu / CALLS:.3f} ms a call")


async def timed(link: Link, calls: int) -> list[float]:
    """Return the seconds of each call, in real time."""
    took = []
    for _ in range(calls):
        start = time.perf_counter()
        await link.ask("get", "chain")
        took.append(time.perf_counter() - start)
    return took


def belay(interpreter: str) -> None:
    python = BELAY / "bin" / "python"
    what = f"belay `@device.task` returning 81, {CALLS} in a row"
    if not python.exists():
        report(what, f"not installed: python3 -m venv {BELAY} && {BELAY}/bin/pip install belay==0.30.1")
        return
    with Behind(interpreter) as behind:
        behind.start_program([str(ROOT / "tests" / "helpers" / "raw_repl.py")])
        peer = [str(python), str(HERE / "belay_peer.py"), behind.path, str(CALLS)]
        took, cpu = json.loads(subprocess.run(peer, check=True, capture_output=True, timeout=300).stdout)
    report(what, f"{spread(took)}; host CPU {1000 * cpu / CALLS:.3f} ms a call")


async def noisy(rate: float, _: UnixTable, link: Link, port: RoughPort) -> None:
    right = await link.ask("get", "chain")
    port.noise.set(rate, ("flip",))
    took, wrong = [], 0
    for _call in range(NOISY_CALLS):
        start = time.perf_counter()
        wrong += await link.ask("get", "chain") != right
        took.append(time.perf_counter() - start)
    port.noise.set(0)
    report(
        f"a bit flipped in {rate:.2%} of bytes both ways, {NOISY_CALLS:,} queries",
        f"{wrong} wrong, {NOISY_CALLS - len(took)} given up; {spread(took)}; {link.stats.resends} resends",
    )


async def pulled(seconds: float, table: UnixTable, link: Link, port: RoughPort) -> None:
    """Pull the cable ten times, while one reed changes every 20 ms."""
    told: list[int] = []
    gaps: list[Gap] = []
    link.watch(lambda news: told.append(news.number) if isinstance(news, ContactChange) else None)
    link.watch(lambda news: gaps.append(news) if isinstance(news, Gap) else None)
    flickering = asyncio.create_task(flicker(table))
    took = []
    for _ in range(10):
        await asyncio.sleep(0.2)
        await port.pull(seconds)
        start = time.perf_counter()
        await link.ask("get", "chain")
        took.append(time.perf_counter() - start)
    flickering.cancel()
    await asyncio.sleep(0.5)
    last = int((await link.ask("poll"))[1])
    lost, doubled = last - len(set(told)), len(told) - len(set(told))
    report(
        f"cable out for {1000 * seconds:.0f} ms, 10 times: first right answer after replug",
        f"{spread(took)}; of {last} changes {lost} lost, {doubled} doubled, {len(gaps)} gaps",
    )


async def flicker(table: UnixTable) -> None:
    number = 0
    while True:
        table.contact(number % 81, number // 81 % 2 == 0)
        number += 1
        await asyncio.sleep(0.02)


async def contact_changes(table: UnixTable, link: Link, _: RoughPort) -> None:
    told = asyncio.Event()
    link.watch(lambda _: told.set())
    random, took = Random(1), []
    for number in range(500):
        await asyncio.sleep(0.02 + random.random() / 100)
        told.clear()
        start = time.perf_counter()
        table.contact(number % 81, number // 81 % 2 == 0)
        await told.wait()
        took.append(time.perf_counter() - start)
    report(f"a contact closes or opens, 500 times: watcher called, debounce {HOLD_MS} ms", spread(took))


async def idle(_: UnixTable, __: Link, ___: RoughPort) -> None:
    cpu, start = time.process_time(), time.perf_counter()
    await asyncio.sleep(IDLE_SECONDS)
    share = (time.process_time() - cpu) / (time.perf_counter() - start)
    report(f"host connected and idle, {IDLE_SECONDS} s", f"{share:.2%} of a core")
