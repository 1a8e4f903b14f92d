"""The host's end of the line to the table. firmware/LINE.md says what goes over the line, and why."""

from mouseboard.link.answers import Power, TableInfo, TableStats
from mouseboard.link.contacts import ContactChange, Gap
from mouseboard.link.errors import LinkError, Nonsense, TableRestarted
from mouseboard.link.events import Disconnected, Fault, LinkEvent, Noise, Reconnected, Watcher
from mouseboard.link.known import KnownTables
from mouseboard.link.lamps import Style
from mouseboard.link.link import Link
from mouseboard.link.port import AUTO, FoundPort, Port, PortError, Stream, find_ports
from mouseboard.link.requests import Requests
from mouseboard.link.serial_port import SerialPort
from mouseboard.link.session import Monitor, Refused, Stats

__all__ = [
    "AUTO",
    "ContactChange",
    "Disconnected",
    "Fault",
    "FoundPort",
    "Gap",
    "KnownTables",
    "Link",
    "LinkError",
    "LinkEvent",
    "Monitor",
    "Noise",
    "Nonsense",
    "Port",
    "PortError",
    "Power",
    "Reconnected",
    "Refused",
    "Requests",
    "SerialPort",
    "Stats",
    "Stream",
    "Style",
    "TableInfo",
    "TableRestarted",
    "TableStats",
    "Watcher",
    "find_ports",
]
