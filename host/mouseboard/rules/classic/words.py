"""The words of `classic`: what to do next, what happened and why, and what hands do that no sensor detects."""

from __future__ import annotations

from typing import Self

from mouseboard.layouts import Place
from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.rules.classic.layout import PARTS, WHEEL
from mouseboard.rules.classic.rules import CHEESE, FROM_RIVAL, ON_WHEEL, ClassicRules, Moment, Phase
from mouseboard.rules.core import Action, HandTask, mice_of, mouse_meant, sit_around
from mouseboard.say import Say, one_after_another, say

# What to do now.

PROMPTS = {
    Phase.LOT: "Who starts? Draw!",
    Phase.ROLL: "{mouse}, roll the die!",
    Phase.TAKE: "{mouse}: {others} have most cheese. From whom do you take one? {n} to go.",
    Phase.AIM: "{mouse}: pay a cheese to roll another mouse under the cage, or stop?",
    Phase.TRAP: "{mouse}: turn the crank slowly. Did the cage come down on {others}?",
    Phase.OVER: "{mouse} is the last mouse free and wins.",
}

AIM_OR_PAY = "{mouse}: turn the crank on {others}, pay a cheese to move another mouse first, or leave it alone?"

# What is on offer.

OPTIONS = {
    "first": "{other} starts.",
    "take": "Take a cheese from {other}.",
    "pay": "Pay a cheese to move {other}.",
    "crank": "Turn the crank.",
    "stop": "Leave the crank alone.",
    "caught": "Yes, the cage fell.",
    "missed": "The trap missed.",
}

# What happened.

HAPPENED = {
    "first": "{other} starts.",
    "take": "{mouse} takes a cheese from {other}.",
    "pay": "{mouse} puts a cheese back on the pile to move {other}.",
    "crank": "{mouse} turns the crank: will the trap catch {others}?",
    "stop": "{mouse} leaves the crank alone; the turn is over.",
    "caught": "The cage is down!",
    "missed": "The trap missed.",
}

SENT = {
    "back": "{mouse} goes back to {space}; what is printed there does not count.",
    "ahead": "{mouse} moves ahead to {space}; what is printed there does not count.",
}

# What hands do.

RESET = (
    "Set the trap again: one marble in the bucket, the other on the helping hand, the diver on the diving board, "
    "and last the cage on its post."
)


