"""A road of stones, with rooms and holes beside it, drawn as in the page's road.js. Its hue changes along the way."""

from __future__ import annotations

import math

from mouseboard.board.fields import Board, PlaceShown
from mouseboard.sheets.geometry import pitch_of, road_of
from mouseboard.sheets.inks import Colour, hue, mixed
from mouseboard.sheets.pen import Pen, fitting, wide
from mouseboard.sheets.signs import number_of, sign_of

STONE, BAND, RIM = 17.0, 16.4, 14.0
"""Radii at a pitch of 40 mm: a stone, the baseline of its label, and a rim that may be glued on
(hardware/mechanics/dimensions.toml). Everything else lies inside the rim.
"""
INSIDE = 0.84
"""The scale of signs on stones with a label, to leave room for it."""
LETTERS = (2.5, 1.7)
"""The preferred and the smallest height of a label's letters."""
ROUND = 1.12 * math.pi * BAND
"""The longest arc of a label."""


class Road:
    """The print of a road. Labels run round the side of a stone that has no lamp: along the bottom if `below`."""

    def __init__(self, board: Board, below: bool) -> None:
        self._board = board
        self._below = below
        self._pitch = pitch_of(board.places)
        self._unit = self._pitch / 40
        self._road = road_of(board.places, self._pitch)
        self._places = {place.name: place for place in board.places}
        self._homes = {piece.home for piece in board.pieces}

    def under(self, pen: Pen) -> None:
        """Draw the road, a chevron between each two stones, and the path from each hole to its room."""
        broad = 0.87 * self._pitch
        for n, (one, other) in enumerate(self._road):
            pen.line([one.at, other.at], hue(n, len(self._road), 0.38, "road-edge"), broad + 3 * self._unit)
        for n, (one, other) in enumerate(self._road):
            pen.line([one.at, other.at], hue(n, len(self._road), 0.62, "road-light"), broad)
        for one, other in self._road:
            middle = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
            with pen.at(middle, self._unit, _angle(one, other)):
                pen.line([(-1.3, 3), (1.3, 0), (-1.3, -3)], mixed("ink-2", "stone", 0.55), 1.2)
        for place in self._board.places:
            to = self._places.get(place.to)
            if place.kind in ("hole", "entry") and to and math.dist(place.at, to.at) < 1.5 * self._pitch:
                pen.line([place.at, to.at], mixed("hollow", "wood", 0.55), 9 * self._unit)

    def place(self, pen: Pen, place: PlaceShown, n: int) -> None:
        """Draw a stone on the road, or a room beside it, centred on the origin."""
        if place.kind in ("room", "trap"):
            self._room(pen, place)
        else:
            self._stone(pen, place, n)

    def _stone(self, pen: Pen, place: PlaceShown, n: int) -> None:
        rim = hue(n, len(self._road), 0.42, "stone-rim")
        pen.disc((0, -1.4), STONE, rim)
        is_goal = place.name == "cheese" or place.kind == "wheel"
        pen.disc((0, 0), STONE, "stone", "cheese" if is_goal else rim, 2.2 if is_goal else 1.1)
        pen.disc((0, 0), RIM, None, mixed(rim, "stone", 0.4), 0.25)
        if place.label and place.kind != "slot":
            self._label_round(pen, place.label)
        with pen.at((0, 0.6 if place.label else 0), INSIDE if place.label else 0.95):
            self._on_stone(pen, place)

    def _label_round(self, pen: Pen, label: str) -> None:
        """Write the label round the side without a lamp. A label that is too long is shortened."""
        size = fitting(label, LETTERS[0], ROUND)
        if size < LETTERS[1]:
            label, size = _shortened(label, ROUND), LETTERS[1]
        pen.arched(label, (0, 0), BAND if self._below else BAND - 0.72 * size, size, "stone-ink-2", self._below)

    def _on_stone(self, pen: Pen, place: PlaceShown) -> None:
        sign = sign_of(place) or ("start" if place.name in self._homes else "")
        number = number_of(place) if sign else ""
        is_number = place.name.isdecimal()
        if sign:
            turn = self._towards(place)
            size = 0.64 if number else 0.72 if place.kind == "build" else 0.86
            pen.sign(sign, (0, -0.6 if number else 2), size, turn)
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
        """Return the angle by which to turn a sign of kind `back` or `ahead`, in degrees; 0 for all others."""
        to = self._places.get(place.to)
        if not to or place.kind not in ("back", "ahead"):
            return 0
        return _angle(place, to) + (180 if place.kind == "back" else 0)

    def _room(self, pen: Pen, place: PlaceShown) -> None:
        pen.box((-18.5, -20), (37, 37), 9, "wood-2")
        pen.box((-18.5, -18.5), (37, 37), 9, "sheet", "wood-2", 0.8)
        if sign := sign_of(place):
            pen.sign(sign, (0, 0.5), 0.8)
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
        """Draw `before`, an arrow, and `after`: for instance `6`, and the place that a 6 leads to."""
        size = 5.2
        left = x - (wide(before + after, size) + 4.4) / 2
        pen.words(before, (left, -17), size, ink, anchor=0)
        left += wide(before, size) + 1.2
        pen.line([(left, -14), (left + 1.6, -15.1), (left, -16.2)], ink, 1)
        pen.words(after, (left + 2.6, -17), size, ink, anchor=0)


def _angle(one: PlaceShown, other: PlaceShown) -> float:
    return math.degrees(math.atan2(other.at[1] - one.at[1], other.at[0] - one.at[0]))


def _shortened(label: str, room: float) -> str:
    """Return the longest beginning of the label that fits, with an ellipsis."""
    while wide(f"{label}…", LETTERS[1]) > room:
        label = label[:-1]
    return f"{label}…"
