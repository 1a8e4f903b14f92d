"""The board as a map of characters, laid out from the positions of its places in millimetres.

Every place is a tile with name, words, lamp and pieces, as large as the room allows. The lamp is beside the name, and
a piece is a plate in its colour. A barrier, which lies between places, is a bar on the joint between tiles.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from itertools import combinations

from mouseboard.cli.terminal.ink import INKS, Canvas, Line, chip, cut, fits, fold
from mouseboard.lang import ENGLISH, translate, word
from mouseboard.layouts import Place
from mouseboard.referee.last import last_ways
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import Mend, Situation
from mouseboard.rules import Game
from mouseboard.say import say
from mouseboard.table.lamps import BLINK, FLASH, PULSE, STEADY, Glow
from mouseboard.table.steps import SOMETHING

NARROWEST, WIDEST = 4, 18
"""The fewest and most columns of a tile, including the joint to its right."""

HIGHEST = 7
"""The most lines of a tile."""

BARS = ("horizontal", "vertical")
"""The kinds of place that lie between other places."""

TILES = ("#d8cbb0 bg:#2c2620", "#d8cbb0 bg:#3a332b")
"""Two alternating backgrounds, so that adjacent tiles can be told apart."""

UNLIT = "#94886f"
"""The colour of a place's name while its lamp is dark."""

LAMPS = {STEADY: "●", BLINK: "▼", PULSE: "○", FLASH: "!"}
LEGEND = say("● is here  ▼ go here  ○ maybe here  ! wrong")
"""The signs of a lit lamp, and what they mean."""

KING = "♛"
CHESSMEN = {"pawn": "♟", "knight": "♞", "bishop": "♝", "rook": "♜", "queen": "♛", "king": "♚"}
LEFT, REACHED, TAKEN = "{}→", "→{}", "×{}"
"""How a place of the last move is called: where it began, where it led, and where it took a man."""
BLIND = "~"
BLIND_LEGEND = say("~ not seen")
"""The mark of a blind place, whose sensor is ignored."""

Spot = tuple[int, int]
"""A tile's column and row, counted from the left and from the top."""


