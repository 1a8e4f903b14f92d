"""La souricière: along the winding path to the cheese, in and out of the rooms behind the holes. Pure luck.

Notation:

    first<seat>    lot: who starts (only with first=lot)
    roll<n>        die: on the path the mouse moves n squares; in a room 1 stays, 3 climbs back to the hole,
                   6 follows the green arrow, and 2, 4, 5 follow the red one

Nothing is ever chosen, and turns lost in the trap pass by themselves.

The board lists the path from the house to the cheese, then rooms and trap. Kinds of place: house, square, hole (`to`
its room), entry (`to` the trap), cheese; room (arrows `green` and `red`) and trap. Text: rules/souriciere.txt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.core import CHANCE, FIRST, Action, Device, Game, Option, Score, Setting, State, layout_option
from mouseboard.rules.souriciere.layout import PATH, check
from mouseboard.say import Say, say

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

    def start(self) -> SouriciereState:
        """All mice in the house."""
        seat = None if self.settings["first"] == "lot" else 0
        return SouriciereState(self, seat, (self.house,) * self.players, (0,) * self.players)

    def falls(self, square: str) -> str:
        """Where a mouse that stops on this square ends up: the room under a hole, the trap, or just there."""
        below = self.place[square].to
        return square if not below or (below == self.trap and not self.has_trap) else below


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
        """Whoever is at the cheese."""
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
        moved = self._rolled(self.turn, int(action.arg))
        *_, (seat, state) = (self.turn, moved), *moved._turns_in_the_trap(self.turn)
        return state if state.winners else replace(state, turn=(seat + 1) % self.game.players)

    def placement(self) -> dict[str, str]:
        """Every mouse, always on the board."""
        return dict(zip(self.game.mice, self.at, strict=True))

    def _rolled(self, seat: int, n: int) -> SouriciereState:
        """The mouse follows the die: along the path, or out of its room (text: 1, 3, 5)."""
        here = self.game.place[self.at[seat]]
        if here.kind != "room":
            return self._stops(seat, self._ahead(here.name, n), put=False)
        match n:
            case 1:
                return self
            case 3:
                return self._stops(seat, self.game.hole[here.name], put=True)
            case 6:
                return self._stops(seat, here.green, put=False)
            case _:
                return self._red(seat, here.red)

    def _ahead(self, square: str, n: int) -> str:
        """The square n further on; what is too much bounces off the cheese, or is forgiven (text: 5, Variantes)."""
        index, last = self.game.index[square] + n, len(self.game.path) - 1
        if index > last:
            index = 2 * last - index if self.game.settings["exact"] else last
        return self.game.path[index]

    def _red(self, seat: int, square: str) -> SouriciereState:
        """The last room's red arrow leads into the trap; where there is none, to its entry square (text: 4)."""
        if square != self.game.trap:
            return self._stops(seat, square, put=False)
        if self.game.has_trap:
            return self._moved(seat, square)
        return self._stops(seat, self.game.entry.name, put=False)

    def _stops(self, seat: int, square: str, put: bool) -> SouriciereState:
        """The mouse stops on the square, or near it if it is taken, and falls if there is a hole.

        One that is `put` on the square it fell from does not fall again, nor does one that gets no further than where
        it came from (rulings: souriciere, "Before" and Back on the hole).
        """
        at = self.at
        if square in at[:seat] + at[seat + 1 :] and square != self.game.house:
            if self.game.settings["occupied"] == "home":
                at = tuple(self.game.house if place == square else place for place in at)
            else:
                square = self._free(seat, square)
                put = square == at[seat]
        return replace(self, at=at)._moved(seat, square if put else self.game.falls(square))

    def _free(self, seat: int, square: str) -> str:
        """The first free square before (or after) a taken one; the mouse's own counts as free, the house always is."""
        others = self.at[:seat] + self.at[seat + 1 :]
        step = 1 if self.game.settings["occupied"] == "next" else -1
        index = self.game.index[square]
        while self.game.path[index] in others and index:
            index += step
        return self.game.path[index]

    def _moved(self, seat: int, place: str) -> SouriciereState:
        """The mouse is there; the trap makes it wait."""
        waits = LOST_TURNS if place == self.game.trap else 0
        return replace(
            self,
            at=(*self.at[:seat], place, *self.at[seat + 1 :]),
            waits=(*self.waits[:seat], waits, *self.waits[seat + 1 :]),
        )

    def _turns_in_the_trap(self, seat: int) -> Iterator[tuple[int, SouriciereState]]:
        """The turns after that seat's which pass in the trap: whose it is, and the state after it (text: 4)."""
        state = self
        while not state.winners and state.at[seat := (seat + 1) % self.game.players] == self.game.trap:
            state = state._waits(seat) if state.waits[seat] else state._stops(seat, self.game.entry.name, put=True)
            yield seat, state

    def _waits(self, seat: int) -> SouriciereState:
        """One turn less to lose."""
        return replace(self, waits=(*self.waits[:seat], self.waits[seat] - 1, *self.waits[seat + 1 :]))

    # For people and tables.

    @property
    def device(self) -> Device:
        """The lot once, then the die."""
        return Device.LOT if self.turn is None else Device.DIE

    def prompt(self) -> Say:
        """What to do now."""
        if self.winners:
            return say("{mouse} is at the cheese and wins.", mouse=self.game.mice[self.winners[0]])
        if self.turn is None:
            return say("Draw who starts.")
        mouse, place = self.game.mice[self.turn], self.game.place[self.at[self.turn]]
        if place.kind == "room":
            return say("{mouse}: roll to get out of the {room}.", mouse=mouse, room=place.name)
        return say("{mouse}: roll the die.", mouse=mouse)

    def tell(self, action: Action, after: SouriciereState) -> tuple[Say, ...]:
        """The roll, whom it sent home, and the turns that passed in the trap."""
        if self.turn is None:
            return (say("{mouse} starts.", mouse=self.game.mice[int(action.arg)]),)
        seat, n = self.turn, int(action.arg)
        then = self._rolled(seat, n)
        told = [say(self._how(then, seat), mouse=self.game.mice[seat], n=n, place=then.at[seat])]
        told += self._tell_sent_home(then, seat)
        for other, later in then._turns_in_the_trap(seat):
            mouse, place = self.game.mice[other], later.at[other]
            told.append(say(WAITS if place == self.game.trap else LET_OUT, mouse=mouse, place=place))
            told += then._tell_sent_home(later, other)
            then = later
        return tuple(told)

    def _tell_sent_home(self, then: SouriciereState, mover: int) -> list[Say]:
        """Whom the mover has sent home."""
        sent = [seat for seat, place in enumerate(self.at) if seat != mover and then.at[seat] != place]
        return [say("{mouse} is sent home.", mouse=self.game.mice[seat]) for seat in sent]

    def _how(self, moved: SouriciereState, seat: int) -> str:
        place = self.game.place[moved.at[seat]]
        if moved.at[seat] == self.at[seat]:
            return "{mouse} rolls {n} and stays on {place}." if place.kind in PATH else STAYS
        return HOW.get(place.kind, "{mouse} rolls {n} and stops on {place}.")

    def scores(self) -> tuple[Score, ...]:
        """How far each mouse has to go; from a room or the trap, counted from where it fell in."""
        hole = self.game.hole | {self.game.trap: self.game.entry.name}
        squares = [self.game.index[hole.get(place, place)] for place in self.at]
        return (Score("squares to the cheese", tuple(len(self.game.path) - 1 - index for index in squares)),)


WAITS = "{mouse} loses a turn in the trap."
LET_OUT = "{mouse} comes out of the trap onto {place}."
STAYS = "{mouse} rolls {n} and stays in the {place}."
HOW = {
    "house": "{mouse} rolls {n}, but every square down to the house is taken.",
    "cheese": "{mouse} rolls {n} and is at the cheese!",
    "room": "{mouse} rolls {n} and falls into the {place}.",
    "trap": "{mouse} rolls {n} and sits in the trap for two turns.",
}
