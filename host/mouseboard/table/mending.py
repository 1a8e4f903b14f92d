"""Mending: the steps that lead from what people may have done to a required placement. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from mouseboard.table.belief import Belief
from mouseboard.table.doubt import Doubt
from mouseboard.table.readings import Reading
from mouseboard.table.steps import MANY, SOMETHING, Step, together


class Amiss(msgspec.Struct, frozen=True):
    """Pieces are where they cannot stay."""

    steps: tuple[Step, ...]
    placement: Mapping[str, str]
    """The placement after all steps."""
    confirm: bool = False
    """Whether a button must confirm the steps, because no contact shows them."""


def put_right(belief: Belief, doubts: Iterable[Doubt]) -> Amiss:
    """Ask people to put every piece of these doubts where it is believed to be, and to confirm with a button.

    A piece that must move anyway goes to its goal at once, or off the board.
    """
    expected = belief.expected
    standing = {**expected.here, **belief.standing(belief.best)}
    there = next(iter(expected.outcomes.values())) if expected.due else standing
    pieces = {piece for doubt in doubts for piece in doubt.names}
    steps = tuple(Step(piece, None, there.get(piece)) for piece in belief.pieces if piece in pieces)
    return Amiss(steps, there, confirm=True)


def review(belief: Belief, placement: Mapping[str, str]) -> Amiss:
    """Ask people to check every piece: the way out when people and contacts contradict each other.

    Of many men, only those that no contact shows in their place.
    """
    steps = [Step(piece, None, placement[piece]) for piece in belief.pieces if piece in placement]
    missing = [step for step in steps if step.target not in belief.occupied]
    there = {place: piece for piece, place in belief.standing(belief.best).items()}
    extra = sorted(belief.occupied - belief.occupancy(placement))
    off = [Step(there.get(place, SOMETHING), place, None) for place in extra if there.get(place) not in placement]
    if len(steps) > MANY and (missing or off):
        steps = missing
    steps += off
    return Amiss(tuple(steps), dict(placement), confirm=True)


def mending(belief: Belief, plausible: Sequence[Reading], target: Sequence[str | None]) -> Amiss:
    """Return the steps to a placement: those that contacts show, or, if there are none, the rest with `confirm`.

    People do the first step and wait for a reaction, so steps that a contact shows at once come first.
    """
    placement = {piece: place for piece, place in zip(belief.pieces, target, strict=True) if place is not None}
    steps = steps_to(belief.pieces, plausible, target)
    occupied, filled = belief.occupied, belief.occupancy(placement)
    extra, missing = occupied - filled, filled - occupied
    strays = {piece for reading in plausible for piece, at in belief.standing(reading).items() if at in extra}
    felt = tuple(step for step in steps if step.target in missing or step.source in extra or step.piece in strays)
    hidden = tuple(step for step in felt if step.source is not None and not _is_felt(belief, step, felt))
    shown = tuple(step for step in felt if step not in hidden)
    return Amiss((*shown, *hidden) or steps, placement, confirm=not shown)


def is_for_several(steps: Sequence[Step]) -> bool:
    """Return whether the first steps put several pieces on one place: no contact shows when all have arrived."""
    first = together(steps)[0]
    return len(first) > 1 and first[0].target is not None


def _is_felt(belief: Belief, step: Step, steps: Sequence[Step]) -> bool:
    """Return whether a contact changes with this step, or with the last step of its group."""
    if step.target is not None and step.target not in belief.occupied | belief.unfelt:
        return True
    if step.source not in belief.occupied:
        return False
    leaving = {other.piece for other in steps if (other.source, other.target) == (step.source, step.target)}
    return step.piece == SOMETHING or leaving.issuperset(
        belief.pieces[piece] for piece in belief.best.on(str(step.source))
    )


def steps_to(pieces: Sequence[str], plausible: Sequence[Reading], target: Sequence[str | None]) -> tuple[Step, ...]:
    """Return the steps that lead to `target` from each of the plausible readings.

    A step names its source if all readings agree on it. Strangers that are in the way come off first. Next come the
    steps that every reading needs: they show which of the readings is true.
    """
    best = plausible[0]
    sure: list[Step] = []
    steps: list[Step] = []
    for piece, name in enumerate(pieces):
        places = {reading.where[piece] for reading in plausible}
        if places == {target[piece]} or (target[piece] is None and not any(isinstance(at, str) for at in places)):
            continue
        source = next(iter(places)) if len(places) == 1 else None
        step = Step(name, source if isinstance(source, str) else None, target[piece])
        (steps if target[piece] in places else sure).append(step)
    filled = {step.target for step in (*sure, *steps)}
    in_the_way = [Step(SOMETHING, place, None) for place in sorted(best.unknown & filled)]
    steps += [Step(SOMETHING, place, None) for place in best.unknown - filled]
    return (*in_the_way, *_in_order(sure), *_in_order(steps))


def _in_order(steps: Iterable[Step]) -> list[Step]:
    """Sort steps by target, but let a piece that is in the way of another move first where possible."""
    waiting = sorted(steps, key=lambda step: (step.target is None, step.target or "", step.source or ""))
    ordered: list[Step] = []
    while waiting:
        left = {step.source for step in waiting if step.source is not None}
        step = next((step for step in waiting if step.target not in left - {step.source}), waiting[0])
        waiting.remove(step)
        ordered.append(step)
    return ordered
