"""The pictures in hardware/printed: every part as printed, the assemblies, and a place in section."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import partial

from build123d import Box, Part, Pos, Rot
from hardware.making.drawing import INK, PALE, line, svg, text
from hardware.making.printed import boxes, mice, switches
from hardware.making.printed.assemblies import (
    PLACE,
    Stand,
    a_box,
    a_button,
    a_cage_switch,
    a_crank,
    a_man,
    a_measured_reed,
    a_mouse,
    a_place,
    a_tile,
)
from hardware.making.printed.boxed import load_boxed
from hardware.making.printed.parts import BOARD, OF, SHAPES, part
from hardware.making.printed.pictures import CORNER, Point, View, seen_at, shaded

SEATS = {
    "red": "#d8322c",
    "blue": "#2a69c9",
    "green": "#23823f",
    "yellow": "#f2bd1d",
    "white": "#f1ece2",
    "purple": "#8442bd",
}
LIGHT, TIMBER = "#f0dcae", "#9c6b3d"
MAN = ("man", "stopper", "crown")
WHITE, DARK, STEEL, GLASS = "#ffffff", "#4a4540", "#b9bec4", "#cfe6ee"
WOOD, PAPER, BOARD_GREEN, BLUE, ORANGE = "#dcb27c", "#f6e3bd", "#2f7d4f", "#8fb3d9", "#eda04b"
COLOURS = {
    "mouse": SEATS["red"], "hat": WHITE, "magnet": STEEL, "filament": ORANGE, "rim": WHITE, "overlay": PAPER,
    "plate": WOOD, "tube": WHITE, "lamp": ORANGE, "glass": GLASS, "wire": STEEL, "holder": BLUE, "board": BOARD_GREEN,
    "frame": BLUE, "leg": BLUE, "base": BLUE, "box": PAPER, "cap": SEATS["red"], "switch": DARK, "bracket": BLUE,
    "cage": STEEL, "mount": BLUE, "servo": DARK, "arm": ORANGE, "fork": ORANGE, "handle": SEATS["red"], "wand": PAPER,
    "wedge": PAPER, "gauge": PAPER, "stand": BLUE, "card": WHITE, "reed-stand": BLUE, "button": SEATS["red"],
    "man": LIGHT, "stopper-dot": LIGHT, "stopper-ring": TIMBER, "crown": WHITE,
    "plug": STEEL, "lid": PAPER, "foot": ORANGE, "controller-box": BLUE, "power-box": BLUE, "circuit-box": BLUE,
    "controller-lid": PAPER, "power-lid": PAPER, "circuit-lid": PAPER, "box-foot": ORANGE,
    "button-base": BLUE, "button-box": PAPER, "servo-mount": BLUE,
}  # fmt: skip
"""Colours of solids, by name or by its first word."""


def of_part(name: str) -> str:
    """Draw a part as it lies on the printer's bed."""
    solid = part(name)
    box = solid.bounding_box()
    middle = box.center()
    scale = 44 / max(30.0, math.hypot(box.size.X, box.size.Y, box.size.Z))
    drawn = shaded([(solid, _colour(name))], look_at=(middle.X, middle.Y, middle.Z), width=0.3 / scale)
    return svg((56, 44), [_placed((28, 22), scale, drawn)], name)


def the_mice() -> str:
    """Draw a mouse of each colour."""
    parts = []
    for n, colour in enumerate(mice.COLOURS):
        stand = a_mouse(OF, colour)
        hat = WHITE if colour != "white" else SEATS["red"]
        drawn = shaded([(stand["mouse"], SEATS[colour]), (stand["hat"], hat)], (45, -100, 75), (0, 0, 17), 0.3)
        parts += [_placed((24 + 36 * n, 27), 1, drawn), text((24 + 36 * n, 53), colour, 3.4, fill=PALE)]
    return svg((228, 58), parts, "Six mice")


