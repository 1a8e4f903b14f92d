"""A box that nobody sits at, in real time: a phone becomes the host at the table, a TV shows all, the power is cut."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.web.served import Client, Served, until

pytestmark = pytest.mark.real

Do = Callable[[str], None]


@contextmanager
def simulated(port: Path) -> Iterator[Do]:
    """Run a simulated table on this port; yield what has its hands do something."""
    command = [sys.executable, "-m", "mouseboard", "table", "sim", "--path", str(port), "--game", "barriers"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()

        def do(line: str) -> None:
            assert process.stdin
            process.stdin.write(f"{line}\n")
            process.stdin.flush()

        try:
            yield do
        finally:
            process.kill()


def asked_again(phone: Client, claim: str, wanted: str) -> None:
    """Ask every second, as the page does, until the answer says that this is so."""

    def is_so() -> bool:
        time.sleep(1)
        return bool(phone.post("/host", {"claim": claim}).json.get(wanted))

    until(is_so)


def test_in_the_lobby_the_table_is_opened_for_the_gesture_and_given_up_for_a_game(tmp_path: Path) -> None:
    port = tmp_path / "table"
    with simulated(port) as do, Served(tmp_path, "--table", str(port)) as served:
        phone = served.stranger()
        said = phone.post("/host", {"by": "pieces"})
        assert (said.status, "each of two spaces" in said.json["error"]) == (409, True)
        claim = phone.post("/host", {}).json
        do("hold a and b 1500 ms")
        asked_again(phone, claim["claim"], "armed")
        for button in claim["steps"]:
            do(f"press {button}")
        asked_again(phone, claim["claim"], "host")
        other = phone.post("/host", {}).json["claim"]
        begin = {"game": "barriers", "seats": [{}, {}], "table": str(port)}
        assert served.host().post("/lobby", {"begin": begin}).status == 200  # though the phone still tries
        assert phone.post("/host", {"claim": other}).status == 409
