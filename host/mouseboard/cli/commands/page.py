"""`--page`: where the page is served for a game that is played in the terminal."""

from __future__ import annotations

import argparse
import socket
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mouseboard.cli.parser import speak
from mouseboard.rules import BadSetup
from mouseboard.say import quoted, say
from mouseboard.serving import PageError
from mouseboard.web import PORT

if TYPE_CHECKING:
    from mouseboard.serving.where import Where

OFF = "off"


def add_page_option(command: argparse.ArgumentParser) -> None:
    """Add `--page` to a command that plays one game."""
    command.add_argument(
        "--page",
        metavar="URL",
        help=speak(say("the page of this game, or off (default: http://localhost:8700, or any free port)")),
    )


def page_of(args: argparse.Namespace) -> tuple[Where, socket.socket] | None:
    """Return where the page is, with its socket already listening; None without a page. Raises BadSetup, PageError.

    Without `--page` it uses the usual port, or any free port if that is taken.
    """
    if args.page == OFF or (args.page is None and args.auto):
        return None
    if args.auto:
        raise BadSetup(say("--auto runs faster than anybody can watch; leave it or --page away"))
    from mouseboard.serving.where import Where  # slow to load, so only if there is a page

    if args.page is not None:
        where = Where(*_address(args.page))
        return where, where.listen()
    with suppress(PageError):
        where = Where(port=PORT)
        return where, where.listen()
    where = Where()
    return where, where.listen()


def _address(url: str) -> tuple[str, int]:
    """Return host and port of `http://host:port`; the default port is PORT. Raises BadSetup."""
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or parts.scheme not in ("", "http"):
        like = f"http://localhost:{PORT}"
        raise BadSetup(
            say("--page {url} is neither {off} nor an address such as {like}", url=quoted(url), off=OFF, like=like)
        )
    return host, PORT if port is None else port
