"""Mouse Trap Card Game: steer one mouse through a maze of cards; 8 cheese brought out win. Text: rules/cards.txt.

The maze is laid card by card. Then a turn is: point the mouse on Safe, place a cheese, and draw action cards until you
end or are trapped. Notation, with places `a1` to `d4` (or what the board calls them) and headings n, e, s, w:

    first<seat>                 lot: who starts (only with first=lot)
    lay<card><side><heading>    lot: the maze card that comes to lie on the next place, say `lay7bs`
    point<heading>              set the mouse on Safe, its nose that way
    cheese<place>               put a cheese there
    draw<name>                  draw: the action card, by its name in the deck, say `drawahead2`
    to<place>                   run along the arrow that takes the mouse there; its own place if the edge is in the way
    flip<place>                 turn that card over
    pick<place>                 that card shall be turned
    turn<heading>               now it lies that way, and the mouse on it has turned along
    again, end                  draw another card, or go home with the cheese

What has only one answer is not asked, so a chain of maze cards is often one action. The draw pile has no hidden order:
it is a number of cards of each kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import ClassVar

import msgspec

from mouseboard import layouts
from mouseboard.layouts import Face
from mouseboard.rules import chance
from mouseboard.rules.cards import deck, words
from mouseboard.rules.cards.maze import ARROWS, BESIDE, CELLS, HEADINGS, Maze, beside, code, ends
from mouseboard.rules.cards.turn import CHOICES, Phase, Story, play
from mouseboard.rules.core import CHANCE, FIRST, Action, Device, Game, HandTask, Score, Setting, State, layout_option
from mouseboard.say import Say, say

CHEESE = 42
AGAIN, END = Action("again"), Action("end")


class Cards(Game):
    """The card game of 2002."""

    name = "cards"
    title = "Mouse Trap Card Game"
    summary = "Steer one mouse through a maze of cards, and stop before it is trapped; 8 cheese brought out win."
    seat_counts = (2, 3, 4, 5)
    options = (layout_option("cards"), FIRST)
    state_type: ClassVar[type[CardsState]]

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.pieces = ("mouse",)
        self.layout = layouts.load(str(settings["layout"]))
        deck.check(self.layout)
        self.faces = deck.faces(self.layout)
        self.partner = deck.partners(self.layout)
        self.places = deck.cells(self.layout)
        self.cell = {place: cell for cell, place in enumerate(self.places)}
        self.kind = {card.name: kind for kind, card in enumerate(self.layout.card)}
        self.lot = chance.lot(players)
        self.lays = dict(sorted((Action("lay", code(lying)), lying) for lying in range(8 * CELLS)))
        self.draws = [Action("draw", name) for name in sorted(self.kind)]
        self.choices = {
            phase: [Action(phase.value, place) for place in self.places] for phase in {*CHOICES.values(), Phase.CHEESE}
        }
        self.headings = {
            phase: [Action(phase.value, heading) for heading in HEADINGS] for phase in (Phase.POINT, Phase.TURN)
        }

    @cached_property
    def vocabulary(self) -> Mapping[str, Action]:
        """Every action of the table above."""
        actions = [*chance.outcomes(self.lot), *self.lays, *self.draws, AGAIN, END]
        actions += [action for chosen in (self.choices, self.headings) for row in chosen.values() for action in row]
        return {str(action): action for action in actions}

    def start(self) -> CardsState:
        """Nothing laid, all cheese in the pile, the whole deck to draw from."""
        return CardsState(
            game=self,
            phase=Phase.LOT if self.settings["first"] == "lot" else Phase.LAY,
            seat=0,
            maze=Maze(),
            pile=CHEESE,
            safe=(0,) * self.players,
            draw=tuple(card.copies for card in self.layout.card),
            discards=(0,) * len(self.layout.card),
        )


class CardsState(State, msgspec.Struct, frozen=True):
    """A moment of the card game; cells and headings are numbers as in `maze`."""

    game: Cards
    phase: Phase
    seat: int
    """The seat whose turn it is."""
    maze: Maze
    pile: int
    """Cheese beside the maze."""
    safe: tuple[int, ...]
    """Each player's cheese out of the maze."""
    draw: tuple[int, ...]
    """The draw pile: how many of each kind of card."""
    discards: tuple[int, ...]
    """The same for the discards."""
    risk: int = 0
    """Cheese face down before the player: theirs if the turn ends well."""
    card: int = -1
    """The kind of action card being followed, or -1."""
    followed: tuple[int, ...] = ()
    """The cells whose cards the chain has come to since that card was drawn; the last is being followed."""
    picked: int = -1
    """The cell whose card is being turned, or -1."""

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is, chance for lots and draws, None once somebody has won."""
        if self.phase in (Phase.LOT, Phase.LAY, Phase.DRAW):
            return CHANCE
        return None if self.phase is Phase.OVER else self.seat

    @property
    def winners(self) -> tuple[int, ...]:
        """Whoever ended a turn with 8 or more (text: Winning the Game)."""
        return (self.seat,) if self.phase is Phase.OVER else ()

    def actions(self) -> tuple[Action, ...]:
        """What may be done, or can happen."""
        match self.phase:
            case Phase.LOT:
                return chance.outcomes(self.game.lot)
            case Phase.LAY | Phase.DRAW:
                return tuple(action for action, _ in self._tickets())
            case Phase.POINT | Phase.TURN:
                lies = self.maze.heading(self.picked) if self.picked >= 0 else -1
                return tuple(sorted(self.game.headings[self.phase][i] for i in range(4) if i != lies))
            case Phase.AGAIN:
                return (AGAIN, END)
            case Phase.OVER:
                return ()
        return tuple(sorted(self.game.choices[self.phase][cell] for cell in self.cells()))

    def odds(self) -> chance.Odds:
        """Who starts; which card lies next, either side up and any way round; which card is drawn."""
        if self.phase is Phase.LOT:
            return self.game.lot
        if self.phase not in (Phase.LAY, Phase.DRAW):
            return ()
        tickets = self._tickets()
        whole = sum(count for _, count in tickets)
        return tuple((action, share(count, whole)) for action, count in tickets)

    def _tickets(self) -> list[tuple[Action, int]]:
        """Every maze or action card that can come next, and how many there are of it."""
        if self.phase is Phase.DRAW:
            counts = ((action, self.draw[self.game.kind[str(action.arg)]]) for action in self.game.draws)
            return [(action, count) for action, count in counts if count]
        laid = {lying // 8 for lying in self.maze.lying}
        return [(action, 1) for action, lying in self.game.lays.items() if lying // 8 not in laid]

    def after(self, action: Action) -> CardsState:
        """The next state."""
        return play(self, action, [])

    def placement(self) -> dict[str, str]:
        """The mouse; a player holds it while the maze is laid."""
        return {"mouse": self.game.places[self.maze.mouse]} if self.maze.mouse >= 0 else {}

    # Following the card directions.

    def said(self) -> tuple[Face, list[int]]:
        """The directions being followed, and the headings of their arrows.

        An action card is held along the mouse's nose; a maze card's arrows lie as it lies (ruling: cards, Arrows).
        """
        said: Face = self.game.layout.card[self.card]
        along = self.maze.nose
        if self.followed:
            said, along = self.face(self.followed[-1]), self.maze.heading(self.followed[-1])
        return said, [(along + ARROWS[arrow]) % 4 for arrow in said.arrows]

    def cells(self) -> list[int]:
        """The cells to choose from in this phase."""
        if self.phase is Phase.CHEESE:
            free = (cell for cell in range(CELLS) if self.face(cell).kind not in deck.SYMBOL)
            return [cell for cell in free if cell != self.maze.mouse] if self.pile else []
        if self.phase is Phase.RUN:
            return list(self.ends())
        mouse, nose = self.maze.mouse, self.maze.nose
        said, headings = self.said()
        match said.kind:
            case "turn this":
                return [mouse]
            case "flip front":
                return beside(mouse, (nose,))
            case "flip behind":
                return beside(mouse, ((nose + 2) % 4,))
        return beside(mouse, headings)

    def ends(self) -> dict[int, bool]:
        """Where the arrows take the mouse, and whether the edge stops it short there."""
        said, headings = self.said()
        return ends(self.maze.mouse, headings, said.count)

    def face(self, cell: int) -> Face:
        """What the card in a cell says."""
        return self.game.faces[self.maze.face(cell)]

    # For people and tables.

    @property
    def turn(self) -> int | None:
        """Whose turn it is, once that is drawn."""
        return None if self.phase is Phase.LOT else self.seat

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return self.game.mice[self.seat]

    @property
    def device(self) -> Device:
        """Lots for who starts and for the maze, then the draw pile."""
        return Device.DRAW if self.phase is Phase.DRAW else Device.LOT

    def labels(self) -> dict[str, str]:
        """The cards as far as they lie."""
        maze = self.maze
        seen = (
            words.label(maze.heading(cell), maze.cheese[cell], self.face(cell).label) for cell in range(len(maze.lying))
        )
        return dict(zip(self.game.places, seen, strict=False))

    def prompt(self) -> Say:
        """What to do now."""
        picked = len(self.maze.lying) if self.phase is Phase.LAY else self.picked
        return say(
            words.PROMPTS[self.phase],
            player=self.player,
            place=self.game.places[picked],
            n=self.risk,
            nose=words.HEADINGS[self.maze.nose],
            safe=self.safe[self.seat],
        )

    def tell(self, action: Action, after: CardsState) -> tuple[Say, ...]:
        """What happened, in the words of the table."""
        story: Story = []
        play(self, action, story)
        return tuple(part.say if isinstance(part, HandTask) else part for part in story)

    def hand_tasks(self, action: Action, after: CardsState) -> tuple[HandTask, ...]:
        """The cards and the cheese that hands put down, turn and flip; no sensor feels them."""
        story: Story = []
        play(self, action, story)
        return tuple(part for part in story if isinstance(part, HandTask))

    def spots(self, action: Action) -> tuple[str, ...]:
        """The card that is meant; for a heading the card that lies that way."""
        if action.verb in self.game.choices:
            return (str(action.arg),)
        if action.verb in ("point", "turn"):
            centre = self.picked if action.verb == "turn" else self.maze.mouse
            further = BESIDE[centre][HEADINGS.index(str(action.arg))]
            return () if further is None else (self.game.places[further],)
        return super().spots(action)

    def conserved(self) -> dict[str, int]:
        """The cheese and the action cards."""
        return {
            "cheese": self.pile + sum(self.safe) + self.risk + sum(self.maze.cheese),
            "action cards": sum(self.draw) + sum(self.discards) + (self.card >= 0),
        }

    def scores(self) -> tuple[Score, ...]:
        """Where the 42 cheese are."""
        return (
            Score("safe", seats=self.safe),
            Score("at risk", shared=self.risk),
            Score("in the maze", shared=sum(self.maze.cheese)),
            Score("pile", shared=self.pile),
        )


Cards.state_type = CardsState


@cache
def share(count: int, whole: int) -> Fraction:
    """So many of the whole; the same few hundred come again and again."""
    return Fraction(count, whole)
