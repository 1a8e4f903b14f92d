"""Names of this computer that requests may use (`Host`), and pages that may post to it (`Origin`).

A foreign page can point its own name to this computer, and then act as ours (DNS rebinding). IP addresses are safe,
because nobody can point one elsewhere. A name is ours if this computer or its owner chose it. It is also ours if it is
this computer's name in a zone that only a home router, this computer or its Tailscale network answers for. Where two
computers have one name, Avahi and Bonjour number the second one: `mypc-2.local`.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from mouseboard.say import Say, plain, quoted, say
from mouseboard.serving import PageError
from mouseboard.serving.forwarding import is_forwarded, is_secure
from mouseboard.serving.unfit import Unfit

MULTICAST_ZONE = "local"
"""Each computer answers for its own name in it."""
ZONES = frozenset({"fritz.box", "home", "home.arpa", "internal", "lan", "localdomain", MULTICAST_ZONE})
"""Zones of home networks. Nobody can own a name in them, except the maker of the routers in fritz.box."""
NUMBER = re.compile("-[0-9]+$")
TAILSCALE_ZONE = "ts.net"
"""Every Tailscale network has a zone in it, and Tailscale answers for them all."""

BEHIND_PROXY = (
    "Is there a proxy in front of Mouseboard? "
    "Then start Mouseboard again with the address from your browser: --url {url}"
)
UNKNOWN_NAME = (
    "This computer is not called {name}. Open the page by its address, or start Mouseboard again with: --url {url}"
)
NO_ADDRESS = "{url} is no address of a page; it is written as in https://games.example.home/mouse/"
LONGEST_SHOWN = 100
"""Most characters of a name or a URL that a sentence repeats."""

USUAL = {"http": 80, "https": 443}
"""Default ports, which a URL leaves out."""


@dataclass(frozen=True)
class PublicUrl:
    """The URL at which a reverse proxy serves the page."""

    scheme: str
    host: str
    port: int | None
    path: str
    """It begins and ends with a slash."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `https://games.example.home/mouse/`. Raises PageError."""
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        host = parts.hostname or ""
        is_plain = " " not in text and text.isprintable() and "@" not in parts.netloc
        is_page = parts.scheme in USUAL and not parts.query and not parts.fragment
        if not (is_plain and is_page and _is_name(host)):
            raise PageError(say(NO_ADDRESS, url=quoted(text)))
        unusual = None if port == USUAL[parts.scheme] else port
        return cls(parts.scheme, host, unusual, f"{parts.path.rstrip('/')}/")

    @property
    def origin(self) -> str:
        """The Origin that browsers send: without the default port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{f':{self.port}' if self.port else ''}"

    def is_safe_for(self, headers: Headers) -> bool:
        """Return whether this is an https URL and the request's headers show that it came by it."""
        came = headers.get("origin") == self.origin or self.is_named(headers.get("host", ""))
        return came and self.scheme == "https" and headers.get("x-forwarded-proto", "https") == "https"

    def is_named(self, host: str) -> bool:
        """Return whether a Host header has this URL's name and port. The port may be missing: some proxies drop it."""
        name, port = _split(host)
        return name.strip("[]") == self.host and port in ("", str(self.port or USUAL[self.scheme]))

    def __str__(self) -> str:
        return f"{self.origin}{self.path}"


class Names:
    """The names of this computer, and the public URL of its page."""

    def __init__(self, *more: str, called: str | None = None, url: PublicUrl | None = None) -> None:
        """`called` is the computer's own name, by default the system's hostname."""
        own = (called or socket.gethostname()).lower()
        self._label = own.partition(".")[0]
        self._names = {"localhost", own, self._label, *map(str.lower, more), *([url.host] if url else [])}
        self._url = url

    def check_host(self, headers: Headers) -> None:
        """Raise Unfit if the request's Host names another computer."""
        if not self._is_ours(headers.get("host", "")):
            raise Unfit(421, _elsewhere(headers))

    def check_origin(self, headers: Headers) -> None:
        """Raise Unfit if a post comes from another page."""
        origin, host = headers.get("origin", ""), headers["host"]
        asked = f"http://{host}"
        ours = self._url.origin if self._url else asked
        if origin == asked and self._url and self._url.scheme == "https" and self._url.is_named(host):
            raise Unfit(403, say("Open the page at {url}", url=str(self._url)))
        if origin in (ours, asked):
            return
        if origin.startswith(("http://", "https://")):
            raise Unfit(403, say(BEHIND_PROXY, url=_shown(f"{origin}/")))
        raise Unfit(403, say("Only the page may post here. Programs send the header Origin: {origin}", origin=ours))

    def _is_ours(self, host: str) -> bool:
        """Return whether a Host header names this computer, by name or by any address."""
        name, _ = _split(host)
        label, _, zone = name.partition(".")
        is_label = label == self._label or (zone == MULTICAST_ZONE and _unnumbered(label) == _unnumbered(self._label))
        return name in self._names or _is_address(name) or (is_label and _is_of_home(zone))


def _elsewhere(headers: Headers) -> Say:
    """Explain how to open the page, or how to allow the name that the request used."""
    host = headers.get("host", "")
    if not _split(host)[0]:
        return say("The request does not say which computer it is for: it needs a header Host.")
    if is_forwarded(headers):
        scheme = "https" if is_secure(headers) else "http"
        return say(BEHIND_PROXY, url=_shown(f"{scheme}://{host}/"))
    return say(UNKNOWN_NAME, name=_shown(host), url=_shown(f"http://{host}/"))


def _shown(text: str) -> str:
    """Make outside text plain and short, so that a sentence can repeat it."""
    return f"{plain(text):.{LONGEST_SHOWN}}"


def _unnumbered(label: str) -> str:
    """Return a name without the number that tells it from another computer of that name."""
    return NUMBER.sub("", label)


def _is_of_home(zone: str) -> bool:
    return zone in ZONES or zone.partition(".")[2] == TAILSCALE_ZONE


def _split(host: str) -> tuple[str, str]:
    """Split a Host header into its name, normalised for comparison, and its port or ""."""
    name, colon, port = host.rpartition(":")
    if not (colon and port.isdecimal()):
        name, port = host, ""
    return name.lower().removesuffix("."), port


def _is_name(host: str) -> bool:
    """Return whether it is a host name or address that a URL may have."""
    return re.fullmatch(r"[\w.-]+", host) is not None or _is_address(host)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
    except ValueError:
        return False
    return True
