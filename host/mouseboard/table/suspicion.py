"""Contacts that contradict a placement. The referee asks people about them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mouseboard.table.belief import Belief
from mouseboard.table.steps import SOMETHING, Step, together


class Suspicion(msgspec.Struct, frozen=True):
    """A contact that contradicts what people must have done."""

    place: str
    piece: str | None
    """What should be felt there; None if something is felt that should not."""
    placement: Mapping[str, str]
    """The placement if the contact is wrong."""


def suspect(belief: Belief, placement: Mapping[str, str]) -> Suspicion | None:
    """Return the contact that contradicts a placement, if it is the only one."""
    contradicting = suspects(belief, placement)
    return contradicting[0] if len(contradicting) == 1 else None


def suspects(belief: Belief, placement: Mapping[str, str]) -> list[Suspicion]:
    """Return all contacts that contradict a placement, first those of places that should be empty."""
    filled = belief.occupancy(placement)
    feeling, unfeeling = sorted(belief.occupied - filled), sorted(filled - belief.occupied)
    missing = {place: next(piece for piece, at in placement.items() if at == place) for place in unfeeling}
    return [Suspicion(place, missing.get(place), placement) for place in (*feeling, *unfeeling)]


def suspect_first(belief: Belief, steps: Sequence[Step]) -> Suspicion | None:
    """Return the contact that should have shown the first step, which people do before the others."""
    first = together(steps)[0] if steps else ()
    there = belief.standing(belief.best) | {step.piece: step.target for step in first}
    placement = {piece: place for piece, place in there.items() if piece != SOMETHING and place is not None}
    for step in first:
        if step.target is not None and step.target not in belief.occupied:
            return Suspicion(step.target, step.piece, placement)
        if step.source is not None and step.source in belief.occupied:
            return Suspicion(step.source, None, placement)
    return None


def is_untouched(belief: Belief, steps: Sequence[Step]) -> bool:
    """Return whether the first step is undone: its source is felt, its target is not."""
    return bool(steps) and steps[0].source in belief.occupied and steps[0].target not in {None, *belief.occupied}
