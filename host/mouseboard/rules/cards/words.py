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
from mouseboard.rules.looks import Step
from mouseboard.say import Say, one_after_another, printed, say

HEADINGS = "↑→↓←"
"""The headings by number, as arrows that everybody can read. North is up the table."""

PROMPTS = {
    Phase.LOT: "Who starts? Draw lots!",
    Phase.LAY: "Deal the maze! Or lay your own cards: which one is on {place}?",
    Phase.POINT: "{player}, put the mouse on Safe. Which way shall it look?",
    Phase.CHEESE: "{player}, put a cheese on a card! Which one?",
    Phase.DRAW: "{player}, draw a card!",
    Phase.RUN: "{player}, which way shall the mouse run? It looks {nose}.",
    Phase.FLIP: "{player}, flip a card! Which one?",
    Phase.PICK: "{player}, turn a card! Which one?",
    Phase.TURN: "{player}, turn the card on {place}! Which way?",
    Phase.AGAIN: "{player}, one more card? Or keep {n} cheese? The mouse looks {nose}.",
    Phase.OVER: "{player} has {n} cheese out of the maze. {player} wins!",
}
"""What to do now."""

HAPPENED = {
    What.STARTS: "{player} starts.",
    What.LAID: "New card on {place}: {card}.",
    What.POINTED: "{player} points the mouse {heading}.",
    What.DREW: "{player} draws: {card}.",
    What.DREW_AGAIN: "{player} draws again.",
    What.SHUFFLED: "The draw pile is empty! Shuffle the old cards and use them again.",
    What.PUT: "{player} puts a cheese on {place}.",
    What.NONE_TO_PUT: "The cheese pile is empty. There is no cheese to put!",
    What.TOOK: "{player} takes a cheese from the pile.",
    What.NONE_TO_TAKE: "The cheese pile is empty. No cheese to take!",
    What.RAN: "The mouse runs to {place}: {card}.",
    What.BLOCKED: "The edge is in the way! The mouse stays. It takes no cheese and does not do what the card says.",
    What.WENT_ON: "It goes on to {place}: {card}.",
    What.FACE_DOWN: "{card} is face down. The mouse stays.",
    What.FOUND: "{player} picks up {n} cheese.",
    What.STOPPED_SHORT: "The edge stops the mouse! Skip what the card says.",
    What.FOLLOWED_BEFORE: "That card had its turn. The mouse stops there.",
    What.BACK_ON_SAFE: "Nothing happens on Safe. Play on!",
    What.NO_CARD: "No card is there. Nothing happens.",
    What.FLIPPED: "{player} flips the card on {place}: {card}.",
    What.GAVE_BACK: "Its {n} cheese go back to the pile.",
    What.PICKED: "{player} picks the card on {place}.",
    What.TURNED: "{player} turns the card on {place}: {heading}.",
    What.TURNED_WITH_MOUSE: "{player} turns the card on {place}, and the mouse with it: {heading}.",
    What.LOOKS: "The mouse looks {heading} now.",
    What.TRAPPED: "Trapped! {player} puts {n} cheese back. The turn is over.",
    What.BROUGHT: "{player} stops and brings {n} cheese out of the maze.",
    What.HAS_SAFE: "{player} has {n} cheese safe now.",
}
"""What happened."""

NOTHING = {
    What.TRAPPED: "Trapped! {player} has no cheese to lose. The turn is over.",
    What.BROUGHT: "{player} stops with no cheese.",
}
"""What happened, where `HAPPENED` would speak of 0 cheese."""

TASKS = {
    What.LAID: "Put maze card {number} on {place}: side {side} up, top {heading}. It says: {card}.",
    What.POINTED: "Point the mouse {heading}.",
    What.PUT: "Put a cheese on {place}.",
    What.FLIPPED: "Flip the card on {place}. Its top stays where it is.",
    What.TURNED: "Turn the card on {place}: top {heading}.",
    What.TURNED_WITH_MOUSE: "Turn the card on {place}: top {heading}. Leave the mouse on it.",
}
"""What hands do."""

SIGNS = {"again": "cards", "end": "hand", "cheese": "put"}
"""The picture of each choice that is no arrow, by verb."""


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
                    "Card {number}, side {side}, top {heading}",
                    number=card // 8 + 1,
                    side="ab"[card // 4 % 2],
                    heading=HEADINGS[card % 4],
                )
            case "draw":
                return printed(deck.cards[deck.kind[name]].label)
            case "point" | "turn":
                return printed(HEADINGS[LETTERS.index(name)])
            case "again":
                return say("One more card")
            case "end":
                return say("Keep {n} cheese", n=self.risk)
            case "to" if deck.cell[name] == self.maze.mouse:
                return say("The edge: stay here")
        return say("{place}: {card}", place=name, card=self.face(deck.cell[name]).label)

    def sign(self, action: Action) -> str:
        """Return the picture of drawing again, of stopping, or of the cheese to put."""
        return SIGNS.get(action.verb, "")

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
    lies = f"{HEADINGS[maze.heading(cell)]}{maze.cheese[cell] or ''}"
    return tuple(say("{lies} {label}", lies=lies, label=said) for said in wordings(face))


class Cards(CardsRules):
    """The card game of 2002."""

    title = "Mouse Trap Card Game"
    summary = "Lead one mouse through a maze of cards. Stop before it is trapped! Bring out 8 cheese and you win."
    age = 6
    in_short = (Step("cards", "draw"), Step("ahead", "steer"), Step("safe", "come home"))

    def start(self) -> CardsState:
        return CardsState.begin(self)

    def preparation(self) -> HandTask:
        """Return how to set up cards, cheese and seats (text: Setup)."""
        drawn = sum(card.copies for card in self.deck.cards)
        sentences = [
            say("Shuffle the {n} maze cards. You lay them first.", n=len(self.deck.places)),
            say("Shuffle the {n} action cards. Put them in a pile, face down.", n=drawn),
            say("Put all {n} cheese in a pile. Keep the mouse in your hand.", n=CHEESE),
            sit_around(self.mice),
        ]
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on a turn, the arrows and the end of the game."""
        return (
            say(
                "You all move the same mouse. It starts on Safe. Draw a card and do what it says. Take the cheese "
                "where the mouse stops. Then do what the maze card there says."
            ),
            say(
                "An arrow on your card goes the way the mouse looks. An arrow on a maze card goes the way the card "
                "lies. In the picture, a small arrow shows the top of a card. The number is its cheese."
            ),
            say(
                "Draw again, or stop and keep your cheese. But if the mouse is trapped, you lose the cheese of this"
                " turn! Get 8 cheese safe and you win."
            ),
        )
