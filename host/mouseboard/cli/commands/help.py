"""`mouseboard help`: a command and its options, or a page to read."""

from __future__ import annotations

import argparse
import pydoc
from functools import partial

from mouseboard.cli.commands.types import Commands
from mouseboard.cli.pages import pages
from mouseboard.cli.parser import Parser, speak
from mouseboard.say import alternatives, quoted, say


def add_to(commands: Commands, parser: Parser) -> None:
    """Add the command. `parser` is the parser of all commands."""
    command = commands.add_parser("help", help=speak(say("explain a command, or show a page such as `help playing`")))
    command.add_argument(
        "topic",
        nargs="*",
        metavar="TOPIC",
        help=speak(say("a command, or a page in English: {pages}", pages=", ".join(pages()))),
    )
    command.set_defaults(command=partial(run, parser, tuple(commands.choices)))


def run(parser: Parser, commands: tuple[str, ...], args: argparse.Namespace) -> int:
    topic = args.topic
    if topic and topic[0] in pages():
        pydoc.pager(pages()[topic[0]].read_text(encoding="utf-8"))
        return 0
    if topic and topic[0] not in commands:
        known = tuple(dict.fromkeys((*commands, *pages())))
        why = say("there is no help on {topic}; there is on {known}", topic=quoted(topic[0]), known=alternatives(known))
        parser.refuse_word(speak(why), topic[0], known)
    parser.parse_args([*topic, "--help"])
    return 0
