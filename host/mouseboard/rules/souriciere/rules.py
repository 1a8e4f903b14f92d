"""La souricière: along the winding path to the cheese, in and out of the rooms behind the holes. Pure luck.

Notation:

    first<seat>    lot: who starts (only with first=lot)
    roll<n>        die: on the path the mouse moves n squares; in a room 1 stays, 3 climbs back to the hole,
                   6 follows the green arrow, and 2, 4, 5 follow the red one

Nothing is ever chosen, and turns lost in the trap pass by themselves.

The layout lists the path from the house to the cheese, then rooms and trap. Kinds of place: house, square, hole (`to`
its room), entry (`to` the trap), cheese; room (arrows `green` and `red`) and trap. Text: rules/souriciere.txt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.layouts import Place
from mouseboard.rules import chance
from mouseboard.rules.core import (
    CHANCE,
    FIRST,
    Action,
    Device,
    Game,
    HandTask,
    Option,
    Score,
    Setting,
    State,
    layout_option,
)
from mouseboard.rules.souriciere import words
from mouseboard.rules.souriciere.layout import PATH, check
from mouseboard.say import Say

LOST_TURNS = 2


class Souriciere(Game):
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
        ),
        Option(
            "exact",
            True,
            "true: only the exact roll reaches the cheese, what is too much bounces back; false: more will do",
            (True, False),
        ),
        Option(
            "occupied",
            "before",
            "a mouse that meets another stops before it, goes to the next free square, or sends it home",
            ("before", "next", "home"),
        ),
    )

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.place = self.layout.by_name
        self.path = tuple(place.name for place in self.layout.place if place.kind in PATH)
        self.index = {name: i for i, name in enumerate(self.path)}
        self.house, self.cheese = self.path[0], self.path[-1]
        self.hole = {place.to: place.name for place in self.layout.place if place.kind == "hole"}
        self.entry = next(place for place in self.layout.place if place.kind == "entry")
        self.trap = self.entry.to
        self.has_trap = settings["edition"] == "ravensburger"
        self.lot = chance.lot(players)

    @cached_property
    def vocabulary(self) -> Mapping[str, Action]:
        """Lots and rolls."""
        return {str(action): action for action in (*chance.outcomes(self.lot), *chance.ROLLS)}

    def preparation(self) -> HandTask:
        return words.preparation(self)

    def how_to_play(self) -> tuple[Say, ...]:
        return words.how_to_play()

    def start(self) -> SouriciereState:
        """All mice in the house."""
        seat = None if self.settings["first"] == "lot" else 0
        return SouriciereState(self, seat, (self.house,) * self.players, (0,) * self.players)

    def below(self, square: str) -> str:
        """Where a mouse ends that falls on this square: the room under a hole, the trap, or just there."""
        under = self.place[square].to
        return square if not under or (under == self.trap and not self.has_trap) else under

    def ahead(self, square: str, n: int) -> str:
        """The square n further on; what is too much bounces off the cheese, or is forgiven (text: 5, Variantes)."""
        index, last = self.index[square] + n, len(self.path) - 1
        if index > last:
            index = 2 * last - index if self.settings["exact"] else last
        return self.path[index]

    def end_of_red(self, room: Place) -> str:
        """Where a room's red arrow leads: the last one into the trap, or without a trap to its entry (text: 4)."""
        return self.entry.name if room.red == self.trap and not self.has_trap else room.red


class Stop(msgspec.Struct, frozen=True):
    """How a mouse comes to a stop."""

    aim: str
    """The square that the die or an arrow names; or the room or trap in which it stays."""
    square: str
    """Where it stops: there, or near it where that is taken."""
    place: str
    """Where it ends: on that square, or what lies below it."""
    sent_home: tuple[int, ...] = ()
    """The seats whose mice stood there and go back to the house."""


