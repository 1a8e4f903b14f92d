"""Mouse Trap Card Game: steer one mouse through a maze of cards; 8 cheese brought out win."""

from mouseboard.rules.cards.words import Cards, CardsState

__all__ = ["Cards", "CardsState"]