def the_men() -> str:
    """Draw a man of either side, a king, and how a man is put together."""
    view, look_at, up = (45, -100, 75), (0.0, 0.0, 5.0), 2.0
    shown = [("one side", LIGHT, False, False), ("the other", TIMBER, True, False), ("a king", TIMBER, True, True)]
    parts = []
    for n, (words, colour, hollow, king) in enumerate(shown):
        stand = a_man(OF, hollow, king)
        solids = [(stand[name], WHITE if name == "crown" else colour) for name in stand if name in MAN]
        drawn = shaded(solids, view, look_at, 0.3 / up)
        parts += [_placed((34 + 54 * n, 52), up, drawn), text((34 + 54 * n, 88), words, 4, fill=PALE)]
    stand = a_man(OF)
    apart = [
        (stand["man"], LIGHT),
        (Pos(Z=12) * stand["magnet"], STEEL),
        (Pos(Z=17) * stand["stopper"], LIGHT),
        (Pos(X=16) * stand["filament"], ORANGE),
    ]
    at = (206.0, 64.0)
    parts += [_placed(at, up, shaded(apart, view, look_at, 0.3 / up))]
    names = [((7, 0, 29), "stopper"), ((4, 0, 14), "magnet"), ((17, 0, 8), "filament"), ((7, 0, 1), "man")]
    for (point, words), row in zip(names, (26, 44, 58, 84), strict=True):
        x, y = seen_at(point, view, look_at)
        start = (at[0] + up * x, at[1] + up * y)
        parts += [line([start, (254, row)], PALE, 0.25), text((256, row + 0.6), words, 4, "start")]
    return svg((284, 94), parts, "Men for morris and draughts")


def mouse_apart() -> str:
    """Draw how a mouse is put together."""
    stand = a_mouse(OF)
    tip = part("wand") & Pos(X=-10) * Box(52, 60, 60)
    apart = {
        "wand": Pos(Z=-14) * Rot(X=180) * tip,
        "mouse": stand["mouse"],
        "magnet": Pos(Z=42) * stand["magnet"],
        "hat": Pos(Z=55) * stand["hat"],
        "filament": Pos(X=22) * stand["filament"],
    }
    names = [
        ("hat", (4, 0, 78), "4   hat: its stem shuts the shaft"),
        ("magnet", (4, 0, 45), "3   magnet: with a click it is right,\n     if it floats turn it over"),
        ("mouse", (15, 3, 25), "2   mouse, between the notches"),
        ("filament", (34, 0, 12), "5   filament, pressed in and cut off"),
        ("wand", (16, 0, -14), "2   wand, its flat side up"),
    ]
    return _figure((138, 136), (30, 82), apart, names, 68, (0, 0, 20), "A mouse, put together")


def place_apart() -> str:
    """Draw the parts of a place, taken apart."""
    lifts = {
        "hat": 40, "filament": 40, "mouse": 40, "magnet": 40, "rim": 28, "overlay": 16, "plate": 4,
        "tube": -12, "glass": -8, "wire": -8, "holder": -28, "lamp": -36, "board": -36,
    }  # fmt: skip
    stand = a_place(OF, BOARD)
    apart = {name: Pos(Z=lift) * stand[name] for name, lift in lifts.items()}
    x, y = BOARD.reeds[PLACE]
    names = [
        ("mouse", (x + 15, y + 3, 65), "mouse, its magnet inside"),
        ("rim", (x + 13.5, y + 2, 28), "rim, glued to the overlay"),
        ("overlay", (x + 24, y + 2, 15), "overlay"),
        ("plate", (x + 24, y + 2, 1), "plate, drilled"),
        ("tube", (x + 16, y + 12, -24), "light tube, pushed up into the plate"),
        ("glass", (x + 6, y, -30), "reed"),
        ("holder", (x + 8, y, -42), "reed holder"),
        ("lamp", (x + 15, y + 12, -56), "lamp"),
        ("board", (x + 24, y + 2, -58), "tile's board"),
    ]
    return _figure((140, 156), (36, 76), apart, names, 68, (x + 2, y + 2, 4), "A place, taken apart")


