"""Midnight in the Pantry: two mice sniff for cheese in the dark. The first to find three pieces wins.

Notation:

    first<seat>         lot: who starts (only with first=lot)
    <place>             the mouse moves one step, slantwise too but straight out of its home, to a place on which no
                        mouse stands: b2
    cheese warm cold    what it smells there: the cheese itself, cheese straight beside it (not slantwise), or neither

The layout's places fill rows and columns. Kinds of place: home, where a mouse begins, in the order of the seats; shelf.

The position of the cheese is never stored. When a mouse sniffs, chance draws the smell as if the cheese had been
somewhere all along, with every place that is still possible equally likely. So nobody can look it up, not even in a
saved game, and the smells are consistent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.core import CHANCE, Action, Count, Device, Game, Score, Setting, State, by_notation, swap
from mouseboard.rules.options import first_option, layout_option, starter
from mouseboard.rules.pantry.layout import cells, check

TO_WIN = 3
CHEESE, WARM, COLD = Action("cheese"), Action("warm"), Action("cold")


class PantryRules(Game):
    """The shelves, and which of them lie side by side."""

    name = "pantry"
    seat_counts = (2,)
    options = (layout_option("pantry"), first_option(max(seat_counts)))

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.first = starter(self)
        """The seat that starts, or CHANCE."""
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.places = tuple(place.name for place in self.layout.place)
        self.homes = tuple(place.name for place in self.layout.place if place.kind == "home")
        grid = cells(self.layout).items()
        self.steps = {(here, there): max(abs(x - u), abs(y - v)) for here, (x, y) in grid for there, (u, v) in grid}
        """The number of steps from place to place, diagonal steps included."""
        self.near = {here: tuple(there for there, _ in grid if self.steps[here, there] == 1) for here, _ in grid}
        self.beside = {
            here: tuple(there for there, (u, v) in grid if abs(x - u) + abs(y - v) == 1) for here, (x, y) in grid
        }
        """The places beside each place, without diagonals."""
        self.lot = chance.lot(players)
        moves = (Action(name=place) for place in self.places)
        self.vocabulary = by_notation((*self.lot.outcomes, *moves, CHEESE, WARM, COLD))

    def hides(self, at: tuple[str, ...], apart: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return where a new piece of cheese may be: not under a mouse, and not on a place in `apart`."""
        taken = {*at, *apart}
        return tuple(place for place in self.places if place not in taken)


class Moment(State, Struct, frozen=True):
    """All that changes in a game, with the legal actions and what follows from them."""

    game: PantryRules
    turn: int | None
    """The seat whose turn it is; None until the lot is drawn."""
    sniffing: bool
    """Whether its mouse has moved and is about to smell something."""
    at: tuple[str, ...]
    """The place of each mouse, by seat."""
    hidden: tuple[str, ...]
    """The places where the cheese may be, in the order of the layout."""
    found: tuple[Count, ...]
    """The number of pieces that each mouse has found, by seat."""

    @classmethod
    def begin(cls, game: PantryRules) -> Self:
        """Return the first state: each mouse at home, the cheese anywhere else."""
        return cls(
            game=game,
            turn=None if game.first == CHANCE else game.first,
            sniffing=False,
            at=game.homes,
            hidden=game.hides(game.homes),
            found=(0,) * game.players,
        )

    @property
    def actor(self) -> int | None:
        """The seat that moves; then chance, which decides what the mouse smells. None when the game is over."""
        if self.winners:
            return None
        return CHANCE if self.turn is None or self.sniffing else self.turn

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that has found enough pieces."""
        return (self.found.index(TO_WIN),) if TO_WIN in self.found else ()

    def odds(self) -> chance.Odds:
        """Return the odds of the lot, or of each smell: the share of possible places that would give it."""
        if self.actor != CHANCE:
            return ()
        if self.turn is None:
            return self.game.lot
        smells = {smell: len(places) for smell, places in self._smells(self.turn).items() if places}
        return chance.weighted([*smells], [*smells.values()])

    def actions(self) -> tuple[Action, ...]:
        """Return the moves to free places beside the mouse, or the possible outcomes."""
        if self.actor in (CHANCE, None):
            return chance.outcomes(self.odds())
        assert self.turn is not None
        here, home = self.at[self.turn], self.game.homes[self.turn]
        near = self.game.beside[here] if here == home else self.game.near[here]
        return tuple(sorted(Action(name=place) for place in near if place not in self.at))

    def after(self, action: Action) -> Self:
        """Return the state after the lot, a move or a smell."""
        if self.turn is None:
            return replace(self, turn=action.number)
        if self.sniffing:
            return self._smelt(self.turn, action)
        return replace(self, at=swap(self.at, self.turn, action.name), sniffing=True)

    def placement(self) -> dict[str, str]:
        """Return the place of every mouse; all are always on the board."""
        return self.game.on_slots(dict(zip(self.game.mice, self.at, strict=True)))

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        game = self.game
        if {len(self.at), len(self.found)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if self.turn not in (None, *range(game.players)) or not set(game.places).issuperset({*self.at, *self.hidden}):
            yield "there is no such seat or place"
            return
        if self.turn is None and self != self.begin(game):
            yield "before the lot nothing has happened"
        if len(set(self.at)) < len(self.at):
            yield "two mice stand on one place"
        if not self.hidden or self.hidden != tuple(place for place in game.places if place in self.hidden):
            yield "the cheese is on one of the places, and they stand in the order of the layout"
        standing = {place for seat, place in enumerate(self.at) if not (self.sniffing and seat == self.turn)}
        if not standing.isdisjoint(self.hidden):
            yield "a mouse has smelt that there is none where it stands"
        if max(self.found) > TO_WIN or self.found.count(TO_WIN) > 1 or (self.winners and self.sniffing):
            yield f"the first with {TO_WIN} has won"

    @property
    def device(self) -> Device:
        """The lot first, then HIDDEN, because nobody at the table can know what a mouse smells."""
        return Device.LOT if self.turn is None else Device.HIDDEN

    def scores(self) -> tuple[Score, ...]:
        """Return the number of pieces that each mouse has found."""
        return (Score("pieces of cheese", self.found),)

    def to_go(self) -> tuple[int, ...]:
        """Return the number of pieces that each mouse has yet to find."""
        return tuple(TO_WIN - found for found in self.found)

    def _smells(self, seat: int) -> dict[Action, tuple[str, ...]]:
        """Return, for each smell, the places where the cheese may be if the seat's mouse smells it."""
        here = self.at[seat]
        beside = self.game.beside[here]
        return {
            CHEESE: tuple(place for place in self.hidden if place == here),
            COLD: tuple(place for place in self.hidden if place != here and place not in beside),
            WARM: tuple(place for place in self.hidden if place in beside),
        }

    def _smelt(self, seat: int, smell: Action) -> Self:
        """Pass the turn. Cheese that was found is eaten, and a new piece lies elsewhere.

        It does not lie straight beside the mouse that moves next.
        """
        following = (seat + 1) % self.game.players
        if smell != CHEESE:
            return replace(self, turn=following, sniffing=False, hidden=self._smells(seat)[smell])
        found = swap(self.found, seat, self.found[seat] + 1)
        hidden = self.game.hides(self.at, self.game.beside[self.at[following]])
        return replace(self, turn=following, sniffing=False, hidden=hidden, found=found)
