"""What lies over a board: its places as the page shows them by day, with an opening for the light of each lamp."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterator
from itertools import pairwise

from mouseboard.layouts import Layout
from mouseboard.say import say
from mouseboard.sheets.geometry import Box, free_boxes, pitch_of, road_of
from mouseboard.sheets.holes import lights
from mouseboard.sheets.pen import Colour, Pen, colour, fitting, wide
from mouseboard.sheets.stamps import stamps
from mouseboard.web.board import BARS
from mouseboard.web.fields import Board, PlaceShown

BLEED = 3.0
"""Millimetres that are printed beyond the edge, for whoever cuts a little beside it."""
OPENING = 4.0
"""The radius that is left without ink for a lamp: more than the hole below."""
STONE, BAND, RIM = 17.0, 16.4, 14.0
"""Radii on a pitch of 40 mm: of a stone, of the line on which its label stands, and of a rim that may be glued on
(hardware/mechanics/dimensions.toml), inside of which all else is."""
INSIDE = 0.84
"""What signs are drawn smaller by, so that labels have room round them."""
LETTERS = (2.5, 1.7)
"""The height of a label's letters: wanted, and at least."""
LEGEND = say("Light shines through the white dots: leave them free, or punch them.")
ROOM = 4
"""Pitches that an emblem needs to each side."""
FOLD = 16
"""Letters of a line in it."""


