"""The clicks on a photograph, and what is made from them: layout, wiring list, words about their accuracy."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import msgspec

from mouseboard import layouts, rules
from mouseboard.layouts import MOST_WIRES, BadLayout, Side
from mouseboard.photo.camera import ENOUGH, LEAST, Camera, Frame, Point, Unclear, fit
from mouseboard.rules import RulesError
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, decimal, say

REED_WITHIN_MM = 3
"""Millimetres from the middle of a place within which its reed must lie."""
SUSPECT = 2.5
"""If the clicks fit this many times better without a known point, it was clicked or measured wrongly."""
LEAST_SLIP = 0.5
"""Error of the best clicks, in pixels."""
CARELESS = 3.0
"""Error of clicks without zooming in, in pixels."""
MEAN, WORST = math.sqrt(math.pi) / 2, 2.0
"""The mean error, and the one exceeded once in fifty, as multiples of the root mean square.

They hold if errors are alike in all directions.
"""
PINS = {"D0": 11, "D1": 12, "D2": 13, "D3": 14, "D4": 3, "D5": 4, "D6": 5, "D7": 6}
"""The inputs of a 74HC165 and their pins; D7 is shifted out first."""

Pixels = Annotated[float, msgspec.Meta(ge=-100_000, le=100_000)]
Text = Annotated[str, msgspec.Meta(max_length=200)]


class KnownPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point whose position on the board was measured, and the pixel where it was clicked, if it was."""

    at: tuple[Pixels, Pixels]
    pixel: tuple[Pixels, Pixels] | None = None


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that was clicked; without a name it is called by its number."""

    pixel: tuple[Pixels, Pixels]
    name: Text = ""
    kind: Text = ""
    label: Text = ""
    to: Text = ""


class Sketch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole state of the page: the board, the clicks, the choices."""

    game: Text
    title: Text
    size: tuple[Side, Side]
    """Size of the board, in millimetres."""
    picture: tuple[Annotated[int, msgspec.Meta(ge=1, le=100_000)], Annotated[int, msgspec.Meta(ge=1, le=100_000)]]
    """Size of the photograph in pixels, upright as browsers show it."""
    points: Annotated[tuple[KnownPoint, ...], msgspec.Meta(max_length=64)] = ()
    places: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=MOST_WIRES)] = ()
    light: tuple[Pixels, Pixels] = (0, 15)
    lamps: bool = True

    def camera(self) -> Camera:
        """Fit a camera to the points clicked so far. Board coordinates count upwards. Raises Unclear."""
        known = [(point.at, point.pixel) for point in self.points if point.pixel is not None]
        return fit(Frame(self.size), Frame(self.picture), known)

    def name(self, n: int) -> str:
        """Return the name of the n-th place, or its number from 1."""
        return self.places[n].name.strip() or str(n + 1)


@dataclass(frozen=True)
class Measured:
    """What follows from the known points, once there are enough of them."""

    camera: Camera
    places: list[Point]
    """In millimetres."""
    grid: list[list[Point]]


def judged(sketch: Sketch) -> tuple[Measured | None, list[Say]]:
    """Return what can be measured with the known points, if anything, and sentences about its accuracy."""
    clicked = [n for n, point in enumerate(sketch.points) if point.pixel is not None]
    missing = max(ENOUGH - len(clicked), 0)
    try:
        camera = sketch.camera()
        measured = Measured(camera, [camera.place(spot.pixel) for spot in sketch.places], grid(camera))
        said = [*_accuracy(camera), *_suspects(camera, clicked)]
    except (Unclear, ArithmeticError):
        if len(clicked) < LEAST:
            return None, [say("Known points to click yet: {n}.", n=missing)]
        return None, [say("These points do not tell where the camera was: take some that do not lie in one line.")]
    if missing:
        said = [say("Known points to click yet: {n}. Until then the lens is not corrected.", n=missing)]
    return measured, said


def _accuracy(camera: Camera) -> Iterator[Say]:
    width, height = camera.board.size
    grid = [(width * x / 8, height * y / 8) for x in range(9) for y in range(9)]

    def errors(slip: float) -> dict[str, str | Say]:
        found = [camera.expected(at, slip) for at in grid]
        mean, worst = MEAN * sum(found) / len(found), WORST * max(found)
        return {"mean": decimal(f"{mean:.1f}"), "worst": decimal(f"{worst:.1f}")}

    yield say(
        "The known points fit to {slip} pixels: expect places {mean} mm off on average, {worst} mm at worst.",
        slip=decimal(f"{camera.slip * math.sqrt(2):.1f}"),
        **errors(camera.slip),
    )
    if camera.left_out:
        yield say(
            "Each known point, found from the others alone, is off by {mm} mm at most.",
            mm=decimal(f"{max(camera.left_out):.1f}"),
        )
    careless = errors(CARELESS / math.sqrt(2))
    yield say(
        "Clicks that miss by {slip} pixels would mean {mean} mm, {worst} mm at worst.", slip=f"{CARELESS:g}", **careless
    )
    yield say("A reed must lie within {mm} mm: check three places with a ruler before you drill.", mm=REED_WITHIN_MM)


