"""How a game looks to people: its sides, its pieces, what lies on the board, and pictures that tell what players do."""

from __future__ import annotations

from msgspec import Struct

from mouseboard.layouts import Face

COLOURS = ("red", "blue", "green", "yellow", "white", "purple")
"""The mice's colours, by seat."""

TINTS = (*COLOURS, "black")
"""The colours that a side can have on the page and on the lamps."""

SHAPES = ("mouse", "cat", "man", "pawn", "knight", "bishop", "rook", "queen", "king")
"""The shapes of pieces that the page can draw."""


SIGNS = (
    *("mouse", "die", "cards", "fence", "hand", "flame", "snowflake", "mill", "taken", "slant", "jump", "crown"),
    *("take", "lose", "cheese", "wheel", "steal", "rival", "build", "crank", "cage", "launch", "trapped", "tunnel"),
    *("back", "ahead", "bone", "safe", "normal", "start"),
)
"""The pictures of what players do: icons, some of them for games of men, and the signs of places."""


class Laid(Struct, frozen=True):
    """A card on a place: the face that is up, and its heading in quarter turns clockwise from the far side."""

    face: Face
    heading: int = 0


class Scenery(Struct, frozen=True):
    """What a picture of the board shows in addition to the printed board and the pieces."""

    cards: dict[str, Laid] = {}
    """By place."""
    cheese: dict[str, int] = {}
    """By place."""
    crowned: tuple[str, ...] = ()
    """The pieces that have become kings."""
    facing: dict[str, int] = {}
    """By piece, for pieces that face somewhere: the heading, counted as for cards."""
    marked: tuple[str, ...] = ()
    """The places that people should look at, such as those of a mill that has just been closed."""
    parts: int | None = None
    """The number of trap parts built; None where there is no trap to see."""


class Step(Struct, frozen=True):
    """A picture and a word or two that tell what players do, for those who cannot read yet."""

    sign: str
    """One of SIGNS."""
    word: str


class Side(Struct, frozen=True):
    """What a seat plays: the name that people call it, and its colour on the page and on the lamps, one of TINTS."""

    name: str
    colour: str


class Look(Struct, frozen=True):
    """What a piece looks like: the seat whose colour it has, or None, and its shape, one of SHAPES."""

    seat: int | None
    shape: str = "mouse"
