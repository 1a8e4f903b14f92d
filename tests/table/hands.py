"""Writes what the table felt in short: `felt("a1- 0.4 b1+")` is a lift from a1, 0.4 s, and a put on b1."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from mouseboard.layouts import Layout, Place
from mouseboard.table import Belief, Expectation, Placement, Silence, Verdict, judge
from mouseboard.table.men import Men

PITCH = 40.0
PLACES = tuple(f"{column}{row}" for row in range(1, 5) for column in "abcd")
LAYOUT = Layout(
    game="none",
    title="Sixteen places",
    edition="tests",
    size=(4 * PITCH, 4 * PITCH),
    sensors=len(PLACES),
    lamps=len(PLACES),
    place=tuple(
        Place(name, (PITCH * "abcd".index(name[0]), PITCH * int(name[1])), sensors=(n,), lamps=(n,))
        for n, name in enumerate(PLACES)
    ),
)
MICE = ("red", "blue", "green", "yellow")
MEN = ("attacker", "friend", "victim", "other")
BESIDE = ""
"""The place of a man that has been taken."""


class Hands:
    """Hands at a board on which all mice are where `here` says."""

    def __init__(
        self,
        here: Placement,
        outcomes: Mapping[str, Placement] | None = None,
        *,
        corrections: Mapping[str, Placement] | None = None,
        takebacks: Mapping[str, Placement] | None = None,
        due: bool = False,
    ) -> None:
        self.here = here
        self.belief = self._belief(here)
        self.time = 1.0
        self.expect(outcomes or {}, corrections=corrections, takebacks=takebacks, due=due)
        self.belief.stand(here, self.belief.occupancy(here))

    def _belief(self, here: Placement) -> Belief:
        return Belief(LAYOUT, tuple(mouse for mouse in MICE if mouse in here))

    def expect(
        self,
        outcomes: Mapping[str, Placement],
        *,
        corrections: Mapping[str, Placement] | None = None,
        takebacks: Mapping[str, Placement] | None = None,
        due: bool = False,
    ) -> None:
        """Expect these outcomes from here on."""
        after, instead, back = (self._after(moves or {}) for moves in (outcomes, corrections, takebacks))
        self.belief.expect(Expectation(self.here, after, instead, back, due))

    def tell(self, told: Placement) -> Hands:
        """Tell people to put these pieces there."""
        self.belief.tell(told)
        return self

    def _after(self, moves: Mapping[str, Placement]) -> dict[Hashable, Placement]:
        return {key: _standing({**self.here, **moved}) for key, moved in moves.items()}

    def felt(self, changes: str) -> Hands:
        """Take changes in short: `a1-` opens, `a1+` closes, and a number is seconds."""
        for change in changes.split():
            if change[-1] in "+-":
                self.belief.change(change[:-1], change[-1] == "+", self.time)
            else:
                self.time += float(change)
        return self

    def after(self, seconds: float) -> Verdict:
        """Return the verdict after this many seconds of silence."""
        return judge(self.belief, Silence(seconds))

    def settle(self, moved: Placement) -> Hands:
        """Settle on this placement and go on from it."""
        self.here = _standing({**self.here, **moved})
        self.belief.settle(self.here)
        return self


class HandsAtMen(Hands):
    """Hands at a board of men. Two men never share a place."""

    def _belief(self, here: Placement) -> Belief:
        return Belief(LAYOUT, MEN, Men)


def _standing(placement: Placement) -> Placement:
    return {piece: place for piece, place in placement.items() if place != BESIDE}
