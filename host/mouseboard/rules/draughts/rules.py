"""English draughts: jump over the other side's men, and crown your own.

Notation, columns a to h from the left and rows 1 to 8 from seat 0's side; a1 is dark:

    c3-d4                         a man or a king steps to d4
    c3xe5xg7                      it jumps to e5 and on to g7, and takes what it jumps over
    resign offer accept decline   see `parley.py`

Seat 0 plays the black men and begins. RULINGS.md settles what the published rules leave open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance, parley, repeats
from mouseboard.rules.core import Action, Game, Score, Setting, State
from mouseboard.rules.draughts.board import (
    AHEAD,
    JUMPS,
    LAST_ROW,
    SQUARES,
    STEPS,
    Vocabulary,
    chain,
    jumped,
    squares_of,
    step,
)
from mouseboard.rules.draughts.layout import check
from mouseboard.rules.looks import Look, Scenery, Side
from mouseboard.rules.options import layout_option

MEN = 12
"""The men of each side."""
IDLE = 80
"""The game is a draw after this many moves of both sides together by kings alone, without a taking."""

VOCABULARY = Vocabulary()


class DraughtsRules(Game):
    """The sides and their men."""

    name = "draughts"
    seat_counts = (2,)
    sides = (Side("black", "black"), Side("white", "white"))
    shares_places = False
    options = (layout_option("draughts"),)
    vocabulary = VOCABULARY

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.pieces = tuple(f"{side}-man-{n}" for side in self.mice for n in range(1, MEN + 1))
        self.owner = {piece: n // MEN for n, piece in enumerate(self.pieces)}
        """The seat of each man."""

    def look(self, piece: str) -> Look:
        return Look(self.owner[piece], "man")


class Moment(State, Struct, frozen=True, dict=True):
    """All that changes in a game, with the legal moves and what follows from them."""

    game: DraughtsRules
    turn: int
    """The seat whose turn it is, also while the other answers its offer."""
    at: tuple[str, ...]
    """The square of each man, in the order of the game's pieces; empty for one that was taken."""
    crowned: tuple[str, ...] = ()
    """The kings on the board, sorted."""
    seen: tuple[str, ...] = ()
    """The positions since a man was taken or moved, each with the seat to move, the present one last."""
    word: parley.Word = ""

    @classmethod
    def begin(cls, game: DraughtsRules) -> Self:
        """Return the first state: twelve men on each side's first rows."""
        return cls(game, 0, SQUARES[:MEN] + SQUARES[-MEN:])._noted(())

    @property
    def actor(self) -> int | None:
        """The seat that moves or answers an offer; None when the game is over."""
        if self.winners or self._is_drawn:
            return None
        return 1 - self.turn if self.word == "offer" else self.turn

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The other seat, if the one whose turn it is has given up or cannot move."""
        return (1 - self.turn,) if self.word == "resign" or not self._moves else ()

    @property
    def _is_drawn(self) -> bool:
        """Whether the game is over, and nobody has won."""
        return self.word == "accept" or repeats.is_repeated(self.seen) or len(self.seen) > IDLE

    def actions(self) -> tuple[Action, ...]:
        """Return the legal moves, or the answers to an offer."""
        if self.actor is None:
            return ()
        return (parley.ACCEPT, parley.DECLINE) if self.word == "offer" else self._moves

    def asides(self) -> tuple[Action, ...]:
        return () if self.actor is None else parley.asides(self.word)

    def odds(self) -> chance.Odds:
        return ()

    def after(self, action: Action) -> Self:
        """Return the state after a move, or after what was said."""
        if action in parley.PARLEY:
            return replace(self, word=action.verb)
        squares = squares_of(action)
        here, there, taken = squares[0], squares[-1], jumped(squares)
        piece = self._standing[here]
        at = tuple(there if square == here else "" if square in taken else square for square in self.at)
        lost = {self._standing[square] for square in taken}
        crowned = {*self.crowned} - lost
        if there[1] == LAST_ROW[self.turn]:
            crowned.add(piece)
        is_quiet = not taken and piece in self.crowned
        after = replace(self, turn=1 - self.turn, at=at, crowned=tuple(sorted(crowned)), word="")
        return after._noted(self.seen if is_quiet else ())

    def placement(self) -> dict[str, str]:
        """Return the square of each man that is on the board."""
        return {man: square for man, square in zip(self.game.pieces, self.at, strict=True) if square}

    def stations(self, action: Action) -> dict[str, tuple[str, ...]]:
        """Return the landings of a chain of jumps before its last."""
        if action in parley.PARLEY:
            return {}
        here, *landings, _ = squares_of(action)
        return {self._standing[here]: tuple(landings)} if landings else {}

    def piece_on(self, square: str) -> str:
        """Return the man on an occupied square."""
        return self._standing[square]

    def scenery(self) -> Scenery:
        """Return which men are kings."""
        return Scenery(crowned=self.crowned)

    def scores(self) -> tuple[Score, ...]:
        """Return the men that each side has."""
        seats = [self.game.owner[piece] for piece in self._standing.values()]
        return (Score("men", (seats.count(0), seats.count(1))),)

    @property
    def comes_again(self) -> bool:
        """Whether this position has come up before."""
        return repeats.comes_again(self.seen)

    def tally(self, action: Action, after: Self) -> tuple[str, ...]:
        """Count the men taken, the chains of several jumps, the crowned men, and draws by repetition."""
        if action in parley.PARLEY:
            return ()
        taken = len(jumped(squares_of(action)))
        crowned = {*after.crowned} - {*self.crowned}
        counts = {
            "man taken": taken,
            "chain": taken > 1,
            "man crowned": len(crowned),
            "draw by repetition": repeats.is_repeated(after.seen),
        }
        return tuple(what for what, times in counts.items() for _ in range(times))

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        squares = [square for square in self.at if square]
        if len(self.at) != 2 * MEN or self.turn not in (0, 1):
            yield f"there are two sides of {MEN} men"
            return
        if not set(squares) <= set(SQUARES) or len(set(squares)) < len(squares):
            yield "each man stands on a dark square of its own"
            return
        if list(self.crowned) != sorted(set(self.crowned)) or not set(self.crowned) <= set(self._standing.values()):
            yield "kings stand on the board"
            return
        for square, piece in self._standing.items():
            if piece not in self.crowned and square[1] == LAST_ROW[self.game.owner[piece]]:
                yield "a man on the last row is a king"
        if not self.seen or self.seen[-1] != self._position or len(self.seen) > IDLE + 1:
            yield f"a game without a taking and a man's move lasts {IDLE} moves"
        if repeats.is_impossible(self.seen):
            yield "a position comes up three times"
        if self.word and replace(self, word="").actor is None:
            yield parley.TOO_LATE

    @cached_property
    def _standing(self) -> dict[str, str]:
        """The man on each square."""
        return {square: man for man, square in self.placement().items()}

    @cached_property
    def _moves(self) -> tuple[Action, ...]:
        """The chains of jumps that the seat must choose from, or if there are none its steps, sorted."""
        owner = self.game.owner
        own = [(square, piece) for square, piece in self._standing.items() if owner[piece] == self.turn]
        jumps = [found for square, piece in own for found in self._chains((square,), self._directions(piece))]
        if jumps:
            return tuple(sorted(map(chain, jumps)))
        return tuple(
            sorted(
                step(square, there)
                for square, piece in own
                for up in self._directions(piece)
                for there in STEPS[up][square]
                if there not in self._standing
            )
        )

    def _directions(self, piece: str) -> tuple[int, ...]:
        return AHEAD if piece in self.crowned else (AHEAD[self.turn],)

    def _chains(self, squares: tuple[str, ...], directions: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
        """Yield each chain that begins with these squares and cannot go on."""
        here, taken, goes_on = squares[-1], jumped(squares), False
        for up in directions:
            for over, there in JUMPS[up][here]:
                victim = self._standing.get(over)
                if victim is None or self.game.owner[victim] == self.turn or over in taken:
                    continue
                if there in self._standing and there != squares[0]:
                    continue
                goes_on = True
                if len(directions) == 1 and there[1] == LAST_ROW[self.turn]:
                    yield (*squares, there)  # it becomes a king, and the turn ends
                else:
                    yield from self._chains((*squares, there), directions)
        if not goes_on and len(squares) > 1:
            yield squares

    def _noted(self, seen: tuple[str, ...]) -> Self:
        """Return this state with its position after those seen before."""
        return replace(self, seen=(*seen, self._position))

    @property
    def _position(self) -> str:
        """The side to move, and the man on each square: a man `b` or `w`, a king `B` or `W`."""
        drawn = (self._drawn(self._standing.get(square)) for square in SQUARES)
        return f"{self.turn}{''.join(drawn)}"

    def _drawn(self, piece: str | None) -> str:
        if piece is None:
            return "-"
        return piece[0].upper() if piece in self.crowned else piece[0]
