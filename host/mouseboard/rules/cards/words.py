"""The words of `cards`: what to do next, what happened and why, and what hands do that no sensor detects."""

from __future__ import annotations

from typing import Self

from mouseboard.layouts import Face
from mouseboard.rules.cards.effects import story
from mouseboard.rules.cards.events import Event, What
from mouseboard.rules.cards.game import CHEESE, CardsRules, Phase
from mouseboard.rules.cards.maze import HEADINGS as LETTERS
from mouseboard.rules.cards.maze import Maze, lying
from mouseboard.rules.cards.rules import Moment
from mouseboard.rules.core import Action, HandTask, mouse_meant, sit_around, wordings
from mouseboard.say import Say, one_after_another, printed, say

HEADINGS = (say("north"), say("east"), say("south"), say("west"))
"""The headings by number. North is up the table."""

PROMPTS = {
    Phase.LOT: "Who starts? Draw!",
    Phase.LAY: "Lay the maze: the card for {place}.",
    Phase.POINT: "{player}: set the mouse on Safe. Which way does it look?",
    Phase.CHEESE: "{player}: on which card do you put a cheese?",
    Phase.DRAW: "{player}: draw an action card.",
    Phase.RUN: "{player}: which way does the mouse run? It looks {nose}.",
    Phase.FLIP: "{player}: which card do you turn over?",
    Phase.PICK: "{player}: which card do you turn?",
    Phase.TURN: "{player}: which way shall the card on {place} lie?",
    Phase.AGAIN: "{player}: draw again, or end your turn with {n} cheese? The mouse looks {nose}.",
    Phase.OVER: "{player} has {n} cheese out of the maze and wins.",
}
"""What to do now."""

HAPPENED = {
    What.STARTS: "{player} starts.",
    What.LAID: "Maze card {number} lies on {place}, side {side} up, its top to the {heading}: {card}.",
    What.POINTED: "{player} points the mouse {heading}.",
    What.DREW: "{player} draws: {card}.",
    What.DREW_AGAIN: "{player} draws again.",
    What.SHUFFLED: "The draw pile is empty: the discards are shuffled and are the new one.",
    What.PUT: "{player} puts a cheese on {place}.",
    What.NONE_TO_PUT: "The cheese pile is empty: none is put in the maze.",
    What.TOOK: "{player} takes a cheese from the pile.",
    What.NONE_TO_TAKE: "The cheese pile is empty: there is none to take.",
    What.RAN: "The mouse runs to {place}: {card}.",
    What.BLOCKED: "The edge is in the way: the mouse cannot move, so it takes nothing and follows no card.",
    What.WENT_ON: "It goes on to {place}: {card}.",
    What.FACE_DOWN: "{card} lies face down: the mouse stays where it is.",
    What.FOUND: "{player} picks up {n} cheese.",
    What.STOPPED_SHORT: "The edge has stopped the mouse short, so the card there is not followed.",
    What.FOLLOWED_BEFORE: "That card has been followed already since the draw, so the mouse stops there.",
    What.BACK_ON_SAFE: "Nothing happens on Safe: the turn goes on.",
    What.NO_CARD: "No card lies that way, so none is touched.",
    What.FLIPPED: "{player} turns the card on {place} over: {card}.",
    What.GAVE_BACK: "{n} cheese that lay on it go back to the pile.",
    What.PICKED: "{player} chooses the card on {place}.",
    What.TURNED: "{player} turns the card on {place} to the {heading}.",
    What.TURNED_WITH_MOUSE: "{player} turns the card on {place} to the {heading}, and the mouse with it.",
    What.LOOKS: "The mouse looks {heading} now.",
    What.TRAPPED: "{player} is trapped and gives {n} cheese back to the pile. The turn is over.",
    What.BROUGHT: "{player} ends the turn and brings {n} cheese out of the maze.",
    What.HAS_SAFE: "{player} has {n} cheese safe now.",
}
"""What happened."""

NOTHING = {
    What.TRAPPED: "{player} is trapped, with no cheese to lose. The turn is over.",
    What.BROUGHT: "{player} ends the turn without cheese.",
}
"""What happened, where `HAPPENED` would speak of 0 cheese."""

TASKS = {
    What.LAID: "Lay maze card {number} on {place}, side {side} up, its top to the {heading}: {card}.",
    What.POINTED: "Point the mouse {heading}.",
    What.PUT: "Put a cheese on {place}.",
    What.FLIPPED: "Turn the card on {place} over; its top stays where it is.",
    What.TURNED: "Turn the card on {place} to the {heading}.",
    What.TURNED_WITH_MOUSE: "Turn the card on {place} to the {heading}; leave the mouse on it.",
}
"""What hands do."""


