"""What a Pico keeps when one file sets it up: its settings, and a `main.py` that is not ours."""

from __future__ import annotations

from itertools import takewhile

from mouseboard.flash.changes import asides, is_ours
from mouseboard.flash.find import find
from mouseboard.flash.flashing import greet
from mouseboard.flash.prompt import prompt
from mouseboard.flash.trouble import FlashError
from mousetable.build import MAIN

SETTINGS = "settings.json"


def kept(name: str, chip: str) -> dict[str, bytes]:
    """Return what the Pico at this port, or `auto`, should keep, by path. It restarts.

    Raises PortError, and FlashError, also if the Pico has another `chip` than RP2040 or RP2350.
    """
    port = find(name)
    greet(port)
    with prompt(port) as board:
        machine = board.facts().machine
        if chip not in machine:
            raise FlashError(f"{port}: {machine} is no Pico with {chip}, which the file would be for; see --board")
        board.prepare()
        settings, main = board.read(SETTINGS), board.read(MAIN)
        olds = takewhile(lambda content: content is not None, map(board.read, asides()))
        own = [main] if main is not None and not is_ours(main) else []
        found = {SETTINGS: settings, **dict(zip(asides(), [*olds, *own], strict=False))}
        board.restart()
    return {path: content for path, content in found.items() if content is not None}
