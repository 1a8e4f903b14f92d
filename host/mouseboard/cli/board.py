"""`mouseboard board`: the table itself - which ports there are, and what can be done with one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mouseboard.cli import board_doctor, board_monitor, board_sim, flash
from mouseboard.link import find_ports

if TYPE_CHECKING:
    from mouseboard.cli.types import Commands


def add_to(commands: Commands) -> None:
    board = commands.add_parser("board", help="the table itself")
    actions = board.add_subparsers(metavar="ACTION", required=True)
    actions.add_parser("list", help="the serial ports found").set_defaults(command=run_list)
    for room in (flash, board_doctor, board_monitor, board_sim):
        room.add_to(actions)


def run_list(_: argparse.Namespace) -> int:
    ports = find_ports()
    for port in ports:
        print(f"{port.path}  {'a Pico with MicroPython' if port.is_pico else port.description}")
    if not ports:
        print("no serial port found; `mouseboard play GAME` plays on a simulated table without one")
    return 0
