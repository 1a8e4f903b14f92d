"""Under which addresses the page is found, and one of them as a QR code."""

from __future__ import annotations

import ipaddress
import socket
from io import StringIO

import ifaddr
import segno

from mouseboard.web.server import EVERYWHERE, LOOPBACK

NOWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asking for the way there sends nothing."""


def address(host: str, port: int, path: str = "/") -> str:
    """`http://192.168.178.23:8700/`"""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


def own_host(host: str) -> str:
    """By what this computer itself finds a page that listens on `host`."""
    return LOOPBACK if host == EVERYWHERE else host


def home_host(host: str) -> str | None:
    """By what phones find a page that listens on `host`; None where there is no network that they could be in."""
    if host != EVERYWHERE:
        return host
    way = _way_out()
    return way if way and not ipaddress.ip_address(way).is_loopback else next(iter(_home_addresses()), None)


def qr_lines(text: str) -> str:
    """The text as a QR code for a terminal."""
    drawn = StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def qr_path(text: str) -> tuple[int, str]:
    """The text as a QR code for a picture: its side in modules, and the dark ones as the path of an SVG."""
    code = segno.make(text, error="m", micro=False)
    rows = list(code.matrix_iter(border=2))
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return len(rows), dark


def _way_out() -> str | None:
    """The address from which this computer would send."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(NOWHERE)
        except OSError:
            return None
        return str(asking.getsockname()[0])


def _home_addresses() -> list[str]:
    """The private addresses of version 4 that this computer has."""
    found = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return [ip for ip in found if ipaddress.ip_address(ip).is_private and not ipaddress.ip_address(ip).is_loopback]
