"""A house with computers in it: network namespaces, and the cables and adapters that they have.

A computer is a namespace. What runs in it sees its own adapters alone, so nothing here touches the machine's network.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.real.tools import miss, need


@dataclass(frozen=True)
class Computer:
    """A network namespace."""

    name: str

    @property
    def within(self) -> tuple[str, ...]:
        """The words that go before a command to have it run there."""
        return (need("ip"), "netns", "exec", self.name)

    def ip(self, *words: str) -> None:
        """Run `ip` there."""
        _run(need("ip"), "-n", self.name, *words)

    def bridge(self, name: str, address: str) -> None:
        """Add a bridge without anybody behind it, as Docker does."""
        self._add(name, address, "link", "add", name, "type", "bridge")

    def tunnel(self, name: str, address: str) -> None:
        """Add the end of a tunnel without another end, as a VPN does."""
        self._add(name, address, "tuntap", "add", "dev", name, "mode", "tun")

    def cable(self, name: str, other: Computer, other_name: str) -> None:
        """Join an adapter of this computer to one of the other."""
        self.ip("link", "add", name, "type", "veth", "peer", "name", other_name, "netns", other.name)
        self.ip("link", "set", name, "up")
        other.ip("link", "set", other_name, "up")

    def address(self, adapter: str, address: str) -> None:
        """Give an adapter that address; IPv6 need not wait whether somebody else has it."""
        self.ip("address", "add", address, "dev", adapter, *(["nodad"] if ":" in address else []))

    def _add(self, name: str, address: str, *words: str) -> None:
        self.ip(*words)
        self.ip("link", "set", name, "up")
        self.address(name, address)


@contextmanager
def house(*names: str) -> Iterator[tuple[Computer, ...]]:
    """Computers by these names, while inside; each has loopback alone."""
    if os.name != "posix" or os.geteuid() != 0:
        miss("network namespaces: run this as root")
    computers = tuple(Computer(f"mouse{os.getpid()}-{name}") for name in names)
    made = []
    try:
        for computer in computers:
            _run(need("ip"), "netns", "add", computer.name)
            made.append(computer)
            computer.ip("link", "set", "lo", "up")
        yield computers
    finally:
        for computer in made:
            _run(need("ip"), "netns", "delete", computer.name)


def _run(*words: str) -> None:
    ran = subprocess.run(words, capture_output=True, text=True, timeout=10)
    assert ran.returncode == 0, f"{' '.join(words)}: {ran.stderr}"
