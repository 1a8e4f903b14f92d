"""The documents that come with Mouseboard, by name: `playing` is PLAYING.md."""

from __future__ import annotations

from pathlib import Path

import mouseboard

HOME = Path(mouseboard.__file__).parent
CHECKOUT = HOME.parent.parent


def pages() -> dict[str, Path]:
    """Every document in the package, sorted by name; in a checkout also those that only the wheel packs into it."""
    paths = list(HOME.rglob("*.md"))
    if HOME.parent.name == "host":
        paths += (CHECKOUT / "firmware").glob("*.md")
        paths.append(CHECKOUT / "hardware" / "COMMISSIONING.md")  # how a table is built is for those who have the files
    return {path.stem.lower(): path for path in sorted(paths, key=lambda path: path.stem)}
