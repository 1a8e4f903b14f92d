"""The signs and numbers printed on places, chosen as board/page/signs.js does and drawn from the same files."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from mouseboard.board import PAGE
from mouseboard.board.fields import PlaceShown
from mouseboard.layouts.paths import is_path

OWN_INK = "cage-line"
"""The ink of a path of a place's own, as on the page."""

FILES = ("signs.json", "rooms.json", "maze.json")

Path = Annotated[str, msgspec.Meta(pattern=r"^([MLC][-. 0-9]+|Z)+$")]
"""An SVG path with absolute M, L, C and Z only, which is what PDF has."""
Circle = tuple[float, float, float]
"""x, y, radius."""


class Ink(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The colours of a shape, by their names in look.css."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0
    opacity: float = 1


class Shape(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A part of a sign. Signs are about 24 wide round the origin, `y` downwards."""

    ink: str
    form: Path | tuple[Circle, ...]


class Signs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of one file, or of all."""

    inks: dict[str, Ink] = {}
    signs: dict[str, tuple[Shape, ...]] = {}
    same: dict[str, str] = {}
    """Kinds that share the sign of another."""


@cache
def signs() -> Signs:
    """Return the signs of all files."""
    known = Signs()
    for name in FILES:
        file = msgspec.json.decode((PAGE / name).read_bytes(), type=Signs)
        known.inks.update(file.inks)
        known.signs.update(file.signs)
        known.same.update(file.same)
    return known


def shapes_of(sign: str) -> tuple[Shape, ...]:
    """Return the shapes of a sign, by its name or as a path."""
    return (Shape(OWN_INK, sign),) if is_path(sign) else signs().signs[sign]


def sign_of(place: PlaceShown) -> str:
    """Return the sign of a place: its own path, or the name of the one of its name or kind; "" if it has none."""
    if place.name == "cheese":
        return "wheel"  # the goal is the whole cheese, not a slice
    if is_path(place.sign):
        return place.sign
    known = signs()
    if place.kind == "room" and place.name in known.signs:
        return place.name
    kind = known.same.get(place.kind, place.kind)
    return kind if kind in known.signs else ""


def number_of(place: PlaceShown) -> str:
    """Return the number or text that belongs to a place's sign; "" if none."""
    match place.kind:
        case "take":
            return f"+{place.count}"
        case "lose":
            return f"−{place.count or 1}"
        case "rival":
            return "3"
        case "cheese":
            return "" if place.name == "cheese" else "+1"
        case "back" | "ahead" | "tunnel":
            return place.to
    return ""
