"""A player's choice, by hand or by an answer. No clock in here.

By hand, the placement of the mice is the action. The page offers every action, too, and so does the table alone: button
A walks through the options, or a wand touches the places lit for one, and button B takes the option pointed at.
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
    """Return the placements that show an action: the one after it, and the one on the way there, if any.

    A placement on the way to several ends shows the action that goes there first.
    """
    here, pieces = state.placement(), state.game.pieces
    ends = {action: state.after(action).placement() for action in state.actions()}
    ways = {("on the way", action): here | way for action in ends if (way := state.on_the_way(action))}
    ways = {key: there for key, there in ways.items() if there != ends[key[1]]}
    ends = {action: there for action, there in ends.items() if there not in ways.values()}
    return {key: there for key, there in (ends | ways).items() if _moves(here, there, pieces)}


def action_of(key: Key) -> Action:
    """Return the action that this outcome shows."""
    match key:
        case ("on the way", Action() as action) | (Action() as action):
            return action
    raise AssertionError(f"{key} is no action")


def _moves(before: Placement, after: Placement, pieces: Sequence[str]) -> bool:
    return any(before.get(piece) != after.get(piece) for piece in pieces)


class Choice(Question[Decided]):
    """The action that a seat takes, and how it became known."""

    ask: Choose

    def __init__(self, seat: int, state: State, standing: frozenset[str]) -> None:
        """`standing` are the occupied places before anything is done."""
        self.ask = Choose(seat, state.actions())
        self.outcomes = outcomes_of(state)
        self._seat = seat
        self._state = state
        self._taps = Taps(standing)

    @property
    def question(self) -> tuple[Action, ...]:
        """The actions between which the table cannot decide; () if that is not asked."""
        return self.ask.actions if self.ask.ambiguous else ()

    def rest(self, left: Callable[[Placement], Amiss]) -> None:
        self._offer(self._state.actions())

    def which(self, keys: tuple[Key, ...], missing: str | None) -> None:
        shown = {action_of(key) for key in keys}
        actions = tuple(action for action in self._state.actions() if action in shown)
        self._offer(actions, ambiguous=missing is None, missing=missing)

    def after(self, key: Key) -> State:
        return self._state.after(action_of(key))

    def settled(self, key: Key) -> Decided:
        return action_of(key), Source.HANDS

    def shown(self, action: Action) -> Placement | None:
        """Return the placement that shows an action, or None if hands cannot show it."""
        return self.outcomes.get(action) or self.outcomes.get(("on the way", action))

    def take(self, answer: Answer) -> Decided | None:
        match answer, self.ask:
            case Chosen(action), Choose(_, offered) if action in (*offered, *self._state.asides()):
                return action, Source.PLAYER
            case Press("b"), Choose(_, offered, int(pointed)):
                return offered[pointed], Source.PLAYER
            case Press("b"), Choose(_, (action,)):
                return action, Source.PLAYER
            case (Press("a"), Choose(_, offered)) | (Press("b"), Choose(_, offered, ambiguous=True)):
                self._point(range(len(offered)))
        return None

    def feel(self, occupied: frozenset[str]) -> None:
        if self._taps.see(occupied):
            self._offer(self._state.actions())
            self._point(self._touched())

    @property
    def is_at_end(self) -> bool:
        """Whether the last option is pointed at."""
        return self.ask.pointed == len(self.ask.actions) - 1

    def stop_pointing(self) -> bool:
        """Point at nothing any longer. Return whether it pointed at an option."""
        pointed, self.ask = self.ask.pointed, replace(self.ask, pointed=None)
        return pointed is not None

    def _offer(self, actions: tuple[Action, ...], ambiguous: bool = False, missing: str | None = None) -> None:
        offered = Choose(self._seat, actions, ambiguous=ambiguous, missing=missing)
        if offered != replace(self.ask, pointed=None):
            self.ask = offered

    def _point(self, options: Sequence[int]) -> None:
        """Point at the next of these options, cyclically."""
        if not options:
            return
        pointed = self.ask.pointed
        following = options[(options.index(pointed) + 1) % len(options)] if pointed in options else options[0]
        self.ask = replace(self.ask, pointed=following)

    def _touched(self) -> Sequence[int]:
        """Return the options whose lit places the wand has touched, preferring those with the most places."""
        state = self._state
        touched = {}
        for option, action in enumerate(state.actions()):
            places = felt_beside(state.game.layout, state.spots(action))
            if self._taps.end_with(places):
                touched[option] = len(places)
        return [option for option, places in touched.items() if places == max(touched.values())]
