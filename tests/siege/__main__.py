"""`python -m tests.siege [ATTACK ..] [--from PLACE] [--seconds N] [--nginx]`: besiege a page with a game on a table.

With `--from household` all of it runs in a network namespace of its own, which needs root.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.helpers import ports
from tests.real.proxy import DOCUMENTED, NAME, Arrangement, nginx
from tests.siege.attacks import ATTACKS
from tests.siege.places import PLACES, PREPARED
from tests.siege.residents import let_in
from tests.siege.visitors import ARRIVING

ROOT = Path(__file__).parents[2]
INSIDE = "MOUSEBOARD_SIEGE_INSIDE"
"""Set in the environment of a siege that is in its namespace."""
BEFORE, AFTER = 1.0, 1.0
"""Seconds of attack before the visitors arrive, and once they have left."""


class Besieged:
    """A page, its simulated table at a pty and, if wanted, an nginx in front, each in its own process."""

    def __init__(self, folder: Path, behind_nginx: bool, place: str, stack: ExitStack) -> None:
        """Start the processes; they end with the `stack`."""
        table = start("mouseboard", "table", "sim", "--game", "barriers", "--path", str(folder / "table"))
        stack.callback(end, table)
        line(table)
        port = ports.number(stack.enter_context(ports.held()))
        proxied = [f"http://{NAME}:{port}/mouse/"] if behind_nginx else []
        self.place = place
        phones = ["phones"] if PLACES[place].is_ipv6 else []
        self._server = start("tests.siege.server", str(folder / "table"), *proxied, *phones)
        stack.callback(end, self._server)
        page, token, self.code, self.invitation = line(self._server).split()
        (self.url,) = proxied or [f"http://127.0.0.1:{page}/"]
        if behind_nginx:
            stack.enter_context(nginx(folder, Arrangement(DOCUMENTED), port, int(page)))
        self._residents = asyncio.run(let_in(self.url, token, self.invitation, place))

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
        length = str(BEFORE + ARRIVING + seconds + AFTER)
        residing = start("tests.siege.residents", self.url, length, self.place, *self._residents)
        attacking = start("tests.siege.attacks", attack, self.url, self.code, length, self.place) if attack else None
        time.sleep(BEFORE)
        visiting = start("tests.siege.visitors", self.url, self.invitation, str(seconds), self.place)
        seen: dict[str, Any] = json.loads(line(visiting))
        visiting.communicate()
        times = attacking.communicate()[0].strip() if attacking else "0"
        resided: dict[str, Any] = json.loads(residing.communicate()[0])
        return seen | resided | self.measured() | {"attacks": int(times or 0)}


@contextmanager
def besieged(behind_nginx: bool = False, place: str = "elsewhere") -> Iterator[Besieged]:
    """Start a page to besiege from a place; end it with the block."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        yield Besieged(Path(folder), behind_nginx, place, stack)


def start(module: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def enter_namespace() -> None:
    """Run this program again, in a network namespace of its own."""
    again = f"{PREPARED}exec {sys.executable} -m tests.siege {shlex.join(sys.argv[1:])}"
    os.execvpe("unshare", ["unshare", "--net", "sh", "-ec", again], os.environ | {INSIDE: "1"})


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("attacks", nargs="*", default=["none", *ATTACKS])
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--nginx", action="store_true", help="the page stands behind nginx, as PAGE.md sets it up")
    options.add_argument("--from", dest="place", default="elsewhere", choices=PLACES, help="where attackers are")
    args = options.parse_args()
    if PLACES[args.place].is_ipv6 and INSIDE not in os.environ:
        enter_namespace()
    print("attack      times  refused  visits  shut out   p99 ms  worst ms  late ms  latest  lost    MB")
    with besieged(args.nginx, args.place) as page:
        for attack in args.attacks:
            told = page.besiege(None if attack == "none" else attack, args.seconds)
            print(
                f"{attack:<10}{told['attacks']:>7}{told['refused']:>9}{told['visits']:>8}{told['shut_out']:>10}"
                f"{told['p99']:>9}{told['worst']:>10}{told['late']:>9}{told['latest']:>8}{told['lost']:>6}"
                f"{told['mb']:>6}  {told['why'] or ''} {told['shut_out_by'] or ''}",
                flush=True,
            )


if __name__ == "__main__":
    main()
