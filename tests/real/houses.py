"""A house with computers in it, made of network namespaces, with their cables and adapters.

Each computer is a namespace. Its programs see only its own adapters, so the machine's network stays untouched.
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
        """The words before a command that run it on this computer."""
        return (need("ip"), "netns", "exec", self.name)

    def ip(self, *words: str) -> None:
        """Run `ip` on this computer."""
        _run(need("ip"), "-n", self.name, *words)

    def bridge(self, name: str, address: str) -> None:
        """Add a bridge with nobody behind it, as Docker does."""
        self._add(name, address, "link", "add", name, "type", "bridge")

    def tunnel(self, name: str, address: str) -> None:
        """Add one end of a tunnel whose other end is missing, as a VPN does."""
        self._add(name, address, "tuntap", "add", "dev", name, "mode", "tun")

    def cable(self, name: str, other: Computer, other_name: str) -> None:
        """Connect an adapter of this computer to one of the other."""
        self.ip("link", "add", name, "type", "veth", "peer", "name", other_name, "netns", other.name)
        self.ip("link", "set", name, "up")
        other.ip("link", "set", other_name, "up")

    def address(self, adapter: str, address: str) -> None:
        """Give an adapter an address. Skip IPv6's duplicate address detection, which takes time."""
        self.ip("address", "add", address, "dev", adapter, *(["nodad"] if ":" in address else []))

    def _add(self, name: str, address: str, *words: str) -> None:
        self.ip(*words)
        self.ip("link", "set", name, "up")
        self.address(name, address)


@contextmanager
def house(*names: str) -> Iterator[tuple[Computer, ...]]:
    """Create computers with these names for the length of the block; each has only loopback."""
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
