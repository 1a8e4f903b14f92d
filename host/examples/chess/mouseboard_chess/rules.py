"""Chess, as python-chess has it.

Notation:

    e2e4 e1g1                     a man moves; in castling this is the king's move
    =q =r =b =n                   a pawn on the last row becomes a queen, a rook, a bishop or a knight
    claim                         a draw, after the third repetition or 50 moves without a capture or a pawn's move
    resign offer accept decline   see `mouseboard.rules.parley`

Seat 0 plays white. A promoted pawn leaves the board for a man of the new kind from beside it. If there is none, the
pawn stays and stands for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Self

import chess
from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import Action, Game, Look, Scenery, Score, Setting, Side, State, parley
from mouseboard.rules.chance import Odds
from mouseboard_chess.men import MEN, START

IDLE = 100
"""The moves of both sides together, without a capture or a pawn's move, after which a draw may be claimed."""
REPEATED = 3
"""A draw may be claimed when a position comes up this often."""

CLAIM = Action("claim")
PROMOTIONS = tuple(Action("=", name=kind) for kind in "bnqr")


def _moves() -> Iterator[Action]:
    """Yield every move that a queen or a knight can make on an empty board, which all others share."""
    for here in chess.SQUARES:
        for kind in (chess.QUEEN, chess.KNIGHT):
            board = chess.Board(None)
            board.set_piece_at(here, chess.Piece(kind, chess.WHITE))
            for there in board.attacks(here):
                yield Action(name=chess.Move(here, there).uci())


VOCABULARY = {str(action): action for action in (*_moves(), *PROMOTIONS, CLAIM, *parley.PARLEY)}


class ChessRules(Game):
    """The sides and their men."""

    name = "chess"
    seat_counts = (2,)
    sides = (Side("white", "white"), Side("black", "black"))
    shares_places = False
    options = ()
    layout = layouts.load(str(Path(__file__).with_name("chess.toml")))
    vocabulary = VOCABULARY

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.pieces = tuple(MEN)

    def look(self, piece: str) -> Look:
        man = MEN[piece]
        return Look(int(not man.color), chess.piece_name(man.piece_type))


