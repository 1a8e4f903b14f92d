"""What hands have to put right: the steps by which they make a placement of what they may have done. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from mouseboard.table.belief import Belief
from mouseboard.table.doubt import Doubt
from mouseboard.table.readings import Reading
from mouseboard.table.steps import SOMETHING, Step


class Amiss(msgspec.Struct, frozen=True):
    """Something stands where it cannot stay."""

    steps: tuple[Step, ...]
    placement: Mapping[str, str]
    """How everything stands once they are done."""
    confirm: bool = False
    """Whether no contact will show them, so that a button must."""


def put_right(belief: Belief, doubts: Iterable[Doubt]) -> Amiss:
    """All that may have been exchanged is to be put where it is believed, and a button says when."""
    pieces = dict(pair for doubt in doubts for pair in doubt.pieces)
    steps = tuple(Step(piece, None, place) for piece, place in pieces.items())
    return Amiss(steps, belief.standing(belief.best), confirm=True)


def review(belief: Belief, placement: Mapping[str, str]) -> Amiss:
    """Where every piece shall stand, whatever is believed: the way out where words and contacts are at odds."""
    steps = [Step(piece, None, placement.get(piece)) for piece in belief.pieces if piece in placement]
    strangers = belief.occupied - belief.occupancy(placement)
    steps += [Step(SOMETHING, place, None) for place in sorted(strangers)]
    return Amiss(tuple(steps), dict(placement), confirm=True)


def mending(belief: Belief, plausible: Sequence[Reading], target: Sequence[str | None]) -> Amiss:
    """The steps to a placement: as long as there are some that are felt, those; then the rest, to be confirmed.

    People do the first and wait for what the table says, so what is felt at once goes before what others hide.
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


def _is_felt(belief: Belief, step: Step, steps: Sequence[Step]) -> bool:
    """Whether a contact changes by this step, or by the last of those that leave a place for another together."""
    if step.target is not None and step.target not in belief.occupied | belief.unfelt:
        return True
    if step.source not in belief.occupied:
        return False
    leaving = {other.piece for other in steps if (other.source, other.target) == (step.source, step.target)}
    return step.piece == SOMETHING or leaving.issuperset(
        belief.pieces[piece] for piece in belief.best.on(str(step.source))
    )


def steps_to(pieces: Sequence[str], plausible: Sequence[Reading], target: Sequence[str | None]) -> tuple[Step, ...]:
    """Which pieces to put where, so that whichever of the plausible readings is true, all stands as in `target`.

    Done to the letter they lead there from each of them. A step tells where a piece comes from if all agree on that.
    First come those that are needed whatever is true: they show which of the readings is. Before them only what lies
    where a piece is to stand is taken off.
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
    """By where they lead; but who stands where another is to go makes room first, as far as that is possible."""
    waiting = sorted(steps, key=lambda step: (step.target is None, step.target or "", step.source or ""))
    ordered: list[Step] = []
    while waiting:
        left = {step.source for step in waiting}
        step = next((step for step in waiting if step.target not in left - {step.source}), waiting[0])
        waiting.remove(step)
        ordered.append(step)
    return ordered
