"""Load on the page does not hold up the game. The tests measure the delay of the page's loop."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tests.web.served import Client

from mouseboard.serving.connections import SILENCE_S

LONGEST = 0.05
"""The game's greatest allowed delay, in seconds."""

ROOT = Path(__file__).parents[2]


class Measured:
    """A page with a timer in the same loop that is due every few milliseconds."""

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
        """Return the timer's greatest delay while `do` runs: seconds of the server's own work."""
        assert self.process.stdin
        for word in ("begin", "end"):
            self.process.stdin.write(f"{word}\n")
            self.process.stdin.flush()
            if word == "begin":
                self._line()
                do()
        return float(self._line())


def wait_until_cut_off(opened: Sequence[socket.socket]) -> None:
    """Wait until the server has closed connections without a whole request. Raises TimeoutError if one stays open."""
    for one in opened:
        one.settimeout(SILENCE_S + 5)
        with suppress(ConnectionError):
            assert one.recv(1) == b""


def test_five_hundred_silent_connections_are_cut_off_and_the_game_is_not_late() -> None:
    with Measured() as measured, ExitStack() as stack:
        client = Client(measured.port, f"mouseboard_{measured.port}={measured.token}")

        def keep_silent() -> None:
            opened = [stack.enter_context(socket.create_connection(("127.0.0.1", measured.port))) for _ in range(600)]
            for one in opened[::2]:
                with suppress(ConnectionError):
                    one.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n")
            assert client.get("/position/0").status == 200  # other requests are answered meanwhile
            wait_until_cut_off(opened)

        began = time.monotonic()
        assert measured.late(keep_silent) < LONGEST
        assert time.monotonic() - began < SILENCE_S + 5


def at_once(n: int, do: Callable[[int], None]) -> None:
    """Call it in `n` threads at once."""
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
