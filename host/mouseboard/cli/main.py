"""Reads the command line and hands over to the command."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from mouseboard.cli.commands import games, log, play, table
from mouseboard.flash import FlashError
from mouseboard.lang import UnknownLanguage
from mouseboard.layouts import BadLayout
from mouseboard.link import LinkError
from mouseboard.rules import RulesError
from mouseboard.sim.scenario import ScenarioError
from mouseboard.store import StoreError
from mouseboard.table import TableTooSmall

REFUSALS = (
    RulesError,
    BadLayout,
    StoreError,
    LinkError,
    FlashError,
    TableTooSmall,
    UnknownLanguage,
    ScenarioError,
    OSError,
)
"""What can be wrong with what a person asked for; each says so in one line."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage in front."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"mouseboard: {message}; try `{self.prog} --help`\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    parser = make_parser()
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    _prepare_process()
    try:
        status: int = args.command(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # whoever read our output has gone: `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except REFUSALS as error:
        print(f"mouseboard: {_one_line(error)}", file=sys.stderr)
        return 2
    return status


def _prepare_process() -> None:
    """A terminal that lacks our letters shows others; a polite end (SIGTERM) is like Ctrl-C: nothing is lost."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(*_: object) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so does a shell start what is not to hear Ctrl-C
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def make_parser() -> Parser:
    """Every command with its options."""
    parser = Parser(prog="mouseboard", description="A board-game table that knows what happens on it.")
    parser.set_defaults(command=None)
    parser.add_argument("--journal", type=Path, help="the file games are written down in")
    commands = parser.add_subparsers(metavar="COMMAND")
    for room in (games, play, table, log):
        room.add_to(commands)
    return parser


def _one_line(error: BaseException) -> str:
    """What is wrong, without line breaks."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
