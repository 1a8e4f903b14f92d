"""A fault planted into a copy of the one source."""

from __future__ import annotations

import shutil
from pathlib import Path

from hardware.making.source import HARDWARE, SOURCE


def plant(folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    """A copy of the source in which these texts of a file are changed, each of which stands there once."""
    source = folder / "hardware" / "electronics"
    shutil.copytree(SOURCE, source)
    shutil.copy(HARDWARE / "pins.toml", source.parent)
    text = (source / file).read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        text = text.replace(old, new)
    (source / file).write_text(text, "utf-8")
    return source
