"""`mouseboard table doctor`: put a table into service, or find what is wrong with it, step by step."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Coroutine

from mouseboard import layouts, runner
from mouseboard.actors.examine import examine_simulated, examine_simulated_tile
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.streams import tell
from mouseboard.cli.terminal.typed import lines_of
from mouseboard.doctor import (
    PARTS,
    TILE_PARTS,
    BrokenOff,
    Question,
    Report,
    examine,
    reference_table,
    tile_layout,
    write_report,
)
from mouseboard.doctor.revision import HIGHEST
from mouseboard.files import named, read_text
from mouseboard.lang import translate, word
from mouseboard.layouts import Layout
from mouseboard.layouts.tiles import TILES
from mouseboard.link import KnownTables, SerialPort
from mouseboard.rules import BadSetup
from mouseboard.say import Explained, Say, did_you_mean, plain, printed, say
from mouseboard.sim.clock import run_virtual
from mouseboard.store import default_path

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
    doctor.add_argument(
        "--tile",
        nargs="?",
        type=_tile,
        const=0,
        metavar="NUMBER",
        help="test one tile alone, which must have this number",
    )
    doctor.add_argument(
        "--revision",
        type=_revision,
        metavar="NUMBER",
        help="what is printed on the boards; the table keeps it (0: forget)",
    )
    doctor.add_argument("--report", type=named, metavar="FOLDER", help="write doctor.md and doctor.json there")
    doctor.add_argument("--scenario", type=named, metavar="FILE", help="what is wrong with the simulated table")
    doctor.set_defaults(command=run)


def _parts(text: str) -> tuple[str, ...]:
    parts = tuple(text.split(","))
    if unknown := sorted(set(parts) - set(PARTS)):
        why = printed(f"--only: no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
        raise Explained(did_you_mean(why, unknown[0], PARTS))  # argparse would add where to read about it
    return parts


def _tile(text: str) -> int:
    if text not in map(str, range(1, TILES + 1)):
        raise argparse.ArgumentTypeError(f"no tile {text}; there are 1 to {TILES}")
    return int(text)


def _revision(text: str) -> int:
    if text not in map(str, range(HIGHEST + 1)):
        raise argparse.ArgumentTypeError(f"no revision {text}; there are 0 to {HIGHEST}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Examine the table. Return 0 if all is well, 1 if anything was found or not checked, 130 after Ctrl-C."""
    if args.tile is not None and (args.layout or args.only != tuple(PARTS) or args.revision is not None):
        raise BadSetup("--tile looks at one tile alone; it takes neither --layout nor --only nor --revision")
    layout = _layout(args)
    parts = args.only if args.tile is None else TILE_PARTS
    if args.report:
        args.report.mkdir(parents=True, exist_ok=True)  # fail now rather than after the whole examination
    if args.scenario and args.port != SIMULATED:
        raise BadSetup("--scenario is for the simulated table only: `mouseboard table doctor sim`")
    terminal = Terminal(args.lang)
    if args.port == SIMULATED:
        scenario = read_text(args.scenario, "replace", pipe=True) if args.scenario else ""
        report, interrupted = run_virtual(_simulated(args, layout, terminal, scenario))
    else:
        known = KnownTables.beside(default_path())
        report, interrupted = runner.run(
            examine(SerialPort(args.port), layout, terminal, parts, known, args.tile or 0, args.revision)
        )
    for found in report.findings:
        terminal.tell(found.sentence)
    if args.report:
        write_report(report, args.report, args.lang)
        terminal.tell(say("The report is in {folder}", folder=plain(str(args.report))))
    terminal.tell(report.verdict)
    if interrupted:
        return 128 + signal.SIGINT
    return 0 if report.healthy else 1


def _layout(args: argparse.Namespace) -> Layout:
    if args.tile is not None:
        return tile_layout()
    return layouts.load(args.layout) if args.layout else reference_table()


def _simulated(
    args: argparse.Namespace, layout: Layout, terminal: Terminal, scenario: str
) -> Coroutine[None, None, tuple[Report, bool]]:
    """Examine a simulated table, or a simulated tile; without a number it is tile 1."""
    if args.tile is None:
        return examine_simulated(layout, terminal.tell, args.only, scenario, args.revision)
    return examine_simulated_tile(args.tile or 1, terminal.tell, scenario)


class Terminal:
    """Prints in one language and reads answers from standard input, in that language or in English."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._lines: asyncio.Queue[str | None] | None = None

    def tell(self, text: Say) -> None:
        tell(translate(text, self._language))

    async def ask(self, question: Question) -> str:
        """Ask a question and return the next line as an answer. Raises BrokenOff at the end of the input."""
        self._lines = self._lines or lines_of(sys.stdin)
        self.tell(question.text)
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)  # keep the end marker for later questions
            raise BrokenOff
        words = {word(answer, self._language).casefold(): answer for answer in question.answers}
        if whole := words.get(line.strip().casefold()):  # a translated word may be two: la botte
            return whole
        return " ".join(words.get(said.casefold(), said) for said in line.split())