def place_cut() -> str:
    """Draw a place, cut through reed and lamp, with the lengths that must add up."""
    stand = a_place(OF, BOARD)
    x, y = BOARD.reeds[PLACE]
    kept = Pos(x - 2, y - 2) * Rot(Z=45) * Pos(Y=-50) * Box(52, 100, 200)
    cut = {name: solid & kept for name, solid in stand.items()}
    scale, at = 2.7, (92.0, 118.0)
    parts = [_placed(at, scale, _scene(cut.items(), (-1, 1, 0), (x, y, 0), 0.35 / scale))]

    def height(up: float) -> float:
        return at[1] - up * scale

    right, floor = at[0] + 62.0, OF.foot.floor
    glass = floor - OF.magnet_to_glass
    measures = [
        (floor, 0.0, -3.4, f"{floor:g} mm foot"),
        (0.0, -OF.overlay.thick, 0.2, f"{OF.overlay.thick:g} mm paper and glue"),
        (-OF.overlay.thick, glass, 1.2, f"{OF.reed.below_overlay:g} mm wire and air"),
        (glass, glass - OF.reed.glass, 0.0, f"{OF.reed.glass:g} mm glass"),
        (glass - OF.reed.glass, -OF.board_below, 0.0, f"{OF.reed.above_board:g} mm of the holder"),
    ]
    for upper, lower, lower_by, words in measures:
        parts += _between(right, height(upper), height(lower))
        parts += [text((right + 4, height((upper + lower) / 2) + lower_by), words, 3.4, "start")]
    parts += _between(right + 48, height(floor), height(glass))
    parts += [
        text((right + 52, height((floor + glass) / 2) - 1), f"{OF.magnet_to_glass:g} mm", 4.6, "start", weight="bold")
    ]
    parts += [text((right + 52, height((floor + glass) / 2) + 4), "magnet to glass", 3.2, "start", PALE)]
    labels = [
        ((1.0, 33.5), "hat"), ((-7.0, 24.0), "mouse"), ((-4.0, 2.6), "magnet"), ((-13.3, 0.6), "rim"),
        ((-22.6, -0.5), "overlay"), ((-22.0, -3.4), "plate"), ((-21.0, -11.0), "light tube"),
        ((-5.0, -12.0), "reed holder"), ((-19.5, -20.2), "lamp"), ((-22.6, -21.8), "board"),
    ]  # fmt: skip
    for ((across, up), words), row in zip(labels, (24, 40, 84, 100, 112, 124, 140, 154, 167, 179), strict=True):
        start, end = (at[0] + across * scale, height(up)), (24.0, float(row))
        parts += [line([start, (end[0] + 1.5, end[1])], PALE, 0.25), text(end, words, 3.4, "end")]
    return svg((238, 186), parts, "A place, cut through")


def _between(x: float, top: float, bottom: float) -> list[str]:
    """Draw a dimension between two heights."""
    ends = [line([(x - 1.5, y), (x + 1.5, y)], INK, 0.3) for y in (top, bottom)]
    return [line([(x, top), (x, bottom)], INK, 0.3), *ends]


def reed_stand() -> str:
    """Draw how a reed is measured."""
    stand = a_measured_reed(OF, BOARD, aside=-12)
    names = [
        ("wand", (8, 60, 22), f"wand, its rounded side down, its magnet {OF.gap.aimed:g} mm above the glass"),
        ("wand", (-8, -12, 23), "two notches: the middle of its magnet"),
        ("card", (18, 10, 18.4), "sheet with millimetres on it"),
        ("stand", (20, 5, 8), "stand with the reed"),
    ]
    return _figure((240, 98), (58, 61), stand, names, 112, (0, 20, 10), "A reed, measured", (100, -70, 75))


def tile_apart() -> str:
    """Draw a tile below its part of the plate."""
    stand = a_tile(OF, BOARD)
    lifts = {"plate": 40.0, "tube": 6.0, "frame": 0.0, "holder": -24.0, "board": -24.0, "leg": -42.0}
    apart = {name: Pos(Z=lifts[name.split()[0]]) * solid for name, solid in stand.items()}
    names = [
        ("plate", (120, 80, 37), "plate, drilled by the template"),
        ("frame", (119, 112, -7), "frame, screwed to the plate"),
        ("tube 4", (117, 72, -4), "9 light tubes"),
        ("holder 4", (108, 60, -36), "9 reed holders"),
        ("board", (120, 45, -46), "the tile's board"),
        ("leg 2", (108, 4, -85), "legs, screwed through the board"),
    ]
    return _figure((236, 214), (90, 90), apart, names, 172, (60, 60, -10), "A tile, taken apart")


def box_apart(name: str) -> str:
    """Draw a box as it lies on the bench, taken apart."""
    board = load_boxed(name)
    stand = a_box(OF, board)
    lifts = {"box": 0.0, "board": 34.0, "plug": 34.0, "lid": 66.0, "foot": 80.0}
    apart = {part: Pos(Z=lifts[part.split()[0]]) * solid for part, solid in stand.items()}
    x, y = (side / 2 for side in boxes.outside(board))
    top = boxes.box_high(board) + switches.FLOOR
    names = [
        ("foot 4", (x, y, top + 86), "4 feet, each with a screw M3 x 12"),
        ("lid", (x, y, top + 64), "lid: its fingers hold the board"),
        ("board", (x - 2, y - 4, 34 + boxes.board_high(board)), "board, with all its plugs"),
        ("box", (x, y, 22), "box: a shelf to tie each cable to"),
    ]
    title = f"The box of the {board.box.board}, taken apart"
    return _figure((204, 176), (68, 114), apart, names, 136, (0, 0, 34), title)


