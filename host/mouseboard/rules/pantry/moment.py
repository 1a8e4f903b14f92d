"""A moment of `pantry`: where the mice are, and where the cheese may still be.

The cheese has no place. Whoever sniffs is told how near it is, and that is drawn as if it had lain somewhere all along,
each place that is still possible as likely as any other. So nobody can look it up, in a saved game neither, and what is
told fits together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

import msgspec
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.core import Action, Count, Game, Setting, State, swap
from mouseboard.rules.pantry.layout import cells, check

TO_WIN = 3
CHEESE, WARM, COLD = Action("cheese"), Action("warm"), Action("cold")


class ShelvesGame(Game):
    """The shelves of a game, and which lie side by side."""

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

    def hides(self, at: tuple[str, ...], apart: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Where a new piece may lie: under no mouse, and nowhere else that is kept apart."""
        taken = {*at, *apart}
        return tuple(place for place in self.places if place not in taken)


class Moment(State, msgspec.Struct, frozen=True):
    """All that changes in a game."""

    game: ShelvesGame
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

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that has enough."""
        return (self.found.index(TO_WIN),) if TO_WIN in self.found else ()

    def impossible(self) -> Iterator[str]:
        """Why no play leads here."""
        game = self.game
        if {len(self.at), len(self.found)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if self.turn not in (None, *range(game.players)) or not set(game.places).issuperset({*self.at, *self.hidden}):
            yield "there is no such seat or place"
            return
        if self.turn is None and self != game.start():
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

    def smells(self) -> dict[Action, tuple[str, ...]]:
        """Where the cheese may be if the mouse smells this."""
        assert self.turn is not None
        here = self.at[self.turn]
        beside = self.game.beside[here]
        return {
            CHEESE: tuple(place for place in self.hidden if place == here),
            COLD: tuple(place for place in self.hidden if place != here and place not in beside),
            WARM: tuple(place for place in self.hidden if place in beside),
        }

    def moved(self, place: str) -> Self:
        """The mouse whose turn it is has gone there."""
        assert self.turn is not None
        return replace(self, at=swap(self.at, self.turn, place), sniffing=True)

    def smelt(self, smell: Action) -> Self:
        """It has smelt this, and the other one is next; what was found is eaten, and there is more elsewhere."""
        assert self.turn is not None
        seat, following = self.turn, (self.turn + 1) % self.game.players
        if smell != CHEESE:
            return replace(self, turn=following, sniffing=False, hidden=self.smells()[smell])
        found = swap(self.found, seat, self.found[seat] + 1)
        hidden = self.game.hides(self.at, self.game.beside[self.at[following]])
        return replace(self, turn=following, sniffing=False, hidden=hidden, found=found)