def draw_map(situation: Situation, width: int, height: int, language: str = ENGLISH) -> list[Line]:
    """Draw the board in at most `width` columns and `height` lines. It is larger if its smallest tiles do not fit."""
    places = situation.state.game.layout.place
    spots = spots_of([place for place in places if place.kind not in BARS])
    columns, rows = (1 + max(spot[axis] for spot in spots.values()) for axis in (0, 1))
    jointed = any(place.kind in BARS for place in places)
    wide = min(max(width // columns, NARROWEST), WIDEST)
    high = min(max(height // rows, 1 + jointed), HIGHEST)
    canvas = Canvas(columns * wide, rows * high - jointed)
    drawer = _Drawer(situation, wide, high, jointed, canvas, language)
    for place in places:
        if place.name in spots:
            drawer.tile(place, spots[place.name])
    for place in places:
        if place.kind in BARS and place.name in drawer.standing:
            drawer.bar(place, _joint(place, places, spots))
    return canvas.lines()


def spots_of(places: Sequence[Place]) -> dict[str, Spot]:
    """Return a tile for every place, each used once, arranged like the places.

    The pitch of the grid is the distance of the two nearest places, so that neighbours get neighbouring tiles.
    """
    pitch = min((_apart(one, other) for one, other in combinations(places, 2)), default=1.0) or 1.0
    left, top = min(place.at[0] for place in places), max(place.at[1] for place in places)
    return {
        place.name: (math.floor((place.at[0] - left) / pitch + 0.5), math.floor((top - place.at[1]) / pitch + 0.5))
        for place in places
    }


def _apart(one: Place, other: Place) -> float:
    return max(abs(a - b) for a, b in zip(one.at, other.at, strict=True))


def _joint(bar: Place, places: Sequence[Place], spots: Mapping[str, Spot]) -> Spot:
    """Return the tile whose lower right corner the bar touches: the nearest one to its left and above it."""
    near = [spots[p.name] for p in places if p.name in spots and p.at[0] <= bar.at[0] and p.at[1] >= bar.at[1]]
    return max(near, default=(0, 0))


def standing(situation: Situation) -> dict[str, list[str]]:
    """Return the pieces on each place, as believed, and SOMETHING where a piece is felt that should not be there."""
    there: dict[str, list[str]] = {}
    whole = {slot.name: slot.of for slot in situation.state.game.layout.slot}  # slots are too small for tiles
    for piece, place in situation.standing.items():
        there.setdefault(whole.get(place, place), []).append(piece)
    if isinstance(situation.ask, Mend):
        for step in situation.ask.steps:
            if step.piece == SOMETHING and step.source is not None:
                there.setdefault(step.source, []).append(SOMETHING)
    return there


def called(game: Game, piece: str, language: str, crowned: Container[str] = ()) -> str:
    """Return the name of a mouse without its article, or a man's picture and side, with a crown if it is a king."""
    look = game.look(piece) if piece in game.pieces else None
    if look is None or look.shape == "mouse" or look.seat is None:
        return word(piece, language).split()[-1]
    side = word(game.sides[look.seat].name, language)
    return f"{CHESSMEN.get(look.shape, '')}{side}{KING if piece in crowned else ''}"


def marks_of(situation: Situation) -> dict[str, str]:
    """Return how the places of the last move are called, as formats of their names."""
    stands, marks = situation.state.placement(), dict[str, str]()
    for piece, (first, *others) in last_ways(situation).items():
        if not others and piece not in stands:
            marks.setdefault(first, TAKEN)
            continue
        marks[first] = LEFT if others else REACHED
        marks |= dict.fromkeys(others, REACHED)
    return marks


class _Drawer:
    """Draws single places of one situation on tiles of one size."""

    def __init__(
        self, situation: Situation, width: int, height: int, jointed: bool, canvas: Canvas, language: str
    ) -> None:
        self.standing = standing(situation)
        self._glows = glows(situation)
        self._game = situation.state.game
        self._crowned = situation.state.scenery().crowned
        self._marks = marks_of(situation)
        self._blind = situation.blind
        self._labels = situation.state.labels()
        self._width, self._height = width, height
        self._jointed = jointed
        self._columns, self._lines = width - 1, height - jointed  # the area of a tile that can be written on
        self._language = language
        self._canvas = canvas

    def tile(self, place: Place, spot: Spot) -> None:
        """Draw background and name, then words, then pieces. If there is little room, later ones cover earlier ones."""
        x, y = spot[0] * self._width, spot[1] * self._height
        ground = TILES[sum(spot) % 2]
        width, lines = self._columns, self._lines
        for line in range(lines):
            self._canvas.write(x, y + line, " " * width, ground)
        glow = self._glows.get(place.name)
        name, words = self._texts(place)
        name = self._marks.get(place.name, "{}").format(name)[:width]
        self._canvas.write(x, y, name, f"{ground} {_lit(glow) if glow else UNLIT}")
        for line, text in enumerate(words, 1):
            self._canvas.write(x, y + line, text, ground)
        self._pieces(self.standing.get(place.name, []), x, y + lines - 1, ground)
        lamp = x + self._lamp(name)
        if place.name in self._blind:
            beside = glow is not None and self._lines > 1
            self._canvas.write(lamp + beside, y, BLIND, f"{ground} bold")
        if glow:
            self._canvas.write(lamp, y, LAMPS[glow.pattern], f"{ground} {_lit(glow)}")

    def _lamp(self, name: str) -> int:
        """Return the column of a lit lamp: after the name, or at the end if a piece may be on the same line."""
        if self._lines > 1:
            return len(name)
        return self._columns - self._jointed

    def _texts(self, place: Place) -> tuple[str, list[str]]:
        """Return the place's name, and the lines of words below it. A name without digits gives way to its label."""
        width, lines = self._columns, self._lines - 1
        texts = [translate(said, self._language) for said in self._labels.get(place.name, ())]
        name = place.name
        if not any(map(str.isdigit, name)):
            one_word = next((text for text in texts if " " not in text), name)
            name = next((text for text in (*texts, name) if len(text) <= width), one_word)[:width]
        others = [fold(text, width) for text in texts if text != name]
        if not others or texts[0] == name or lines < 1:
            return name, []
        whole = next((words for words in others if fits(words, width, lines)), None)
        if whole is None and name not in texts:
            whole = cut(others[-1], width, lines)
        return name, whole or []

    def _pieces(self, pieces: Sequence[str], x: int, y: int, ground: str) -> None:
        """Draw a plate for each piece, side by side, with the whole name if it fits, otherwise its first letter."""
        if not pieces:
            return
        room = self._columns if self._lines > 1 else self._lamp("")
        self._canvas.write(x, y, " " * room, ground)
        width = max(room // len(pieces), 1)
        for n, piece in enumerate(pieces):
            text = "?" if piece == SOMETHING else called(self._game, piece, self._language, self._crowned).upper()
            text = text if len(pieces) == 1 or len(text) <= width else text[0]
            self._canvas.write(x + n * width, y, text[:width].center(width), chip(self._game.colour(piece)))

    def bar(self, place: Place, spot: Spot) -> None:
        """Draw a bar, two tiles long, on the joint to the right of the tile or below it."""
        x, y = (spot[0] + 1) * self._width - 1, (spot[1] + 1) * self._height - 1
        glow = self._glows.get(place.name)
        style = f"bold {_lit(glow) if glow else INKS['yellow']}"
        if place.kind == "horizontal":
            self._canvas.write(x - self._columns, y, "━" * (2 * self._width - 1), style)
        else:
            for line in range(1 - self._height, self._height):
                self._canvas.write(x, y + line, "┃", style)


def _lit(glow: Glow) -> str:
    """Return the style of a lit lamp."""
    return f"bold {INKS.get(glow.colour, '')}{' blink' if glow.pattern in (BLINK, FLASH) else ''}"
