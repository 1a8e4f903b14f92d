"""The board of a game as the page draws it: what its layout prints, and all else that a game never changes."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

import msgspec

from mouseboard.board.fields import Board, PieceShown, PlaceShown
from mouseboard.lang import ENGLISH, word
from mouseboard.layouts import Layout, Place, Slot
from mouseboard.rules import Game
from mouseboard.trap import course
from mousetable.settings import Settings


def board(game: Game, language: str) -> Board:
    """Return the board with its words in a language."""
    layout = game.layout
    start = game.start()
    homes, has_trap = start.placement(), start.scenery().parts is not None
    return Board(
        game=game.name,
        title=word(layout.title, language),
        edition=word(layout.edition, language),
        sort=_sort(layout),
        lines=layout.lines,
        size=_short(layout.size),
        places=tuple(_place(place, language) for place in layout.stands),
        pieces=tuple(_piece(piece, game, homes.get(piece), language) for piece in game.pieces),
        machine=game.trap_profile if has_trap else None,
        course=_course(game.trap_profile) if has_trap else None,
    )


BARS = ("horizontal", "vertical")
"""Kinds of place that are gaps between others."""


@lru_cache(maxsize=16)
def board_key(game: Game) -> str:
    """Return a hash of everything drawn on the board, so that browsers may cache it for ever."""
    return sha256(msgspec.json.encode(board(game, ENGLISH))).hexdigest()[:16]


def _place(place: Place, language: str) -> PlaceShown:
    called = word(place.name, language)
    return PlaceShown(
        name=place.name,
        at=_short(place.at),
        word="" if called == place.name else called,
        label=word(place.label, language),
        short=word(place.short, language),
        kind="slot" if isinstance(place, Slot) else place.kind,
        input=place.sensors[0] if place.sensors else None,
        count=place.count,
        players=place.players,
        to=place.to,
        green=place.green,
        red=place.red,
        sign=place.sign,
        shade=place.shade,
    )


def _piece(piece: str, game: Game, home: str | None, language: str) -> PieceShown:
    look = game.look(piece)
    return PieceShown(piece, word(piece, language), look.seat, home, game.colour(piece), look.shape)


DRAWN_BY_CODE = ("mouse", "man")
"""The shapes that have no sign on the page: everybody without a sign is drawn as a mouse beside words."""


def shape_of(game: Game, seat: int) -> str:
    """Return the shape of a seat's pieces, if they all have the same and it has a sign; otherwise an empty text."""
    shapes = {game.look(piece).shape for piece in game.owned((seat,))}
    return shapes.pop() if len(shapes) == 1 and shapes.isdisjoint(DRAWN_BY_CODE) else ""


def _course(profile: str) -> dict[str, int]:
    """Return the trap's timetable, in milliseconds, with the crank's turn in the firmware's default settings."""
    turn = Settings()["turn_launch" if profile == "launch" else "turn_classic"]
    starts = {}
    moment = course().until_it_trips(turn)
    for stage in course().stage:
        starts[stage.name] = round(moment)
        moment += 1000 * stage.seconds
    return {**starts, "down": round(moment)}


def _sort(layout: Layout) -> str:
    """Return `maze` for cards, `men` for lines or a chequer, `raster` for gaps or full rows, else `road`."""
    if layout.tile:
        return "maze"
    if layout.lines or any(place.shade for place in layout.place):
        return "men"
    columns, rows = ({place.at[axis] for place in layout.place} for axis in (0, 1))
    is_full = min(len(columns), len(rows)) > 2 and len(layout.place) == len(columns) * len(rows)
    return "raster" if is_full or any(place.kind in BARS for place in layout.place) else "road"


def _short(mm: tuple[float, float]) -> tuple[float, float]:
    """Make whole numbers integers, which are shorter as JSON: each phone loads about a hundred of them."""
    x, y = (int(value) if value.is_integer() else value for value in map(float, mm))
    return x, y