class Overlay:
    """The drawing of one board."""

    bleed = BLEED

    def __init__(self, layout: Layout, board: Board) -> None:
        self.size = layout.size
        self.board = board
        self.places = {place.name: place for place in board.places}
        self.openings = [hole.at for hole in lights(layout)]
        self.legend = LEGEND if self.openings else None
        self.below = layout.light[1] >= 0
        self.pitch = pitch_of(board.places)
        self.unit = self.pitch / 40
        self.road = road_of(board.places, self.pitch) if board.sort == "road" else []
        self.homes = {piece.home for piece in board.pieces}

    def draw(self, pen: Pen) -> None:
        self._wood(pen)
        if self.board.sort == "road":
            self._road(pen)
        if self.board.sort == "raster":
            self._sides(pen)
        self._title(pen)
        for n, place in enumerate(self.board.places):
            with pen.at(place.at, self.unit * (0.55 if place.kind == "slot" else 1)):
                self._place(pen, place, n)
        for at in self.openings:
            pen.disc(at, OPENING, "#ffffff", "cheese", 0.5)

    def _wood(self, pen: Pen) -> None:
        (width, height), out = self.size, BLEED
        pen.box((-out, -out), (width + 2 * out, height + 2 * out), 0, "wood")
        for n, part in enumerate((0.08, 0.22, 0.37, 0.5, 0.64, 0.79, 0.92)):
            y, bend = part * height, (0.02 if n % 2 else -0.025) * height
            steps = [
                (-out + (width + 2 * out) * n / 6, y + dy) for n, dy in enumerate((0, bend, bend, 0, -bend, -bend, 0))
            ]
            pen.wave(steps, mixed("grain", "wood", 0.55), 1.2)

    # ---- a road of stones

    def _road(self, pen: Pen) -> None:
        broad = 0.87 * self.pitch
        for n, (one, other) in enumerate(self.road):
            pen.line([one.at, other.at], _hue(n, len(self.road), 0.38, "road-edge"), broad + 3 * self.unit)
        for n, (one, other) in enumerate(self.road):
            pen.line([one.at, other.at], _hue(n, len(self.road), 0.62, "road-light"), broad)
        for one, other in self.road:
            middle = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
            with pen.at(middle, self.unit, _angle(one, other)):
                pen.line([(-1.3, 3), (1.3, 0), (-1.3, -3)], mixed("ink-2", "stone", 0.55), 1.2)
        for place in self.board.places:
            to = self.places.get(place.to)
            if place.kind in ("hole", "entry") and to and math.dist(place.at, to.at) < 1.5 * self.pitch:
                pen.line([place.at, to.at], mixed("hollow", "wood", 0.55), 9 * self.unit)

    def _stone(self, pen: Pen, place: PlaceShown, n: int) -> None:
        rim = _hue(n, len(self.road), 0.42, "stone-rim")
        pen.disc((0, -1.4), STONE, rim)
        is_goal = place.name == "cheese" or place.kind == "wheel"
        pen.disc((0, 0), STONE, "stone", "cheese" if is_goal else rim, 2.2 if is_goal else 1.1)
        pen.disc((0, 0), RIM, None, mixed(rim, "stone", 0.4), 0.25)
        if place.label and place.kind != "slot":
            self._label_round(pen, place.label)
        with pen.at((0, 0.6 if place.label else 0), INSIDE if place.label else 0.95):
            self._on_stone(pen, place)

    def _label_round(self, pen: Pen, label: str) -> None:
        """Round the side that no lamp is at, as far as the other begins."""
        size = fitting(label, LETTERS[0], 1.12 * math.pi * BAND)
        if size < LETTERS[1]:
            label, size = shortened(label, 1.12 * math.pi * BAND), LETTERS[1]
        pen.arched(label, (0, 0), BAND if self.below else BAND - 0.72 * size, size, "stone-ink-2", self.below)

    def _on_stone(self, pen: Pen, place: PlaceShown) -> None:
        sign = _sign(place) or ("start" if place.name in self.homes else "")
        number = _number(place) if sign else ""
        is_number = place.name.isdecimal()
        if sign:
            turn = self._towards(place)
            size = 0.64 if number else 0.72 if place.kind == "build" else 0.86
            pen.stamp(sign, (0, -0.6 if number else 2), size, turn)
        elif short := place.short or ("" if is_number else place.word or place.name):
            pen.words(short, (0, -2.5), fitting(short, 8, 26), "stone-ink")
        if number:
            pen.words(number, (0, 7.2), 8.6, "stone-ink")
        for n in range(len(place.players) + 1 if place.players else 0):
            pen.disc(((n - len(place.players) / 2) * 4.2, 12.6), 1.25, mixed("stone-ink", "stone", 0.55))
        if is_number and (sign or place.short):
            pen.words(place.name, (0, -13.2), 6.2, "stone-ink-2")
        elif is_number:
            pen.words(place.name, (0, -3.6), 10, "stone-ink-2")

    def _towards(self, place: PlaceShown) -> float:
        """How an arrow is turned that shows the way."""
        to = self.places.get(place.to)
        if not to or place.kind not in ("back", "ahead"):
            return 0
        return _angle(place, to) + (180 if place.kind == "back" else 0)

    def _room(self, pen: Pen, place: PlaceShown) -> None:
        pen.box((-18.5, -20), (37, 37), 9, "wood-2")
        pen.box((-18.5, -18.5), (37, 37), 9, "sheet", "wood-2", 0.8)
        if sign := _sign(place):
            pen.stamp(sign, (0, 0.5), 0.8)
        if place.label:
            pen.words(place.label, (-3.5, 14.6), fitting(place.label, 3.4, 21), "stone-ink-2")
        if place.green:
            self._leads(pen, -9, "good-ink", "6", place.green)
        if place.red:
            self._leads(pen, 9.6, "bad-ink", "", "" if place.red == "trap" else place.red)
        if place.red == "trap":
            for way in (-1, 1):
                pen.line([(10.6, -15.1 - 1.3 * way), (13.2, -15.1 + 1.3 * way)], "bad-ink", 1)

    def _leads(self, pen: Pen, x: float, ink: Colour, before: str, after: str) -> None:
        """`6` and an arrow, the number of the place that it leads to."""
        size = 5.2
        left = x - (wide(before + after, size) + 4.4) / 2
        pen.words(before, (left, -17), size, ink, anchor=0)
        left += wide(before, size) + 1.2
        pen.line([(left, -14), (left + 1.6, -15.1), (left, -16.2)], ink, 1)
        pen.words(after, (left + 2.6, -17), size, ink, anchor=0)

    # ---- squares, and cells for cards

    def _sides(self, pen: Pen) -> None:
        """Each mouse's own side is painted in its colour; those that start together have none."""
        spots = {piece.name: self.places[piece.home].at for piece in self.board.pieces if piece.home in self.places}
        if len(set(spots.values())) < len(spots):
            return
        (width, height) = self.size
        rim = min(
            value for x, y in (place.at for place in self.board.places) for value in (x, y, width - x, height - y)
        )
        free = max(rim - 0.45 * self.pitch, 1)
        half, out, broad = 0.3 * width, min(0.5 * free, 5), min(0.6 * free, 4.4)
        for name, (x, y) in spots.items():
            dx, dy = x - width / 2, y - height / 2
            if abs(dx) > abs(dy):
                edge = width - out if dx > 0 else out
                pen.line([(edge, height / 2 - half), (edge, height / 2 + half)], name, broad)
            else:
                edge = height - out if dy > 0 else out
                pen.line([(width / 2 - half, edge), (width / 2 + half, edge)], name, broad)

    def _square(self, pen: Pen, place: PlaceShown) -> None:
        pen.box((-14.5, -16), (29, 29), 6, "square-rim")
        pen.box((-14.5, -14.5), (29, 29), 6, "square", "square-rim", 1.1)
        if sign := _sign(place):
            pen.stamp(sign, (0, 2.5), 0.85)
        label = place.label if place.label != place.name else ""
        if label and not sign:
            pen.words(label, (0, -1), fitting(label, 7, 24), "stone-ink")
        elif label:
            pen.words(label, (0, -10), fitting(label, 2.8, 16), "stone-ink-2")
        elif not sign:
            pen.words(place.name, (0, -3), 9, "stone-ink-2")
            return
        pen.words(place.name, (-12.4, -12.6), 3.4, "stone-ink-2", anchor=0)

    def _cell(self, pen: Pen, place: PlaceShown) -> None:
        pen.box((-18.8, -18.8), (37.6, 37.6), 4, "mat", "grain", 0.6, (2.4, 2))
        pen.stamp("mouse", (0, 0), 0.34)
        pen.words(place.name, (-15.6, -15.8), 3.4, "stone-ink-2", anchor=0)

    def _place(self, pen: Pen, place: PlaceShown, n: int) -> None:
        if place.kind in BARS:
            pen.disc((0, 0), 1.4, "grain")
            return
        if self.board.sort == "maze":
            self._cell(pen, place)
        elif self.board.sort == "raster":
            self._square(pen, place)
        elif place.kind in ("room", "trap"):
            self._room(pen, place)
        else:
            self._stone(pen, place, n)

    # ---- the title

    def _title(self, pen: Pen) -> None:
        """Where it can be largest amid a road, with a mouse and cheese if there is room; else along the upper edge."""
        lines = list(folded(self.board.title))
        boxes = free_boxes(self.board, self.pitch) if self.board.sort == "road" else ()
        has_picture, size, box = max(
            ((min(box[2:]) >= ROOM * self.pitch, _title_size(lines, box), box) for box in boxes),
            default=(False, 0.0, (0, 0, 0, 0)),
        )
        if size >= LETTERS[0]:
            self._emblem(pen, box, lines, size, has_picture)
            return
        band = self._band()
        if band:
            self._headline(pen, *band)

    def _band(self) -> tuple[float, float] | None:
        """The lower and the upper end of a stripe over all places, or between the highest; None where there is none."""
        height, rows = self.size[1], sorted({place.at[1] for place in self.board.places})
        above = (rows[-1] + 0.5 * self.pitch, height - (6 if self.board.sort == "raster" else 0))
        gaps = [(low + 0.4 * self.pitch, high - 0.42 * self.pitch) for low, high in pairwise(rows)]
        bands = [above, *(reversed(gaps) if self.board.sort == "raster" else [])]
        return next(((low, high) for low, high in bands if high - low >= 4), None)

    def _headline(self, pen: Pen, low: float, high: float) -> None:
        """The title on one line, between a mouse and its cheese."""
        size = fitting(self.board.title, min(0.5 * (high - low), 10), 0.55 * self.size[0])
        x, y = self.size[0] / 2, (low + high) / 2 - 0.35 * size
        half = wide(self.board.title, size) / 2
        pen.words(self.board.title, (x, y), size, "stone-ink-2")
        pen.stamp("mouse", (x - half - size, y + 0.34 * size), size / 26)
        pen.stamp("take", (x + half + size, y + 0.34 * size), size / 22)

    def _emblem(self, pen: Pen, box: Box, lines: list[str], size: float, has_picture: bool) -> None:
        left, bottom, width, height = box
        size = min(size, 0.085 * height) if has_picture else size
        x, y = left + width / 2, bottom + height / 2
        text = (1.2 * len(lines) + 0.6) * size
        if has_picture:
            scale = min(width, height - text) / 75
            pen.stamp("mouse", (x - 10 * scale, y + 0.5 * text), scale)
            pen.stamp("take", (x + 19 * scale, y + 0.5 * text - 7 * scale), 0.9 * scale)
            y -= 17 * scale
        for n, line in enumerate(lines):
            pen.words(line, (x, y + text / 2 - (1.2 * n + 0.95) * size), size, "stone-ink-2")
        edition = fitting(self.board.edition, 0.34 * size, 0.8 * width)
        pen.words(self.board.edition, (x, y - text / 2 + 0.1 * size), edition, "stone-ink-2")


