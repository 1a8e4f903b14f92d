"""La souricière: along the winding path to the cheese, in and out of the rooms behind the holes. Pure luck.

Notation:

    first<seat>    lot: who starts (only with first=lot)
    roll<n>        die: on the path the mouse moves n squares; in a room 1 stays, 3 climbs back to the hole,
                   6 follows the green arrow, and 2, 4, 5 follow the red one

Players never choose anything, and turns lost in the trap pass by themselves.

The layout lists the path from the house to the cheese, then rooms and trap. Kinds of place: house, square, hole (`to`
its room), entry (`to` the trap), cheese; room (arrows `green` and `red`) and trap.

"text:" names a section of the published text. RULINGS.md settles what the text leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.layouts import Place
from mouseboard.rules import chance
from mouseboard.rules.core import CHANCE, Action, Count, Device, Game, Option, Score, Setting, State, by_notation, swap
from mouseboard.rules.options import first_option, layout_option, starter
from mouseboard.rules.souriciere.layout import PATH, check

LOST_TURNS = 2


class SouriciereRules(Game):
    """The path, its holes, rooms and trap."""

    name = "souriciere"
    seat_counts = (2, 3, 4, 5, 6)
    options = (
        layout_option("souriciere"),
        first_option(max(seat_counts)),
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

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.first = starter(self)
        """The seat that starts, or CHANCE."""
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
        self.following = (*range(1, players), 0)
        """The next seat in turn order, by seat."""
        self.squares = frozenset(self.path[1:])
        """The squares with room for only one mouse."""
        on_foot = {(square, n): self._walk(square, n) for square in self.path for n in range(1, 7)}
        from_rooms = {(room, n): self._leave(self.place[room], n) for room in self.hole for n in range(1, 7)}
        self.stops = on_foot | from_rooms
        """How a mouse stops if no other is in the way, by its place and its roll."""
        self.vocabulary = by_notation((*self.lot.outcomes, *chance.ROLLS))

    def _walk(self, square: str, n: int) -> Stop:
        """Return the stop of a roll on the path, with the fall into what is below the square (text: 1)."""
        aim = self.ahead(square, n)
        return Stop(aim, aim, self.below(aim))

    def _leave(self, room: Place, n: int) -> Stop:
        """Return the stop of a roll in a room (text: 3). A mouse that leaves a room does not fall where it arrives."""
        # The last red arrow leads into the trap, or without a trap to its entry (text: 4).
        red = self.entry.name if room.red == self.trap and not self.has_trap else room.red
        aim = {1: room.name, 3: self.hole[room.name], 6: room.green}.get(n, red)
        return Stop(aim, aim, aim)

    def below(self, square: str) -> str:
        """Return where a mouse that stops on this square ends: the room under a hole, the trap, or just there."""
        under = self.place[square].to
        return square if not under or (under == self.trap and not self.has_trap) else under

    def ahead(self, square: str, n: int) -> str:
        """Return the square `n` further on. A roll beyond the cheese bounces back, or just reaches it if it need not be
        exact (text: 5, Variantes)."""
        index, last = self.index[square] + n, len(self.path) - 1
        if index > last:
            index = 2 * last - index if self.settings["exact"] else last
        return self.path[index]


class Stop(Struct, frozen=True):
    """How a mouse comes to a stop."""

    aim: str
    """The square that the die or an arrow leads to; or the mouse's own room if it stays there; or the trap."""
    square: str
    """The square on which the mouse stops: `aim`, or one near it if that is taken."""
    place: str
    """The place where the mouse ends: `square`, or what is below it."""
    sent_home: tuple[int, ...] = ()
    """The seats whose mice were on the square and go back to the house."""


