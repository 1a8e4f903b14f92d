"""`mouseboard table doctor`: put a table into service, or find what is wrong with it, step by step."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mouseboard import layouts
from mouseboard.actors.table import table_for_layout
from mouseboard.actors.technician import Technician
from mouseboard.cli.terminal.typed import lines_of
from mouseboard.doctor import (
    PARTS,
    Bench,
    BrokenOff,
    Question,
    Report,
    Talk,
    examine,
    make_report,
    reference_table,
    write_report,
)
from mouseboard.layouts import Layout
from mouseboard.link import Link, Port, SerialPort
from mouseboard.rules import BadSetup
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import PIECES

if TYPE_CHECKING:
    from mouseboard.cli.commands.types import Commands

SIMULATED = "sim"


def add_to(actions: Commands) -> None:
    doctor = actions.add_parser("doctor", help="test and calibrate a table, with a person at it")
    doctor.add_argument(
        "port", nargs="?", default="auto", help="a serial port or its URL, auto, or sim: a simulated table and person"
    )
    doctor.add_argument(
        "--layout", metavar="LAYOUT", help="what lies on it, by name or file (default: the reference table)"
    )
    doctor.add_argument("--only", type=_parts, default=tuple(PARTS), metavar="PART,...", help=f"of {', '.join(PARTS)}")
    doctor.add_argument("--report", type=Path, metavar="FOLDER", help="write doctor.md and doctor.json there")
    doctor.add_argument("--scenario", type=Path, metavar="FILE", help="what is wrong with the simulated table")
    doctor.set_defaults(command=run)


def _parts(text: str) -> tuple[str, ...]:
    parts = tuple(text.split(","))
    if unknown := set(parts) - set(PARTS):
        raise argparse.ArgumentTypeError(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return parts


def run(args: argparse.Namespace) -> int:
    """0 when all is well, 1 when something was found or could not be looked at."""
    layout = layouts.load(args.layout) if args.layout else reference_table()
    if args.report:
        args.report.mkdir(parents=True, exist_ok=True)  # or else nobody needs to begin
    if args.scenario and args.port != SIMULATED:
        raise BadSetup("--scenario is for the simulated table only: `mouseboard table doctor sim`")
    if args.port == SIMULATED:
        scenario = args.scenario.read_text(encoding="utf-8") if args.scenario else ""
        report = run_virtual(_examine_simulated(layout, args.only, scenario))
    else:
        report = asyncio.run(_examine(SerialPort(args.port), layout, Terminal(), args.only))
    for found in report.findings:
        print(found)
    if args.report:
        write_report(report, args.report)
        print(f"the report is in {args.report}")
    print(report.verdict)
    return 0 if report.healthy else 1


async def _examine(port: Port, layout: Layout, talk: Talk, parts: Collection[str]) -> Report:
    async with Link(port) as link:
        assert link.info
        seen = await examine(Bench(link, layout, talk, secrets.token_hex(4)), parts)
        return make_report(datetime.now().astimezone().isoformat(" ", "minutes"), link.info, layout, seen)


async def _examine_simulated(layout: Layout, parts: Collection[str], scenario: str) -> Report:
    """A table of the board's size with the scenario's faults, and somebody at it."""
    async with table_for_layout(layout, PIECES, seed=0, chance=1) as table:
        await Runner(table).run(scenario)
        return await _examine(table.cable, layout, Technician(table, layout, print), parts)


class Terminal:
    """Prints, and reads the answers from standard input."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] | None = None

    def tell(self, text: str) -> None:
        print(text, flush=True)

    async def ask(self, question: Question) -> str:
        """The next line. Raises BrokenOff at the end of the input."""
        self._lines = self._lines or lines_of(sys.stdin)
        print(question.text, flush=True)
        line = await self._lines.get()
        if line is None:
            raise BrokenOff
        return line.strip()
