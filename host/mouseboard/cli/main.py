"""The entry point: parses the command line, runs the command, and reports errors."""

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
"""The errors in what a person asked for. Each explains itself in one line."""

BROKEN_PIPE = 128 + 13
"""The exit status that a shell reports for SIGPIPE. Windows does not define that signal."""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, without the usage. It has the options that every command takes."""

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
"""An environment variable for people who write games: if set, a traceback precedes the line of a refusal."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
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
    """Run the command named on the command line and return its exit status."""
    parser = make_parser()
    if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
        from argcomplete import autocomplete

        autocomplete(parser)
    try:
        args = parser.parse_args(arguments)
    except SystemExit as leaving:  # after --help or a usage error
        return int(leaving.code or 0)
    if args.command is None:
        parser.print_help()
        return 0
    status: int = args.command(args)
    return status


def _refuse(why: str) -> int:
    """Print what is wrong, unless standard error is unusable, and return the exit status."""
    with suppress(OSError):
        print(f"mouseboard: {refusal(why)}", file=sys.stderr, flush=True)
    return 2


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands with their options."""
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
    """Return the error's text on one line."""
    if isinstance(error, OSError) and error.strerror:
        where = error.filename or ("standard output" if error.errno == errno.ENOSPC else None)
        return f"{where}: {error.strerror}" if where else error.strerror
    return " ".join(str(error).split())
