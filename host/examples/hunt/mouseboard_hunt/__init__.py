"""Hunt: five mice run home to row 5, and a cat jumps over them to take them.

A step is `c1-c2`. A jump is `c4-c2`, and takes the mouse on c3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct, structs

from mouseboard import layouts
from mouseboard.rules import Action, Game, Look, Say, Setting, Side, State, say
from mouseboard.rules.core import by_notation, swap

MOUSE, CAT = 0, 1  # the seats
START = ("a1", "b1", "c1", "d1", "e1")
HOME = "5"
NEEDED = 4  # mice at home that win
CAUGHT = 2  # mice taken that lose
SQUARES = tuple(column + row for row in "12345" for column in "abcde")
AROUND = tuple((right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up)


class HuntGame(Game):
    name, title, seat_counts, options = "hunt", "Hunt", (2,), ()
    summary = "The mice run home. Can the cat catch two?"
    sides = (Side("Mouse", "white"), Side("Cat", "black"))
    shares_places = False
    layout = layouts.load(str(Path(__file__).with_name("hunt.toml")))
    vocabulary = by_notation(Action(name=f"{here}-{there}") for here in SQUARES for there in SQUARES if here != there)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.pieces = (*(f"mouse-{n}" for n in range(1, len(START) + 1)), "cat")

    def start(self) -> HuntState:
        return HuntState(self)

    def look(self, piece: str) -> Look:
        return Look(CAT, "cat") if piece == "cat" else Look(MOUSE, "mouse")

    def how_to_play(self) -> tuple[Say, ...]:
        return (
            say("The mice start. Each turn one of them runs a step ahead, straight or slanting, to a free square."),
            say("The cat goes one step in any direction. It takes a mouse by jumping over it, but never enters row 5."),
            say(
                "The mice win when {home} of them are in row 5. The cat wins when it has taken {caught}.",
                home=NEEDED,
                caught=CAUGHT,
            ),
            say("A side that cannot move loses."),
        )


class HuntState(State, Struct, frozen=True):
    game: HuntGame
    turn: int = MOUSE
    mice: tuple[str, ...] = START  # the square of each mouse, empty once it is taken
    cat: str = "c4"

    @property
    def home(self) -> int:
        return sum(mouse.endswith(HOME) for mouse in self.mice)

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.actions() else (1 - self.turn,)

    @property
    def actor(self) -> int | None:
        return self.turn if self.actions() else None

    def actions(self) -> tuple[Action, ...]:
        if self.home >= NEEDED or self.mice.count("") >= CAUGHT:
            return ()
        if self.turn == MOUSE:
            moves = [(mouse, beside(mouse, right, 1)) for mouse in self.mice if mouse for right in (-1, 0, 1)]
        else:
            moves = [(self.cat, self.landing(right, up)) for right, up in AROUND]
        return tuple(sorted(Action(name=f"{here}-{there}") for here, there in moves if self.may_enter(there)))

    def landing(self, right: int, up: int) -> str:
        """Return where the cat comes to in this direction: over a mouse, or one step."""
        there = beside(self.cat, right, up)
        return beside(there, right, up) if there in self.mice else there

    def may_enter(self, square: str) -> bool:
        is_free = square in SQUARES and square not in (*self.mice, self.cat)
        return is_free and not (self.turn == CAT and square.endswith(HOME))

    def odds(self) -> tuple[()]:
        return ()

    def impossible(self) -> Iterator[str]:
        there = (*filter(None, self.mice), self.cat)
        if len(self.mice) != len(START) or len({*there} & {*SQUARES}) < len(there) or self.turn not in (MOUSE, CAT):
            yield "each of the pieces has a square of its own"

    def after(self, action: Action) -> HuntState:
        here, there = action.name.split("-")
        if self.turn == MOUSE:
            return structs.replace(self, turn=CAT, mice=swap(self.mice, self.mice.index(here), there))
        left = tuple("" if mouse == between(here, there) else mouse for mouse in self.mice)
        return structs.replace(self, turn=MOUSE, mice=left, cat=there)

    def placement(self) -> dict[str, str]:
        squares = (*self.mice, self.cat)
        return {piece: square for piece, square in zip(self.game.pieces, squares, strict=True) if square}

    def prompt(self) -> Say:
        return self.result or say("Mice, run a step ahead!" if self.turn == MOUSE else "Cat, step or jump!")

    @property
    def result(self) -> Say | None:
        if self.actor is not None:
            return None
        if self.turn == MOUSE:
            return say("The mice cannot get home any more. {mouse} wins!", mouse=self.game.mice[CAT])
        return say("The cat cannot stop the mice any more. {mouse} wins!", mouse=self.game.mice[MOUSE])

    def tell(self, action: Action, after: HuntState) -> tuple[Say, ...]:
        here, there = action.name.split("-")
        if self.turn == MOUSE:
            told = say("A mouse runs from {source} to {target}.", source=here, target=there)
        elif after.mice == self.mice:
            told = say("The cat goes from {source} to {target}.", source=here, target=there)
        else:
            told = say("The cat takes the mouse on {place}.", place=between(here, there))
        return (told, after.result) if after.result else (told,)


def beside(square: str, right: int, up: int) -> str:
    """Return the square this far to the right and up, perhaps beyond the edge."""
    return chr(ord(square[0]) + right) + chr(ord(square[1]) + up)


def between(here: str, there: str) -> str:
    """Return the square halfway, or nothing for a single step."""
    columns, rows = ord(here[0]) + ord(there[0]), ord(here[1]) + ord(there[1])
    return "" if columns % 2 or rows % 2 else chr(columns // 2) + chr(rows // 2)
