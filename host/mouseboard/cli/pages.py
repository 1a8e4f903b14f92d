"""The documents that come with Mouseboard, by name: `playing` is PLAYING.md."""

from __future__ import annotations

from pathlib import Path

import mouseboard

HOME = Path(mouseboard.__file__).parent
CHECKOUT = HOME.parent.parent


def pages() -> dict[str, Path]:
    """Return every document, sorted by name. A checkout adds those that a wheel packs from other folders."""
    paths = [path for path in HOME.rglob("*.md") if path.name != "README.md"]  # of the example for `games new`
    if HOME.parent.name == "host":
        paths += (CHECKOUT / "firmware").glob("*.md")
        paths.append(CHECKOUT / "hardware" / "COMMISSIONING.md")  # other pages of hardware/ need its files
    return {path.stem.lower(): path for path in sorted(paths, key=lambda path: path.stem)}