def _suspects(camera: Camera, clicked: list[int]) -> Iterator[Say]:
    """Point out the known point without which all others fit far better, if there is one."""
    if not camera.without:
        return
    slips = [other.slip for other in camera.without]
    best = min(slips)
    if camera.slip > SUSPECT * max(best, LEAST_SLIP):
        n = clicked[slips.index(best)] + 1
        yield say("Known point {n} does not fit the others: click it again, or measure it again.", n=n)


def toml(sketch: Sketch, camera: Camera, photo: str) -> str:
    """Write the layout as TOML. Sensors and lamps are numbered in the order of the places."""
    count = len(sketch.places)
    head = {
        "game": sketch.game,
        "title": sketch.title.strip() or "An old board",
        "edition": f"read off {photo}",
        "size": list(sketch.size),
        "sensors": 8 * math.ceil(count / 8),
        "lamps": count if sketch.lamps else 0,
        "light": list(sketch.light),
    }
    lines = [f"{key} = {_value(value)}" for key, value in head.items()]
    rows = [
        f"  {{ {', '.join(f'{key} = {_value(value)}' for key, value in row.items())} }},"
        for row in _rows(sketch, camera)
    ]
    return "\n".join([*lines, "", "place = [", *rows, "]", ""])


def _rows(sketch: Sketch, camera: Camera) -> Iterator[dict[str, object]]:
    for n, spot in enumerate(sketch.places):
        x, y = camera.place(spot.pixel)
        texts = {"kind": spot.kind, "label": spot.label.strip(), "to": spot.to.strip()}
        row: dict[str, object] = {"name": sketch.name(n), **{key: text for key, text in texts.items() if text}}
        yield row | {"at": [round(x, 1), round(y, 1)], "sensors": [n]} | ({"lamps": [n]} if sketch.lamps else {})


def _value(value: object) -> str:
    """Write a value as TOML: numbers without a needless point, texts as in JSON."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def wanting(text: str, file: str) -> str:
    """Return what is still wrong with a layout, tried with every number of players of its game; "" if nothing is."""
    try:
        layout = layouts.parse(text, file)
        layouts.check(layout)
        for players in rules.make(layout.game, None, {}).seat_counts:
            rules.make(layout.game, players, {LAYOUT: file})
    except (BadLayout, RulesError) as error:
        return str(error)
    return ""


def wiring(sketch: Sketch, camera: Camera) -> str:
    """Write a Markdown table: what is soldered under each place, and how far it is to the next one."""
    spots = [camera.place(spot.pixel) for spot in sketch.places]
    lines = [
        f"# Wiring of {sketch.title.strip() or 'an old board'}",
        "",
        "Reeds, in the order of the chain; millimetres from the lower left corner, seen from above. From below all is",
        "mirrored. Lamps are one strip, in the same order.",
        "",
        "| place | at | sensor | register | input (pin) | lamp | to the next |",
        "|---|---|---|---|---|---|---|",
    ]
    for n, (x, y) in enumerate(spots):
        pin = f"D{7 - n % 8}"
        away = f"{math.dist(spots[n], spots[n + 1]):.0f} mm" if n + 1 < len(spots) else ""
        lamp = str(n) if sketch.lamps else ""
        name = sketch.name(n).replace("|", "\\|")
        row = (name, f"{x:.0f}, {y:.0f}", n, n // 8 + 1, f"{pin} ({PINS[pin]})", lamp, away)
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join([*lines, ""])


def between(camera: Camera, one: Point, other: Point, count: int) -> list[Point]:
    """Return `count` pixels whose places lie evenly on the line between two others, without those two."""
    (ax, ay), (bx, by) = camera.place(one), camera.place(other)
    parts = ((n + 1) / (count + 1) for n in range(count))
    return [camera.pixel((ax + part * (bx - ax), ay + part * (by - ay))) for part in parts]


def grid(camera: Camera) -> list[list[Point]]:
    """Return the board's edges and quarter lines as the photograph shows them, bent by the lens."""
    width, height = camera.board.size
    steps = [n / 16 for n in range(17)]
    lines = [[(width * part, height * step) for step in steps] for part in (0, 0.25, 0.5, 0.75, 1)]
    lines += [[(width * step, height * part) for step in steps] for part in (0, 0.25, 0.5, 0.75, 1)]
    return [[camera.pixel(at) for at in line] for line in lines]
