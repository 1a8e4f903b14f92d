"""Mouse Trap Card Game: steer one mouse through a maze of cards; 8 cheese brought out win.

The maze is laid card by card. In a turn you point the mouse on Safe, place a cheese, and draw action cards until you
end the turn or are trapped. Notation, with places `a1` to `d4` (or the layout's own names) and headings n, e, s, w:

    first<seat>                 lot: who starts (only with first=lot)
    lay<card><side><heading>    deal: the maze card that comes to lie on the next place, say `lay7bs`
    point<heading>              set the mouse on Safe, its nose that way
    cheese<place>               put a cheese there
    draw<name>                  draw: the action card, by its name in the deck, say `drawahead2`
    to<place>                   run along the arrow that takes the mouse there; its own place if the edge is in the way
    flip<place>                 turn that card over
    pick<place>                 choose the card to turn
    turn<heading>               turn it to that heading, together with a mouse on it
    again, end                  draw another card, or end the turn and keep the cheese

A question with only one answer is not asked, so a chain of maze cards is often a single action. The draw pile has no
hidden order: it is a number of cards of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from mouseboard.rules import chance
from mouseboard.rules.cards.effects import play, story
from mouseboard.rules.cards.events import What
from mouseboard.rules.cards.game import AGAIN, CHEESE, CHOICES, END, TO_WIN, CardsRules, Phase
from mouseboard.rules.cards.maze import BESIDE, CELLS, HEADINGS, Maze
from mouseboard.rules.cards.position import Position
from mouseboard.rules.core import CHANCE, Action, Device, Score, State
from mouseboard.rules.looks import Laid, Scenery

BY_CHANCE = frozenset({Phase.LOT, Phase.LAY, Phase.DRAW})

FOLLOWING = (Phase.RUN, Phase.FLIP, Phase.PICK, Phase.TURN)
"""The phases that always follow an action card."""


class Moment(Position, State, frozen=True):
    """A position with the legal actions and what follows from them."""

    @classmethod
    def begin(cls, game: CardsRules) -> Self:
        """Return the first state: nothing laid, all cheese in the pile, the whole deck to draw from."""
        return cls(
            game=game,
            phase=Phase.LOT if game.first == CHANCE else Phase.LAY,
            seat=max(game.first, 0),
            maze=Maze(),
            pile=CHEESE,
            safe=(0,) * game.players,
            draw=tuple(card.copies for card in game.layout.card),
            discards=(0,) * len(game.layout.card),
        )

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is, chance for lots and draws, or None when somebody has won."""
        if self.phase in BY_CHANCE:
            return CHANCE
        return None if self.phase is Phase.OVER else self.seat

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that ended a turn with 8 or more (text: Winning the Game)."""
        return (self.seat,) if self.phase is Phase.OVER else ()

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions, or the possible outcomes."""
        game, phase = self.game, self.phase
        if phase in BY_CHANCE:
            return chance.outcomes(self.odds())
        if phase in game.choices:
            return game.chosen(phase, self.cells(phase))
        if phase in game.headings:
            lies = self.maze.heading(self.picked) if self.picked >= 0 else -1
            return tuple([action for heading, action in game.headings[phase] if heading != lies])
        return (AGAIN, END) if phase is Phase.AGAIN else ()

    def odds(self) -> chance.Odds:
        """Return the odds of the lot, of the next maze card (either side up, any way round), or of the next draw."""
        match self.phase:
            case Phase.DRAW:
                return self.game.draw_odds(self.draw)
            case Phase.LAY:
                return self.game.lay_odds(frozenset([lying // 8 for lying in self.maze.lying]))
            case Phase.LOT:
                return self.game.lot
        return ()

    def after(self, action: Action) -> Self:
        """Return the next state."""
        return play(self, action)

    def placement(self) -> dict[str, str]:
        """Return the mouse's place; empty while the maze is laid, when a player holds the mouse."""
        return {"mouse": self.game.deck.places[self.maze.mouse]} if self.maze.mouse >= 0 else {}

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
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
            untouched = replace(self.begin(game), phase=self.phase, seat=self.seat, maze=Maze(maze.lying))
            if self != untouched:
                yield "while the maze is laid nothing else happens"
            if len(laid) == CELLS or (self.phase is Phase.LOT and (laid or self.seat)):
                yield "the lot comes first, and laying ends with the last card"
            return
        if len(laid) < CELLS or not 0 <= maze.mouse < CELLS or not -1 <= maze.nose < 4:
            yield "the mouse is in the maze once that lies"
            return
        cards = zip(self.draw, self.discards, copies, strict=True)
        if any(drawn + discarded + (kind == self.card) != n for kind, (drawn, discarded, n) in enumerate(cards)):
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
        """Return whether the phase fits the card being followed, or that there is none."""
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
    def turn(self) -> int | None:
        """The seat whose turn it is; None until the lot is drawn."""
        return None if self.phase is Phase.LOT else self.seat

    @property
    def device(self) -> Device:
        """The lot for who starts, the deal of the maze, then the draw pile."""
        return {Phase.LOT: Device.LOT, Phase.LAY: Device.DEAL}.get(self.phase, Device.DRAW)

    def spots(self, action: Action) -> tuple[str, ...]:
        """Return the place of the card to choose; for a heading, the card that lies that way."""
        if action.verb in self.game.choices:
            return (action.name,)
        if action.verb in ("point", "turn"):
            centre = self.picked if action.verb == "turn" else self.maze.mouse
            further = BESIDE[centre][HEADINGS.index(action.name)]
            return () if further is None else (self.game.deck.places[further],)
        return super().spots(action)

    def on_the_way(self, action: Action) -> dict[str, str]:
        """Return the card that the mouse runs to. That card may send it on, or back."""
        return {self.game.pieces[0]: action.name} if action.verb == "to" else {}

    def stations(self, action: Action) -> dict[str, tuple[str, ...]]:
        """Return every card that the mouse comes to."""
        runs = [event.cell for event in story(self, action) if event.what in (What.RAN, What.WENT_ON)]
        return {self.game.pieces[0]: tuple(self.game.deck.places[cell] for cell in runs)}

    def conserved(self) -> dict[str, int]:
        """Return the numbers of cheese and action cards, which never change."""
        return {
            "cheese": self.pile + sum(self.safe) + self.risk + sum(self.maze.cheese),
            "action cards": sum(self.draw) + sum(self.discards) + (self.card >= 0),
        }

    def tally(self, action: Action, after: Self) -> tuple[str, ...]:
        """Count the turns that end in a trap."""
        trapped = after.seat != self.seat and action != END and self.phase is not Phase.LOT
        return ("trapped",) if trapped else ()

    def scores(self) -> tuple[Score, ...]:
        """Return where the 42 cheese are."""
        return (
            Score("safe", seats=self.safe),
            Score("at risk", shared=self.risk),
            Score("in the maze", shared=sum(self.maze.cheese)),
            Score("pile", shared=self.pile),
        )

    def to_go(self) -> tuple[int, ...]:
        """Return the number of cheese that each seat has yet to bring home."""
        return tuple(max(TO_WIN - safe, 0) for safe in self.safe)

    def scenery(self) -> Scenery:
        """Return the maze's cards and cheese, and the mouse's heading."""
        places, maze = self.game.deck.places, self.maze
        return Scenery(
            cards={place: Laid(self.face(n), maze.heading(n)) for n, place in enumerate(places[: len(maze.lying)])},
            cheese={place: n for place, n in zip(places, maze.cheese, strict=True) if n},
            facing={} if maze.nose < 0 else {self.game.pieces[0]: maze.nose},
        )
