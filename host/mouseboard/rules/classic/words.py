"""The words of `classic`: what to do next, what happened and why, and what hands do that no sensor detects."""

from __future__ import annotations

from typing import Self

from mouseboard.layouts import Place
from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.rules.classic.layout import PARTS, WHEEL
from mouseboard.rules.classic.rules import CHEESE, FROM_RIVAL, ON_WHEEL, ClassicRules, Moment, Phase
from mouseboard.rules.core import Action, HandTask, mice_of, mouse_meant, sit_around
from mouseboard.rules.looks import Step
from mouseboard.say import Say, one_after_another, say

# What to do now.

PROMPTS = {
    Phase.LOT: "Who starts? Draw lots!",
    Phase.ROLL: "{mouse}, roll the die!",
    Phase.TAKE: "{mouse}, take a cheese! {others} have the most. From whom? You get {n} more.",
    Phase.AIM: "{mouse}, pay a cheese to move another mouse? Or stop?",
    Phase.TRAP: "{mouse}, turn the crank slowly! Did the cage fall on {others}?",
    Phase.OVER: "{mouse} is the last free mouse. {mouse} wins!",
}

AIM_OR_PAY = "{mouse}, turn the crank to catch {others}? Or first pay a cheese to move a mouse?"

# What is on offer.

OPTIONS = {
    "first": "{other} starts.",
    "take": "Take a cheese from {other}.",
    "pay": "Pay a cheese to move {other}.",
    "crank": "Turn the crank!",
    "stop": "No, stop here.",
    "caught": "Yes, the cage fell.",
    "missed": "No, it missed.",
}

SIGNS = {"crank": "crank", "stop": "hand", "caught": "cage"}
"""The pictures of options, by verb."""

# What happened.

HAPPENED = {
    "first": "{other} starts.",
    "take": "{mouse} takes a cheese from {other}.",
    "pay": "{mouse} pays a cheese to move {other}.",
    "crank": "{mouse} turns the crank! Will it catch {others}?",
    "stop": "{mouse} leaves the crank alone. The turn is over.",
    "caught": "The cage is down!",
    "missed": "The trap missed.",
}

SENT = {
    "back": "{mouse} goes back to {space}. Skip what it says there.",
    "ahead": "{mouse} moves ahead to {space}. Skip what it says there.",
}

# What hands do.

RESET = (
    "Set the trap again! Put one marble in the bucket and one on the helping hand. Put the diver on the diving board. "
    "Last, put the cage on its post."
)