class SouriciereState(State, msgspec.Struct, frozen=True):
    """A moment of the game."""

    game: Souriciere
    turn: int | None
    """The seat whose turn it is; None until that is drawn."""
    at: tuple[str, ...]
    """Where each mouse is."""
    waits: tuple[int, ...]
    """How many turns each mouse in the trap has still to lose."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat whose mouse is at the cheese."""
        return (self.at.index(self.game.cheese),) if self.game.cheese in self.at else ()

    @property
    def actor(self) -> int | None:
        """Chance, as long as the game lasts."""
        return None if self.winners else CHANCE

    def odds(self) -> chance.Odds:
        """The lot, then only the die."""
        if self.winners:
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
        *_, (seat, state) = (self.turn, moved), *moved.turns_in_trap(self.turn)
        return state if state.winners else replace(state, turn=(seat + 1) % self.game.players)

    def placement(self) -> dict[str, str]:
        """Every mouse, always on the board."""
        return dict(zip(self.game.mice, self.at, strict=True))

    # How a mouse comes to a stop.

    def stop(self, seat: int, n: int) -> Stop:
        """How the mouse of `seat` stops that has rolled `n`: along the path, or out of its room (text: 1, 3, 5)."""
        here = self.game.place[self.at[seat]]
        if here.kind != "room":
            return self._on(seat, self.game.ahead(here.name, n), falls=True)
        match n:
            case 1:
                return Stop(here.name, here.name, here.name)
            case 3:
                return self._on(seat, self.game.hole[here.name], falls=False)
            case 6:
                return self._on(seat, here.green, falls=False)
        red = self.game.end_of_red(here)
        return Stop(red, red, red) if red == self.game.trap else self._on(seat, red, falls=False)

    def out_of_trap(self, seat: int) -> Stop:
        """How the mouse of `seat` stops that has lost its turns: it is put on the entry (text: 4)."""
        return self._on(seat, self.game.entry.name, falls=False)

    def turns_in_trap(self, seat: int) -> Iterator[tuple[int, SouriciereState]]:
        """The turns after that seat's which pass in the trap: whose it is, and the state after it (text: 4)."""
        state = self
        while not state.winners and state.at[seat := (seat + 1) % self.game.players] == self.game.trap:
            state = state.waited(seat) if state.waits[seat] else state.stopped(seat, state.out_of_trap(seat))
            yield seat, state

    def stopped(self, seat: int, stop: Stop) -> SouriciereState:
        """The mouse has stopped; who stood there is sent home, and the trap makes it wait."""
        at = (*self.at[:seat], stop.place, *self.at[seat + 1 :])
        for other in stop.sent_home:
            at = (*at[:other], self.game.house, *at[other + 1 :])
        waits = self.waits
        if stop.place == self.game.trap:
            waits = (*waits[:seat], LOST_TURNS, *waits[seat + 1 :])
        return replace(self, at=at, waits=waits)

    def waited(self, seat: int) -> SouriciereState:
        """One turn less to lose."""
        return replace(self, waits=(*self.waits[:seat], self.waits[seat] - 1, *self.waits[seat + 1 :]))

    def _on(self, seat: int, aim: str, falls: bool) -> Stop:
        """The mouse stops on the square, or near it if that is taken, and falls if there is a hole.

        It does not fall where an arrow or the way back has put it, nor where it gets no further than where it came
        from; but it does where it has had to give way (rulings: souriciere, 2 and 3).
        """
        if aim == self.game.house or aim not in self._others(seat):
            return Stop(aim, aim, self.game.below(aim) if falls else aim)
        if self.game.settings["occupied"] == "home":
            there = tuple(other for other, place in enumerate(self.at) if place == aim and other != seat)
            return Stop(aim, aim, self.game.below(aim) if falls else aim, there)
        square = self._free(seat, aim)
        return Stop(aim, square, self.game.below(square) if square != self.at[seat] else square)

    def _free(self, seat: int, square: str) -> str:
        """The first free square before (or after) a taken one; the mouse's own counts as free, the house always is."""
        others = self._others(seat)
        step = 1 if self.game.settings["occupied"] == "next" else -1
        index = self.game.index[square]
        while self.game.path[index] in others and index:
            index += step
        return self.game.path[index]

    def _others(self, seat: int) -> tuple[str, ...]:
        """Where the other mice are."""
        return self.at[:seat] + self.at[seat + 1 :]

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
