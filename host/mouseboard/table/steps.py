"""What hands are to do, a step at a time, and how it is said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from mouseboard.say import Say, enumeration, say

SOMETHING = "something"
"""A magnet that no piece accounts for."""


class Step(msgspec.Struct, frozen=True):
    """One movement of a hand. Without `source` the piece is not on the board; without `target` it leaves it."""

    piece: str
    source: str | None
    target: str | None


def together(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The steps in order, grouped by where they begin and end: no sensor sees one of a group done without all."""
    return [tuple(group) for _, group in groupby(steps, key=lambda step: (step.source, step.target))]


def sentence(group: Sequence[Step]) -> Say:
    """A group of `together` in words."""
    pieces, source, target = enumeration([step.piece for step in group]), group[0].source, group[0].target
    if target is None and source is None:
        return say("Take {pieces} off the board.", pieces=pieces)
    if target is None:
        return say("Take {pieces} off {source}.", pieces=pieces, source=source or "")
    if source is None:
        return say("Put {pieces} on {target}.", pieces=pieces, target=target)
    return say("Move {pieces} from {source} to {target}.", pieces=pieces, source=source, target=target)
