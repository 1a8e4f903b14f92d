"""`python -m tests.siege [ATTACK ..] [--seconds N] [--nginx]`: besiege a page whose game is on a serial table."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.real.proxy import DOCUMENTED, NAME, Arrangement, free_port, nginx
from tests.siege.attacks import ATTACKS
from tests.siege.visitors import ARRIVING

ROOT = Path(__file__).parents[2]
BEFORE = 2.0
"""Seconds of attack before the visitors arrive."""


class Besieged:
    """A page, its simulated table at a pty and, if wanted, an nginx in front, each in its own process."""

    def __init__(self, folder: Path, behind_nginx: bool, stack: ExitStack) -> None:
        """Start the processes; they end with the `stack`."""
        table = start("mouseboard", "table", "sim", "--game", "barriers", "--path", str(folder / "table"))
        stack.callback(end, table)
        line(table)
        port = free_port()
        proxied = [f"http://{NAME}:{port}/mouse/"] if behind_nginx else []
        self._server = start("tests.siege.server", str(folder / "table"), *proxied)
        stack.callback(end, self._server)
        page, self.token, self.code = line(self._server).split()
        (self.url,) = proxied or [f"http://127.0.0.1:{page}/"]
        if behind_nginx:
            stack.enter_context(nginx(folder, Arrangement(DOCUMENTED), port, int(page)))

    def measured(self) -> dict[str, Any]:
        """Return the server's measurements since the last call."""
        assert self._server.stdin
        self._server.stdin.write("tell\n")
        self._server.stdin.flush()
        told: dict[str, Any] = json.loads(line(self._server))
        return told

    def besiege(self, attack: str | None, seconds: float) -> dict[str, Any]:
        """Attack while visitors arrive and stay for `seconds`; return the figures of visitors, server and attack."""
        time.sleep(0.1)
        self.measured()
        length = str(BEFORE + ARRIVING + seconds + 2)
        attacking = start("tests.siege.attacks", attack, self.url, self.code, length) if attack else None
        time.sleep(BEFORE)
        visiting = start("tests.siege.visitors", self.url, self.code, str(seconds))
        seen: dict[str, Any] = json.loads(line(visiting))
        visiting.communicate()
        times = attacking.communicate()[0].strip() if attacking else "0"
        return seen | self.measured() | {"attacks": int(times or 0)}


@contextmanager
def besieged(behind_nginx: bool = False) -> Iterator[Besieged]:
    """Start a page to besiege; end it with the block."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        yield Besieged(Path(folder), behind_nginx, stack)


def start(module: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("attacks", nargs="*", default=["none", *ATTACKS])
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--nginx", action="store_true", help="the page stands behind nginx, as PAGE.md sets it up")
    args = options.parse_args()
    print("attack      times  refused   p99 ms  worst ms  late ms  latest  lost    MB")
    with besieged(args.nginx) as page:
        for attack in args.attacks:
            told = page.besiege(None if attack == "none" else attack, args.seconds)
            print(
                f"{attack:<10}{told['attacks']:>7}{told['refused']:>9}{told['p99']:>9}{told['worst']:>10}"
                f"{told['late']:>9}{told['latest']:>8}{told['lost']:>6}{told['mb']:>6}  {told['why'] or ''}",
                flush=True,
            )


if __name__ == "__main__":
    main()
