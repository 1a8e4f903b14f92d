"""The card game before anybody plays: its deck, the odds of draws from it, and every possible action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from operator import itemgetter

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.cards.deck import LATELY, Deck
from mouseboard.rules.cards.layout import check
from mouseboard.rules.cards.maze import CELLS, HEADINGS, code
from mouseboard.rules.core import Action, Game, Setting, by_notation
from mouseboard.rules.options import first_option, layout_option, starter

CHEESE = 42
"""Pieces of cheese in all (text: Contents)."""
TO_WIN = 8

AGAIN, END = Action("again"), Action("end")


class Phase(StrEnum):
    """What the game waits for. If that is a place or a heading, the value is the verb of the choice."""

    LOT = "lot"
    LAY = "lay"
    POINT = "point"
    CHEESE = "cheese"
    DRAW = "draw"
    RUN = "to"
    FLIP = "flip"
    PICK = "pick"
    TURN = "turn"
    AGAIN = "again"
    OVER = "over"


CHOICES = {
    "move": Phase.RUN,
    "flip either": Phase.FLIP,
    "flip front": Phase.FLIP,
    "flip behind": Phase.FLIP,
    "turn either": Phase.PICK,
    "turn this": Phase.PICK,
    "place": Phase.CHEESE,
}
"""The directions that need a cell of the maze, each with the phase that chooses it."""


class CardsRules(Game):
    """The deck and the actions."""

    name = "cards"
    seat_counts = (2, 3, 4, 5)
    options = (layout_option("cards"), first_option(max(seat_counts)))

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.first = starter(self)
        """The seat that starts, or CHANCE."""
        self.pieces = ("mouse",)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.deck = Deck(self.layout)
        self.lot = chance.lot(players)
        self.lay_odds = lru_cache(LATELY)(self._lay_odds)
        self.draw_odds = lru_cache(LATELY)(self._draw_odds)
        self.lays = {card: _lays(card) for card in sorted(range(CELLS), key=lambda card: code(8 * card))}
        """The ways to lay each maze card, by card. Cards are sorted so that all their actions are in order."""
        self.by_name = [kind for _, kind in sorted(self.deck.kind.items())]
        """The kinds of card, sorted by their names."""
        self.draws = chance.Pile(Action("draw", name=self.deck.cards[kind].name) for kind in self.by_name)
        """The actions that draw them, in the same order."""
        self.choices = {phase: _numbered(phase, self.deck.places) for phase in (Phase.CHEESE, *CHOICES.values())}
        """Each choice with its cell, by phase."""
        self.chosen = lru_cache(LATELY)(self._chosen)
        self.headings = {phase: _numbered(phase, HEADINGS) for phase in (Phase.POINT, Phase.TURN)}
        """Each choice with its heading, by phase."""
        actions = [*self.lot.outcomes, *chain(*self.lays.values()), AGAIN, END, *self.draws.actions]
        actions += [action for _, action in chain(*self.choices.values(), *self.headings.values())]
        self.vocabulary = by_notation(actions)

    def _lay_odds(self, laid: frozenset[int]) -> chance.Lasting:
        """Return the odds of the next maze card, either side up and any way round."""
        return chance.even(chain.from_iterable([lays for card, lays in self.lays.items() if card not in laid]))

    def _draw_odds(self, pile: tuple[int, ...]) -> chance.Lasting:
        """Return the odds of the next draw from the pile."""
        return self.draws.odds([pile[kind] for kind in self.by_name])

    def _chosen(self, phase: Phase, cells: tuple[int, ...]) -> tuple[Action, ...]:
        """Return the choices of these cells in a phase."""
        return tuple([action for cell, action in self.choices[phase] if cell in cells])


def _lays(card: int) -> list[Action]:
    """Return every way to lay a maze card, sorted."""
    return sorted(Action("lay", name=code(lying)) for lying in range(8 * card, 8 * card + 8))


def _numbered(phase: Phase, names: Iterable[str]) -> list[tuple[int, Action]]:
    """Return the choices of a phase, each with the index of its name, sorted by action."""
    return sorted(enumerate([Action(phase.value, name=name) for name in names]), key=itemgetter(1))