class ClassicState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now."""
        text = PROMPTS[self.phase]
        others = self.on_wheel()
        if self.phase is Phase.ROLL and self.mover != self.seat:
            text = "{mouse}: roll to move {others}."
            others = (self.mover,)
        elif self.phase is Phase.TAKE:
            others = self.tied
        elif self.phase is Phase.AIM and others:
            can_pay = any(action.verb == "pay" for action in self.actions())
            text = AIM_OR_PAY if can_pay else "{mouse}: turn the crank on {others}, or leave it alone?"
        return say(text, mouse=self.game.mice[self.seat], others=mice_of(self.game, others), n=self.due)

    def describe(self, action: Action) -> Say:
        """Return an option in words, before it is taken. A roll is described as in all games."""
        if action.verb == "roll":
            return super().describe(action)
        return say(OPTIONS[action.verb], other=mouse_meant(self.game, action))

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return what happened, and why."""
        match action:
            case Action("roll", int(n)):
                said = self._tell_roll(n, after)
            case _:
                mouse, others = self.game.mice[self.seat], mice_of(self.game, self.on_wheel())
                said = [say(HAPPENED[action.verb], mouse=mouse, other=mouse_meant(self.game, action), others=others)]
        if action == CAUGHT:
            said += self._tell_captured()
        if action == MISSED:
            said += [say("{other} escapes to Safe.", other=self.game.mice[seat]) for seat in self.on_wheel()]
        return (*said, after.prompt()) if after.winners else tuple(said)

    def _tell_roll(self, n: int, after: Self) -> list[Say]:
        """Say where the mover goes, and what the space there means."""
        mouse, other = self.game.mice[self.seat], self.game.mice[self.mover]
        space = self.game.walks[self.at[self.mover]][n]
        place = self.game.layout.place[space]
        if self.mover == self.seat:
            stops = "{mouse} rolls {n} and stops on {space}, {label}."
            return [say(stops, mouse=mouse, n=n, space=place.name, label=place.label), *self._tell_space(place, after)]
        moves = "{mouse} rolls {n} and moves {other} to {space}, {label}; what is printed there does not count."
        if space == WHEEL:
            moves = "{mouse} rolls {n} and moves {other} onto the Cheese Wheel, under the cage!"
        moved = say(moves, mouse=mouse, n=n, other=other, space=place.name, label=place.label)
        return [moved, *self._tell_crank(after)]

    def _tell_space(self, place: Place, after: Self) -> list[Say]:
        """Say what the space did for the player whose roll ended there, or why it did nothing."""
        mouse = self.game.mice[self.seat]
        match place.kind:
            case "build":
                return self._tell_build(place, after)
            case "take":
                return self._tell_take(place.count, after)
            case "wheel":
                return self._tell_take(ON_WHEEL, after)
            case "rival":
                return self._tell_rivals(FROM_RIVAL, after)
            case "lose":
                return [_say_lost(mouse, place.count, after.pile - self.pile)]
            case "back" | "ahead":
                return [say(SENT[place.kind], mouse=mouse, space=place.to)]
            case "bone":
                return [say("A dog bone: nothing happens.")]
            case "safe":
                return [say("Safe: nobody may move {mouse} from here onto the Cheese wheel.", mouse=mouse)]
            case "crank" if self.built < PARTS:
                return [
                    say("The crank turns nothing yet: the trap has {n} of its {all} parts.", n=self.built, all=PARTS)
                ]
        return self._tell_crank(after)

    def _tell_build(self, place: Place, after: Self) -> list[Say]:
        """Say which parts were built, and the cheese for them."""
        if self.game.players not in place.players:
            return [say("This space is not for {n} players: nothing is built.", n=self.game.players)]
        parts = self._parts_built(after)
        if not parts:
            return [say("The trap is complete: there is nothing left to build.")]
        said = [say("Part {n} is built: {part}.", n=n, part=part) for n, part in parts]
        return [*said, *self._tell_drawn(after), *([say("The pile is empty.")] if not after.pile else [])]

    def _tell_take(self, due: int, after: Self) -> list[Say]:
        """Say what came from the pile, and how the opponent with most made up the shortfall."""
        lacking = due - (self.pile - after.pile)
        if not lacking:
            return self._tell_drawn(after)
        short = say("The pile is empty: {n} must come from whoever has most cheese.", n=lacking)
        return [*self._tell_drawn(after), short, *self._tell_rivals(lacking, after)]

    def _tell_drawn(self, after: Self) -> list[Say]:
        """Say how much cheese came from the pile, if any."""
        drawn, mouse = self.pile - after.pile, self.game.mice[self.seat]
        return [say("{mouse} takes {n} cheese from the pile.", mouse=mouse, n=drawn)] if drawn else []

    def _tell_rivals(self, due: int, after: Self) -> list[Say]:
        """Say what came from the opponent with most. If several tie for most, say that the player chooses next."""
        mouse = self.game.mice[self.seat]
        if after.phase is Phase.TAKE:
            others, most = mice_of(self.game, after.tied), self.cheese[after.tied[0]]
            return [say("{others} have most cheese, {n} each: {mouse} may choose.", others=others, n=most, mouse=mouse)]
        given = {seat: had - after.cheese[seat] for seat, had in enumerate(self.cheese) if after.cheese[seat] < had}
        if not given:
            return [say("Nobody else has any cheese: {mouse} gets none.", mouse=mouse)]
        ((seat, n),) = given.items()
        gives = "{other} has most cheese and gives {mouse} {n}."
        if n < due:
            gives = "{other} has most cheese, but only {n}, and gives {mouse} all of it."
        return [say(gives, other=self.game.mice[seat], mouse=mouse, n=n)]

    def _tell_crank(self, after: Self) -> list[Say]:
        """Say why the turn ends on Turn Crank, if nothing is left to decide there."""
        if after.phase is Phase.AIM:
            return []
        mouse = self.game.mice[self.seat]
        if after.cheese[self.seat]:
            return [say("Nobody is on the Cheese Wheel, and nobody may be moved off Safe: the turn is over.")]
        return [
            say(
                "Nobody is on the Cheese Wheel, and {mouse} has no cheese to move anybody: the turn is over.",
                mouse=mouse,
            )
        ]

    def _tell_captured(self) -> list[Say]:
        """Say who is captured, and who gets their cheese (text: Trapping Mice)."""
        said, mouse = [], self.game.mice[self.seat]
        for seat in self.on_wheel():
            other, n = self.game.mice[seat], self.cheese[seat]
            said.append(say("{other} was on the Cheese Wheel: captured, and out of the game.", other=other))
            if n:
                said.append(say("{other} hands over all its cheese to {mouse}: {n}.", other=other, mouse=mouse, n=n))
        return said

    def hand_tasks(self, action: Action, after: Self) -> tuple[HandTask, ...]:
        """Return the parts to place, or the trap to set again."""
        if action in (CAUGHT, MISSED) and not after.winners:
            return (HandTask(say(RESET), until_cage_up=action == CAUGHT),)
        here = (self.game.layout.place[after.at[self.seat]].name,)
        text = "Place part {n}, {part}."
        return tuple(HandTask(say(text, n=n, part=part), here) for n, part in self._parts_built(after))

    def _parts_built(self, after: Self) -> list[tuple[int, str]]:
        """Return the number and name of each part built between this state and `after`."""
        return [(n + 1, self.game.layout.card[n].name) for n in range(self.built, after.built)]


