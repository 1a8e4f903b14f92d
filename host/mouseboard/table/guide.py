"""From what the table feels to what hands should do next: pure functions over sets of places.

A reed switch knows that something stands on a place, never who. So all that is known is the occupancy, the set of
occupied places; it is right when it equals the places of a placement, and what is wrong with it is the shortest list of
steps that mends it. Two mice on one place look like one: a move between two shared places changes nothing that is felt,
and a person must say it is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import msgspec

from mouseboard.rules import Action
from mouseboard.say import Say, enumeration, say

Placement = Mapping[str, str]
"""Where each piece stands: {piece: place}."""

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
    if target is None:
        return say("Take {pieces} off {source}.", pieces=pieces, source=source or "")
    if source is None:
        return say("Put {pieces} on {target}.", pieces=pieces, target=target)
    return say("Move {pieces} from {source} to {target}.", pieces=pieces, source=source, target=target)


class Sense:
    """What of a placement a board's sensors can show."""

    def __init__(self, sensed: Iterable[str]) -> None:
        self.sensed = frozenset(sensed)

    def occupancy(self, placement: Placement) -> frozenset[str]:
        """The places that are occupied when everything stands as `placement` says."""
        return self.sensed & frozenset(placement.values())

    def steps(self, occupied: frozenset[str], before: Placement, after: Placement) -> tuple[Step, ...]:
        """What hands must still do so that what is `occupied` becomes the occupancy of `after`; () when it is.

        `before` is where the pieces stood when all was last right: it tells who is probably where. Moves of the
        game come first, then what has gone astray.
        """
        filled = self.occupancy(after)
        missing, extra = filled - occupied, occupied - filled
        shared = {place for piece, place in after.items() if before.get(piece) == place}
        believed = extra | (occupied & shared)  # elsewhere it is the piece that came, not one that is to leave
        steps: list[Step] = []
        strays = [place for place in sorted(extra) if place not in before.values()]
        for piece, target in after.items():
            if target not in missing:
                continue
            source = before.get(piece)
            if source == target or source not in believed:
                source = strays.pop(0) if strays else None
            steps.append(Step(piece, source, target))
        arrived = {step.piece for step in steps} | {p for p, target in after.items() if target in occupied - shared}
        cleared = {step.source for step in steps}
        for place in sorted(extra):
            leaving = [piece for piece, at in before.items() if at == place and piece not in arrived]
            steps += [Step(piece, place, after.get(piece)) for piece in leaving]
            if not leaving and place not in cleared:
                steps.append(Step(SOMETHING, place, None))
        return tuple(sorted(steps, key=lambda step: before.get(step.piece) == after.get(step.piece)))

    def unseen(self, before: Placement, after: Placement) -> tuple[Step, ...]:
        """The moves from `before` to `after` that nothing felt can show: others stand where they begin and end."""
        moves = [
            Step(piece, before.get(piece), after.get(piece))
            for piece in {**before, **after}
            if before.get(piece) != after.get(piece)
        ]
        arriving = Counter(step.target for step in moves)
        vacated = self.occupancy(before) - self.occupancy(after)
        filled = self.occupancy(after) - self.occupancy(before)
        return tuple(
            step
            for step in moves
            if {step.source, step.target} & self.sensed
            and step.source not in vacated
            and not (step.target in filled and arriving[step.target] == 1)
        )

    def played(
        self, occupied: frozenset[str], here: Placement, outcomes: Mapping[Action, Placement]
    ) -> tuple[Action, ...]:
        """The actions whose outcome the occupancy shows, if it is not that of `here`; more than one is a question."""
        if occupied == self.occupancy(here):
            return ()
        return tuple(action for action, placement in outcomes.items() if self.occupancy(placement) == occupied)

    def underway(self, occupied: frozenset[str], here: Placement, outcomes: Mapping[Action, Placement]) -> bool:
        """Whether a hand passes through this occupancy on its way to an outcome: the mover lifted, nothing more."""
        now = self.occupancy(here)
        return occupied == now or any(now & self.occupancy(placement) == occupied for placement in outcomes.values())

    def passing(self, occupied: frozenset[str], before: Placement, after: Placement) -> bool:
        """Whether hands that make `after` of `before` pass through this occupancy, in any order."""
        start, end = self.occupancy(before), self.occupancy(after)
        return start & end <= occupied <= start | end