class Moment(State, Struct, frozen=True):
    """All that changes in a game, with the possible outcomes and what follows from them."""

    game: SouriciereRules
    turn: int | None
    """The seat whose turn it is; None until the lot is drawn."""
    at: tuple[str, ...]
    """The place of each mouse, by seat."""
    waits: tuple[Count, ...]
    """The number of turns that each mouse in the trap has yet to lose, by seat."""

    @classmethod
    def begin(cls, game: SouriciereRules) -> Self:
        """Return the first state, with all mice in the house."""
        seat = None if game.first == CHANCE else game.first
        return cls(game, seat, (game.house,) * game.players, (0,) * game.players)

    @property
    def actor(self) -> int | None:
        """Chance, or None when the game is over. No seat ever decides."""
        return None if self.game.cheese in self.at else CHANCE

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat whose mouse is at the cheese."""
        return (self.at.index(self.game.cheese),) if self.game.cheese in self.at else ()

    def odds(self) -> chance.Odds:
        """Return the odds of the lot, then always of the die."""
        if self.game.cheese in self.at:
            return ()
        return self.game.lot if self.turn is None else chance.DIE

    def actions(self) -> tuple[Action, ...]:
        """Return the possible outcomes."""
        return chance.outcomes(self.odds())

    def after(self, action: Action) -> Self:
        """Return the state after the mouse moves and all turns in the trap pass, until somebody can roll."""
        if self.turn is None:
            return replace(self, turn=action.number)
        assert action.number is not None
        moved = self.stopped(self.turn, self.stop(self.turn, action.number))
        turns = moved.turns_in_trap(self.turn)
        seat, state = turns[-1] if turns else (self.turn, moved)
        return state if state.winners else replace(state, turn=self.game.following[seat])

    def placement(self) -> dict[str, str]:
        """Return the place of every mouse; all are always on the board."""
        return self.game.on_slots(dict(zip(self.game.mice, self.at, strict=True)))

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        game = self.game
        trap = (game.trap,) if game.has_trap else ()
        if {len(self.at), len(self.waits)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if self.turn not in (None, *range(game.players)) or not {*game.path, *game.hole, *trap}.issuperset(self.at):
            yield "there is no such seat or place"
            return
        if self.turn is None and self != self.begin(game):
            yield "before the lot nothing has happened"
        if self.turn is not None and self.at[self.turn] == game.trap and not self.winners:
            yield "in the trap turns pass by themselves"
        if not all(
            wait == 0 or (wait <= LOST_TURNS and at == game.trap) for wait, at in zip(self.waits, self.at, strict=True)
        ):
            yield f"only a mouse in the trap waits, for {LOST_TURNS} turns at most"
        squares = [place for place in self.at if place in game.index and place != game.house]
        if len(set(squares)) < len(squares):
            yield "two mice stand on one square"

    @property
    def device(self) -> Device:
        """The lot first, then the die."""
        return Device.LOT if self.turn is None else Device.DIE

    def stations(self, action: Action) -> dict[str, tuple[str, ...]]:
        """Return the squares before the one where the mouse ends: the cheese it bounces off, a taken one, a hole."""
        if self.turn is None or action.number is None:
            return {}
        stop = self.stop(self.turn, action.number)
        is_too_far = self.at[self.turn] in self.game.index and action.number > self.to_go()[self.turn]
        bounced = (self.game.cheese,) if is_too_far else ()
        return {self.game.mice[self.turn]: (*bounced, stop.aim, stop.square)}

    def scores(self) -> tuple[Score, ...]:
        """Return each mouse's distance to the cheese."""
        return (Score("squares to the cheese", self.to_go()),)

    def to_go(self) -> tuple[int, ...]:
        """Return the squares from each mouse to the cheese; in a room or the trap, from where the mouse fell in."""
        hole = self.game.hole | {self.game.trap: self.game.entry.name}
        squares = [self.game.index[hole.get(place, place)] for place in self.at]
        return tuple(len(self.game.path) - 1 - index for index in squares)

    def stop(self, seat: int, n: int) -> Stop:
        """Return how the mouse of `seat` stops after a roll: on the path, or out of its room (text: 1, 3, 5)."""
        return self._unless_taken(seat, self.game.stops[self.at[seat], n])

    def out_of_trap(self, seat: int) -> Stop:
        """Return how the mouse of `seat` stops after its lost turns: it is put on the entry (text: 4)."""
        entry = self.game.entry.name
        return self._unless_taken(seat, Stop(entry, entry, entry))

    def turns_in_trap(self, seat: int) -> list[tuple[int, Self]]:
        """Return the turns after the seat's own that pass in the trap: each seat, and the state after (text: 4)."""
        game, state, turns = self.game, self, []
        while state.at[seat := game.following[seat]] == game.trap and not state.winners:
            state = state.waited(seat) if state.waits[seat] else state.stopped(seat, state.out_of_trap(seat))
            turns.append((seat, state))
        return turns

    def stopped(self, seat: int, stop: Stop) -> Self:
        """Return the state after a stop: a mouse that was there is sent home, and the trap costs turns."""
        at = swap(self.at, seat, stop.place)
        for other in stop.sent_home:
            at = swap(at, other, self.game.house)
        waits = swap(self.waits, seat, LOST_TURNS) if stop.place == self.game.trap else self.waits
        return replace(self, at=at, waits=waits)

    def waited(self, seat: int) -> Self:
        """Return the state after the seat has lost one of its turns."""
        return replace(self, waits=swap(self.waits, seat, self.waits[seat] - 1))

    def _unless_taken(self, seat: int, stop: Stop) -> Stop:
        """Return the stop, changed if its square is taken: near it, with a fall if there is a hole or the trap.

        Under option `occupied=home` the mouse takes the square and sends the other home. A mouse that gets no further
        than where it came from does not fall (rulings: souriciere, 2 and 3).
        """
        at, aim = self.at, stop.aim
        if aim not in at or aim == at[seat] or aim not in self.game.squares:
            return stop
        if self.game.settings["occupied"] == "home":
            return replace(stop, sent_home=(at.index(aim),))
        square = self._free(seat, aim)
        return Stop(aim, square, self.game.below(square) if square != at[seat] else square)

    def _free(self, seat: int, square: str) -> str:
        """Return the first free square before (or after) a taken one.

        The mouse's own square counts as free, and the house is always free.
        """
        others = self.at[:seat] + self.at[seat + 1 :]
        step = 1 if self.game.settings["occupied"] == "next" else -1
        index = self.game.index[square]
        while self.game.path[index] in others and index:
            index += step
        return self.game.path[index]