def button_apart() -> str:
    """Draw a button, taken apart."""
    stand = a_button(OF)
    lifts = {"base": 0, "switch": 20, "cap": 38, "box": 80}
    apart = {name: Pos(Z=lift) * stand[name] for name, lift in lifts.items()}
    names = [
        ("box", (18, 10, 98), "box, glued to the base at last"),
        ("box", (3, -20, 83), "notch for the wires"),
        ("cap", (17, 4, 66), "button: A has one bump, B two"),
        ("switch", (3, 3, 34), "microswitch, two M2 screws"),
        ("base", (17, 4, 2), "base, screwed down first"),
    ]
    return _figure((116, 134), (26, 70), apart, names, 52, (0, 0, 54), "A button, taken apart")


def cage_switch() -> str:
    """Draw the cage's switch on its bracket."""
    stand = a_cage_switch(OF, OF.microswitch.lever_on, 4)
    names = [
        ("cage", (6, 5, 28.6), "the cage's edge"),
        ("switch", (-10, 9, 17), "microswitch, two M2 screws and nuts"),
        ("bracket", (-14, 4, 4), "bracket, screwed to the table"),
    ]
    return _figure((132, 54), (32, 29), stand, names, 54, (0, 0, 14), "The cage's switch", (70, 100, 60))


def crank() -> str:
    """Draw the servo's arm and fork around a crank's handle."""
    stand = {name: Rot(X=90) * solid for name, solid in a_crank(OF, -25, 9, 34).items()}
    names = [
        ("fork", (20, -28, 40), "fork: a screw from either side"),
        ("handle", (16, -50, 30), "the crank's handle"),
        ("arm", (12, -15, 2), "arm, on the servo's horn"),
        ("servo", (9, 0, -22), "servo"),
        ("mount", (23, 18, -50), "mount, screwed to a board"),
    ]
    return _figure((178, 124), (50, 58), stand, names, 116, (0, 0, -10), "The servo and a crank", (75, -100, 55))


def _figure(
    size: Point,
    at: Point,
    stand: Stand,
    names: Iterable[tuple[str, View, str]],
    column: float,
    look_at: View,
    title: str,
    view: View = CORNER,
) -> str:
    """Draw solids with a column of names beside them, each with a line to its point."""
    assert {name for name, _, _ in names} <= stand.keys()
    parts = [_placed(at, 1, _scene(stand.items(), view, look_at))]
    for _, point, words in names:
        x, y = seen_at(point, view, look_at)
        start, end = (at[0] + x, at[1] + y), (column, at[1] + y)
        parts += [line([start, end], PALE, 0.25)]
        parts += [text((end[0] + 1.5, end[1] + 4.6 * n), row, 3.4, "start") for n, row in enumerate(words.split("\n"))]
    return svg(size, parts, title)


def _scene(
    stand: Iterable[tuple[str, Part]], view: View = CORNER, look_at: View = (0, 0, 0), width: float = 0.3
) -> list[str]:
    return shaded([(solid, _colour(name)) for name, solid in stand if solid], view, look_at, width)


def _placed(at: Point, scale: float, parts: Iterable[str]) -> str:
    return f"<g transform='translate({at[0]:g} {at[1]:g}) scale({scale:.4g})'>{''.join(parts)}</g>"


def _colour(name: str) -> str:
    """Return a solid's colour, by its whole name or its first word."""
    return COLOURS.get(name) or COLOURS.get(re.split(r"\W", name)[0], STEEL)


ALL: dict[str, Callable[[], str]] = {
    "mice": the_mice,
    "men": the_men,
    "mouse": mouse_apart,
    "place": place_apart,
    "place-cut": place_cut,
    "reed-stand": reed_stand,
    "tile": tile_apart,
    "controller-box": partial(box_apart, "controller"),
    "power-box": partial(box_apart, "power"),
    "button": button_apart,
    "cage-switch": cage_switch,
    "crank": crank,
    **{f"part-{name}": partial(of_part, name) for name in SHAPES},
}
