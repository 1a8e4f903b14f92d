"""A hundred spectators of the page: the time from a change to its picture at each, and the server's processor time.
And the time until a slow computer shows the lobby.

The server is a process of its own, as `mouseboard serve` is. In it the picture of a half-played game changes ten times
a second. Most spectators are raw streams on loopback, some in each language. A few are real pages in Chromium that tell
when they have painted a picture. All processes read the same clock.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from playwright.async_api import Browser, async_playwright
from tests.web.screen import CHROMIUM
from tests.web.served import Served
from tests.web.shown import put_on, show
from tests.web.test_picture import game_of

from mouseboard.evening.evening import OnStage
from mouseboard.lang import languages
from mouseboard.referee.inbox import Inbox
from mouseboard.serving.where import Where
from mouseboard.store import Journal
from mouseboard.web.opening import page

ROOT = Path(__file__).parents[2]
WATCHERS = 100
PAGES = 5
"""The number of spectators that are real pages."""
CHANGES = 150
EVERY = 0.1
GAMES = ("classic", "barriers")
SLOWER = 6
LOADS = 9

LARGEST_PAINTED = """new Promise(done => new PerformanceObserver(seen => done(seen.getEntries().at(-1).startTime))
  .observe({type: "largest-contentful-paint", buffered: true}))"""
"""When the last part was painted that was larger than all before. It is read afterwards: looking costs time, too."""

TELL_PAINTED = """() => {
  window.painted = {};
  new MutationObserver(() => {
    const serial = document.body.dataset.ready;
    requestAnimationFrame(() => {  // what is posted from there runs after the paint
      const after = new MessageChannel();
      after.port1.onmessage = () => { window.painted[serial] = Date.now() / 1000; };
      after.port2.postMessage(0);
    });
  }).observe(document.body, {attributes: true, attributeFilter: ["data-ready"]});
}"""


def run() -> None:
    """Print the figures."""
    print(f"web: {WATCHERS} spectators in {len(languages())} languages, {1 / EVERY:.0f} changes a second, loopback")
    print(f"  {PAGES} of them are pages in one Chromium, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print("  game               bytes     all  median ms   p99 ms   worst ms   server cpu")
    for game in GAMES:
        _measure(game)
    print(f"  the lobby, {SLOWER} times slowed down, is painted in {asyncio.run(_lobby()):.2f} s (median of {LOADS})")


def _measure(game: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.web", game],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin and server.stdout
        port, token = server.stdout.readline().split()
        arrived, painted, size = asyncio.run(_watch(int(port), token, server))
        told = json.loads(server.stdout.readline())
    for name, seen, watchers in (("received", arrived, WATCHERS - PAGES), ("painted", painted, PAGES)):
        took = [1000 * (at - told["changed"][serial]) for serial, at in seen if serial in told["changed"]]
        print(
            f"  {game:<9}{name:<9}{size:>6,}{len(took) / (watchers * CHANGES):>8.0%}{median(took):>11.1f}"
            f"{quantiles(took, n=100)[98]:>9.1f}{max(took):>11.1f}{told['cpu']:>12.1%}"
        )


Seen = list[tuple[str, float]]
"""The number of each picture, and when it arrived or was painted."""


async def _watch(port: int, token: str, server: subprocess.Popen[str]) -> tuple[Seen, Seen, int]:
    """Return the pictures that streams received, those that pages painted, and the size of a picture."""
    arrived: Seen = []
    sizes: list[int] = []

    async def watch(language: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(f"GET /events?lang={language}&token={token} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
        while line := await reader.readline():
            if found := re.match(rb"id: \w+-(\d+)", line):
                arrived.append((found[1].decode(), time.time()))
                sizes.append(len(await reader.readline()))
        writer.close()

    streams = WATCHERS - PAGES
    tasks = [asyncio.create_task(watch(languages()[n % len(languages())])) for n in range(streams)]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM)
        pages = [await (await browser.new_context()).new_page() for _ in range(PAGES)]
        for shown in pages:
            await shown.goto(f"http://127.0.0.1:{port}/?token={token}")
            await shown.wait_for_selector("[data-game]")
            await shown.evaluate(TELL_PAINTED)
        while len(arrived) < streams:
            await asyncio.sleep(0.05)
        assert server.stdin
        server.stdin.write("begin\n")
        server.stdin.flush()
        await asyncio.sleep(CHANGES * EVERY + 2)
        painted = [pair for shown in pages for pair in (await shown.evaluate("window.painted")).items()]
        await browser.close()
    await asyncio.gather(*tasks)
    return arrived, painted, sizes[0]


async def _lobby() -> float:
    """Return the seconds until the host sees the lobby, on a slow computer."""
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as served:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM)
            return median([await _painted(browser, served.url) for _ in range(LOADS)])


async def _painted(browser: Browser, url: str) -> float:
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await page.goto(url, wait_until="commit")
    await asyncio.sleep(4)
    painted: float = await page.evaluate(LARGEST_PAINTED)
    await context.close()
    return painted / 1000


async def _serve(game: str, folder: Path) -> None:
    """Run the server and print its port and token. After a line of input, change pictures; print when, and the cost."""
    where, situations = Where(), list(game_of(game, 4))
    situation = situations[len(situations) // 2]
    with where.listen() as listening, Journal.open(folder / "journal.db") as journal:
        async with page(where, listening, journal, "en") as opened:
            stage = opened.stage
            put_on(stage, OnStage(situation.state.game, 1, Inbox()))
            show(stage, situation)
            print(listening.getsockname()[1], stage.evening.roster.guests.watch_token, flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            changed: dict[str, float] = {}
            began, busy = time.monotonic(), time.process_time()
            for _ in range(CHANGES):
                stage.change()
                changed[str(stage.news.serial)] = time.time()
                await asyncio.sleep(EVERY)
            cpu = (time.process_time() - busy) / (time.monotonic() - began)
    print(json.dumps({"changed": changed, "cpu": cpu}), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as own:
        asyncio.run(_serve(sys.argv[1], Path(own)))
