"""What a reverse proxy adds to a request: that it forwarded it, who sent it, and whether by TLS."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto")
"""Headers that a reverse proxy adds."""


def is_forwarded(headers: Headers) -> bool:
    """Return whether a request came through a reverse proxy, by its headers."""
    return any(name in headers for name in FORWARDED)


def sender(headers: Headers, proxies: Collection[str], proxy: str) -> str:
    """Return the address of the visitor behind a proxy: the last in X-Forwarded-For that is not one of `proxies`.

    The entries before it can be forged. Without such an entry, the sender is the `proxy` itself.
    """
    for hop in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
        address = _address(hop.strip())
        if address is None:
            break
        if address not in proxies:
            return address
    return proxy


def is_secure(headers: Headers) -> bool:
    """Return whether the visitor reached the proxy by TLS."""
    return headers.get("x-forwarded-proto", "").strip().lower() == "https"


def _address(hop: str) -> str | None:
    """Return an address without the port that some proxies add; None for anything else."""
    try:
        return str(ipaddress.ip_address(hop))
    except ValueError:
        pass
    try:
        return str(ipaddress.ip_address(urlsplit(f"//{hop}").hostname or ""))
    except ValueError:
        return None
