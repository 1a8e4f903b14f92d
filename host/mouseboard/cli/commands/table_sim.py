"""`mouseboard table sim`: a simulated table on a serial port for any other program, controlled by typed commands."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from mouseboard import rules, runner
from mouseboard.actors.table import table_for_game, table_for_layout
from mouseboard.cli.commands.numbers import whole
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.streams import complain, tell
from mouseboard.cli.terminal.typed import lines_of
from mouseboard.files import named
from mouseboard.layouts.reference import reference_table
from mouseboard.rules import BadSetup, Game
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import PIECES

NAME = "mouseboard-table"
HOMELESS = "you have no home folder for the port of the simulated table; name another path with --path"


def add_to(actions: Commands) -> None:
    sim = actions.add_parser("sim", help="a simulated table on a serial port for any other program")
    usual = f"{NAME} in $XDG_RUNTIME_DIR, or else in ~/.cache/mouseboard"
    sim.add_argument("--path", type=named, help=f"the port's path (default: {usual})")
    sim.add_argument("--game", help="lay out this game on it: places and pieces have its names")
    sim.add_argument("--players", type=whole, metavar="N", help="how many pieces the game needs")
    sim.add_argument("--seed", type=whole, default=0, help="decides how hands move, contacts bounce and the trap runs")
    sim.set_defaults(command=run_sim)


def run_sim(args: argparse.Namespace) -> int:
    game = rules.load(args.game, args.players) if args.game else None
    runner.run(_simulate(args.path or _default_path(), game, args.seed))
    return 0


def _default_path() -> Path:
    """Return a path in a private folder, where nobody else can replace or take our table. Raises BadSetup."""
    try:
        folder = Path(os.environ.get("XDG_RUNTIME_DIR") or Path.home() / ".cache" / "mouseboard")
    except RuntimeError as error:
        raise BadSetup(HOMELESS) from error
    folder.mkdir(0o700, parents=True, exist_ok=True)
    return folder / NAME


async def _simulate(path: Path, game: Game | None, seed: int) -> None:
    """Serve until interrupted. Lines from standard input are commands; a command that fails prints an error."""
    made = table_for_game(game, seed) if game else table_for_layout(reference_table(), PIECES, seed)
    async with made as table, PtyPort(table.cable, path):
        tell(f"a simulated table at {path}; commands are read from standard input, Ctrl-C ends")
        lines = lines_of(sys.stdin)
        runner, number = Runner(table), 0
        while True:
            line, number = await lines.get(), number + 1
            if line is None:
                continue  # the input has ended, but other programs may still use the table
            try:
                await runner.run_command(line, number)
            except ScenarioError as error:
                complain(str(error))
