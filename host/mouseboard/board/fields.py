"""The data of a board, field by field. PAGE.md documents it as `GET /board/...` sends it."""

from __future__ import annotations

import msgspec


class PlaceShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of the board. The game's layout defines what the fields after `kind` mean."""

    name: str
    at: tuple[float, float]
    """Millimetres from the lower left corner, rightwards and upwards."""
    word: str = ""
    """The translated name, if it differs."""
    label: str = ""
    short: str = ""
    kind: str = ""
    input: int | None = None
    """The first contact under it; None without a sensor."""
    count: int = 0
    players: tuple[int, ...] = ()
    to: str = ""
    green: str = ""
    red: str = ""
    sign: str = ""
    """The name of its picture, where its kind has none; or a path to draw."""
    shade: str = ""
    """`dark` or `light`, of a square of a chequered board."""


class PieceShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece. `seat` owns it, if anybody does; `home` is its place at the start."""

    name: str
    word: str
    seat: int | None
    home: str | None
    colour: str
    shape: str = "mouse"


class Board(msgspec.Struct, frozen=True):
    """The board, which does not change while a game is on."""

    game: str
    title: str
    edition: str
    sort: str
    """How it is drawn: as a `road` of stones, a `raster` of squares, a `maze` of cards, or for `men`."""
    lines: tuple[tuple[str, ...], ...]
    """The lines printed between places."""
    size: tuple[float, float]
    """Millimetres."""
    places: tuple[PlaceShown, ...]
    pieces: tuple[PieceShown, ...]
    machine: str | None
    """The servo profile of the trap beside the board, or None without a trap."""
    course: dict[str, int] | None
    """When each stage of the trap begins, and when the cage is `down`, in milliseconds from the crank's start."""
