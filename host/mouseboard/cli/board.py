"""`mouseboard board`: the table itself - which ports there are, what goes over the line, a simulated one for others."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from mouseboard.cli import board_sim, flash
from mouseboard.link import Link
from mouseboard.link.port import SerialPort, find_ports

if TYPE_CHECKING:
    from mouseboard.cli.types import Commands


def add_to(commands: Commands) -> None:
    board = commands.add_parser("board", help="the table itself")
    actions = board.add_subparsers(metavar="ACTION", required=True)
    actions.add_parser("list", help="the serial ports found").set_defaults(command=run_list)
    monitor = actions.add_parser("monitor", help="read the line of a table")
    monitor.add_argument("port", nargs="?", default="auto", help="a serial port, or auto")
    monitor.set_defaults(command=run_monitor)
    flash.add_to(actions)
    board_sim.add_to(actions)


def run_list(_: argparse.Namespace) -> int:
    ports = find_ports()
    for port in ports:
        print(f"{port.path}  {'a Pico with MicroPython' if port.is_pico else port.description}")
    if not ports:
        print("no serial port found; `mouseboard play GAME` plays on a simulated table without one")
    return 0


def run_monitor(args: argparse.Namespace) -> int:
    asyncio.run(_monitor(SerialPort(args.port)))
    return 0


async def _monitor(port: SerialPort) -> None:
    """Print every frame both ways until interrupted."""
    async with Link(port, monitor=lambda way, text: print(way, text, flush=True)):
        await asyncio.Event().wait()
