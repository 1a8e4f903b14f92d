"""Addresses under which browsers find the page, and any address as a QR code.

A computer has many addresses, and phones reach few of them. Containers, virtual machines and VPNs add adapters that
only this computer uses. `candidates` chooses among the adapters, and `Reach` asks the system for them.
"""

from __future__ import annotations

import socket
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from io import StringIO
from ipaddress import ip_address, ip_interface, ip_network
from typing import NamedTuple

import ifaddr
import segno

from mouseboard.say import Say, say
from mouseboard.serving.names import PublicUrl
from mouseboard.serving.server import EVERYWHERE, LOOPBACK, is_scoped

NOWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that nobody has (RFC 5737 and RFC 3849). Connecting a UDP socket to one sends nothing."""

INSIDE = (
    *("docker", "podman", "br-", "veth", "virbr", "vnet", "vmnet", "vboxnet"),
    *("lxc", "lxd", "incus", "cni", "flannel"),
)
"""Prefixes of adapter names that lead to containers and virtual machines on this computer."""
TUNNELS = ("tun", "tap", "wg", "utun", "ppp", "ipsec", "zt", "nordlynx", "proton")
"""Prefixes of adapter names that lead into a VPN."""
TAILSCALE = "tailscale"

TAILNET = ip_network("100.64.0.0/10")
"""Shared by providers and by Tailscale (RFC 6598)."""
TRANSLATED = ip_network("192.0.0.0/29")
"""Made by this computer for programs that need IPv4 in an IPv6-only network (RFC 7335)."""
ALONE = 31
"""The prefix of an IPv4 address without neighbours: the end of a tunnel, whatever its name."""


class Rank(IntEnum):
    """How likely a phone can reach an address, the best first."""

    HOME = 0
    HOME_6 = 1
    TAILNET = 2
    """Only phones with Tailscale reach it, wherever they are."""
    TUNNEL = 3
    SELF_MADE = 4
    """Chosen by the computer itself, where no router gave it one."""


class Adapter(NamedTuple):
    """An adapter of this computer, by one of its addresses."""

    name: str
    address: str
    prefix: int


def address(host: str, port: int, path: str = "/") -> str:
    """Return `http://192.168.178.23:8700/`."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


def own_host(host: str) -> str:
    """Return the host for this computer's own URL of a page that listens on `host`."""
    return LOOPBACK if host == EVERYWHERE else host


@dataclass(frozen=True)
class Reach:
    """How phones reach a page. Each call asks the system again, because Wi-Fi comes, goes and changes."""

    bound: str
    """The address on which the page listens."""
    port: int
    url: PublicUrl | None = None
    """The URL at which a reverse proxy serves it."""
    host: str | None = None
    """What the user gave as --host."""

    @property
    def is_open(self) -> bool:
        """Whether all networks of this computer reach it."""
        return ip_address(self.bound).is_unspecified

    def bases(self) -> list[str]:
        """Return the page's URLs for phones, the best first; each ends with a slash."""
        return [str(self.url)] if self.url else [address(host, self.port) for host in reachable(self.bound)]

    def why_not(self) -> Say:
        """Say why there is no URL for phones, and what helps."""
        if self.is_open:
            return say("Phones can't connect yet: this computer is not on a network.")
        if self.host:
            only = "Phones can't connect: {host} is this computer alone. Start it again with --phones, without --host."
            return say(only, host=self.host)
        return say("Phones can't connect: the page is for this computer alone. Start it again with --phones.")


def reachable(bound: str) -> list[str]:
    """Return the addresses at which phones find a page bound to `bound`, the best first."""
    ip = ip_address(bound)
    if ip.is_unspecified:
        return candidates(_adapters(), _ways_out())
    return [] if ip.is_loopback else [bound]


def candidates(adapters: Iterable[Adapter], ways_out: Collection[str]) -> list[str]:
    """Choose the addresses that phones can reach, the best first.

    `ways_out` are the addresses that this computer sends from. All addresses of the best rank are offered, and
    Tailscale's beside them. Of its IPv6 addresses, which come in fours, an adapter offers one.
    """
    ranked = [(rank, adapter) for adapter in adapters if (rank := _rank(adapter, ways_out)) is not None]
    ranked.sort(key=lambda each: (each[0], each[1].address not in ways_out, not ip_address(each[1].address).is_private))
    best = ranked[0][0] if ranked else None
    offered = [adapter for rank, adapter in ranked if rank in (best, Rank.TAILNET)]
    best_of_6 = {adapter.name: adapter for adapter in reversed(offered) if ":" in adapter.address}
    return [each.address for each in offered if ":" not in each.address or each is best_of_6[each.name]]


def _rank(adapter: Adapter, ways_out: Collection[str]) -> Rank | None:
    """Return how likely a phone can reach it, or None if no phone can."""
    ip, name = ip_address(adapter.address), adapter.name.lower()
    if ip.is_loopback or ip.is_multicast or ip.is_unspecified or is_scoped(ip) or ip in TRANSLATED:
        return None
    if name.startswith(INSIDE) and adapter.address not in ways_out:
        return None
    if name.startswith(TAILSCALE) or ip in TAILNET:
        return Rank.TAILNET if ip.version == 4 else None
    if name.startswith(TUNNELS) or (ip.version == 4 and adapter.prefix >= ALONE):
        return Rank.TUNNEL
    if ip.is_link_local:
        return Rank.SELF_MADE
    return Rank.HOME if ip.version == 4 else Rank.HOME_6


def is_neighbour(address: str) -> bool:
    """Return whether an address is in one of this computer's networks."""
    return is_beside(address, _adapters())


def is_beside(address: str, adapters: Iterable[Adapter]) -> bool:
    """Return whether an address is in the network of one of these adapters."""
    ip = ip_address(address)
    return any(ip in ip_interface(f"{own.address}/{own.prefix}").network for own in adapters)


def _adapters() -> list[Adapter]:
    """Return the adapters that the system has now, once for each of their addresses."""
    return [
        Adapter(adapter.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0], ip.network_prefix)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]


def _ways_out() -> set[str]:
    """Return this computer's own addresses on its routes to the outside."""
    found = set()
    for family, nowhere in NOWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((nowhere, 9))
            found.add(str(asking.getsockname()[0]))
    return found


def qr_lines(text: str) -> str:
    """Draw the text as a QR code for a terminal."""
    drawn = StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def qr_path(text: str) -> tuple[int, str]:
    """Draw the text as a QR code for a picture: its side in modules, and the dark ones as the path of an SVG."""
    code = segno.make(text, error="m", micro=False)
    rows = list(code.matrix_iter(border=2))
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return len(rows), dark
