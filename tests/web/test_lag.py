"""However hard somebody knocks, the game is not kept waiting: what runs in the page's loop is measured."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.web.served import Client

LONGEST = 0.05
"""Seconds that the game may be late."""

ROOT = Path(__file__).parents[2]


class Measured:
    """A page and, beside it in the same loop, something that wants to run every few milliseconds."""

    def __enter__(self) -> Measured:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.lag_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        port, self.token, self.code = self._line().split()
        self.port = int(port)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def late(self, do: Callable[[], None]) -> float:
        """How late it was at most while that is done: seconds of its own work that a timer waited for."""
        assert self.process.stdin
        for word in ("begin", "end"):
            self.process.stdin.write(f"{word}\n")
            self.process.stdin.flush()
            if word == "begin":
                self._line()
                do()
        return float(self._line())


def at_once(n: int, do: Callable[[int], None]) -> None:
    """Do it from so many threads."""
    threads = [threading.Thread(target=do, args=(i,)) for i in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("knock", ["bodies", "codes", "streams", "boards"])
def test_the_game_is_never_late_by_more_than_fifty_milliseconds(knock: str) -> None:
    with Measured() as measured:
        client = Client(measured.port, f"mouseboard_{measured.port}={measured.token}")
        stranger = Client(measured.port)

        def bodies(_: int) -> None:
            for _ in range(5):
                client.post("/answer", b" " * 10_000_000)

        def codes(_: int) -> None:
            for n in range(25):
                stranger.join(f"WRONG{n}")

        def streams(n: int) -> None:
            for _ in range(25):
                with suppress(OSError), client.watch(("en", "de", "fr", "nl")[n]) as stream:
                    if stream.status == 200:
                        stream.until(lambda _: True)

        def boards(n: int) -> None:
            for _ in range(20):
                client.get(f"/position/{n}")

        knocks = {"bodies": bodies, "codes": codes, "streams": streams, "boards": boards}
        assert measured.late(lambda: at_once(4, knocks[knock])) < LONGEST
