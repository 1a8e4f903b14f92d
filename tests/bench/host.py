"""A host that waits for players: the time from its start to its page, its memory, and its share of a core."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from tests.helpers.processes import memory_mb, used_s
from tests.web.served import Served

STARTS = 5
IDLE_S = 30


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        starts = [started(Path(folder)) for _ in range(STARTS)]
        with Served(Path(folder), "--phones") as served:
            process = Path(f"/proc/{served.process.pid}")
            before = used_s(process)
            time.sleep(IDLE_S)
            share, memory = (used_s(process) - before) / IDLE_S, memory_mb(process)
    print(f"  start to page   {median(starts):.2f} s, at most {max(starts):.2f} s")
    print(f"  waiting         {memory:.0f} MB, {share:.1%} of a core")


def started(folder: Path) -> float:
    """Return the seconds until a server that is started answers."""
    began = time.perf_counter()
    with Served(folder, "--phones") as served:
        assert served.stranger().get("/").status == 200
        return time.perf_counter() - began
