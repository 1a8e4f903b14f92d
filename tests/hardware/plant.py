"""Plants faults into a copy of the hardware's one source."""

from __future__ import annotations

import shutil
from pathlib import Path

from hardware.making.source import HARDWARE, SOURCE


def plant(folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    """Copy the source, and replace these texts in one of its files. Each text must occur once."""
    source = folder / "hardware" / "electronics"
    shutil.copytree(SOURCE, source)
    for path in ("pins.toml", "mechanics/*.toml", "boards/*/*.toml"):
        for file_ in HARDWARE.glob(path):
            copy = source.parent / file_.relative_to(HARDWARE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file_, copy)
    change(source, file, *changes)
    return source


def change(source: Path, file: str, *changes: tuple[str, str]) -> None:
    """Replace these texts in a file of a copy. Each text must occur once."""
    text = (source / file).read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        text = text.replace(old, new)
    (source / file).write_text(text, "utf-8")
