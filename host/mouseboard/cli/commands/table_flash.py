"""`mouseboard table flash`: puts the firmware on a Pico."""

from __future__ import annotations

import argparse

from mouseboard.cli.commands.types import Commands
from mouseboard.flash import flash
from mouseboard.link import AUTO


def add_to(actions: Commands) -> None:
    parser = actions.add_parser("flash", help="put the firmware on a Pico with MicroPython")
    parser.add_argument("port", nargs="?", default=AUTO, help="a serial port, or auto for the one Pico there is")
    parser.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    flash(args.port, lambda line: print(line, flush=True))
    return 0