class CardsState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now."""
        place = len(self.maze.lying) if self.phase is Phase.LAY else self.picked
        return say(
            PROMPTS[self.phase],
            player=self.player,
            place=self.game.deck.places[place],
            n=self.safe[self.seat] if self.phase is Phase.OVER else self.risk,
            nose=HEADINGS[self.maze.nose],
        )

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return what happened when `action` led to `after`."""
        return tuple(self._told(event) for event in story(self, action))

    def describe(self, action: Action) -> Say:
        """Return an option in a few words."""
        deck, name = self.game.deck, action.name
        match action.verb:
            case "first":
                return say("{player} starts.", player=mouse_meant(self.game, action))
            case "lay":
                card = lying(name)
                return say(
                    "Card {number}, side {side}, top to the {heading}",
                    number=card // 8 + 1,
                    side="ab"[card // 4 % 2],
                    heading=HEADINGS[card % 4],
                )
            case "draw":
                return printed(deck.cards[deck.kind[name]].label)
            case "point" | "turn":
                return say("To the {heading}", heading=HEADINGS[LETTERS.index(name)])
            case "again":
                return say("Draw again")
            case "end":
                return say("End the turn with {n} cheese", n=self.risk)
            case "to" if deck.cell[name] == self.maze.mouse:
                return say("Against the edge: the mouse stays")
        return say("{place}: {card}", place=name, card=self.face(deck.cell[name]).label)

    def hand_tasks(self, action: Action, after: Self) -> tuple[HandTask, ...]:
        """Return the cards and cheese that hands must put down, turn or flip, because no sensor detects them."""
        return tuple(self._task(event) for event in story(self, action) if event.what in TASKS)

    def labels(self) -> dict[str, tuple[Say, ...]]:
        """Return the words of the cards that have been laid."""
        cells = range(len(self.maze.lying))
        return {self.game.deck.places[cell]: _label(self.maze, cell, self.face(cell)) for cell in cells}

    def _told(self, event: Event) -> Say:
        nothing = not event.n and event.what in NOTHING
        return say(NOTHING[event.what] if nothing else HAPPENED[event.what], **self._holes(event))

    def _task(self, event: Event) -> HandTask:
        return HandTask(say(TASKS[event.what], **self._holes(event)), (self.game.deck.places[event.cell],))

    def _holes(self, event: Event) -> dict[str, int | str | Say]:
        """Return the values for the holes of a sentence about the event."""
        n = event.n
        return {
            "player": self.game.mice[n] if event.what is What.STARTS else self.player,
            "place": self.game.deck.places[event.cell],
            "n": n,
            "heading": HEADINGS[n % 4],
            "card": event.label,
            "number": n // 8 + 1,
            "side": "ab"[n // 4 % 2],
        }


def _label(maze: Maze, cell: int, face: Face) -> tuple[Say, ...]:
    """Return what a player sees of a card from afar: an arrow to its top, the cheese on it, its words."""
    lies = f"{'↑→↓←'[maze.heading(cell)]}{maze.cheese[cell] or ''}"
    return tuple(say("{lies} {label}", lies=lies, label=said) for said in wordings(face))


class Cards(CardsRules):
    """The card game of 2002."""

    title = "Mouse Trap Card Game"
    summary = "Steer one mouse through a maze of cards, and stop before it is trapped; 8 cheese brought out win."

    def start(self) -> CardsState:
        return CardsState.begin(self)

    def preparation(self) -> HandTask:
        """Return how to set up cards, cheese and seats (text: Setup)."""
        drawn = sum(card.copies for card in self.deck.cards)
        sentences = [
            say("Shuffle the {n} maze cards; laying them is the first thing to do.", n=len(self.deck.places)),
            say("Shuffle the {n} action cards and put them face down: they are the draw pile.", n=drawn),
            say("Put all {n} cheese in a pile, and keep the mouse in hand.", n=CHEESE),
            sit_around(self.mice),
        ]
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on a turn, the arrows and the end of the game."""
        return (
            say(
                "All steer the same mouse, which starts on Safe. Draw an action card and do what it says; the mouse "
                "takes the cheese where it stops, and follows the maze card there."
            ),
            say(
                "An arrow on an action card points as the mouse looks, one on a maze card as the card lies. On the "
                "picture the arrow before a card's words shows where its top lies, the number is its cheese."
            ),
            say(
                "Go on drawing, or stop: then what you have is safe. If the mouse is trapped before, this turn's "
                "cheese is lost. Whoever has 8 cheese safe wins."
            ),
        )
