"""Midnight in the Pantry: two mice sniff for cheese in the dark. The first to find three pieces wins.

Notation:

    first<seat>         lot: who starts (only with first=lot)
    <place>             the mouse moves one step, slantwise too but straight out of its home, to a place on which no
                        mouse stands: b2
    cheese warm cold    what it smells there: the cheese itself, that it lies straight beside it, or neither

The layout's places fill rows and columns. Kinds of place: home, where a mouse begins, in the order of the seats; shelf.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from mouseboard.rules import chance
from mouseboard.rules.core import CHANCE, FIRST, Action, Device, HandTask, Score, layout_option
from mouseboard.rules.pantry import words
from mouseboard.rules.pantry.moment import CHEESE, COLD, WARM, Moment, ShelvesGame
from mouseboard.say import Say


class Pantry(ShelvesGame):
    """Our own game, for a table of nine places."""

    name = "pantry"
    title = "Midnight in the Pantry"
    summary = "Two mice sniff for cheese in the dark, warm or cold; nine places are enough, from age four."
    seat_counts = (2,)
    options = (layout_option("pantry"), FIRST)

    @property
    def vocabulary(self) -> Mapping[str, Action]:
        """Lots, places and smells."""
        return _vocabulary(self.players, self.places)

    def preparation(self) -> HandTask:
        return words.preparation(self.start())

    def how_to_play(self) -> tuple[Say, ...]:
        return words.how_to_play()

    def start(self) -> PantryState:
        """Each mouse at home, the cheese anywhere else."""
        return PantryState(
            game=self,
            turn=None if self.settings["first"] == "lot" else 0,
            sniffing=False,
            at=self.homes,
            hidden=self.hides(self.homes),
            found=(0,) * self.players,
        )


@cache
def _vocabulary(players: int, places: tuple[str, ...]) -> dict[str, Action]:
    """Kept here, because a cached property slows down every other attribute of a game (CPython 3.11)."""
    moves = (Action(place) for place in places)
    return {str(action): action for action in (*chance.outcomes(chance.lot(players)), *moves, CHEESE, WARM, COLD)}


class PantryState(Moment, frozen=True):
    """A moment of the game, with what is legal in it and what follows."""

    game: Pantry

    @property
    def actor(self) -> int | None:
        """Whoever moves; then chance tells what the mouse smells."""
        if self.winners:
            return None
        return CHANCE if self.turn is None or self.sniffing else self.turn

    def odds(self) -> chance.Odds:
        """The lot; then each smell as likely as the share of places where the cheese may be that give it."""
        if self.actor != CHANCE:
            return ()
        if self.turn is None:
            return self.game.lot
        smells = {smell: len(places) for smell, places in self.smells().items() if places}
        return chance.weighted([*smells], [*smells.values()])

    def actions(self) -> tuple[Action, ...]:
        """The free places beside the mouse, or what can happen."""
        if self.actor in (CHANCE, None):
            return chance.outcomes(self.odds())
        assert self.turn is not None
        here, home = self.at[self.turn], self.game.homes[self.turn]
        near = self.game.beside[here] if here == home else self.game.near[here]
        return tuple(sorted(Action(place) for place in near if place not in self.at))

    def after(self, action: Action) -> PantryState:
        """The mouse has moved, or has smelt something."""
        if self.turn is None:
            return replace(self, turn=int(action.arg))
        return self.smelt(action) if self.sniffing else self.moved(action.verb)

    def placement(self) -> dict[str, str]:
        """Every mouse, always on the board."""
        return self.game.on_slots(dict(zip(self.game.mice, self.at, strict=True)))

    # For people and tables.

    @property
    def device(self) -> Device:
        """The lot once; what a mouse smells nobody at the table can know."""
        return Device.LOT if self.turn is None else Device.HIDDEN

    def prompt(self) -> Say:
        """What to do now."""
        return words.prompt(self)

    def tell(self, action: Action, after: PantryState) -> tuple[Say, ...]:
        """The way of a mouse, or what it smells."""
        return words.tell(self, action, after)

    def hand_tasks(self, action: Action, after: PantryState) -> tuple[HandTask, ...]:
        """None: hands move mice, and those are felt."""
        return words.hand_tasks(self, action, after)

    def scores(self) -> tuple[Score, ...]:
        """What each mouse has found."""
        return (Score("pieces of cheese", self.found),)
