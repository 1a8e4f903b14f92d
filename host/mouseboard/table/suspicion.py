"""Contacts that contradict how everything must stand: they are asked about. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mouseboard.table.belief import Belief
from mouseboard.table.steps import SOMETHING, Step, together


class Suspicion(msgspec.Struct, frozen=True):
    """A contact contradicts what hands must have done."""

    place: str
    piece: str | None
    """What should be felt there; None if something is felt that should not."""
    placement: Mapping[str, str]
    """How everything stands if the contact is wrong."""
    moved: tuple[str, str] | None = None
    """A piece that seems to have left there, and where it stands then."""


def suspect(belief: Belief, placement: Mapping[str, str]) -> Suspicion | None:
    """The one contact that contradicts a placement, if it is one."""
    contradicting = suspects(belief, placement)
    return contradicting[0] if len(contradicting) == 1 else None


def suspects(belief: Belief, placement: Mapping[str, str]) -> list[Suspicion]:
    """Every contact that contradicts a placement: those first that feel something where nothing should stand."""
    filled = belief.occupancy(placement)
    feeling, unfeeling = sorted(belief.occupied - filled), sorted(filled - belief.occupied)
    missing = {place: next(piece for piece, at in placement.items() if at == place) for place in unfeeling}
    return [Suspicion(place, missing.get(place), placement) for place in (*feeling, *unfeeling)]


def suspect_first(belief: Belief, steps: Sequence[Step]) -> Suspicion | None:
    """The contact that should show the first of several steps, for it is asked for before the others."""
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
    """Whether nobody has done the first of several steps: where it begins something is felt, where it leads nothing."""
    return bool(steps) and steps[0].source in belief.occupied and steps[0].target not in {None, *belief.occupied}