def _say_lost(mouse: str, due: int, n: int) -> Say:
    """Say how much cheese goes back to the pile: `due` by the rules, `n` in fact."""
    if not n:
        return say("{mouse} has no cheese to lose.", mouse=mouse)
    lost = "{mouse} puts {n} cheese back on the pile."
    return say("{mouse} has only {n} cheese and puts it back on the pile." if n < due else lost, mouse=mouse, n=n)


class Classic(ClassicRules):
    """The game for two to four."""

    title = "Classic Mouse Trap"
    summary = "Build the trap on the way to the Loop, then turn its crank on the others; the last mouse free wins."

    def start(self) -> ClassicState:
        return ClassicState.begin(self)

    def preparation(self) -> HandTask:
        """Return how to lay out parts, cheese and seats (text: Place the Mouse Trap parts next to the gameboard)."""
        sentences = [
            say("Lay the {n} parts of the trap beside the board, in the order of their numbers.", n=PARTS),
            say("Put all {n} cheese in a pile beside it; nobody has any yet.", n=CHEESE),
            sit_around(self.mice),
        ]
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on a turn, the spaces and the end of the game."""
        return (
            say(
                "Roll and walk on along the path, which leads into the Loop and round it. What is printed where you "
                "stop happens to you."
            ),
            say(
                "Build: if the number of players is printed there, the next part of the trap is built and you get a "
                "cheese; in the Loop two of each."
            ),
            say(
                "Take and Lose: so many cheese from the pile or back to it. Go back and Move ahead: to that space, "
                "where nothing more happens. Dog bone and Safe: nothing, but nobody can move you off Safe. "
                "Cheese wheel: two cheese."
            ),
            say(
                "Turn crank, once the trap is complete: pay a cheese, as often as you like, to roll for another's "
                "mouse; and turn the crank while others sit on the Cheese wheel, under the cage."
            ),
            say(
                "Whom the cage catches is out, and gives you all cheese; if it misses, they escape to Safe. Whoever "
                "is free last wins."
            ),
        )
