"""A tiny game of men, installed like any other: white takes, castles or steps, black steps, and it is over."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Self

import msgspec
from tests.table.hands import LAYOUT

from mouseboard.rules import Action, Game, Say, Setting, Side, State, say

HERE = {"white-king": "a1", "white-rook": "d1", "white-pawn": "b2", "black-pawn": "c3", "black-king": "c4"}
BESIDE = ""
MOVES = {
    "takes": {"white-pawn": "c3", "black-pawn": BESIDE},
    "castles": {"white-king": "c1", "white-rook": "b1"},
    "steps": {"white-pawn": "b3"},
    "walks": {"white-king": "b1"},
    "slides": {"white-rook": "b1"},
    "runs": {"white-rook": "c1"},
}
ANSWERS = {"waits": {"black-king": "d4"}, "leaves": {"black-king": "b4"}}


class Moment(State, msgspec.Struct, frozen=True):
    game: "Skirmish"
    played: tuple[str, ...] = ()

    @property
    def actor(self) -> int | None:
        return len(self.played) if len(self.played) < 2 else None

    @property
    def winners(self) -> tuple[int, ...]:
        return (0,) if self.actor is None else ()

    def actions(self) -> tuple[Action, ...]:
        moves = {0: MOVES, 1: ANSWERS}.get(len(self.played), {})
        return tuple(Action(verb) for verb in sorted(moves))

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        return ()

    def after(self, action: Action) -> Self:
        return msgspec.structs.replace(self, played=(*self.played, action.verb))

    def placement(self) -> dict[str, str]:
        at = dict(HERE)
        for verb in self.played:
            at |= (MOVES | ANSWERS)[verb]
        return {piece: place for piece, place in at.items() if place != BESIDE}

    def prompt(self) -> Say:
        return say("{side} moves.", side=self.game.mice[self.actor or 0])


class Skirmish(Game):
    name = "skirmish"
    title = "Skirmish"
    seat_counts = (2,)
    sides = (Side("white", "white"), Side("black", "black"))
    shares_places = False
    layout = LAYOUT
    options = ()
    vocabulary: Mapping[str, Action] = {verb: Action(verb) for verb in (*MOVES, *ANSWERS)}

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.pieces = tuple(HERE)

    def start(self) -> Moment:
        return Moment(self)
