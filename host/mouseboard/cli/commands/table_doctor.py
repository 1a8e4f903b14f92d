"""`mouseboard table doctor`: put a table into service, or find what is wrong with it, step by step."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from mouseboard import interrupts, layouts
from mouseboard.actors.examine import examine_simulated
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.terminal.typed import lines_of
from mouseboard.doctor import PARTS, BrokenOff, Question, examine, reference_table, write_report
from mouseboard.files import read_text
from mouseboard.lang import translate, word
from mouseboard.link import KnownTables, SerialPort
from mouseboard.rules import BadSetup
from mouseboard.say import Say, say
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
    doctor.add_argument("--report", type=Path, metavar="FOLDER", help="write doctor.md and doctor.json there")
    doctor.add_argument("--scenario", type=Path, metavar="FILE", help="what is wrong with the simulated table")
    doctor.set_defaults(command=run)


def _parts(text: str) -> tuple[str, ...]:
    parts = tuple(text.split(","))
    if unknown := set(parts) - set(PARTS):
        raise argparse.ArgumentTypeError(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return parts


def run(args: argparse.Namespace) -> int:
    """Examine the table. Return 0 if all is well, 1 if anything was found or not checked, 130 after Ctrl-C."""
    layout = layouts.load(args.layout) if args.layout else reference_table()
    if args.report:
        args.report.mkdir(parents=True, exist_ok=True)  # fail now rather than after the whole examination
    if args.scenario and args.port != SIMULATED:
        raise BadSetup("--scenario is for the simulated table only: `mouseboard table doctor sim`")
    terminal = Terminal(args.lang)
    if args.port == SIMULATED:
        scenario = read_text(args.scenario, "replace", pipe=True) if args.scenario else ""
        report, interrupted = run_virtual(examine_simulated(layout, terminal.tell, args.only, scenario))
    else:
        known = KnownTables.beside(default_path())
        report, interrupted = interrupts.run(examine(SerialPort(args.port), layout, terminal, args.only, known))
    for found in report.findings:
        terminal.tell(found.sentence)
    if args.report:
        write_report(report, args.report, args.lang)
        terminal.tell(say("The report is in {folder}", folder=str(args.report)))
    terminal.tell(report.verdict)
    if interrupted:
        return 128 + signal.SIGINT
    return 0 if report.healthy else 1


class Terminal:
    """Prints in one language and reads answers from standard input, in that language or in English."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._lines: asyncio.Queue[str | None] | None = None

    def tell(self, text: Say) -> None:
        print(translate(text, self._language), flush=True)

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
