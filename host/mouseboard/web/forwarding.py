"""What a reverse proxy says of the request it passes on: that it did, who asks, and whether by TLS."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto")
"""Headers that a reverse proxy adds."""


def is_forwarded(headers: Headers) -> bool:
    """Whether a request has come through a reverse proxy that says so."""
    return any(name in headers for name in FORWARDED)


def sender(headers: Headers, proxies: Collection[str], proxy: str) -> str:
    """Return the address of whoever asks by a proxy: the last in X-Forwarded-For that is none of `proxies`.

    What stands before it anybody may have written. Where there is none, it is the `proxy` itself that asks.
    """
    for hop in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
        address = _address(hop.strip())
        if address is None:
            break
        if address not in proxies:
            return address
    return proxy


def is_secure(headers: Headers) -> bool:
    """Whether whoever asks reached the proxy by TLS."""
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