def _title_size(lines: list[str], box: Box) -> float:
    """How large these lines can be in there."""
    _, _, width, height = box
    high = 0.8 * height / (1.2 * len(lines) + 0.6)
    return min(high, *(fitting(line, high, 0.82 * width) for line in lines))


def _sign(place: PlaceShown) -> str:
    """By its own name, else by its kind; "" where the page has none. As signs.js has it."""
    if place.name == "cheese":
        return "wheel"  # a goal is no slice but the whole cheese
    known = stamps().stamps
    if place.kind == "room" and place.name in known:
        return place.name
    return place.kind if place.kind in known else ""


def _number(place: PlaceShown) -> str:
    """What a sign needs a number for."""
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


def _angle(one: PlaceShown, other: PlaceShown) -> float:
    return math.degrees(math.atan2(other.at[1] - one.at[1], other.at[0] - one.at[0]))


def _hue(n: int, steps: int, strength: float, share: str) -> Colour:
    """The road's hue flows along the way."""
    hue = round(38 + n * 250 / max(steps, 40)) % 360
    return as_hex(colorsys.hls_to_rgb(hue / 360, stamps().shares[share] / 100, strength))


def as_hex(parts: tuple[float, float, float]) -> Colour:
    """Red, green and blue from 0 to 1, as #rrggbb."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """So much of the one over the other: a print needs no inks that shine through."""
    parts = [[int(colour(name)[n : n + 2], 16) / 255 for n in (1, 3, 5)] for name in (one, other)]
    red, green, blue = (a * share + b * (1 - share) for a, b in zip(*parts, strict=True))
    return as_hex((red, green, blue))


def shortened(label: str, room: float) -> str:
    """As much of it as can be read there."""
    while wide(f"{label}…", LETTERS[1]) > room:
        label = label[:-1]
    return f"{label}…"


def folded(title: str) -> Iterator[str]:
    """In lines of about the same length."""
    line = ""
    for word in title.split():
        if line and len(f"{line} {word}") > FOLD:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line
