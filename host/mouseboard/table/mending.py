"""The steps by which hands make a placement of what they may have done. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mouseboard.table.readings import Reading
from mouseboard.table.steps import SOMETHING, Step


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
