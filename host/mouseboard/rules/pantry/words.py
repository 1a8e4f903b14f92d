"""The words of `pantry`: where a mouse may go, what it smells there, and what that means."""

from __future__ import annotations

from typing import Self

from mouseboard.rules.core import CHANCE, Action, HandTask, mouse_meant
from mouseboard.rules.looks import Step
from mouseboard.rules.pantry.rules import CHEESE, COLD, TO_WIN, WARM, Moment, PantryRules
from mouseboard.say import Say, one_after_another, printed, say

SMELLS = {
    CHEESE: "Cheese! {mouse} has {n} now.",
    COLD: "Cold! {mouse} smells dust and mothballs.",
    WARM: "Warm! {mouse} smells cheese, straight beside it.",
}

SIGNS = {CHEESE: "cheese", COLD: "snowflake", WARM: "flame"}


class PantryState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now."""
        if self.winners:
            return say("{mouse} is full and happy. {mouse} wins!", mouse=self.game.mice[self.winners[0]])
        if self.turn is None:
            return say("Who starts? Draw lots!")
        mouse = self.game.mice[self.turn]
        return say("{mouse} sniffs ..." if self.sniffing else "{mouse}, where do you sniff next?", mouse=mouse)

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return where the mouse went, or what it smells."""
        if self.turn is None:
            return (say("{mouse} starts.", mouse=mouse_meant(self.game, action)),)
        mouse = self.game.mice[self.turn]
        if not self.sniffing:
            place = self.game.layout.by_name[action.name]
            return (say("{mouse} creeps to “{place}”.", mouse=mouse, place=printed(place.label or place.name)),)
        return (say(SMELLS[action], mouse=mouse, n=after.found[self.turn]),)

    def sign(self, action: Action) -> str:
        """Return the picture of a smell."""
        return SIGNS.get(action, "")


class Pantry(PantryRules):
    """Mouseboard's own game, for a table of nine places."""

    title = "Midnight in the Pantry"
    summary = "Two mice sniff for cheese in the dark. Warm or cold? Nine spaces are enough. From age four."
    age = 4
    in_short = (Step("mouse", "sniff"), Step("flame", "warm or cold?"), Step("take", "found!"))

    def start(self) -> PantryState:
        return PantryState.begin(self)

    def preparation(self) -> HandTask:
        """Return who has which mouse, and who begins."""
        sentences = [say("Each player takes a mouse."), say("It is midnight. Turn off the light if you like!")]
        if self.first != CHANCE:
            sentences.append(say("The youngest takes {mouse} and starts.", mouse=self.mice[self.first]))
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on the cheese, a turn, the smells and the end of the game."""
        return (
            say("There is a piece of cheese in the dark pantry. No mouse can see it. But mice have noses!"),
            say(
                "Move your mouse one step to a free space. It may go slantwise, too. But from its first space it "
                "must go straight. Then it sniffs."
            ),
            say(
                "Warm: the cheese is straight beside the mouse. Cold: it is not. A mouse cannot smell round "
                "corners. Listen when others play, too!"
            ),
            say(
                "Did you find the cheese? Your mouse eats it. Now there is a new piece, but not straight beside "
                "the other mouse. The first with {n} pieces wins.",
                n=TO_WIN,
            ),
        )
