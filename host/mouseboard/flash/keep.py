"""What a Pico keeps when it is set up anew from one file: its settings, and a `main.py` that is not ours."""

from __future__ import annotations

from mouseboard.flash.changes import ASIDE, is_ours
from mouseboard.flash.find import find
from mouseboard.flash.prompt import prompt
from mousetable.build import MAIN

SETTINGS = "settings.json"


def kept(name: str) -> dict[str, bytes]:
    """Return what the Pico at this port, or `auto`, should keep, by path. It restarts. Raises FlashError, PortError."""
    with prompt(find(name)) as board:
        board.prepare()
        settings, main, aside = (board.read(path) for path in (SETTINGS, MAIN, ASIDE))
        board.restart()
    if main is not None and not is_ours(main):
        aside = main
    found = {SETTINGS: settings, ASIDE: aside}
    return {path: content for path, content in found.items() if content is not None}
