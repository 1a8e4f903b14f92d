"""Midnight in the Pantry: two mice sniff for cheese in the dark. The first to find three pieces wins.

Notation:

    first<seat>         lot: who starts (only with first=lot)
    <place>             the mouse moves one step, slantwise too but straight out of its home, to a place on which no
                        mouse stands: b2
    cheese warm cold    what it smells there: the cheese itself, that it lies straight beside it, or neither

The layout's places fill rows and columns. Kinds of place: home, where a mouse begins, in the order of the seats; shelf.

Where the cheese lies is decided only when a mouse sniffs. Chance draws the smell as if the cheese had lain somewhere
all along, each place that is still possible as likely as any other. So nobody can look it up, not even in a saved game,
and the smells fit together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.core import CHANCE, Action, Count, Device, Game, Score, Setting, State, by_notation, swap
from mouseboard.rules.options import FIRST, layout_option
from mouseboard.rules.pantry.layout import cells, check

TO_WIN = 3
CHEESE, WARM, COLD = Action("cheese"), Action("warm"), Action("cold")


class PantryRules(Game):
    """The shelves, and which of them lie side by side."""

    name = "pantry"
    seat_counts = (2,)
    options = (layout_option("pantry"), FIRST)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.places = tuple(place.name for place in self.layout.place)
        self.homes = tuple(place.name for place in self.layout.place if place.kind == "home")
        grid = cells(self.layout).items()
        self.steps = {(here, there): max(abs(x - u), abs(y - v)) for here, (x, y) in grid for there, (u, v) in grid}
        """From place to place, slantwise too."""
        self.near = {here: tuple(there for there, _ in grid if self.steps[here, there] == 1) for here, _ in grid}
        self.beside = {
            here: tuple(there for there, (u, v) in grid if abs(x - u) + abs(y - v) == 1) for here, (x, y) in grid
        }
        """Straight, not slantwise."""
        self.lot = chance.lot(players)
        moves = (Action(name=place) for place in self.places)
        self.vocabulary = by_notation((*self.lot.outcomes, *moves, CHEESE, WARM, COLD))

    def hides(self, at: tuple[str, ...], apart: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Where a new piece may lie: under no mouse, and nowhere else that is kept apart."""
        taken = {*at, *apart}
        return tuple(place for place in self.places if place not in taken)


class Moment(State, Struct, frozen=True):
    """All that changes in a game, with what is legal in it and what follows."""

    game: PantryRules
    turn: int | None
    """The seat whose turn it is; None until that is drawn."""
    sniffing: bool
    """Its mouse has moved, and is about to smell something."""
    at: tuple[str, ...]
    """Where each mouse is."""
    hidden: tuple[str, ...]
    """Where the cheese may be, in the order of the layout."""
    found: tuple[Count, ...]
    """How many pieces each mouse has."""

    @classmethod
    def begin(cls, game: PantryRules) -> Self:
        """Each mouse at home, the cheese anywhere else."""
        return cls(
            game=game,
            turn=None if game.settings["first"] == "lot" else 0,
            sniffing=False,
            at=game.homes,
            hidden=game.hides(game.homes),
            found=(0,) * game.players,
        )

    @property
    def actor(self) -> int | None:
        """Whoever moves; then chance tells what the mouse smells."""
        if self.winners:
            return None
        return CHANCE if self.turn is None or self.sniffing else self.turn

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that has enough."""
        return (self.found.index(TO_WIN),) if TO_WIN in self.found else ()

    def odds(self) -> chance.Odds:
        """The lot; then each smell as likely as the share of places where the cheese may be that give it."""
        if self.actor != CHANCE:
            return ()
        if self.turn is None:
            return self.game.lot
        smells = {smell: len(places) for smell, places in self._smells(self.turn).items() if places}
        return chance.weighted([*smells], [*smells.values()])

    def actions(self) -> tuple[Action, ...]:
        """The free places beside the mouse, or what can happen."""
        if self.actor in (CHANCE, None):
            return chance.outcomes(self.odds())
        assert self.turn is not None
        here, home = self.at[self.turn], self.game.homes[self.turn]
        near = self.game.beside[here] if here == home else self.game.near[here]
        return tuple(sorted(Action(name=place) for place in near if place not in self.at))

    def after(self, action: Action) -> Self:
        """The mouse has moved, or has smelt something."""
        if self.turn is None:
            return replace(self, turn=action.number)
        if self.sniffing:
            return self._smelt(self.turn, action)
        return replace(self, at=swap(self.at, self.turn, action.name), sniffing=True)

    def placement(self) -> dict[str, str]:
        """Every mouse, always on the board."""
        return self.game.on_slots(dict(zip(self.game.mice, self.at, strict=True)))

    def impossible(self) -> Iterator[str]:
        """Why no play leads here."""
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
        """The lot once; what a mouse smells nobody at the table can know."""
        return Device.LOT if self.turn is None else Device.HIDDEN

    def scores(self) -> tuple[Score, ...]:
        """What each mouse has found."""
        return (Score("pieces of cheese", self.found),)

    def _smells(self, seat: int) -> dict[Action, tuple[str, ...]]:
        """Where the cheese may be if the mouse of that seat smells this."""
        here = self.at[seat]
        beside = self.game.beside[here]
        return {
            CHEESE: tuple(place for place in self.hidden if place == here),
            COLD: tuple(place for place in self.hidden if place != here and place not in beside),
            WARM: tuple(place for place in self.hidden if place in beside),
        }

    def _smelt(self, seat: int, smell: Action) -> Self:
        """The next mouse moves; what was found is eaten, and there is more elsewhere."""
        following = (seat + 1) % self.game.players
        if smell != CHEESE:
            return replace(self, turn=following, sniffing=False, hidden=self._smells(seat)[smell])
        found = swap(self.found, seat, self.found[seat] + 1)
        hidden = self.game.hides(self.at, self.game.beside[self.at[following]])
        return replace(self, turn=following, sniffing=False, hidden=hidden, found=found)
