"""The words of `pantry`: where a mouse may go, what it smells there, and what that means."""

from __future__ import annotations

from typing import Self

from mouseboard.rules.core import Action, HandTask, mouse_meant
from mouseboard.rules.pantry.rules import CHEESE, COLD, TO_WIN, WARM, Moment, PantryRules
from mouseboard.say import Say, one_after_another, printed, say

SMELLS = {
    CHEESE: "Cheese! That makes {n} for {mouse}.",
    COLD: "Cold: {mouse} smells dust and mothballs.",
    WARM: "Warm! {mouse} smells cheese, straight beside it.",
}


class PantryState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now."""
        if self.winners:
            return say("{mouse} is full and happy and wins.", mouse=self.game.mice[self.winners[0]])
        if self.turn is None:
            return say("Who starts? Draw!")
        mouse = self.game.mice[self.turn]
        return say("{mouse} sniffs ..." if self.sniffing else "{mouse}: where do you sniff next?", mouse=mouse)

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return where the mouse went, or what it smells."""
        if self.turn is None:
            return (say("{mouse} starts.", mouse=mouse_meant(self.game, action)),)
        mouse = self.game.mice[self.turn]
        if not self.sniffing:
            place = self.game.layout.by_name[action.name]
            return (say("{mouse} creeps to “{place}”.", mouse=mouse, place=printed(place.label or place.name)),)
        return (say(SMELLS[action], mouse=mouse, n=after.found[self.turn]),)


class Pantry(PantryRules):
    """Mouseboard's own game, for a table of nine places."""

    title = "Midnight in the Pantry"
    summary = "Two mice sniff for cheese in the dark, warm or cold; nine places are enough, from age four."

    def start(self) -> PantryState:
        return PantryState.begin(self)

    def preparation(self) -> HandTask:
        """Return who has which mouse, and who begins."""
        sentences = [say("Each player takes a mouse."), say("It is midnight: whoever can may switch off the light.")]
        if self.start().turn is not None:
            sentences.append(say("The youngest takes {mouse} and starts.", mouse=self.mice[0]))
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on the cheese, a turn, the smells and the end of the game."""
        return (
            say("Somewhere in the dark pantry lies a piece of cheese. No mouse sees it; but mice have noses."),
            say(
                "In turn, move your mouse one step, slantwise too, to a place where no mouse stands; but out of its "
                "home, where it began, it goes straight. There it sniffs."
            ),
            say(
                "Warm: the cheese lies straight beside the mouse. Cold: it does not, for round corners nothing is "
                "smelt. Everybody hears that, so listen when it is not your turn either."
            ),
            say(
                "Where the cheese lies, the mouse eats it, and there is another piece elsewhere, but not straight "
                "beside the mouse whose turn it is. The first with {n} pieces wins.",
                n=TO_WIN,
            ),
        )
