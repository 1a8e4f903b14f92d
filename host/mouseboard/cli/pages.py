"""The documents that come with Mouseboard, by name: `playing` is PLAYING.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import mouseboard

HOME = Path(mouseboard.__file__).parent
CHECKOUT = HOME.parent.parent


def pages() -> dict[str, Path]:
    """Every document, sorted by name."""
    return {path.stem.lower(): path for path in sorted(_paths(), key=lambda path: path.stem)}


def _paths() -> Iterator[Path]:
    """Those that lie in the package; in a checkout also those beside firmware and hardware that the wheel packs."""
    yield from HOME.rglob("*.md")
    if HOME.parent.name == "host":
        yield from (CHECKOUT / "firmware").glob("*.md")
        yield CHECKOUT / "hardware" / "COMMISSIONING.md"  # how a table is built is for those who have the files
