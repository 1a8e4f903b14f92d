"""A seat's choice, from what hands did and what people say, as a small state machine without a clock.

By hand: where the mice stand is the action. Anything can be chosen by the page too, and on the table alone: button A
walks through the options, or a wand touches what is lit for one; button B takes the one pointed at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from mouseboard.referee.questions import Question
from mouseboard.referee.situation import Answer, Choose, Chosen
from mouseboard.rules import Action, State
from mouseboard.store import Source
from mouseboard.table import Amiss, Placement, Press
from mouseboard.table.expectation import Key
from mouseboard.table.taps import Taps, felt_beside

Decided = tuple[Action, Source]


def outcomes_of(state: State) -> dict[Key, Placement]:
    """Where everything stands after each action that moves something."""
    here = state.placement()
    outcomes = {action: state.after(action).placement() for action in state.actions()}
    return {action: placement for action, placement in outcomes.items() if _moves(here, placement, state.game.pieces)}


def _moves(before: Placement, after: Placement, pieces: Sequence[str]) -> bool:
    return any(before.get(piece) != after.get(piece) for piece in pieces)


class Choice(Question[Decided]):
    """Which action is taken, and how that became known."""

    ask: Choose

    def __init__(self, seat: int, state: State, standing: frozenset[str]) -> None:
        """`standing` are the places that are occupied while nothing has been done."""
        self.ask = Choose(seat, state.actions())
        self.outcomes = outcomes_of(state)
        self._seat = seat
        self._state = state
        self._taps = Taps(standing)

    @property
    def question(self) -> tuple[Action, ...]:
        """The actions of which hands have done one; () where that is not asked."""
        return self.ask.actions if self.ask.ambiguous else ()

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        self._offer(self._state.actions())

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        actions = tuple(action for action in self._state.actions() if action in keys)
        self._offer(actions, ambiguous=missing is None, missing=missing)

    def settled(self, key: Key) -> Decided:
        assert isinstance(key, Action)
        return key, Source.HANDS

    def take(self, answer: Answer) -> Decided | None:
        match answer, self.ask:
            case Chosen(action), Choose(_, offered) if action in offered:
                return action, Source.PLAYER
            case Press("b"), Choose(_, offered, int(pointed)):
                return offered[pointed], Source.PLAYER
            case Press("b"), Choose(_, (action,)):
                return action, Source.PLAYER
            case Press("a"), Choose(_, offered, pointed):
                self._point(range(len(offered)))
        return None

    def feel(self, occupied: frozenset[str]) -> None:
        if self._taps.see(occupied):
            self._offer(self._state.actions())
            self._point(self._touched())

    def _offer(self, actions: tuple[Action, ...], ambiguous: bool = False, missing: str | None = None) -> None:
        offered = Choose(self._seat, actions, ambiguous=ambiguous, missing=missing)
        if offered != replace(self.ask, pointed=None):
            self.ask = offered

    def _point(self, options: Sequence[int]) -> None:
        """At the next of these options, round and round."""
        if not options:
            return
        pointed = self.ask.pointed
        following = options[(options.index(pointed) + 1) % len(options)] if pointed in options else options[0]
        self.ask = replace(self.ask, pointed=following)

    def _touched(self) -> Sequence[int]:
        """The options for which the wand has touched all that is lit, of most places if there are several."""
        state = self._state
        touched = {}
        for option, action in enumerate(state.actions()):
            places = felt_beside(state.game.layout, state.spots(action))
            if self._taps.end_with(places):
                touched[option] = len(places)
        return [option for option, places in touched.items() if places == max(touched.values())]
