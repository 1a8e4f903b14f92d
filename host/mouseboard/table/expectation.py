"""What the referee tells the belief: where the pieces belong, and what hands may make of that."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import msgspec

Placement = Mapping[str, str]
"""Where each piece stands: {piece: place}. One that is not in it stands beside the board."""

Key = Hashable
"""What the referee calls an outcome; it comes back in the verdict."""


class Expectation(msgspec.Struct, frozen=True):
    """What may happen until something is settled."""

    here: Placement
    """Where everything stands as long as nobody has done anything."""
    outcomes: Mapping[Key, Placement] = {}
    """What hands may make of it."""
    corrections: Mapping[Key, Placement] = {}
    """What hands may still make of the last decision, as long as nothing follows from it."""
    takebacks: Mapping[Key, Placement] = {}
    """Where everything stood before decisions that hands may take back by moving back."""
    due: bool = False
    """Whether the one outcome must come about; if not, nothing need be done."""


NOTHING_KNOWN = Expectation({})


class Intent:
    """An expectation piece by piece: where each belongs, where it may go, and where it might have gone before."""

    def __init__(self, pieces: tuple[str, ...], expectation: Expectation) -> None:
        self.home = tuple(expectation.here.get(piece) for piece in pieces)
        self.goals = tuple(
            frozenset(outcome.get(piece) for outcome in expectation.outcomes.values()) - {home}
            for piece, home in zip(pieces, self.home, strict=True)
        )
        earlier = (*expectation.corrections.values(), *expectation.takebacks.values())
        self.earlier = tuple(
            frozenset(outcome.get(piece) for outcome in earlier) - {home}
            for piece, home in zip(pieces, self.home, strict=True)
        )
