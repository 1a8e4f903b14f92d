"""A moment of `cards`: what lies on the table, what the game waits for, and what the card being followed says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import astuple

from mouseboard.layouts import Face
from mouseboard.rules.cards.deck import Deck
from mouseboard.rules.cards.maze import CELLS, Maze, beside, ends, headings
from mouseboard.rules.core import Count, Game

CHEESE = 42
"""Pieces of cheese in all (text: Contents)."""


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


BY_CHANCE = frozenset({Phase.LOT, Phase.LAY, Phase.DRAW})

FOLLOWING = (Phase.RUN, Phase.FLIP, Phase.PICK, Phase.TURN)
"""The phases in which a card is being followed, and never none."""

TO_WIN = 8


class DeckGame(Game):
    """What a moment must know of its game."""

    deck: Deck


class Moment(msgspec.Struct, frozen=True):
    """All that changes in a game; cells and headings are numbers as in `maze`."""

    game: DeckGame
    phase: Phase
    seat: Count
    """The seat whose turn it is."""
    maze: Maze
    pile: Count
    """Cheese beside the maze."""
    safe: tuple[Count, ...]
    """Each player's cheese out of the maze."""
    draw: tuple[Count, ...]
    """The draw pile: how many of each kind of card."""
    discards: tuple[Count, ...]
    """The same for the discards."""
    risk: Count = 0
    """Cheese face down before the player: theirs if the turn ends well."""
    card: int = -1
    """The kind of action card being followed, or -1."""
    followed: tuple[int, ...] = ()
    """The cells whose cards the chain has come to since that card was drawn; the last is being followed."""
    picked: int = -1
    """The cell whose card is being turned, or -1."""

    def impossible(self) -> Iterator[str]:
        """Why no play leads here."""
        game, maze, copies = self.game, self.maze, [card.copies for card in self.game.deck.cards]
        lengths = (len(self.safe), len(self.draw), len(self.discards), len(maze.cheese))
        if lengths != (game.players, len(copies), len(copies), CELLS) or self.seat >= game.players:
            yield f"there are {game.players} players, {len(copies)} kinds of card, and {CELLS} cards in the maze"
            return
        laid = {card // 8 for card in maze.lying}
        if len(laid) < len(maze.lying) or not laid <= set(range(CELLS)):
            yield "each card of the maze lies there once"
            return
        if self.phase in (Phase.LOT, Phase.LAY):
            none, untouched = (0,) * len(copies), Maze(maze.lying)
            start = Moment(game, self.phase, self.seat, untouched, CHEESE, (0,) * game.players, tuple(copies), none)
            if astuple(self) != astuple(start):
                yield "while the maze is laid nothing else happens"
            if len(laid) == CELLS or (self.phase is Phase.LOT and (laid or self.seat)):
                yield "the lot comes first, and laying ends with the last card"
            return
        if len(laid) < CELLS or not 0 <= maze.mouse < CELLS or not -1 <= maze.nose < 4:
            yield "the mouse is in the maze once that lies"
            return
        cards = zip(self.draw, self.discards, copies, strict=True)
        if [drawn + discarded + (kind == self.card) - n for kind, (drawn, discarded, n) in enumerate(cards)] != [
            0
        ] * len(copies):
            yield "each action card is in one place"
        if (maze.nose < 0) != (self.phase is Phase.POINT):
            yield "the mouse is pointed at the start of a turn"
        if self.phase is Phase.POINT and (self.risk or self.face(maze.mouse).kind != "safe"):
            yield "a turn starts on Safe, without cheese"
        if [seat for seat, safe in enumerate(self.safe) if safe >= TO_WIN] != [self.seat] * (self.phase is Phase.OVER):
            yield f"the game is over when somebody has {TO_WIN} cheese"
        if self.phase is Phase.DRAW and not any(self.draw):
            yield "the draw pile is never empty when a card is drawn"
        if not self._can_be_followed():
            yield f"no card leads to {self.phase}"

    def _can_be_followed(self) -> bool:
        """Whether the card being followed, if any, asks for what the game waits for."""
        followed, picks = self.followed, self.phase is Phase.TURN
        if self.card < 0:
            return self.card == self.picked == -1 and not followed and self.phase not in FOLLOWING
        if not set(followed) <= set(range(CELLS)) or len(set(followed)) < len(followed):
            return False
        if followed and followed[-1] != self.maze.mouse:
            return False
        phase = CHOICES.get(self.said().kind)
        if phase is not (Phase.PICK if picks else self.phase):
            return False
        cells = self.cells(phase)
        return self.picked in cells if picks else self.picked == -1 and len(cells) > 1

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.game.mice[self.seat]

    def face(self, cell: int) -> Face:
        """What the card in a cell says."""
        return self.game.deck.faces[self.maze.lying[cell] // 4]

    def said(self) -> Face:
        """The directions being followed: on the card that the chain has come to, or on the action card."""
        return self.face(self.followed[-1]) if self.followed else self.game.deck.cards[self.card]

    def headings(self) -> tuple[int, ...]:
        """Those of their arrows.

        An action card is held along the mouse's nose; a maze card's arrows lie as it lies (ruling: cards, Arrows).
        """
        return headings(self.said().arrows, self._along())

    def _along(self) -> int:
        """The heading along which they are laid."""
        return self.maze.heading(self.followed[-1]) if self.followed else self.maze.nose

    def cells(self, phase: Phase) -> tuple[int, ...]:
        """The cells to choose from in a phase, what the card says being followed."""
        mouse, nose = self.maze.mouse, self.maze.nose
        if phase is Phase.CHEESE:
            return self.game.deck.for_cheese(self.maze.lying, mouse) if self.pile else ()
        if phase is Phase.RUN:
            return tuple(self.ends())
        match self.said().kind:
            case "turn this":
                return (mouse,)
            case "flip front":
                return beside(mouse, (nose,))
            case "flip behind":
                return beside(mouse, ((nose + 2) % 4,))
        return beside(mouse, self.headings())

    def ends(self) -> Mapping[int, bool]:
        """Where the arrows take the mouse, and whether the edge stops it short there."""
        said = self.said()
        return ends(self.maze.mouse, said.arrows, self._along(), said.count)
