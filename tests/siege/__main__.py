"""`python -m tests.siege [ATTACK ..] [--seconds N]`: besiege a page whose game is on a serial table."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.siege.attacks import ATTACKS
from tests.siege.visitors import ARRIVING

ROOT = Path(__file__).parents[2]
BEFORE = 2.0
"""Seconds of attack before the visitors come."""


class Besieged:
    """A page whose game is on a simulated table at a pty, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._table = start("mouseboard", "table", "sim", "--game", "barriers", "--path", str(folder / "table"))
        line(self._table)
        self._server = start("tests.siege.server", str(folder / "table"))
        self.port, self.token, self.code = line(self._server).split()

    def measured(self) -> dict[str, Any]:
        """Return what the server measured since it was asked last."""
        assert self._server.stdin
        self._server.stdin.write("tell\n")
        self._server.stdin.flush()
        told: dict[str, Any] = json.loads(line(self._server))
        return told

    def close(self) -> None:
        for process in (self._server, self._table):
            process.kill()
            process.communicate()

    def besiege(self, attack: str | None, seconds: float) -> dict[str, Any]:
        """Attack while visitors come and stay for that long; return what came of it."""
        time.sleep(0.1)
        self.measured()
        length = str(BEFORE + ARRIVING + seconds + 2)
        attacking = start("tests.siege.attacks", attack, self.port, self.code, length) if attack else None
        time.sleep(BEFORE)
        visiting = start("tests.siege.visitors", self.port, self.code, str(seconds))
        seen: dict[str, Any] = json.loads(line(visiting))
        visiting.communicate()
        times = attacking.communicate()[0].strip() if attacking else "0"
        return seen | self.measured() | {"attacks": int(times or 0)}


@contextmanager
def besieged() -> Iterator[Besieged]:
    """While inside."""
    with tempfile.TemporaryDirectory() as folder:
        page = Besieged(Path(folder))
        try:
            yield page
        finally:
            page.close()


def start(module: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("attacks", nargs="*", default=["none", *ATTACKS])
    options.add_argument("--seconds", type=float, default=10.0)
    args = options.parse_args()
    print("attack      times  refused   p99 ms  worst ms  lost    MB")
    with besieged() as page:
        for attack in args.attacks:
            told = page.besiege(None if attack == "none" else attack, args.seconds)
            print(
                f"{attack:<10}{told['attacks']:>7}{told['refused']:>9}{told['p99']:>9}{told['worst']:>10}"
                f"{told['lost']:>6}{told['mb']:>6}  {told['why'] or ''}",
                flush=True,
            )


if __name__ == "__main__":
    main()
