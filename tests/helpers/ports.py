"""Numbers of ports that no other program on this machine gets."""

from __future__ import annotations

import socket


def held() -> socket.socket:
    """Return a socket that holds a port: it is bound, and does not listen.

    The kernel gives its number to nobody who asks for a free one. A server that reuses addresses, as ours does, can
    listen there again and again.
    """
    holding = socket.socket()
    holding.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holding.bind(("", 0))
    return holding


def number(holding: socket.socket) -> int:
    """Return the number of the port that this socket holds."""
    return int(holding.getsockname()[1])
