"""The questions: what each shows, what hands may do for it, and which answer counts.

A player's choice among several actions is in `choice.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

from msgspec.structs import replace

from mouseboard.referee.seating import Seating
from mouseboard.referee.situation import Agreed, Answer, Ask, Consent, Move, Reseated
from mouseboard.rules import State
from mouseboard.table import Amiss, PlaceChanged, Placement, Press, Silence
from mouseboard.table.expectation import Key
from mouseboard.table.timeouts import AWAITED

T = TypeVar("T", covariant=True)

REST_S = 1.0
"""Seconds for which a move by hand must rest before anything follows that nobody asked for, such as a smell or victory.

Until then its player may still move on, as long as after any other move.
"""


class Question(Generic[T]):
    """A question whose answer is a T. By default hands can do nothing for it, and no answer counts."""

    ask: Ask | None
    """The ask to show while the board is right."""
    outcomes: Mapping[Key, Placement] = {}
    """The placements that hands may make."""
    due = False
    """Whether they must make one."""
    mends = True
    """Whether a board that is wrong is asked about first."""
    reconsiders = True
    """Whether hands may correct the last move meanwhile, or take decisions back."""

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        """Note that the board is at rest; `left` returns what remains to be done for a placement."""

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        """Note that hands have made one of these outcomes; `missing` is a piece that no contact shows."""

    def after(self, key: Key) -> State | None:
        """Return the state after this outcome, or None unless it is an action."""

    def settled(self, key: Key) -> T:
        """Return the answer that this outcome is."""
        raise AssertionError(f"nothing can be done by hand, but {key} was")

    def feel(self, occupied: frozenset[str]) -> None:
        """Note that hands have changed something: these places are occupied now."""

    def take(self, answer: Answer) -> T | None:
        """Return the answer that a person gave, or None if it does not count."""

    def passed(self, silence: Silence) -> T | None:
        """Return the answer that silence gives while the board is at rest, or None if it gives none yet."""

    def overtaken(self, change: PlaceChanged) -> T | None:
        """Return the answer that this first change gives, because hands go on with the next thing, or None."""


class Awaited(Question[T]):
    """Something that the board does not show: a button, a key, the end of the trap's run."""

    def __init__(self, ask: Ask, take: Callable[[Answer], T | None]) -> None:
        self.ask = ask
        self._take = take

    def take(self, answer: Answer) -> T | None:
        return self._take(answer)


class Resting(Question[bool]):
    """Whether the last move by hand, to these places, has rested, or somebody lifts another piece already."""

    ask = None

    def __init__(self, places: Collection[str]) -> None:
        self._places = places

    def passed(self, silence: Silence) -> bool | None:
        return silence.lasts(REST_S) or None

    def overtaken(self, change: PlaceChanged) -> bool | None:
        return (not change.occupied and change.place not in self._places) or None


class PutBack(Question[bool]):
    """Whether the board has rested since a takeback. A piece lifted before it counts for nothing, but is put back."""

    ask = None
    reconsiders = False

    def __init__(self, seconds: float) -> None:
        """Hands may be on their way to a piece, or hold one that no contact feels, for this long."""
        self._seconds = seconds

    def passed(self, silence: Silence) -> bool | None:
        return silence.lasts(self._seconds) or None


class Ended(Question[bool]):
    """Whether people press B for another game, take a move back or replace the last one. They may clear the board."""

    ask = None
    mends = False

    def take(self, answer: Answer) -> bool | None:
        return answer == Press("b") or None


class YesOrNo(Question[bool]):
    """A question about the board, answered with the buttons, or with no by making the placement `otherwise` by hand."""

    mends = False

    def __init__(self, ask: Ask, otherwise: Placement) -> None:
        self.ask = ask
        self.outcomes = {"no": otherwise}

    def settled(self, key: Key) -> bool:
        return False

    def take(self, answer: Answer) -> bool | None:
        return answer == Press("b") if isinstance(answer, Press) else None


class Agreement(Question[bool]):
    """Whether everybody who is waited for agrees to a takeback. Button B agrees for all at the table, and A refuses."""

    ask: Consent

    def __init__(self, ask: Consent, seating: Seating, otherwise: Placement | None = None) -> None:
        """If hands have asked, they may also refuse by making the placement `otherwise`."""
        self.ask = ask
        self.mends = otherwise is None
        self.outcomes = {} if otherwise is None else {"no": otherwise}
        self._seating = seating

    def settled(self, key: Key) -> bool:
        return False

    def take(self, answer: Answer) -> bool | None:
        match answer:
            case Press("a"):
                return False
            case Press():
                return self._wait_for({seat for seat in self.ask.waiting if self._seating.answers_by_phone(seat)})
            case Agreed(seats):
                return self._wait_for({*self.ask.waiting}.difference(seats))
            case Reseated():
                return self._wait_for(self._seating.people.intersection(self.ask.waiting))
        return None

    def _wait_for(self, waiting: set[int]) -> bool | None:
        """Wait for these seats only. Return True if there are none."""
        self.ask = replace(self.ask, waiting=tuple(sorted(waiting)))
        return not waiting or None


class Felt(Question[bool]):
    """Whether contacts come to show a placement that people have confirmed. `ask` is what was asked before."""

    mends = False

    def __init__(self, ask: Ask, placement: Placement) -> None:
        self.ask = ask
        self.outcomes = {"felt": placement}

    def settled(self, key: Key) -> bool:
        return True

    def passed(self, silence: Silence) -> bool | None:
        return False if silence.lasts(AWAITED) else None


class Moving(Question[bool]):
    """A move to `placement` that people must make by hand."""

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
