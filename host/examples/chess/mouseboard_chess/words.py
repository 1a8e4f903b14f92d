"""The words of chess: what to do, what has happened, and how it is played."""

from __future__ import annotations

import chess

from mouseboard.rules import Action, HandTask, Say, parley, say
from mouseboard_chess.rules import CLAIM, IDLE, ChessRules, Moment

PROMOTED = {
    "q": "{mouse} has a new queen on {square}!",
    "r": "{mouse} has a new rook on {square}!",
    "b": "{mouse} has a new bishop on {square}!",
    "n": "{mouse} has a new knight on {square}!",
}
CHOICE = {"q": "A queen", "r": "A rook", "b": "A bishop", "n": "A knight"}
SIGNS = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}

DRAWN = {
    chess.Termination.STALEMATE: say("No move left, and no check. It's a draw!"),
    chess.Termination.INSUFFICIENT_MATERIAL: say("Nobody has enough pieces left for checkmate. It's a draw!"),
    chess.Termination.SEVENTYFIVE_MOVES: say("No piece was taken and no pawn moved for {n} moves. It's a draw!", n=75),
    chess.Termination.FIVEFOLD_REPETITION: say("That is the same position for the fifth time. It's a draw!"),
}


class ChessState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now, or why the game is over."""
        if said := self.result:
            return said
        if self.word == "offer":
            return parley.asked(self.game, self.turn)
        text = "{mouse}, your move!"
        if self.promoting:
            text = "{mouse}, what does your pawn become?"
        elif self.board.is_check():
            text = "{mouse}, check! Save your king."
        return say(text, mouse=self.game.mice[self.turn])

    @property
    def result(self) -> Say | None:
        """Why the game is over."""
        if self.actor is not None:
            return None
        if said := parley.result(self.game, self.turn, self.word):
            return said
        if self.winners:
            return say("Checkmate! {mouse} wins!", mouse=self.game.mice[1 - self.turn])
        if self.ending:
            return DRAWN[self.ending]
        if self.is_repeated:
            return say("That is the same position for the third time. It's a draw!")
        return say("No piece was taken and no pawn moved for {n} moves. It's a draw!", n=IDLE // 2)

    def tell(self, action: Action, after: Moment) -> tuple[Say, ...]:
        """Return what moved and was taken, and what comes of it: a check, or the end."""
        mouse = self.game.mice[self.turn]
        if action in parley.PARLEY:
            return (parley.told(self.game, self.turn, after.word),)
        if action == CLAIM:
            return (say("{mouse} claims a draw.", mouse=mouse),)
        if self.promoting:
            happened = say(PROMOTED[action.name], mouse=mouse, square=self.promoting[2:])
        else:
            happened = self._happened(mouse, chess.Move.from_uci(action.name))
        if after.result:
            return happened, after.result
        return (happened, say("Check!")) if after.board.is_check() and not after.promoting else (happened,)

    def _happened(self, mouse: str, move: chess.Move) -> Say:
        source, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
        if self.board.is_castling(move):
            return say("{mouse} castles: the king goes to {target}.", mouse=mouse, target=target)
        if square := self.taken(move):
            text = "{mouse} goes from {source} to {target} and takes {piece}."
            return say(text, mouse=mouse, source=source, target=target, piece=self._man_on(square))
        return say("{mouse} goes from {source} to {target}.", mouse=mouse, source=source, target=target)

    def _man_on(self, square: str) -> str:
        """Return the name of the man on a square."""
        return next(man for man, at in self.placement().items() if at == square)

    def describe(self, action: Action) -> Say:
        """Return a choice in a few words."""
        if action in parley.PARLEY:
            return parley.described(action)
        if action == CLAIM:
            return say("Claim a draw")
        if self.promoting:
            return say(CHOICE[action.name])
        source, target = action.name[:2], action.name[2:4]
        return say("{piece} from {source} to {target}", piece=self._man_on(source), source=source, target=target)

    def sign(self, action: Action) -> str:
        """Return the man that a pawn may become."""
        return SIGNS[action.name] if self.promoting else ""

    def spots(self, action: Action) -> tuple[str, ...]:
        """Return the king's goal in castling; elsewhere the goal, and where a man is taken."""
        if action == CLAIM or action in parley.PARLEY:
            return ()
        if self.promoting:
            return (self.promoting[2:],)
        taken = self.taken(chess.Move.from_uci(action.name))
        return tuple(dict.fromkeys(square for square in (action.name[2:], taken) if square))


class Chess(ChessRules):
    """The game of kings."""

    title = "Chess"
    summary = "Catch the other side's king. No luck at all!"

    def start(self) -> ChessState:
        return ChessState(self)

    def preparation(self) -> HandTask:
        """Return where white sits, and which men stay beside the board."""
        return HandTask(say("White sits at row 1 and starts. Put the second queens beside the board."))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on the men, taking, the king, three special moves, and draws."""
        return (
            say(
                "Move one piece a turn. A rook goes straight, a bishop slantwise, a queen both ways, while the way is "
                "free. A knight jumps two squares straight and one aside. A king goes one square."
            ),
            say("A pawn goes one square ahead, or two from where it starts. It takes one square ahead, slantwise."),
            say("Go where a piece of the other side is, and take it off the board. Your own pieces are in the way."),
            say(
                "A king that could be taken next is in check, and its player must save it at once. If that is "
                "impossible, it is checkmate, and you win!"
            ),
            say("A pawn that reaches the last row becomes a queen, a rook, a bishop or a knight."),
            say(
                "Castling: have your king and a rook not moved yet, and is nothing between them? Then the king may go "
                "two squares to the rook, and the rook jumps over it. But not out of check, and not through it."
            ),
            say("Did a pawn go two squares past your pawn? Yours may take it, at once, as if it had gone only one."),
            say(
                "Whoever cannot move, and is not in check, has drawn. You may offer a draw, or claim one when the same "
                "position comes for the third time."
            ),
        )
