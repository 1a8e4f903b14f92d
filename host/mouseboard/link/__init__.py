"""The line to the table as the host sees it. LINE.md in firmware/ says what goes over it and why."""

from mouseboard.link.contacts import Contact, Gap
from mouseboard.link.lamps import Style
from mouseboard.link.link import Link, LinkError, TableRestarted
from mouseboard.link.news import Back, Board, Fault, Lost, News, Watcher
from mouseboard.link.port import AUTO, FoundPort, Port, PortError, SerialPort, Stream, find_ports
from mouseboard.link.session import Monitor, Refused, Stats

__all__ = [
    "AUTO",
    "Back",
    "Board",
    "Contact",
    "Fault",
    "FoundPort",
    "Gap",
    "Link",
    "LinkError",
    "Lost",
    "Monitor",
    "News",
    "Port",
    "PortError",
    "Refused",
    "SerialPort",
    "Stats",
    "Stream",
    "Style",
    "TableRestarted",
    "Watcher",
    "find_ports",
]
