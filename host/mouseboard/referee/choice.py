"""A seat's choice, from occupancies of the table and answers of people, as a small state machine without a clock.

By hand: an occupancy that has held and equals one legal outcome is that action; one that equals several is a question;
one that leads nowhere is to be corrected. Anything can be chosen by the page too, and on the table alone: button A
walks through the options, or a wand touches what is lit for one; button B takes the one pointed at.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from mouseboard.referee.situation import Answer, Arrange, Choose, Chosen
from mouseboard.rules import Action, State
from mouseboard.store import Source
from mouseboard.table import Missed, PlaceChanged, Press, Sense
from mouseboard.table.taps import Taps, felt_beside

Decided = tuple[Action, Source]


class Choice:
    """`ask` is what to show. `take` an answer, or `settle` an occupancy that has held: each returns what is decided."""

    def __init__(self, seat: int, state: State, sense: Sense) -> None:
        self.ask: Choose | Arrange = Choose(seat, state.actions())
        self._seat = seat
        self._state = state
        self._sense = sense
        self._here = state.placement()
        outcomes = {action: state.after(action).placement() for action in state.actions()}
        occupancy = sense.occupancy(self._here)
        self._by_hand = {action: there for action, there in outcomes.items() if sense.occupancy(there) != occupancy}
        self._taps = Taps(occupancy)

    @property
    def question(self) -> tuple[Action, ...]:
        """The actions that the occupancy does not distinguish; () where nothing is asked."""
        return self.ask.actions if isinstance(self.ask, Choose) and self.ask.ambiguous else ()

    def settle(self, occupied: frozenset[str]) -> Decided | None:
        """The occupancy has held long enough to count."""
        shown = self._sense.played(occupied, self._here, self._by_hand)
        if len(shown) == 1:
            return shown[0], Source.HANDS
        steps = () if shown or self.underway(occupied) else self._sense.steps(occupied, self._here, self._here)
        if steps:
            self.ask = Arrange(steps)
        else:
            self._offer(shown or self._state.actions(), ambiguous=bool(shown))
        return None

    def underway(self, occupied: frozenset[str]) -> bool:
        """Whether a hand passes through this occupancy on its way to a legal outcome."""
        return self._sense.underway(occupied, self._here, self._by_hand)

    def take(self, answer: Answer) -> Decided | None:
        """What a person said or touched. What does not fit the moment is ignored."""
        match answer, self.ask:
            case Chosen(action), Choose(_, offered) if action in offered:
                return action, Source.PLAYER
            case Press("b"), Choose(_, offered, int(pointed)):
                return offered[pointed], Source.PLAYER
            case Press("a"), Choose(_, offered, pointed):
                self._point(range(len(offered)))
            case ((PlaceChanged(occupancy=felt) | Missed(felt)), _) if self._taps.see(felt):
                self._offer(self._state.actions())
                self._point(self._touched())
        return None

    def _offer(self, actions: tuple[Action, ...], ambiguous: bool = False) -> None:
        if not (isinstance(self.ask, Choose) and (self.ask.actions, self.ask.ambiguous) == (actions, ambiguous)):
            self.ask = Choose(self._seat, actions, ambiguous=ambiguous)

    def _point(self, options: Sequence[int]) -> None:
        """At the next of these options, round and round."""
        if not options or not isinstance(self.ask, Choose):
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
