"""The card game before anybody plays: its deck, what is drawn from it, and every action there is."""

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
from mouseboard.rules.options import FIRST, layout_option

CHEESE = 42
"""Pieces of cheese in all (text: Contents)."""
TO_WIN = 8

AGAIN, END = Action("again"), Action("end")


class Phase(StrEnum):
    """What the game waits for; where a place or a heading is chosen, the verb of the choice."""

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
"""The directions that are about one card of the maze, and the phase that chooses it."""


class CardsRules(Game):
    """The deck and the actions."""

    name = "cards"
    seat_counts = (2, 3, 4, 5)
    options = (layout_option("cards"), FIRST)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.pieces = ("mouse",)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.deck = Deck(self.layout)
        self.lot = chance.lot(players)
        self.lay_odds = lru_cache(LATELY)(self._lay_odds)
        self.draw_odds = lru_cache(LATELY)(self._draw_odds)
        self.lays = {card: _lays(card) for card in sorted(range(CELLS), key=lambda card: code(8 * card))}
        """By the card, sorted as all of them are."""
        self.by_name = [kind for _, kind in sorted(self.deck.kind.items())]
        """The kinds of card, sorted by their names."""
        self.draws = chance.Pile(Action("draw", name=self.deck.cards[kind].name) for kind in self.by_name)
        """The actions that draw them, so sorted too."""
        self.choices = {phase: _numbered(phase, self.deck.places) for phase in (Phase.CHEESE, *CHOICES.values())}
        """By the phase, each choice beside its cell."""
        self.chosen = lru_cache(LATELY)(self._chosen)
        self.headings = {phase: _numbered(phase, HEADINGS) for phase in (Phase.POINT, Phase.TURN)}
        """The same of headings."""
        actions = [*self.lot.outcomes, *chain(*self.lays.values()), AGAIN, END, *self.draws.actions]
        actions += [action for _, action in chain(*self.choices.values(), *self.headings.values())]
        self.vocabulary = by_notation(actions)

    def _lay_odds(self, laid: frozenset[int]) -> chance.Lasting:
        """Which card lies next in the maze, either side up and any way round."""
        return chance.even(chain.from_iterable([lays for card, lays in self.lays.items() if card not in laid]))

    def _draw_odds(self, pile: tuple[int, ...]) -> chance.Lasting:
        """Which card is drawn."""
        return self.draws.odds([pile[kind] for kind in self.by_name])

    def _chosen(self, phase: Phase, cells: tuple[int, ...]) -> tuple[Action, ...]:
        """Each of the cells as a choice in a phase."""
        return tuple([action for cell, action in self.choices[phase] if cell in cells])


def _lays(card: int) -> list[Action]:
    """Every way to lay a card of the maze, sorted."""
    return sorted(Action("lay", name=code(lying)) for lying in range(8 * card, 8 * card + 8))


def _numbered(phase: Phase, names: Iterable[str]) -> list[tuple[int, Action]]:
    """What may be chosen in a phase, each with its number among these; sorted by the actions."""
    return sorted(enumerate([Action(phase.value, name=name) for name in names]), key=itemgetter(1))
