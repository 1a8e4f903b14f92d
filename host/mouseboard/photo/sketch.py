"""What is clicked on a photograph, and the layout, the wiring list and the words that come of it."""

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

REED_WITHIN = 3
"""Millimetres from the middle of a place within which its reed must lie."""
SUSPECT = 2.5
"""Where clicks fit so many times better without a known point, that was clicked or measured wrongly."""
LEAST_SLIP = 0.5
"""Pixels by which the best clicks miss."""
CARELESS = 3.0
"""Pixels by which hands miss that do not zoom in."""
MEAN, WORST = math.sqrt(math.pi) / 2, 2.0
"""Of errors that scatter alike in all directions, times their root mean square: the mean; what one in fifty exceeds."""
PINS = {"D0": 11, "D1": 12, "D2": 13, "D3": 14, "D4": 3, "D5": 4, "D6": 5, "D7": 6}
"""A 74HC165's inputs; D7 is shifted out first."""

Pixels = Annotated[float, msgspec.Meta(ge=-100_000, le=100_000)]
Text = Annotated[str, msgspec.Meta(max_length=200)]


class KnownPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point whose place on the board is measured, and where it was clicked."""

    at: tuple[Pixels, Pixels]
    pixel: tuple[Pixels, Pixels] | None = None


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place as it was clicked; without a name it has its number."""

    pixel: tuple[Pixels, Pixels]
    name: Text = ""
    kind: Text = ""
    label: Text = ""
    to: Text = ""


class Sketch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the page knows."""

    game: Text
    title: Text
    size: tuple[Side, Side]
    """Of the board, in millimetres."""
    picture: tuple[Annotated[int, msgspec.Meta(ge=1, le=100_000)], Annotated[int, msgspec.Meta(ge=1, le=100_000)]]
    """Pixels of the photograph as it is shown, upright."""
    points: Annotated[tuple[KnownPoint, ...], msgspec.Meta(max_length=64)] = ()
    places: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=MOST_WIRES)] = ()
    light: tuple[Pixels, Pixels] = (0, 15)
    lamps: bool = True

    def camera(self) -> Camera:
        """Fitted to the points that were clicked; board coordinates count upwards. Raises Unclear."""
        known = [(point.at, point.pixel) for point in self.points if point.pixel is not None]
        return fit(Frame(self.size), Frame(self.picture), known)

    def name(self, n: int) -> str:
        """What the place is called."""
        return self.places[n].name.strip() or str(n + 1)


@dataclass(frozen=True)
class Measured:
    """What the known points say, once there are enough of them."""

    camera: Camera
    places: list[Point]
    """In millimetres."""
    grid: list[list[Point]]


def judged(sketch: Sketch) -> tuple[Measured | None, list[Say]]:
    """What is measured, and what there is to say of it."""
    clicked = [n for n, point in enumerate(sketch.points) if point.pixel is not None]
    missing = max(ENOUGH - len(clicked), 0)
    try:
        camera = sketch.camera()
        measured = Measured(camera, [camera.place(spot.pixel) for spot in sketch.places], grid(camera))
        said = [*_accuracy(camera), *_suspects(camera, clicked)]
    except (Unclear, ArithmeticError):
        if len(clicked) < LEAST:
            return None, [say("Known points to click yet: {n}.", n=missing)]
        return None, [say("These points do not tell where the camera was: take some that lie in no line.")]
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
    yield say("A reed must lie within {mm} mm: check three places with a ruler before you drill.", mm=REED_WITHIN)


def _suspects(camera: Camera, clicked: list[int]) -> Iterator[Say]:
    """The known point without which all others fit far better, if there is one."""
    if not camera.without:
        return
    slips = [other.slip for other in camera.without]
    best = min(slips)
    if camera.slip > SUSPECT * max(best, LEAST_SLIP):
        n = clicked[slips.index(best)] + 1
        yield say("Known point {n} does not fit to the others: click it again, or measure it again.", n=n)


def toml(sketch: Sketch, camera: Camera, photo: str) -> str:
    """The layout: sensors and lamps are numbered in the order of the places."""
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
    """As TOML has it: numbers without a needless point, texts as JSON writes them."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def wanting(text: str, file: str) -> str:
    """What is wrong with a layout yet, for all numbers of players of its game; "" for one that is good."""
    try:
        layout = layouts.parse(text, file)
        layouts.check(layout)
        for players in rules.make(layout.game, None, {}).seat_counts:
            rules.make(layout.game, players, {LAYOUT: file})
    except (BadLayout, RulesError) as error:
        return str(error)
    return ""


def wiring(sketch: Sketch, camera: Camera) -> str:
    """Every place with what is soldered to it, and how long the wire to the next one must be."""
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
    """So many pixels whose places lie evenly on the line between two others, which are not among them."""
    (ax, ay), (bx, by) = camera.place(one), camera.place(other)
    parts = ((n + 1) / (count + 1) for n in range(count))
    return [camera.pixel((ax + part * (bx - ax), ay + part * (by - ay))) for part in parts]


def grid(camera: Camera) -> list[list[Point]]:
    """The board's edges and tenths as they are seen: lines that bend as the lens bends them."""
    width, height = camera.board.size
    steps = [n / 16 for n in range(17)]
    lines = [[(width * part, height * step) for step in steps] for part in (0, 0.25, 0.5, 0.75, 1)]
    lines += [[(width * step, height * part) for step in steps] for part in (0, 0.25, 0.5, 0.75, 1)]
    return [[camera.pixel(at) for at in line] for line in lines]
