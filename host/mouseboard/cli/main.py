"""Reads the command line and hands over to the command."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

from mouseboard import interrupts, lang
from mouseboard.cli.commands import completion, games, help, layout, log, play, serve, study, table
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.streams import flush_output, open_streams
from mouseboard.flash import FlashError
from mouseboard.lang import UnknownLanguage
from mouseboard.layouts import BadLayout
from mouseboard.link import LinkError
from mouseboard.photo import PhotoError
from mouseboard.rules import RulesError
from mouseboard.rules.foreign import watched
from mouseboard.say import refusal
from mouseboard.sheets import SheetError
from mouseboard.sim.clock import Standstill
from mouseboard.sim.scenario import ScenarioError
from mouseboard.store import StoreError
from mouseboard.study.definition import StudyError
from mouseboard.table import TableTooSmall
from mouseboard.web import PageError

REFUSALS = (
    RulesError,
    BadLayout,
    StoreError,
    StudyError,
    LinkError,
    FlashError,
    TableTooSmall,
    UnknownLanguage,
    ScenarioError,
    Standstill,
    PageError,
    SheetError,
    PhotoError,
    OSError,
)
"""What can be wrong with what a person asked for; each says so in one line."""

BROKEN_PIPE = 128 + 13
"""What a shell makes of SIGPIPE, which Windows has no name for."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage in front. Every command takes what can be said of all."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        everywhere = self.add_argument_group("everywhere")
        everywhere.add_argument(
            "--journal", type=Path, default=argparse.SUPPRESS, metavar="FILE", help="the file games are written down in"
        )
        everywhere.add_argument(
            "--lang",
            choices=lang.languages(),
            default=argparse.SUPPRESS,
            help="the language spoken (default: as the environment says)",
        )

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"mouseboard: {refusal(message)}; try `{self.prog} --help`\n")


TRACEBACK = "MOUSEBOARD_TRACEBACK"
"""An environment variable: if it is set, a refusal is preceded by the traceback, for those who write games."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    if not open_streams():
        return _refuse("standard output is closed")
    try:
        interrupts.listen()
        with watched():
            status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        flush_output()
        return 128 + signal.SIGINT
    except BrokenPipeError:  # nobody reads our output any more: `| head`
        flush_output()
        return BROKEN_PIPE
    except REFUSALS as error:
        if os.environ.get(TRACEBACK):
            traceback.print_exception(error)
        flush_output()
        return _refuse(_one_line(error))
    return status


def _run(arguments: Sequence[str] | None) -> int:
    """Do what the command line says; its exit status."""
    parser = make_parser()
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what Tab could mean
        from argcomplete import autocomplete

        autocomplete(parser)
    try:
        args = parser.parse_args(arguments)
    except SystemExit as leaving:  # after --help, or a wrong word
        return int(leaving.code or 0)
    if args.command is None:
        parser.print_help()
        return 0
    status: int = args.command(args)
    return status


def _refuse(why: str) -> int:
    """Say what is wrong, if anybody can hear it; the exit status."""
    with suppress(OSError):
        print(f"mouseboard: {refusal(why)}", file=sys.stderr, flush=True)
    return 2


def make_parser() -> argparse.ArgumentParser:
    """Every command with its options."""
    parser: argparse.ArgumentParser = Parser(
        prog="mouseboard", description="A board-game table that knows what happens on it."
    )
    parser.set_defaults(command=None, journal=None, lang=lang.from_environment(os.environ))
    parser.add_argument("--version", action="version", version=f"mouseboard {version('mouseboard')}")
    commands: Commands = parser.add_subparsers(metavar="COMMAND")
    for room in (games, play, serve, study, table, log, layout, completion):
        room.add_to(commands)
    help.add_to(commands, parser)
    return parser


def _one_line(error: BaseException) -> str:
    """What is wrong, without line breaks."""
    if isinstance(error, OSError) and error.strerror:
        where = error.filename or ("standard output" if error.errno == errno.ENOSPC else None)
        return f"{where}: {error.strerror}" if where else error.strerror
    return " ".join(str(error).split())
