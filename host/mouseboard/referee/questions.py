"""What is waited for, a thing at a time: what to show, what hands may make of it, and which answer counts.

A person's choice among several actions has its own page, `choice.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from mouseboard.referee.situation import Answer, Ask, Move
from mouseboard.table import Amiss, Placement, Press
from mouseboard.table.expectation import Key

T = TypeVar("T")
Result = TypeVar("Result", covariant=True)


class Question(Protocol[Result]):
    """One thing that is waited for."""

    outcomes: Mapping[Key, Placement]
    """What hands may make of the board."""
    due: bool
    """Whether they must."""

    @property
    def ask(self) -> Ask:
        """What to show while nothing is amiss."""

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        """Everything is at rest; `left` tells what is left to do until it stands in some way."""

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        """Hands have done one of these."""

    def settled(self, key: Key) -> Result:
        """Hands have done this."""

    def feel(self, occupied: frozenset[str]) -> None:
        """Hands have changed something; these places are occupied now."""

    def take(self, answer: Answer) -> Result | None:
        """What a person said, if it counts."""


class Awaited(Generic[T]):
    """Something that hands do not show on the board: a button, a key, the end of the trap's run."""

    outcomes: Mapping[Key, Placement] = {}
    due = False

    def __init__(self, ask: Ask, take: Callable[[Answer], T | None]) -> None:
        self.ask = ask
        self._take = take

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        pass

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        raise AssertionError(f"nothing can be done by hand, but one of {keys} was")

    def settled(self, key: Key) -> T:
        raise AssertionError(f"nothing can be done by hand, but {key} was")

    def feel(self, occupied: frozenset[str]) -> None:
        pass

    def take(self, answer: Answer) -> T | None:
        return self._take(answer)


class PuttingBack:
    """Whether a mouse was put back to take a move back, or was taken for another and is to go where it belongs."""

    due = False

    def __init__(self, ask: Ask, belongs: Placement) -> None:
        self.ask = ask
        self.outcomes: Mapping[Key, Placement] = {"no": belongs}

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        pass

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        """It may be back where it belongs, or hang in a hand: that is what is asked."""

    def settled(self, key: Key) -> bool:
        return False

    def feel(self, occupied: frozenset[str]) -> None:
        pass

    def take(self, answer: Answer) -> bool | None:
        return answer == Press("b") if isinstance(answer, Press) else None


class Moving:
    """The move to `placement` is to be made by hand."""

    due = True

    def __init__(self, placement: Placement) -> None:
        self.placement = placement
        self.outcomes: Mapping[Key, Placement] = {"moved": placement}
        self.ask = Move(())

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        missing = left(self.placement)
        self.ask = Move(missing.steps, missing.confirm)

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        raise AssertionError(f"there is one move, but one of {keys} was made")

    def settled(self, key: Key) -> bool:
        return True

    def feel(self, occupied: frozenset[str]) -> None:
        pass

    def take(self, answer: Answer) -> bool | None:
        return None
