"""Steps: single movements that people are asked to make, and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from mouseboard.say import Say, enumeration, say

SOMETHING = "something"
"""The name of a magnet that no piece explains."""


class Step(msgspec.Struct, frozen=True):
    """One movement of a piece. Without `source` it comes from beside the board; without `target` it leaves it."""

    piece: str
    source: str | None
    target: str | None


MANY = 6
"""The most pieces that people are asked to put on the board one after the other."""


def is_setup(steps: Sequence[Step]) -> bool:
    """Return whether people put more pieces on the board than they are asked for one by one; any order will do."""
    return len(steps) > MANY and all(step.source is None for step in steps)


def together(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Group consecutive steps with the same source and target: no sensor shows part of such a group."""
    return [tuple(group) for _, group in groupby(steps, key=lambda step: (step.source, step.target))]


def sentence(group: Sequence[Step]) -> Say:
    """Return the sentence for a group made by `together`."""
    pieces, source, target = enumeration([step.piece for step in group]), group[0].source, group[0].target
    if target is None and source is None:
        return say("Take {pieces} off the board.", pieces=pieces)
    if target is None:
        return say("Take {pieces} off {source}.", pieces=pieces, source=source or "")
    if source is None:
        return say("Put {pieces} on {target}.", pieces=pieces, target=target)
    return say("Move {pieces} from {source} to {target}.", pieces=pieces, source=source, target=target)
