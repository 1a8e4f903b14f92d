"""`mouseboard board sim`: the simulated table as a serial port for any other program, with deeds typed meanwhile."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from mouseboard.sim.ptyboard import PtyBoard
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable

if TYPE_CHECKING:
    from mouseboard.cli.types import Commands

PATH = Path(tempfile.gettempdir(), "mouseboard")


def add_to(actions: Commands) -> None:
    sim = actions.add_parser("sim", help="a simulated table on a serial port for any other program")
    sim.add_argument("--path", type=Path, default=PATH, help=f"the port's path (default: {PATH})")
    sim.add_argument("--seed", default="0", help="decides how hands move, contacts bounce and the trap runs")
    sim.set_defaults(command=run_sim)


def run_sim(args: argparse.Namespace) -> int:
    asyncio.run(_simulate(args.path, args.seed))
    return 0


async def _simulate(path: Path, seed: str) -> None:
    """Serve until interrupted. Lines from standard input are deeds; one that cannot be done is told and passed over."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    async with SimulatedTable(seed=seed) as table, PtyBoard(table.cable, path):
        print(f"a simulated table at {path}; deeds are read from standard input, Ctrl-C ends", flush=True)
        _read_lines(lines)
        runner, number = Runner(table), 0
        while True:
            line, number = await lines.get(), number + 1
            try:
                await runner.run_line(line, number)
            except ScenarioError as error:
                print(f"mouseboard: {error}", file=sys.stderr, flush=True)


def _read_lines(lines: asyncio.Queue[str]) -> None:
    """Standard input may be a terminal, a pipe or a file: only a thread can wait for all of them."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()