class Moment(State, Struct, frozen=True, dict=True):
    """All that changes in a game, with the legal moves and what follows from them."""

    game: ChessRules
    at: tuple[str, ...] = START
    """The square of each man, in the order of the game's pieces; empty for one beside the board."""
    since: str = chess.STARTING_FEN
    """The position after the last capture or pawn's move, as FEN."""
    moves: tuple[str, ...] = ()
    """The moves from there, in UCI notation."""
    promoting: str = ""
    """The move of a pawn that has arrived on the last row, while its player chooses what it becomes."""
    word: parley.Word = ""
    claimed: bool = False
    """Whether the player on turn has claimed a draw."""

    @cached_property
    def board(self) -> chess.Board:
        """The position with its moves. It must not be changed. A pawn that is being promoted is still on its way."""
        board = chess.Board(self.since)
        for move in self.moves:
            board.push_uci(move)
        return board

    @property
    def turn(self) -> int:
        """The seat whose turn it is, also while the other answers its offer."""
        return int(not self.board.turn)

    @property
    def actor(self) -> int | None:
        """The seat that moves or answers an offer; None when the game is over."""
        if self.ending or self.claimed or parley.is_end(self.word):
            return None
        return 1 - self.turn if self.word == "offer" else self.turn

    @property
    def winners(self) -> tuple[int, ...]:
        """The other seat, if the one whose turn it is has given up or is mated."""
        return (1 - self.turn,) if self.word == "resign" or self.ending is chess.Termination.CHECKMATE else ()

    @cached_property
    def ending(self) -> chess.Termination | None:
        """What ends the game on the board, if anything does."""
        outcome = self.board.copy().outcome()  # of a copy: it takes moves back to compare positions
        return outcome.termination if outcome else None

    @property
    def is_repeated(self) -> bool:
        """Whether the position has come up often enough for a claim."""
        return bool(self.board.copy().is_repetition(REPEATED))

    @property
    def _may_claim(self) -> bool:
        return self.board.halfmove_clock >= IDLE or self.is_repeated

    def actions(self) -> tuple[Action, ...]:
        """Return the legal moves, what a pawn may become, or the answers to an offer."""
        if self.actor is None:
            return ()
        if self.word == "offer":
            return parley.ACCEPT, parley.DECLINE
        return PROMOTIONS if self.promoting else self._moves

    def asides(self) -> tuple[Action, ...]:
        if self.actor is None or self.promoting:
            return ()
        return (*parley.asides(self.word), *([CLAIM] if self._may_claim and self.word != "offer" else []))

    def odds(self) -> Odds:
        return ()

    def after(self, action: Action) -> Self:
        """Return the state after a move, a choice of a pawn's new kind, or what was said."""
        if action in parley.PARLEY:
            return replace(self, word=action.verb)
        if action == CLAIM:
            return replace(self, claimed=True)
        if self.promoting:
            return self._moved(chess.Move.from_uci(self.promoting + action.name))
        move = chess.Move.from_uci(action.name)
        if self._is_promotion(move):
            return replace(self, promoting=action.name, word="")
        return self._moved(move)

    def placement(self) -> dict[str, str]:
        """Return the square of each man that is on the board."""
        at = self._carried(chess.Move.from_uci(self.promoting)) if self.promoting else self.at
        return {man: square for man, square in zip(MEN, at, strict=True) if square}

    def scenery(self) -> Scenery:
        """Return which pawns stand for a man of another kind: they wear a crown."""
        there = self.board.piece_map()
        standing = ((man, square) for man, square in zip(MEN, self.at, strict=True) if square)
        other = [man for man, square in standing if there[chess.parse_square(square)].piece_type != MEN[man].piece_type]
        return Scenery(crowned=tuple(other))

    def scores(self) -> tuple[Score, ...]:
        """Return the men that each side has."""
        sides = [MEN[man].color for man in self.placement()]
        return (Score("pieces", (sides.count(chess.WHITE), sides.count(chess.BLACK))),)

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        try:
            board = chess.Board(self.since)
            legal = all(_is_quiet(board, move) and board.push_uci(move) for move in self.moves)
        except ValueError as error:
            yield f"python-chess cannot read it: {error}"
            return
        if self.since != chess.Board(self.since).fen() or not board.is_valid() or not legal:
            yield "there is no such position"
            return
        standing = {square: man for man, square in zip(MEN, self.at, strict=False) if square}
        there = {chess.square_name(square): piece for square, piece in board.piece_map().items()}
        if len(self.at) != len(MEN) or sum(map(bool, self.at)) != len(there) or standing.keys() != there.keys():
            yield "the men stand where the position has them"
        elif not all(_may_be(MEN[man], there[square]) for square, man in standing.items()):
            yield "each man is what the position has there, or a pawn that has become it"
        elif self.ending and (self.word or self.claimed):
            yield parley.TOO_LATE
        elif self.promoting and (self.word or self.claimed or not self._arrives):
            yield "a pawn is promoted on the last row"
        elif self.claimed and not (self._may_claim and self.word in ("", "decline")):
            yield "a draw is claimed where it may be"

    @property
    def _arrives(self) -> bool:
        """Whether the pawn that is being promoted has come by a legal move."""
        return f"{self.promoting}q" in {move.uci() for move in self.board.legal_moves}

    @cached_property
    def _moves(self) -> tuple[Action, ...]:
        """The legal moves, sorted; those of a promotion once each."""
        return tuple(sorted({VOCABULARY[move.uci()[:4]] for move in self.board.legal_moves}))

    def _is_promotion(self, move: chess.Move) -> bool:
        is_last = chess.square_rank(move.to_square) in (0, 7)
        return is_last and self.board.piece_type_at(move.from_square) == chess.PAWN

    def taken(self, move: chess.Move) -> str:
        """Return the square on which a move takes a man; empty if it takes none."""
        if not self.board.is_capture(move):
            return ""
        rank = move.from_square if self.board.is_en_passant(move) else move.to_square
        return str(chess.square_name(chess.square(chess.square_file(move.to_square), chess.square_rank(rank))))

    def _moved(self, move: chess.Move) -> Self:
        """Return the state after a whole move."""
        at = self._carried(move)
        if not self.board.is_zeroing(move):
            return replace(self, at=at, moves=(*self.moves, move.uci()), word="")
        board = self.board.copy(stack=False)
        board.push(move)
        return replace(self, at=at, since=board.fen(), moves=(), promoting="", word="")

    def _carried(self, move: chess.Move) -> tuple[str, ...]:
        """Return the square of each man after a move, or while a pawn waits on the last row."""
        there, taken = chess.square_name(move.to_square), self.taken(move)
        goes = {chess.square_name(move.from_square): there, **self._rook(move)}
        at = ["" if square == taken else goes.get(square, square) for square in self.at]
        if move.promotion:
            wanted = chess.Piece(move.promotion, self.board.turn)
            spare = next((n for n, man in enumerate(MEN.values()) if man == wanted and not at[n]), at.index(there))
            at[at.index(there)] = ""
            at[spare] = there
        return tuple(at)

    def _rook(self, move: chess.Move) -> dict[str, str]:
        """Return where the rook goes in castling, by its square."""
        if not self.board.is_castling(move):
            return {}
        rank = chess.square_name(move.to_square)[1]
        return {f"a{rank}": f"d{rank}"} if self.board.is_queenside_castling(move) else {f"h{rank}": f"f{rank}"}


def _is_quiet(board: chess.Board, uci: str) -> bool:
    """Return whether this is a legal move, and neither a capture nor a pawn's."""
    move = chess.Move.from_uci(uci)
    return move in board.legal_moves and not board.is_zeroing(move)


def _may_be(man: chess.Piece, piece: chess.Piece) -> bool:
    """Return whether this man can stand for this piece: because it is one, or as a promoted pawn."""
    is_promoted = man.piece_type == chess.PAWN and piece.piece_type != chess.KING
    return bool(man.color == piece.color and (man.piece_type == piece.piece_type or is_promoted))
