"""The words of `revised`: what to do next, what happened and why, and how to set the trap again."""

from __future__ import annotations

from typing import Self

from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.rules.core import Action, HandTask, mice_of, mouse_meant, sit_around
from mouseboard.rules.looks import Step
from mouseboard.rules.revised.rules import Moment, Phase, RevisedRules
from mouseboard.say import Say, one_after_another, say

# What to do now.

PROMPTS = {
    Phase.LOT: "Who starts? Draw lots!",
    Phase.ROLL: "{mouse}, roll the die!",
    Phase.TAKE: "{mouse}, do you want a cheese?",
    Phase.BRING: "{mouse}, who goes under the cage?",
    Phase.LAUNCH: "{mouse}, set off the trap to catch {others}?",
    Phase.TRAP: "{mouse}, pull back the stop sign and let go! Did the cage fall on {others}?",
    Phase.STEAL: "{mouse}, steal! Whose cheese?",
    Phase.TUNNEL: "{mouse}, go through the tunnel to {space}?",
}

# What is on offer.

OPTIONS = {
    "first": "{other} starts.",
    "take": "Yum, take it!",
    "bring": "Put {other} there.",
    "nobody": "Nobody.",
    "launch": "Set it off!",
    "caught": "Yes, the cage fell.",
    "missed": "No, it missed.",
    "steal": "Steal from {other}.",
    "tunnel": "Go to {space}.",
}

DECLINED = {
    Phase.TAKE: "No, thanks.",
    Phase.LAUNCH: "No, leave it.",
    Phase.STEAL: "Let them keep it.",
    Phase.TUNNEL: "Stay on {here}.",
}

SIGNS = {"launch": "launch", "caught": "cage", "tunnel": "tunnel"}
"""The pictures of options, by verb."""

# What happened.

HAPPENED = {
    "first": "{other} starts.",
    "take": "{mouse} takes a cheese from the pile.",
    "bring": "{mouse} puts {other} under the cage.",
    "nobody": "{mouse} puts nobody under the cage.",
    "launch": "{mouse} sets off the trap! Will it catch {others}?",
    "caught": "The cage is down!",
    "missed": "The trap missed.",
    "steal": "{mouse} steals a cheese from {other}.",
    "tunnel": "{mouse} goes through the tunnel to {space}. Skip what it says there.",
}

HAS_DECLINED = {
    Phase.TAKE: "{mouse} takes no cheese.",
    Phase.LAUNCH: "{mouse} leaves the trap alone.",
    Phase.STEAL: "{mouse} steals from nobody.",
    Phase.TUNNEL: "{mouse} stays out of the tunnel.",
}

STOPS = {
    "start": "{mouse} rolls {n} and stops on Start.",
    "cage": "{mouse} rolls {n} and stops under the cage.",
}
"""Sentences for stops that have a name instead of a number: in some languages no article fits both."""

# What hands do.

RESET = (
    "{mouse}, set the trap again! Put the marble and the diver back. Turn the broom down and hold it with the "
    "wrench. Last, put the cage up."
)