class ClassicState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now."""
        text = PROMPTS[self.phase]
        others = self.on_wheel()
        if self.phase is Phase.ROLL and self.mover != self.seat:
            text = "{mouse}, roll to move {others}!"
            others = (self.mover,)
        elif self.phase is Phase.TAKE:
            others = self.tied
        elif self.phase is Phase.AIM and others:
            can_pay = any(action.verb == "pay" for action in self.actions())
            text = AIM_OR_PAY if can_pay else "{mouse}, turn the crank to catch {others}? Or stop?"
        return say(text, mouse=self.game.mice[self.seat], others=mice_of(self.game, others), n=self.due)

    def describe(self, action: Action) -> Say:
        """Return an option in words, before it is taken. A roll is described as in all games."""
        if action.verb == "roll":
            return super().describe(action)
        return say(OPTIONS[action.verb], other=mouse_meant(self.game, action))

    def sign(self, action: Action) -> str:
        """Return the picture of what is done with the trap."""
        return SIGNS.get(action.verb, "")

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
            said += [say("{other} runs to Safe.", other=self.game.mice[seat]) for seat in self.on_wheel()]
        return (*said, after.prompt()) if after.winners else tuple(said)

    def _tell_roll(self, n: int, after: Self) -> list[Say]:
        """Say where the mover goes, and what the space there means."""
        mouse, other = self.game.mice[self.seat], self.game.mice[self.mover]
        space = self.game.walks[self.at[self.mover]][n]
        place = self.game.layout.place[space]
        if self.mover == self.seat:
            stops = "{mouse} rolls {n} and stops on {space}, {label}."
            return [say(stops, mouse=mouse, n=n, space=place.name, label=place.label), *self._tell_space(place, after)]
        moves = "{mouse} rolls {n} and moves {other} to {space}, {label}. Skip what it says there."
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
                return [say("A dog bone! Nothing happens.")]
            case "safe":
                return [say("Safe! Nobody can move {mouse} from here.", mouse=mouse)]
            case "crank" if self.built < PARTS:
                return [say("The crank does nothing yet. {n} of its {all} parts are built.", n=self.built, all=PARTS)]
        return self._tell_crank(after)

    def _tell_build(self, place: Place, after: Self) -> list[Say]:
        """Say which parts were built, and the cheese for them."""
        if self.game.players not in place.players:
            return [say("This space is not for {n} players. You build nothing.", n=self.game.players)]
        parts = self._parts_built(after)
        if not parts:
            return [say("The trap is ready! No parts are left.")]
        said = [say("Part {n} is built: {part}.", n=n, part=part) for n, part in parts]
        return [*said, *self._tell_drawn(after), *([say("The pile is empty.")] if not after.pile else [])]

    def _tell_take(self, due: int, after: Self) -> list[Say]:
        """Say what came from the pile, and how the opponent with most made up the shortfall."""
        lacking = due - (self.pile - after.pile)
        if not lacking:
            return self._tell_drawn(after)
        short = say("The pile is empty! The mouse with most cheese must give {n}.", n=lacking)
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
            return [say("{others} have most cheese, {n} each. {mouse} can choose.", others=others, n=most, mouse=mouse)]
        given = {seat: had - after.cheese[seat] for seat, had in enumerate(self.cheese) if after.cheese[seat] < had}
        if not given:
            return [say("Nobody else has cheese. {mouse} gets none.", mouse=mouse)]
        ((seat, n),) = given.items()
        gives = "{other} has most cheese and gives {mouse} {n}."
        if n < due:
            gives = "{other} has most cheese, but only {n}. {mouse} gets it all."
        return [say(gives, other=self.game.mice[seat], mouse=mouse, n=n)]

    def _tell_crank(self, after: Self) -> list[Say]:
        """Say why the turn ends on Turn Crank, if nothing is left to decide there."""
        if after.phase is Phase.AIM:
            return []
        mouse = self.game.mice[self.seat]
        if after.cheese[self.seat]:
            return [say("Nobody is on the Cheese Wheel. Nobody can be moved there. The turn is over.")]
        return [
            say(
                "Nobody is on the Cheese Wheel. {mouse} has no cheese to pay. The turn is over.",
                mouse=mouse,
            )
        ]

    def _tell_captured(self) -> list[Say]:
        """Say who is captured, and who gets their cheese (text: Trapping Mice)."""
        said, mouse = [], self.game.mice[self.seat]
        for seat in self.on_wheel():
            other, n = self.game.mice[seat], self.cheese[seat]
            said.append(say("Caught! {other} is out of the game.", other=other))
            if n:
                said.append(say("{other} gives {mouse} all its cheese: {n}.", other=other, mouse=mouse, n=n))
        return said

    def hand_tasks(self, action: Action, after: Self) -> tuple[HandTask, ...]:
        """Return the parts to place, or the trap to set again."""
        if action in (CAUGHT, MISSED) and not after.winners:
            return (HandTask(say(RESET), until_cage_up=action == CAUGHT),)
        here = (self.game.layout.place[after.at[self.seat]].name,)
        text = "Build part {n}: {part}."
        return tuple(HandTask(say(text, n=n, part=part), here) for n, part in self._parts_built(after))

    def _parts_built(self, after: Self) -> list[tuple[int, str]]:
        """Return the number and name of each part built between this state and `after`."""
        return [(n + 1, self.game.layout.card[n].name) for n in range(self.built, after.built)]


def _say_lost(mouse: str, due: int, n: int) -> Say:
    """Say how much cheese goes back to the pile: `due` by the rules, `n` in fact."""
    if not n:
        return say("{mouse} has no cheese to lose.", mouse=mouse)
    lost = "{mouse} puts {n} cheese back on the pile."
    return say("{mouse} has only {n} cheese and puts it back." if n < due else lost, mouse=mouse, n=n)


class Classic(ClassicRules):
    """The game for two to four."""

    title = "Classic Mouse Trap"
    summary = (
        "Build the trap on the way to the Loop. Then turn the crank to catch the others. The last free mouse wins!"
    )
    in_short = (Step("die", "roll"), Step("build", "build"), Step("crank", "catch"))

    def start(self) -> ClassicState:
        return ClassicState.begin(self)

    def preparation(self) -> HandTask:
        """Return how to lay out parts, cheese and seats (text: Place the Mouse Trap parts next to the gameboard)."""
        sentences = [
            say("Put the {n} trap parts beside the board, in number order.", n=PARTS),
            say("Put all {n} cheese in a pile.", n=CHEESE),
            sit_around(self.mice),
        ]
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on a turn, the spaces and the end of the game."""
        return (
            say(
                "Roll and walk along the path. It leads into the Loop and goes round and round. Do what your space "
                "says."
            ),
            say(
                "Build: does the space show your number of players? Add the next part of the trap. Take one cheese."
                " In the Loop, add two parts and take two."
            ),
            say(
                "Take: take that much cheese. Lose: put that much back. Go back, Move ahead: go there and skip what"
                " it says. Dog bone: nothing happens. Safe: nobody can move you. Cheese wheel: take two cheese."
            ),
            say(
                "Turn crank, when the trap is ready: pay a cheese and roll for another mouse. Do it as often as you"
                " like. Is a mouse on the Cheese wheel, under the cage? Turn the crank!"
            ),
            say(
                "A caught mouse is out and you take its cheese. If the cage misses, it runs to Safe. The last free "
                "mouse wins."
            ),
        )
