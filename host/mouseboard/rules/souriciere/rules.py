"""La souricière: along the winding path to the cheese, in and out of the rooms behind the holes. Pure luck.

Notation:

    first<seat>    lot: who starts (only with first=lot)
    roll<n>        die: on the path the mouse moves n squares; in a room 1 stays, 3 climbs back to the hole,
                   6 follows the green arrow, and 2, 4, 5 follow the red one

Nothing is ever chosen, and turns lost in the trap pass by themselves.

The layout lists the path from the house to the cheese, then rooms and trap. Kinds of place: house, square, hole (`to`
its room), entry (`to` the trap), cheese; room (arrows `green` and `red`) and trap.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from mouseboard.rules import chance
from mouseboard.rules.core import (
    CHANCE,
    FIRST,
    Action,
    Device,
    HandTask,
    Option,
    Score,
    layout_option,
)
from mouseboard.rules.souriciere import words
from mouseboard.rules.souriciere.moment import Moment, PathGame
from mouseboard.say import Say


class Souriciere(PathGame):
    """The game of Ingeborg Ahrenkiel."""

    name = "souriciere"
    title = "La souricière"
    summary = "Race to the cheese, past holes and rooms and the trap; nothing but luck, from age five."
    seat_counts = (2, 3, 4, 5, 6)
    options = (
        layout_option("souriciere"),
        FIRST,
        Option(
            "edition",
            "ravensburger",
            "ravensburger has a trap before the cheese, bookmark has none",
            ("ravensburger", "bookmark"),
            "Which edition?",
            ("Ravensburger, with the trap", "bookmark, without it"),
        ),
        Option(
            "exact",
            True,
            "true: only the exact roll reaches the cheese, what is too much bounces back; false: more will do",
            (True, False),
            "Which roll reaches the cheese?",
            ("the exact one; too much bounces back", "any that is enough"),
        ),
        Option(
            "occupied",
            "before",
            "a mouse that meets another stops before it, goes to the next free square, or sends it home",
            ("before", "next", "home"),
            "What if the square is taken?",
            ("one stops before it", "one goes to the next free square", "the mouse there is sent home"),
        ),
    )

    @property
    def vocabulary(self) -> Mapping[str, Action]:
        """Lots and rolls."""
        return _vocabulary(self.players)

    def preparation(self) -> HandTask:
        return words.preparation(self.start())

    def how_to_play(self) -> tuple[Say, ...]:
        return words.how_to_play(self)

    def start(self) -> SouriciereState:
        """All mice in the house."""
        seat = None if self.settings["first"] == "lot" else 0
        return SouriciereState(self, seat, (self.house,) * self.players, (0,) * self.players)


@cache
def _vocabulary(players: int) -> dict[str, Action]:
    """Kept here, because a cached property slows down every other attribute of a game (CPython 3.11)."""
    return {str(action): action for action in (*chance.outcomes(chance.lot(players)), *chance.ROLLS)}


class SouriciereState(Moment, frozen=True):
    """A moment of the game, with what can happen in it."""

    game: Souriciere

    @property
    def actor(self) -> int | None:
        """Chance, as long as the game lasts."""
        return None if self.game.cheese in self.at else CHANCE

    def odds(self) -> chance.Odds:
        """The lot, then only the die."""
        if self.game.cheese in self.at:
            return ()
        return self.game.lot if self.turn is None else chance.DIE

    def actions(self) -> tuple[Action, ...]:
        """What can happen."""
        return chance.outcomes(self.odds())

    def after(self, action: Action) -> SouriciereState:
        """The mouse moves; then turns pass until somebody can roll."""
        if self.turn is None:
            return replace(self, turn=int(action.arg))
        moved = self.stopped(self.turn, self.stop(self.turn, int(action.arg)))
        turns = moved.turns_in_trap(self.turn)
        seat, state = turns[-1] if turns else (self.turn, moved)
        return state if state.winners else replace(state, turn=self.game.following[seat])

    def placement(self) -> dict[str, str]:
        """Every mouse, always on the board."""
        return self.game.on_slots(dict(zip(self.game.mice, self.at, strict=True)))

    # For people and tables.

    @property
    def device(self) -> Device:
        """The lot once, then the die."""
        return Device.LOT if self.turn is None else Device.DIE

    def prompt(self) -> Say:
        """What to do now."""
        return words.prompt(self)

    def tell(self, action: Action, after: SouriciereState) -> tuple[Say, ...]:
        """The roll with all that followed from it, and the turns that passed in the trap."""
        return words.tell(self, action, after)

    def hand_tasks(self, action: Action, after: SouriciereState) -> tuple[HandTask, ...]:
        """None: hands move mice, and those are felt."""
        return words.hand_tasks(self, action, after)

    def scores(self) -> tuple[Score, ...]:
        """How far each mouse has to go; from a room or the trap, counted from where it fell in."""
        hole = self.game.hole | {self.game.trap: self.game.entry.name}
        squares = [self.game.index[hole.get(place, place)] for place in self.at]
        return (Score("squares to the cheese", tuple(len(self.game.path) - 1 - index for index in squares)),)
