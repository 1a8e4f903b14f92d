"""Pictures of the games' boards for the lobby. `python -m tests.web.pictures --covers` draws them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

COVERS = Path(__file__).with_name("covers")
"""The files that browsers load."""


@cache
def has_cover(game: str) -> bool:
    """Return whether a game has a cover, as those that come with Mouseboard do. The page draws the boards of others."""
    return (COVERS / f"{game}-light.webp").is_file()
