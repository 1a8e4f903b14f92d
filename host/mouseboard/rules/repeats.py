"""Draws by repetition, in games of two.

`seen` are the positions since the last action that no play can undo, each with the seat to move. The present one is
the last. It may be empty while positions do not count yet.
"""

from __future__ import annotations

from collections.abc import Sequence

REPEATED = 3
"""The game is a draw when a position comes up this often."""


def is_repeated(seen: Sequence[str]) -> bool:
    """Return whether the present position makes the game a draw."""
    return bool(seen) and seen.count(seen[-1]) == REPEATED


def comes_again(seen: Sequence[str]) -> bool:
    """Return whether the present position has come up before."""
    return bool(seen) and seen[-1] in seen[:-1]


def is_impossible(seen: Sequence[str]) -> bool:
    """Return whether a position comes up more often than a game allows."""
    return any(seen.count(position) > REPEATED for position in seen)
