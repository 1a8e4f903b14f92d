"""All files that browsers load for the page, by their URL below `page/`."""

from __future__ import annotations

from pathlib import Path

from mouseboard import board, kit
from mouseboard.page import PAGE

HOMES = {"": PAGE, "board/": board.PAGE, "kit/": kit.PAGE}
"""The folders from which the page is served, and what comes before their files' names in a URL."""


def page_files(suffix: str = "") -> dict[str, Path]:
    """Return all files of the page whose names end like this."""
    return {
        under + path.relative_to(home).as_posix(): path
        for under, home in HOMES.items()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.name.endswith(suffix) and path.suffix not in (".py", ".pyc")
    }


SOURCES = {name: path.read_text(encoding="utf-8") for name, path in page_files().items()}
