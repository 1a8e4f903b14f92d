"""`mouseboard table`: the table itself - which ports there are, and what can be done with one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mouseboard.cli.commands import table_doctor, table_flash, table_monitor, table_sim
from mouseboard.link import find_ports

if TYPE_CHECKING:
    from mouseboard.cli.commands.types import Commands


def add_to(commands: Commands) -> None:
    table = commands.add_parser("table", help="the table itself")
    actions = table.add_subparsers(metavar="ACTION", required=True)
    actions.add_parser("list", help="the serial ports found").set_defaults(command=run_list)
    for room in (table_flash, table_doctor, table_monitor, table_sim):
        room.add_to(actions)


def run_list(_: argparse.Namespace) -> int:
    ports = find_ports()
    for port in ports:
        print(f"{port.path}  {'a Pico with MicroPython' if port.is_pico else port.description}")
    if not ports:
        print("no serial port found; `mouseboard play GAME` plays on a simulated table without one")
    return 0
