"""SVG pictures in one style: paper, ink and few colours, like the web page's light look."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

PAPER, SHEET, INK, PALE = "#fffaf0", "#f3e6cd", "#33261a", "#6b563c"
WIRES = {
    "red": "#d22f2b",
    "orange": "#e07b1a",
    "black": "#33261a",
    "blue": "#2162c4",
    "green": "#1b7a3c",
    "violet": "#7c3ab5",
    "brown": "#8a5a2b",
    "grey": "#7d8790",
    "yellow": "#d9a400",
    "turquoise": "#12939a",
    "pink": "#d6589c",
}
"""Colours of wires, by their names in shops."""
SUPPLY_COLOURS = {"+5V": "red", "+3V3": "orange", "GND": "black"}
FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"

Point = tuple[float, float]


def svg(size: Point, parts: Iterable[str], title: str) -> str:
    """Return a complete, self-contained picture; sizes are in millimetres."""
    wide, high = size
    box = f"viewBox='0 0 {wide:g} {high:g}' width='{wide:g}mm' height='{high:g}mm'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' {box} {FONT}>"
    paper = f"<rect width='{wide:g}' height='{high:g}' fill='{PAPER}'/>"
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, *parts, "</svg>\n"])


def text(
    at: Point,
    words: str,
    size: float = 3,
    anchor: str = "middle",
    fill: str = INK,
    weight: str = "normal",
    turn: float = 0,
    halo: bool = False,
) -> str:
    """Return text, vertically centred on `at`."""
    x, y = at[0], at[1] + size * 0.36
    look = f"x='{x:g}' y='{y:g}' font-size='{size:g}' text-anchor='{anchor}' font-weight='{weight}'"
    if turn:
        look += f" transform='rotate({turn:g} {at[0]:g} {at[1]:g})'"
    around = f"fill='{PAPER}' stroke='{PAPER}' stroke-width='1' stroke-linejoin='round'"
    halo_first = f"<text {look} {around}>{escape(words)}</text>" if halo else ""
    return f"{halo_first}<text {look} fill='{fill}'>{escape(words)}</text>"


def line(points: Iterable[Point], colour: str = INK, width: float = 0.4, more: str = "") -> str:
    """Return a line through points, with round ends and corners."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    look = f"fill='none' stroke='{colour}' stroke-width='{width:g}' stroke-linecap='round' stroke-linejoin='round'"
    return f"<polyline points='{path}' {look} {more}/>"


def rect(
    corner: Point,
    size: Point,
    fill: str = "none",
    stroke: str = INK,
    width: float = 0.4,
    radius: float = 0,
    more: str = "",
) -> str:
    """Return a rectangle, by its upper left corner."""
    (x, y), (wide, high) = corner, size
    shape = f"x='{x:g}' y='{y:g}' width='{wide:g}' height='{high:g}' rx='{radius:g}'"
    return f"<rect {shape} fill='{fill}' stroke='{stroke}' stroke-width='{width:g}' {more}/>"


def circle(middle: Point, radius: float, fill: str = "none", stroke: str = INK, width: float = 0.4) -> str:
    """Return a circle."""
    shape = f"cx='{middle[0]:g}' cy='{middle[1]:g}' r='{radius:g}'"
    return f"<circle {shape} fill='{fill}' stroke='{stroke}' stroke-width='{width:g}'/>"


def arrow(start: Point, end: Point, colour: str = INK, width: float = 0.5, head: float = 2.2) -> str:
    """Return a line with an arrowhead at its end, `head` long and as wide."""
    long = math.dist(start, end)
    along = ((end[0] - start[0]) / long, (end[1] - start[1]) / long)
    neck = (end[0] - along[0] * head, end[1] - along[1] * head)
    wings = [(neck[0] + side * along[1] * head / 2, neck[1] - side * along[0] * head / 2) for side in (1, -1)]
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in (end, *wings))
    return line([start, neck], colour, width) + f"<polygon points='{points}' fill='{colour}'/>"


def box(corner: Point, size: Point, words: str, fill: str = SHEET, ink: str = INK) -> str:
    """Return a rectangle with lines of text in its middle."""
    (x, y), (wide, high) = corner, size
    lines = words.split("\n")
    first = y + high / 2 - (len(lines) - 1) * 2
    middle = [text((x + wide / 2, first + 4 * n), row, 3 if n == 0 else 2.6, fill=ink) for n, row in enumerate(lines)]
    return rect(corner, size, fill, INK, 0.4, 1.5) + "".join(middle)


def cross(middle: Point, size: float) -> str:
    """Return a red cross: wrong."""
    (x, y), half = middle, size / 2
    strokes = [[(x - half, y - half), (x + half, y + half)], [(x - half, y + half), (x + half, y - half)]]
    return "".join(line(stroke, WIRES["red"], 1.6, "opacity='0.8'") for stroke in strokes)


def tick(middle: Point, size: float) -> str:
    """Return a green tick: right."""
    x, y = middle
    return line([(x - size / 2, y), (x - size / 8, y + size / 3), (x + size / 2, y - size / 2)], WIRES["green"], 1.6)