class RevisedState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now."""
        mouse = self.game.mice[self.seat]
        if self.winners:
            return say("{mouse} has {n} cheese. {mouse} wins!", mouse=mouse, n=self.hands[self.seat])
        under, space = mice_of(self.game, self.under_the_cage()), self.game.mouth.get(self.at[self.seat], "")
        return say(PROMPTS[self.phase], mouse=mouse, others=under, space=space)

    def describe(self, action: Action) -> Say:
        """Return an option in words, before it is taken. A roll is described as in all games."""
        if action.verb == "roll":
            return super().describe(action)
        here = self.at[self.seat]
        if action.verb == "decline":
            return say(DECLINED[self.phase], here=here)
        return say(OPTIONS[action.verb], other=mouse_meant(self.game, action), space=self.game.mouth.get(here, ""))

    def sign(self, action: Action) -> str:
        """Return the picture of the trap or the tunnel."""
        return SIGNS.get(action.verb, "")

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return what happened, and why."""
        match action:
            case Action("roll", int(n)):
                said = self._tell_roll(n, after)
            case Action("caught"):
                said = [self._say_action(action), *self._tell_payers()]
            case Action("missed"):
                said = [self._say_action(action), say("Nobody is caught, so nobody pays.")]
            case Action("nobody") if after.phase is not Phase.LAUNCH:
                said = [self._say_action(action), say("So nobody can be caught.")]
            case _:
                said = [self._say_action(action)]
        return (*said, after.prompt()) if after.winners else tuple(said)

    def _say_action(self, action: Action) -> Say:
        """Say what a player, the lot or the trap has done."""
        mouse = self.game.mice[self.seat]
        if action.verb == "decline":
            return say(HAS_DECLINED[self.phase], mouse=mouse)
        return say(
            HAPPENED[action.verb],
            mouse=mouse,
            other=mouse_meant(self.game, action),
            others=mice_of(self.game, self.under_the_cage()),
            space=self.game.mouth.get(self.at[self.seat], ""),
        )

    def _tell_payers(self) -> list[Say]:
        """Say who must give a cheese because they were caught (text: Launch the Trap)."""
        pays, poor = "{other} is caught and gives {mouse} one cheese.", "{other} is caught, but has no cheese to give."
        mice, mouse = self.game.mice, self.game.mice[self.seat]
        caught = self.under_the_cage()
        return [say(pays if self.hands[seat] else poor, other=mice[seat], mouse=mouse) for seat in caught]

    def _tell_roll(self, n: int, after: Self) -> list[Say]:
        """Say where the mouse stops, what it found on Start, and what the space does if it asks nothing."""
        mouse, space = self.game.mice[self.seat], after.at[self.seat]
        stops = STOPS.get(self.game.kind[space], "{mouse} rolls {n} and stops on {space}.")
        said = [say(stops, mouse=mouse, n=n, space=space)]
        if after.on_start < self.on_start:
            first = "{mouse} is the first back and takes the {n} cheese on Start!"
            said.append(say(first, mouse=mouse, n=self.on_start))
        return said if after.winners else [*said, *self._tell_space(space, after)]

    def _tell_space(self, space: str, after: Self) -> list[Say]:
        """Say what the space did, or why it does nothing. If it asks something, the prompt says so."""
        mouse, label = self.game.mice[self.seat], self.game.layout.by_name[space].label
        match self.game.kind[space]:
            case "lose":
                lost = "{label}: {mouse} puts one cheese back on the pile."
                none = "{label}: {mouse} has no cheese to lose."
                return [say(lost if after.pile > self.pile else none, label=label, mouse=mouse)]
            case "steal" if after.phase is not Phase.STEAL:
                return [say("{label}: nobody else has any.", label=label)]
            case "start" if not self.on_start:
                return [say("The cheese on Start is gone.")]
            case "cage":
                return [say("Watch out, {mouse}! The trap can catch you here.", mouse=mouse)]
            case "normal":
                return [say("Nothing happens here.")]
        return []

    def hand_tasks(self, action: Action, after: Self) -> tuple[HandTask, ...]:
        """Return the task of setting the trap again, whether or not it caught anybody (text: Launch the Trap)."""
        if action not in (CAUGHT, MISSED):
            return ()
        return (HandTask(say(RESET, mouse=self.game.mice[self.seat]), places=(self.game.cage,), until_cage_up=True),)


class Revised(RevisedRules):
    """The game of the mid-2020s."""

    title = "Mouse Trap, revised rules"
    summary = "Go round and take cheese. Steal some, too! Catch the others in the trap to get more. Six cheese win!"
    in_short = (Step("die", "roll"), Step("take", "grab"), Step("launch", "trap them!"))

    def start(self) -> RevisedState:
        return RevisedState.begin(self)

    def preparation(self) -> HandTask:
        """Return how to set up trap, cheese and seats (text: Setup)."""
        start = self.start()
        sentences = [
            say("Build the whole trap on the board. Set it, with the cage up."),
            say("Give each player one cheese. Put {n} on Start.", n=start.on_start),
            say("Put the other {n} cheese in a pile beside the board.", n=start.pile),
            sit_around(self.mice),
        ]
        return HandTask(one_after_another(sentences), places=(self.cage,), until_cage_up=True)

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on a turn, the spaces and the end of the game."""
        return (
            say(
                "Roll and walk round the circle. Do what your space says, if you like. Only a lost cheese "
                "is not a choice: put it back."
            ),
            say(
                "Cheese: take one from the pile. Snatch: take one from another mouse. Drop: put one back. Tunnel: "
                "go through to the other end."
            ),
            say(
                "Trap: put one other mouse under the cage. Is a mouse there? Set off the trap! Each mouse you catch"
                " gives you a cheese."
            ),
            say("The first mouse back at Start finds two more cheese there. Get six cheese and you win!"),
        )
