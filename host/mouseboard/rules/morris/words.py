"""The words of `morris`: what to do, what has happened, and how it is played."""

from __future__ import annotations

from typing import Self

from mouseboard.rules import parley, repeats
from mouseboard.rules.core import Action, HandTask, mouse_meant
from mouseboard.rules.looks import Step
from mouseboard.rules.morris.rules import FEWEST, IDLE, MEN, Moment, MorrisRules
from mouseboard.say import Say, one_after_another, say


class MorrisState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now, or why the game is over."""
        if self.turn is None:
            return say("Who starts? Draw lots!")
        if said := self.result:
            return said
        if self.word == "offer":
            return parley.asked(self.game, self.turn)
        mouse, left = self.game.mice[self.turn], self.in_hand[self.turn]
        if self.taking:
            return say("{mouse}, you have a mill! Take a man.", mouse=mouse)
        if left:
            return say("{mouse}, place a man. ({n} left)", mouse=mouse, n=left)
        if self.jumps(self.turn):
            return say("{mouse}, jump to any free point!", mouse=mouse)
        return say("{mouse}, move a man along a line.", mouse=mouse)

    @property
    def result(self) -> Say | None:
        """Why the game is over."""
        if self.turn is None or self.actor is not None:
            return None
        if said := parley.result(self.game, self.turn, self.word):
            return said
        if self.winners:
            stuck = len(self.points(self.turn)) + self.in_hand[self.turn] >= FEWEST
            text = "{other} cannot move. {mouse} wins!" if stuck else "{other} has only two men left. {mouse} wins!"
            return say(text, mouse=self.game.mice[1 - self.turn], other=self.game.mice[self.turn])
        if repeats.is_repeated(self.seen):
            return say("That is the same position for the third time. It's a draw!")
        return say("Nobody has taken a man for {n} moves. It's a draw!", n=IDLE // 2)

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return who starts, where a man went, that it closed a mill, and how the game ends."""
        if self.turn is None:
            return (say("{mouse} starts.", mouse=mouse_meant(self.game, action)),)
        if action in parley.PARLEY:
            return (parley.told(self.game, self.turn, after.word),)
        happened = self._happened(self.game.mice[self.turn], action)
        ends = after.result if after.actor is None else say("A mill!") if after.taking else None
        return (happened,) if ends is None else (happened, ends)

    def _happened(self, mouse: str, action: Action) -> Say:
        source, _, target = action.name.partition("-")
        if self.taking:
            return say("{mouse} takes the man on {point}.", mouse=mouse, point=source)
        if target:
            return say("{mouse} goes from {source} to {target}.", mouse=mouse, source=source, target=target)
        return say("{mouse} places a man on {point}.", mouse=mouse, point=source)

    def describe(self, action: Action) -> Say:
        """Return a choice in a few words."""
        if self.turn is None:
            return say("{mouse} starts.", mouse=mouse_meant(self.game, action))
        if action in parley.PARLEY:
            return parley.described(action)
        source, _, target = action.name.partition("-")
        if self.taking:
            return say("Take the man on {point}", point=source)
        if target:
            return say("From {source} to {target}", source=source, target=target)
        return say("Place a man on {point}", point=source)


class Morris(MorrisRules):
    """The old game of mills."""

    title = "Nine Men's Morris"
    summary = "Three men in a line are a mill, and take one of the other side. No luck at all!"
    in_short = (Step("hand", "place"), Step("mill", "three in a row"), Step("taken", "take one"))

    def start(self) -> MorrisState:
        return MorrisState.begin(self)

    def preparation(self) -> HandTask:
        """Return what each side takes, and who starts."""
        sentences = [say("Each player takes {n} men.", n=MEN)]
        if self.first in range(self.players):
            sentences.append(say("{mouse} starts.", mouse=self.mice[self.first]))
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on placing, mills, moving, and the two ends of the game."""
        jumping = say("Only three men left? Then yours may jump to any free point.")
        return (
            say("Take turns to place your men on free points. When all are on the board, move one along a line."),
            say(
                "Three men of yours in a line are a mill. Each time you close one, take a man of the other side off "
                "the board. Men in a mill are safe while others are not."
            ),
            *([jumping] if self.flying else []),
            say("With only two men left, or without a move, you lose."),
            parley.taught(),
        )
