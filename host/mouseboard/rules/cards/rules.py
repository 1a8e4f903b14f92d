"""Mouse Trap Card Game: steer one mouse through a maze of cards; 8 cheese brought out win.

The maze is laid card by card. Then a turn is: point the mouse on Safe, place a cheese, and draw action cards until you
end or are trapped. Notation, with places `a1` to `d4` (or what the layout calls them) and headings n, e, s, w:

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

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from operator import itemgetter

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.cards import words
from mouseboard.rules.cards.deck import LATELY, Deck
from mouseboard.rules.cards.layout import check
from mouseboard.rules.cards.maze import BESIDE, CELLS, HEADINGS, Maze, code
from mouseboard.rules.cards.moment import BY_CHANCE, CHEESE, CHOICES, DeckGame, Moment, Phase
from mouseboard.rules.cards.turn import play
from mouseboard.rules.core import (
    CHANCE,
    FIRST,
    Action,
    Device,
    HandTask,
    Laid,
    Scenery,
    Score,
    Setting,
    State,
    layout_option,
)
from mouseboard.say import Say

AGAIN, END = Action("again"), Action("end")


class Cards(DeckGame):
    """The card game of 2002."""

    name = "cards"
    title = "Mouse Trap Card Game"
    summary = "Steer one mouse through a maze of cards, and stop before it is trapped; 8 cheese brought out win."
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
        self.draws = chance.Pile(Action("draw", self.deck.cards[kind].name) for kind in self.by_name)
        """The actions that draw them, so sorted too."""
        self.choices = {phase: _numbered(phase, self.deck.places) for phase in (Phase.CHEESE, *CHOICES.values())}
        """By the phase, each choice beside its cell."""
        self.chosen = lru_cache(LATELY)(self._chosen)
        self.headings = {phase: _numbered(phase, HEADINGS) for phase in (Phase.POINT, Phase.TURN)}
        """The same of headings."""
        self.asked: tuple[CardsState | None, tuple[Action, ...]] = None, ()
        """Which state was asked for its actions last, and what they are: `play` asks for them again."""
        self._vocabulary = self._actions()
        """Kept here, because a cached property slows down every other attribute of a game (CPython 3.11)."""

    @property
    def vocabulary(self) -> Mapping[str, Action]:
        """Every action of the table above."""
        return self._vocabulary

    def _actions(self) -> dict[str, Action]:
        actions = [*chance.outcomes(self.lot), *chain(*self.lays.values()), AGAIN, END, *self.draws.actions]
        actions += [action for _, action in chain(*self.choices.values(), *self.headings.values())]
        return {str(action): action for action in actions}

    def _lay_odds(self, laid: frozenset[int]) -> chance.Lasting:
        """Which card lies next in the maze, either side up and any way round."""
        return chance.even(chain.from_iterable([lays for card, lays in self.lays.items() if card not in laid]))

    def _draw_odds(self, pile: tuple[int, ...]) -> chance.Lasting:
        """Which card is drawn."""
        return self.draws.odds([pile[kind] for kind in self.by_name])

    def _chosen(self, phase: Phase, cells: tuple[int, ...]) -> tuple[Action, ...]:
        """Each of the cells as a choice in a phase."""
        return tuple([action for cell, action in self.choices[phase] if cell in cells])

    def preparation(self) -> HandTask:
        return words.preparation(self)

    def how_to_play(self) -> tuple[Say, ...]:
        return words.how_to_play()

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


def _lays(card: int) -> list[Action]:
    """Every way to lay a card of the maze, sorted."""
    return sorted(Action("lay", code(lying)) for lying in range(8 * card, 8 * card + 8))


def _numbered(phase: Phase, args: Iterable[str]) -> list[tuple[int, Action]]:
    """What may be chosen in a phase, each with its number among these; sorted by the actions."""
    return sorted(enumerate([Action(phase.value, arg) for arg in args]), key=itemgetter(1))


class CardsState(State, Moment, frozen=True):
    """A moment of the card game, with what is legal in it."""

    game: Cards

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is, chance for lots and draws, None once somebody has won."""
        if self.phase in BY_CHANCE:
            return CHANCE
        return None if self.phase is Phase.OVER else self.seat

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that ended a turn with 8 or more (text: Winning the Game)."""
        return (self.seat,) if self.phase is Phase.OVER else ()

    def actions(self) -> tuple[Action, ...]:
        """What may be done, or can happen."""
        asked, legal = self.game.asked
        if asked is not self:
            legal = self._legal()
            self.game.asked = self, legal
        return legal

    def _legal(self) -> tuple[Action, ...]:
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
        """Who starts; which card lies next, either side up and any way round; which card is drawn."""
        match self.phase:
            case Phase.DRAW:
                odds = self.game.draw_odds(self.draw)
            case Phase.LAY:
                odds = self.game.lay_odds(frozenset([lying // 8 for lying in self.maze.lying]))
            case Phase.LOT:
                odds = self.game.lot
            case _:
                return ()
        self.game.asked = self, odds.outcomes
        return odds

    def after(self, action: Action) -> CardsState:
        """The next state."""
        return play(self, action)

    def placement(self) -> dict[str, str]:
        """The mouse; a player holds it while the maze is laid."""
        return {"mouse": self.game.deck.places[self.maze.mouse]} if self.maze.mouse >= 0 else {}

    def impossible(self) -> Iterator[str]:
        """Why no play leads here."""
        return Moment.impossible(self)

    # For people and tables.

    @property
    def turn(self) -> int | None:
        """Whose turn it is, once that is drawn."""
        return None if self.phase is Phase.LOT else self.seat

    @property
    def device(self) -> Device:
        """Lots for who starts and for the maze, then the draw pile."""
        return Device.DRAW if self.phase is Phase.DRAW else Device.LOT

    def labels(self) -> dict[str, tuple[Say, ...]]:
        """The cards as far as they lie."""
        return words.labels(self)

    def prompt(self) -> Say:
        """What to do now."""
        return words.prompt(self)

    def tell(self, action: Action, after: CardsState) -> tuple[Say, ...]:
        """What happened, step by step."""
        return words.tell(self, action, after)

    def describe(self, action: Action) -> Say:
        """The action as it is offered."""
        return words.describe(self, action)

    def hand_tasks(self, action: Action, after: CardsState) -> tuple[HandTask, ...]:
        """The cards and the cheese that hands put down, turn and flip; no sensor feels them."""
        return words.hand_tasks(self, action, after)

    def spots(self, action: Action) -> tuple[str, ...]:
        """The card that is meant; for a heading the card that lies that way."""
        if action.verb in self.game.choices:
            return (str(action.arg),)
        if action.verb in ("point", "turn"):
            centre = self.picked if action.verb == "turn" else self.maze.mouse
            further = BESIDE[centre][HEADINGS.index(str(action.arg))]
            return () if further is None else (self.game.deck.places[further],)
        return super().spots(action)

    def conserved(self) -> dict[str, int]:
        """The cheese and the action cards."""
        return {
            "cheese": self.pile + sum(self.safe) + self.risk + sum(self.maze.cheese),
            "action cards": sum(self.draw) + sum(self.discards) + (self.card >= 0),
        }

    def tally(self, action: Action, after: CardsState) -> tuple[str, ...]:
        """A turn that ends in a trap."""
        trapped = after.seat != self.seat and action != END and self.phase is not Phase.LOT
        return ("trapped",) if trapped else ()

    def scores(self) -> tuple[Score, ...]:
        """Where the 42 cheese are."""
        return (
            Score("safe", seats=self.safe),
            Score("at risk", shared=self.risk),
            Score("in the maze", shared=sum(self.maze.cheese)),
            Score("pile", shared=self.pile),
        )

    def scenery(self) -> Scenery:
        """The maze."""
        places, maze = self.game.deck.places, self.maze
        return Scenery(
            cards={place: Laid(self.face(n), maze.heading(n)) for n, place in enumerate(places[: len(maze.lying)])},
            cheese={place: n for place, n in zip(places, maze.cheese, strict=True) if n},
            facing={} if maze.nose < 0 else {self.game.pieces[0]: maze.nose},
        )
