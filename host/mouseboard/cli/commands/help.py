"""`mouseboard help`: a command and its options, or a page to read."""

from __future__ import annotations

import argparse
import pydoc

from mouseboard.cli.commands.types import Commands
from mouseboard.cli.main import COMMANDS, make_parser
from mouseboard.cli.pages import pages
from mouseboard.cli.parser import speak
from mouseboard.say import alternatives, quoted, say


def add_to(commands: Commands) -> None:
    command = commands.add_parser("help", help=speak(say("explain a command, or show a page such as `help playing`")))
    command.add_argument(
        "topic",
        nargs="*",
        metavar="TOPIC",
        help=speak(say("a command, or a page in English: {pages}", pages=", ".join(pages()))),
    )
    command.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    topic, parser = args.topic, make_parser()
    if topic and topic[0] in pages():
        pydoc.pager(pages()[topic[0]].read_text(encoding="utf-8"))
        return 0
    if topic and topic[0] not in COMMANDS:
        known = tuple(dict.fromkeys((*COMMANDS, *pages())))
        why = say("there is no help on {topic}; there is on {known}", topic=quoted(topic[0]), known=alternatives(known))
        parser.refuse_word(speak(why), topic[0], known)
    parser.parse_args([*topic, "--help"])
    return 0
