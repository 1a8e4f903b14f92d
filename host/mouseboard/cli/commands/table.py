"""`mouseboard table`: the table itself. Lists ports, flashes a Pico, and has commands of its own to test a table."""

from __future__ import annotations

import argparse
import asyncio

from mouseboard import runner
from mouseboard.cli.commands import table_doctor, table_monitor, table_sim, table_uf2
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import tell
from mouseboard.flash import flash
from mouseboard.link import AUTO, FoundPort, Link, LinkError, SerialPort, find_ports
from mouseboard.say import Say, reason, say


def add_to(commands: Commands) -> None:
    table = commands.add_parser("table", help=speak(say("list, test, flash or simulate tables")))
    actions = table.add_subparsers(metavar="ACTION", required=True)
    actions.add_parser("list", help="the serial ports found, and the tables at them").set_defaults(command=run_list)
    flashing = actions.add_parser("flash", help="put the firmware on a Pico with MicroPython")
    flashing.add_argument("port", nargs="?", default=AUTO, help="a serial port, or auto for the one Pico there is")
    flashing.set_defaults(command=run_flash)
    for room in (table_uf2, table_doctor, table_monitor, table_sim):
        room.add_to(actions)


def run_list(_: argparse.Namespace) -> int:
    ports = find_ports()
    for line in runner.run(listing(ports)):
        tell(line, hang=4)
    if not ports:
        tell(speak(say("no serial port found; `mouseboard play` plays on a simulated table without one")))
    return 0


def run_flash(args: argparse.Namespace) -> int:
    flash(args.port, tell)
    return 0


async def listing(ports: list[FoundPort]) -> list[str]:
    """Return one line per port. All Picos are queried at the same time."""
    return await asyncio.gather(*map(_line, ports))


async def _line(port: FoundPort) -> str:
    """Describe a port; for a Pico also what its firmware reports, or why it does not answer."""
    if not port.is_pico:
        return f"{port.path}  {port.description}"
    return f"{port.path}  {speak(say('a Pico with MicroPython: {table}', table=await _firmware(port.path)))}"


async def _firmware(path: str) -> Say:
    try:
        async with Link(SerialPort(path)) as link:
            info = link.info
            assert info
            return say(
                "{inputs} sensors, {lamps} lamps, firmware {build}, chip {chip}",
                inputs=info.inputs,
                lamps=info.lamps,
                build=info.build,
                chip=info.chip,
            )
    except (OSError, LinkError) as error:
        return reason(error)
