"""Where attackers, residents and visitors are in the network, as seen from the page."""

from __future__ import annotations

from typing import NamedTuple

SERVER, SERVER_6 = "127.0.0.1", "2001:db8::1"
"""Addresses of the page; the second is in a network namespace of our own."""
PREPARED = f"""
ip link set lo up
ip -6 address add {SERVER_6}/128 dev lo nodad
ip -6 route add local 2001:db8::/32 dev lo
echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind
"""
"""Shell commands that give a network namespace every address that the siege uses."""


class Place(NamedTuple):
    """Patterns of addresses. Each has `{a}` and `{b}` for two numbers, or is one address."""

    attackers: str
    residents: str
    """The host and those with a seat."""
    visitors: str
    visiting: int = 200
    """The number of visitors. A router's one address has the guests and streams of a household."""

    @property
    def is_ipv6(self) -> bool:
        """Whether it needs a namespace of its own."""
        return ":" in self.residents


PLACES = {
    "elsewhere": Place("127.0.{a}.{b}", "127.0.1.7", "127.0.2.{b}"),
    "address": Place("127.0.1.7", "127.0.1.7", "127.0.2.{b}"),
    "household": Place("2001:db8:1:2::{a}:{b}", "2001:db8:1:2::7", "2001:db8:2:{b}::1"),
    "router": Place("127.0.2.1", "127.0.2.1", "127.0.2.1", visiting=10),
}
"""Attackers elsewhere; at the residents' IPv4 address; in their /64; behind one router with everybody else."""


def numbered(pattern: str, n: int) -> str:
    """Return the address of number `n`, from 0."""
    return pattern.format(a=3 + n // 250, b=n % 250 + 1)
