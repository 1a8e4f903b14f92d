"""What is waited for, a thing at a time: what to show, what hands may make of it, and which answer counts.

A person's choice among several actions has its own page, `choice.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from mouseboard.referee.situation import Answer, Ask, Move
from mouseboard.table import Amiss, Placement, Press
from mouseboard.table.expectation import Key

T = TypeVar("T", covariant=True)


class Question(Generic[T]):
    """One thing that is waited for, and ends with a T. By default nothing can be done by hand, and no answer counts."""

    ask: Ask
    """What to show while nothing is amiss."""
    outcomes: Mapping[Key, Placement] = {}
    """What hands may make of the board."""
    due = False
    """Whether they must."""

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        """Everything is at rest; `left` tells what is left to do until it stands in some way."""

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        """Hands have done one of these; with `missing` that piece is felt nowhere."""

    def settled(self, key: Key) -> T:
        """Hands have done this."""
        raise AssertionError(f"nothing can be done by hand, but {key} was")

    def feel(self, occupied: frozenset[str]) -> None:
        """Hands have changed something; these places are occupied now."""

    def take(self, answer: Answer) -> T | None:
        """What a person said, if it counts."""


class Awaited(Question[T]):
    """Something that hands do not show on the board: a button, a key, the end of the trap's run."""

    def __init__(self, ask: Ask, take: Callable[[Answer], T | None]) -> None:
        self.ask = ask
        self._take = take

    def take(self, answer: Answer) -> T | None:
        return self._take(answer)


class PuttingBack(Question[bool]):
    """Whether a mouse was put back to take a move back, or was taken for another and is to go where it belongs."""

    def __init__(self, ask: Ask, belongs: Placement) -> None:
        self.ask = ask
        self.outcomes = {"no": belongs}

    def settled(self, key: Key) -> bool:
        return False

    def take(self, answer: Answer) -> bool | None:
        return answer == Press("b") if isinstance(answer, Press) else None


class Moving(Question[bool]):
    """The move to `placement` is to be made by hand."""

    due = True

    def __init__(self, placement: Placement) -> None:
        self.placement = placement
        self.outcomes = {"moved": placement}
        self.ask = Move(())

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        missing = left(self.placement)
        self.ask = Move(missing.steps, missing.confirm)

    def settled(self, key: Key) -> bool:
        return True
