"""The words of `draughts`: what to do, what has happened, and how it is played."""

from __future__ import annotations

from typing import Self

from mouseboard.rules import parley, repeats
from mouseboard.rules.core import Action, HandTask
from mouseboard.rules.draughts.board import jumped, squares_of
from mouseboard.rules.draughts.rules import IDLE, MEN, DraughtsRules, Moment
from mouseboard.rules.looks import Step
from mouseboard.say import Say, one_after_another, say


class DraughtsState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now, or why the game is over."""
        if said := self.result:
            return said
        if self.word == "offer":
            return parley.asked(self.game, self.turn)
        mouse = self.game.mice[self.turn]
        if jumped(squares_of(self.actions()[0])):
            return say("{mouse}, you must jump!", mouse=mouse)
        return say("{mouse}, move a man.", mouse=mouse)

    @property
    def result(self) -> Say | None:
        """Why the game is over."""
        if self.actor is not None:
            return None
        if said := parley.result(self.game, self.turn, self.word):
            return said
        if self.winners:
            mouse, other = self.game.mice[1 - self.turn], self.game.mice[self.turn]
            return say("{other} cannot move. {mouse} wins!", mouse=mouse, other=other)
        if repeats.is_repeated(self.seen):
            return say("That is the same position for the third time. It's a draw!")
        return say("Only kings have moved for {n} moves, and none was taken. It's a draw!", n=IDLE // 2)

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return where a man went, what it took, whether it is a king now, and how the game ends."""
        if action in parley.PARLEY:
            return (parley.told(self.game, self.turn, after.word),)
        mouse, squares = self.game.mice[self.turn], squares_of(action)
        source, target, taken = squares[0], squares[-1], len(jumped(squares))
        told = [say("{mouse} goes from {source} to {target}.", mouse=mouse, source=source, target=target)]
        if taken:
            text = "{mouse} jumps from {source} to {target} and takes {n}."
            told = [say(text, mouse=mouse, source=source, target=target, n=taken)]
        if after.piece_on(target) in after.crowned and self.piece_on(source) not in self.crowned:
            told.append(say("Crown the man on {square}: it is a king now!", square=target))
        return (*told, *([after.result] if after.result else []))

    def describe(self, action: Action) -> Say:
        """Return a choice in a few words."""
        if action in parley.PARLEY:
            return parley.described(action)
        source, *landings = squares_of(action)
        if not jumped((source, *landings)):
            return say("From {source} to {target}", source=source, target=landings[0])
        return say("Jump from {source} to {targets}", source=source, targets=", ".join(landings))


class Draughts(DraughtsRules):
    """The game of twelve men a side, as it is played in Britain and America."""

    title = "English Draughts"
    summary = "Jump over the other side's men to take them, and crown your own. No luck at all!"
    in_short = (Step("slant", "slantwise"), Step("jump", "jump and take"), Step("crown", "crown"))

    def start(self) -> DraughtsState:
        return DraughtsState.begin(self)

    def preparation(self) -> HandTask:
        """Return what each side takes, and who starts."""
        sentences = [
            say("Each player takes {n} men.", n=MEN),
            say("{mouse} starts.", mouse=self.mice[0]),
        ]
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on moving, jumping, kings, and the two ends of the game."""
        return (
            say("Move a man one step ahead, slantwise, to a free dark square."),
            say(
                "Is a man of the other side in front of yours, and the square behind it free? Then you must jump over "
                "it and take it. If your man can jump again from there, it must go on."
            ),
            say("A man that reaches the far row becomes a king, and your turn ends. Kings move and jump back, too."),
            say("If you cannot move, you lose."),
            parley.taught(),
        )
