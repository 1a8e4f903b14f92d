"""`python -m tests.shaken [WAY...]`: the suite as strangers' machines run it, one way after the other.

Each way runs all of `make test` in an order of its own, which its seed repeats. What fails there is a fault of its
kind: a test that waits for an amount of time, shares a name with another, or relies on this machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

ROOT = Path(__file__).parents[1]
CLOCK = ROOT / "tests/helpers/wrong_clock.c"
NO_SECONDS = bytes(8)
JUMPS = (0, 3_700, -7_300, 1_800)
"""Seconds by which the clock is wrong, one after the other. An evening of twelve hours does not end by them."""
JUMP_EVERY = 7.0
WITHOUT_IPV6 = 'ip link set lo up && sysctl -qw net.ipv6.conf.all.disable_ipv6=1 && exec "$@"'


@dataclass(frozen=True)
class Way:
    """How a machine differs from one where everything is as usual."""

    says: str
    workers: int = 5
    environment: dict[str, str] = field(default_factory=dict)
    within: tuple[str, ...] = ()
    """The command that runs the suite."""
    busy: int = 0
    """Loops beside it that keep a core busy each."""
    jumps: bool = False
    """Whether the clock jumps meanwhile; how fast it runs stays."""


WAYS = {
    "one": Way("one worker", workers=1),
    "eight": Way("eight workers", workers=8),
    "busy": Way("beside two busy loops", busy=2),
    "clock": Way("a clock that jumps", jumps=True),
    "german": Way("a German system", environment={"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"}),
    "turkish": Way("a Turkish system", environment={"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"}),
    "ascii": Way("a system of ASCII alone", environment={"LANG": "POSIX", "LC_ALL": "POSIX"}),
    "unset": Way("a system without a language", environment={"LANG": "", "LC_ALL": ""}),
    "homeless": Way("a HOME that cannot be written", environment={"HOME": "/proc"}),
    "old": Way("a network without IPv6", within=("unshare", "--net", "sh", "-c", WITHOUT_IPV6, "sh")),
    "user": Way("a user who is not root", within=("unshare", "--user", "--map-user=1000", "--map-group=1000")),
}


def main(names: Sequence[str]) -> int:
    """Run these ways, by default all, and return 1 if a test failed in one of them."""
    if unknown := [name for name in names if name not in WAYS]:
        print(f"no way {unknown[0]!r}: there are {', '.join(WAYS)}", file=sys.stderr)
        return 2
    failed = [name for name in names or WAYS if not run(name, WAYS[name], seed=time.time_ns() % 2**32)]
    print(f"shaken: red with {', '.join(failed)}" if failed else "shaken: all green")
    return 1 if failed else 0


def run(name: str, way: Way, seed: int) -> bool:
    """Run the suite this way. Print a line before and after, and return whether it is green."""
    print(f"shaken: {name}, {way.says}, order {seed}", flush=True)
    began = time.monotonic()
    with ExitStack() as beside:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / ".tools" / "randomly"), **way.environment}
        for _ in range(way.busy):
            beside.enter_context(busy_loop())
        if way.jumps:
            environment |= beside.enter_context(jumping_clock())
        suite = (sys.executable, "-m", "pytest", "-p", "pytest_randomly", f"--randomly-seed={seed}")
        workers = ("-n", str(way.workers), "--dist", "loadscope", "--no-loadscope-reorder")
        status = subprocess.run([*way.within, *suite, *workers], cwd=ROOT, env=environment, check=False).returncode
    print(f"shaken: {name}: {'green' if status == 0 else 'red'} in {time.monotonic() - began:.0f} s", flush=True)
    return status == 0


@contextmanager
def busy_loop() -> Iterator[None]:
    """Keep a core busy while inside."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as loop:
        try:
            yield
        finally:
            loop.kill()


@contextmanager
def jumping_clock() -> Iterator[dict[str, str]]:
    """Yield the environment of a process with a clock that jumps while inside."""
    with tempfile.TemporaryDirectory() as folder:
        wrong, preloaded, over = Path(folder, "wrong"), Path(folder, "clock.so"), Event()
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", preloaded, CLOCK, "-ldl"], check=True)
        wrong.write_bytes(NO_SECONDS)

        def jump() -> None:
            with wrong.open("r+b", buffering=0) as file:
                for seconds in cycle(JUMPS):
                    os.pwrite(file.fileno(), seconds.to_bytes(len(NO_SECONDS), sys.byteorder, signed=True), 0)
                    if over.wait(JUMP_EVERY):
                        return

        jumping = Thread(target=jump)
        jumping.start()
        try:
            yield {"LD_PRELOAD": str(preloaded), "WRONG_CLOCK": str(wrong)}
        finally:
            over.set()
            jumping.join()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
