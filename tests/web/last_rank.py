"""The end of a game of chess, for the page: a white pawn reaches the last row and becomes one of four men."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mouseboard import layouts
from mouseboard.rules import Action, Game, Look, Score, Side, State
from mouseboard.rules.core import by_notation
from mouseboard.say import Say, say

FILES = "abcdefgh"
SQUARES = {f"{column}{row}": (n, row) for n, column in enumerate(FILES) for row in range(1, 9)}
HEAD = 'game = "ranks"\ntitle = "The Last Rank"\nedition = "for tests"\nsize = [360, 360]\nsensors = 64\nlamps = 64\n'
PLACE = '{{ name = "{name}", shade = "{shade}", at = [{x}, {y}], sensors = [{n}], lamps = [{n}]{more} }}'
CROSS = "M-8-8L8 8M8-8L-8 8"
MARKED = {"d4": f', sign = "{CROSS}"', "d5": ', short = "seat"', "d6": ', kind = "safe", short = "home"'}


def _row(name: str, n: int) -> str:
    column, row = SQUARES[name]
    shade = "light" if (column + row) % 2 == 0 else "dark"
    return PLACE.format(name=name, shade=shade, x=20 + 40 * column, y=40 * row - 20, n=n, more=MARKED.get(name, ""))


KINDS = {"white-pawn": "b7", "white-king": "e1", "black-king": "e8", "black-rook": "a8", "black-knight": "c8"}
SPARE = ("queen", "rook", "bishop", "knight")
MOVES = by_notation([Action(name="b7-a8"), Action(name="b7-b8"), Action(name="b7-c8")])
CHOICES = by_notation(Action("=", name=kind) for kind in SPARE)


class Ranks(Game):
    name = "ranks"
    title = "The Last Rank"
    seat_counts = (2,)
    sides = (Side("white", "white"), Side("black", "black"))
    shares_places = False
    options = ()
    layout = layouts.parse(f"{HEAD}place = [{', '.join(map(_row, SQUARES, range(64)))}]", "ranks")
    vocabulary: Mapping[str, Action] = {**MOVES, **CHOICES}

    def __init__(self) -> None:
        super().__init__(2, {})
        self.pieces = (*KINDS, *(f"white-{kind}" for kind in SPARE))

    def start(self) -> RanksState:
        return RanksState(self, KINDS)

    def look(self, piece: str) -> Look:
        side, kind = piece.split("-")
        return Look(int(side == "black"), kind)


class RanksState(State, msgspec.Struct, frozen=True):
    """White moves its pawn, and chooses what it becomes. Then black may not move."""

    game: Ranks
    at: dict[str, str]

    @property
    def actor(self) -> int | None:
        return 0 if "white-pawn" in self.at else None

    @property
    def winners(self) -> tuple[int, ...]:
        return (0,) if self.actor is None else ()

    def actions(self) -> tuple[Action, ...]:
        if self.actor is None:
            return ()
        return tuple((CHOICES if self.at["white-pawn"].endswith("8") else MOVES).values())

    def odds(self) -> tuple[()]:
        return ()

    def scores(self) -> tuple[Score, ...]:
        sides = [self.game.look(piece).seat for piece in self.at]
        return (Score("pieces", (sides.count(0), sides.count(1))),)

    def after(self, action: Action) -> RanksState:
        at = dict(self.at)
        if action.verb:
            at[f"white-{action.name}"] = at.pop("white-pawn")
        else:
            at = {piece: square for piece, square in at.items() if square != action.name[3:]}
            at["white-pawn"] = action.name[3:]
        return RanksState(self.game, at)

    def placement(self) -> dict[str, str]:
        return dict(self.at)

    def sign(self, action: Action) -> str:
        return action.name if action.verb else ""

    def tell(self, action: Action, after: RanksState) -> tuple[Say, ...]:
        return (say("A {man}", man=action.name),)
