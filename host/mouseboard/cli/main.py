"""The entry point: parses the command line, runs the command, and reports errors."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from importlib import import_module
from importlib.metadata import version

from mouseboard import interrupts
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import SPOKEN, Parser, explain, language_of, speak, without_everywhere
from mouseboard.cli.streams import complain, flush_output, open_streams
from mouseboard.rules.foreign import watched
from mouseboard.say import Explained, say

COMMANDS = ("games", "play", "serve", "study", "table", "log", "layout", "words", "setup", "completion", "help")
"""The commands in the order of the help. Each is a module in `commands/` that adds its parser."""

VERSION = "--version"

REFUSALS = (Explained, OSError)
"""The errors in what a person asked for. Each explains itself in one line."""

BROKEN_PIPE = 128 + 13
"""The exit status that a shell reports for SIGPIPE. Windows does not define that signal."""

TRACEBACK = "MOUSEBOARD_TRACEBACK"
"""An environment variable for people who write games: if set, a traceback precedes the line of a refusal."""

Run = Callable[[Sequence[str] | None], int]
"""A command: it takes the words after its name, by default those of this process, and returns its exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    return reported(_run, arguments)


def reported(run: Run, arguments: Sequence[str] | None = None) -> int:
    """Run a command in the language that is asked for, and return its exit status. Its errors are reported in a line.

    Its language ends with it. The programs of an installed game may use this, too.
    """
    return copy_context().run(_speaking, run, arguments)


def _speaking(run: Run, arguments: Sequence[str] | None) -> int:
    SPOKEN.set(language_of(arguments))
    if not open_streams():
        return _refuse(speak(say("standard output is closed")))
    try:
        interrupts.listen()
        with watched():
            status = _status(run, arguments)
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
        return _refuse(explain(error))
    return status


def _status(run: Run, arguments: Sequence[str] | None) -> int:
    try:
        return run(arguments)
    except SystemExit as leaving:  # after --help or a usage error
        return int(leaving.code or 0)


def _run(arguments: Sequence[str] | None) -> int:
    """Run the command named on the command line and return its exit status."""
    parser = make_parser(_typed(arguments))
    if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
        from argcomplete import autocomplete

        autocomplete(parser)
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    status: int = args.command(args)
    return status


def _refuse(why: str) -> int:
    """Print what is wrong, unless standard error is unusable, and return the exit status."""
    with suppress(OSError):
        complain(why)
    return 2


def _typed(arguments: Sequence[str] | None) -> Sequence[str]:
    """Return the commands whose modules this command line needs: the one that it names, else all of them."""
    first = next(iter(without_everywhere(arguments)), "")
    if first == VERSION:
        return ()
    return (first,) if first in COMMANDS else COMMANDS


def make_parser(names: Sequence[str] = COMMANDS) -> Parser:
    """Return the parser of these commands with their options.

    Only their modules are imported: those of all commands together take longer than most commands.
    """
    parser = Parser(prog="mouseboard", description=speak(say("A board-game table that knows what happens on it.")))
    parser.set_defaults(command=None, journal=None, lang=SPOKEN.get())
    parser.add_argument(
        VERSION,
        action="version",
        version=f"mouseboard {version('mouseboard')}",
        help=speak(say("show the version")),
    )
    commands: Commands = parser.add_subparsers(metavar="COMMAND")
    for name in names:
        import_module(f"mouseboard.cli.commands.{name}").add_to(commands)
    return parser
