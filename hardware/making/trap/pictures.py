"""The trap's figures: armed, fired, being set again, taken apart with numbers, and assembled step by step."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from build123d import Box, Part, Pos, Rot
from hardware.making.dimensions import load_dimensions
from hardware.making.drawing import INK, PALE, PAPER, arrow, circle, line, svg, text
from hardware.making.printed import mice
from hardware.making.printed.bought import bolt
from hardware.making.printed.pictures import Point, View, seen_at, shaded
from hardware.making.printed.shapes import disc
from hardware.making.trap import parts, stand
from hardware.making.trap.measures import Measures
from hardware.making.trap.pieces import NAMED, shape
from hardware.making.trap.plan import plan
from hardware.making.trap.stand import Pose, assembled

from mouseboard.trap import Course

FRONT, BEHIND, LEFT, ASIDE = (70.0, -100.0, 70.0), (60.0, 100.0, 60.0), (-100.0, -60.0, 70.0), (100.0, 30.0, 40.0)
MIDDLE = (-55.0, -80.0, 50.0)
WOOD, BROWN, RED, ORANGE, CHEESE, RIND = "#e3c796", "#c08a4e", "#e0503f", "#f2b632", "#f6d469", "#f9e39b"
BLUE, SKY, GREEN, VIOLET, PINK, MOUSE = "#4f93d6", "#6db3e8", "#6fb57c", "#a98bcb", "#d6599c", "#c9c4be"
GREY, DARK, STEEL, GLASS, FAINT = "#9aa4ad", "#4a5058", "#b9c0c6", "#12a39b", "#efe6d3"
COLOURS = {
    "base": WOOD, "pole": BROWN, "gate": VIOLET, "cage": RED, "lever": ORANGE, "high post": VIOLET, "low post": VIOLET,
    "lower run": SKY, "upper run": BLUE, "housing": CHEESE, "wheel": GREEN, "crank": PINK, "cover": RIND, "knob": RED,
    "servo stand": GREY, "servo": DARK, "horn": ORANGE, "switch": DARK, "pin": STEEL, "marble": GLASS, "mouse": MOUSE,
    "crank's screw": STEEL, "cover's screws": STEEL, "switch's screws": STEEL, "pin's screw": STEEL,
}  # fmt: skip

GATE, LEVER = ("base", "pole", "gate", "switch"), ("cage", "lever", "pin")
BASE = (*GATE, *LEVER, "high post", "low post", "lower run")
BOX, SERVO = ("housing", "wheel", "crank", "cover"), ("horn", "servo stand", "servo")


@dataclass(frozen=True)
class Step:
    """A step's picture: the added pieces, and the earlier ones that are shown pale.

    `off` is how far pieces are from their places. `moves` are arrows from point to point.
    """

    added: tuple[str, ...]
    view: View
    earlier: tuple[str, ...] = ()
    off: Mapping[str, View] = field(default_factory=dict)
    moves: tuple[tuple[View, View], ...] = ()


STEPS = (
    Step(("base", "pole"), FRONT),
    Step(
        ("gate", "switch", "switch's screws"),
        LEFT,
        ("base", "pole"),
        {"switch's screws": (-42.0, 0.0, 0.0)},
        (((-50.0, 0.0, 29.2), (-30.0, 0.0, 29.2)),),
    ),
    Step(
        ("cage", "lever", "pin's screw"),
        FRONT,
        GATE,
        {"pin's screw": (0.0, -46.0, 0.0)},
        (((-18.0, -44.0, 101.0), (-18.0, -26.0, 101.0)),),
    ),
    Step(("high post", "low post", "lower run"), FRONT, (*GATE, *LEVER)),
    Step(
        BOX,
        BEHIND,
        (),
        dict.fromkeys(("crank", "cover"), (0.0, 70.0, 0.0)),
        (((-10.0, -92.0, 110.0), (-10.0, -140.0, 110.0)),),
    ),
    Step(
        ("crank's screw", "cover's screws"),
        ASIDE,
        BOX,
        {"crank's screw": (0.0, -62.0, 0.0), "cover's screws": (0.0, 44.0, 0.0)},
        (
            ((-10.0, -206.0, 57.5), (-10.0, -180.0, 57.5)),
            *(((x, -116.0, z), (x, -140.0, z)) for x in (-39.0, 15.0) for z in (12.0, 112.0)),
        ),
    ),
    Step(
        (*BOX, "upper run"),
        FRONT,
        BASE,
        dict.fromkeys(BOX, (0.0, 0.0, 40.0)) | {"upper run": (0.0, 0.0, 72.0)},
        (((-12.0, -174.0, 38.0), (-12.0, -174.0, 10.0)), ((-90.0, -172.0, 200.0), (-90.0, -172.0, 172.0))),
    ),
    Step(("knob", "marble"), BEHIND, (*BASE, *BOX, "upper run")),
    Step(
        SERVO,
        ASIDE,
        BOX,
        {"horn": (0.0, 24.0, 0.0), "servo": (0.0, 70.0, 46.0), "servo stand": (0.0, 70.0, 0.0)},
        (((-10.0, -108.0, 57.5), (-10.0, -124.0, 57.5)), ((-20.0, -34.0, 92.0), (-20.0, -34.0, 72.0))),
    ),
    Step(
        (*BOX, *SERVO),
        ASIDE,
        BASE,
        dict.fromkeys((*BOX, *SERVO), (0.0, 0.0, 40.0)),
        (((-12.0, -160.0, 38.0), (-12.0, -160.0, 6.0)), ((-20.0, -104.0, 38.0), (-20.0, -104.0, 6.0))),
    ),
)
"""The view is the players', except where the housing or the gate would hide what is added."""
SEEN = {
    FRONT: "seen from the players' side",
    BEHIND: "seen from the cage's side: left and right change places",
    LEFT: "seen from the left",
    ASIDE: "seen from the right: the players sit at the left",
}

APART: dict[str, tuple[float, float, float]] = {
    "pole": (0, 0, 30), "cage": (0, 0, 80), "lever": (0, 0, 122), "pin": (0, -45, 122), "gate": (0, 70, 20),
    "switch": (-50, 70, 20), "high post": (-75, 0, 0), "low post": (-75, 0, 0), "lower run": (-75, 0, 45),
    "upper run": (0, -40, 75), "housing": (-70, -90, 0), "wheel": (24, -75, 45), "crank": (40, -75, -12),
    "servo": (72, 30, 0), "servo stand": (72, 0, 0), "marble": (0, -40, 105),
}  # fmt: skip
"""Offset of each piece from its place, in the exploded view."""

NUMBERS = {
    "base": (14.0, -120.0, 0.0),
    "cover": (8.0, -150.0, 60.0),
    "gate": (-12.0, 70.0, 40.0),
    "cage": (40.0, -10.0, 176.0),
}
"""Where a piece's number is, if not in its middle."""

Standing = Mapping[str, Part]


def all_of_them(of: Measures, course: Course) -> dict[str, str]:
    """Return every figure, by its file's name."""
    figures = {"armed": armed(of, course), "fired": fired(of, course), "reset": being_set(of, course)}
    figures |= {"latch": latch(of, course), "apart": apart(of, course), "plan": plan(of)}
    return figures | {f"step-{n}": step(of, course, n) for n in range(1, len(STEPS) + 1)}


def armed(of: Measures, course: Course) -> str:
    """Draw the armed trap, with the names of its parts."""
    pose = stand.armed(of, course)
    standing = _without_table(of, course, pose)
    labels = [
        ("marble in its seat", pose.marble, (36, -66)), ("upper run", (-90, -160, 150), (-118, -88)),
        ("lower run", (-121, -60, 135), (-60, -125)), ("cup", (-121, 0, 113), (20, -124)),
        ("lever", (-60, 0, 111), (52, -112)), ("cheese: the counterweight", (36, 0, 111), (92, -92)),
        ("cage, hung up", (58, -16, 50), (112, 24)), ("pole", (4, -4, 25), (92, 56)),
        ("switch", (-17, 0, 34), (92, 84)), ("wheel and crank, inside the cheese", (-10, -172, 60), (-8, 118)),
    ]  # fmt: skip
    return _picture("Armed", standing, FRONT, labels)


def fired(of: Measures, course: Course) -> str:
    """Draw the fired trap: the cage down, the marble in the cup."""
    pose = stand.fired(of, course)
    standing = _without_table(of, course, pose)
    shared = load_dimensions()
    standing["mouse"] = Pos(of.cage.middle, 0, of.ground) * (mice.mouse(shared) + mice.hat_on_mouse(shared, "red"))
    labels = [
        ("the finger has pushed", (-22, -160, 146), (30, -58)), ("the marble lies in the cup", pose.marble, (20, -124)),
        ("the stirrup has swung aside", (-16, -6, 92), (78, -100)),
        ("the cage is down over the mouse", (58, -16, 6), (78, 72)),
        ("the switch is pressed", (-18, -4, 38), (62, 96)),
    ]  # fmt: skip
    return _picture("Fired", standing, FRONT, labels)


def being_set(of: Measures, course: Course) -> str:
    """Draw how to set the trap again: raise the cage until it clicks, and put the marble back."""
    pose = stand.reset(of, course)
    standing = _without_table(of, course, pose)
    up = [seen_at((64, -18, z), FRONT, MIDDLE) for z in (14, 46)]
    more = [arrow(up[0], up[1], RED, 2, 8), text((up[0][0] - 12, up[0][1] + 6), "2  raise the cage until it clicks", 5)]
    labels = [
        ("1  take the marble out of the cup", (-121, 0, 113), (20, -124)),
        ("3  put it back", pose.marble, (36, -66)),
    ]
    return _picture("Being set again", standing, FRONT, labels, more)


def latch(of: Measures, course: Course) -> str:
    """Draw what holds the cage and lets it go, in section."""
    side: View = (-14, -100, 10)
    corner = ((-50.0, -40.0), (50.0, 38.0))
    panels = []
    held, free = stand.armed(of, course), stand.fired(of, course)
    falling = replace(free, cage=of.cage.lift - 12)
    for n, (pose, words) in enumerate(
        ((held, "the tooth lies on the sill"), (falling, "the sill has swung from under it"))
    ):
        standing = assembled(of, course, pose)
        behind = Pos(0, 50, 50) * Box(400, 100, 300)
        cut = {name: standing[name] & behind for name in ("cage", "lever", "pole", "pin")}
        drawn = _drawn(cut, COLOURS, side, (-10, 0, 92))
        at = (54 + 106 * n, 46)
        panels += [_clipped(drawn, corner, at, f"panel{n}"), text((at[0], 92), words, 4.4)]
    return svg((214, 99), panels, "What holds the cage, and lets it go")


def apart(of: Measures, course: Course) -> str:
    """Draw every piece, apart, with its number."""
    home = _without_table(of, course, stand.armed(of, course))
    home["knob"] = Pos(0, 0, 0) * shape(of, "knob")
    standing = {name: Pos(*APART.get(name, (0, 0, 0))) * part for name, part in home.items()}
    knob = standing["knob"].bounding_box().center()
    standing["knob"] = Pos(100 - knob.X, -130 - knob.Y, 20 - knob.Z) * standing["knob"]
    labels = {name: tuple(part.center()) for name, part in standing.items() if name in NAMED} | NUMBERS
    corner = ((-225.0, -224.0), (190.0, 134.0))
    drawn = _drawn(standing, COLOURS, FRONT, MIDDLE)
    for name, at in labels.items():
        x, y = seen_at(at, FRONT, MIDDLE)
        drawn += [circle((x, y), 7, PAPER, INK, 0.6), text((x, y), str(NAMED[name].number), 8, weight="bold")]
    size = (corner[1][0] - corner[0][0], corner[1][1] - corner[0][1])
    moved = f"<g transform='translate({-corner[0][0]:g} {-corner[0][1]:g})'>"
    return svg(size, [moved, *drawn, "</g>"], "Taken apart")


def step(of: Measures, course: Course, number: int) -> str:
    """Draw one step: the added parts in their colours, all earlier ones pale."""
    shown = STEPS[number - 1]
    pose = stand.fired(of, course) if number < 3 else stand.armed(of, course)
    home = _with_hand_and_horn(of, course, pose)
    names = dict.fromkeys((*shown.earlier, *shown.added))
    standing = {name: Pos(*shown.off.get(name, (0, 0, 0))) * home[name] for name in names}
    colours = {name: COLOURS[name] if name in shown.added else FAINT for name in names}
    drawn = _drawn(standing, colours, shown.view, MIDDLE)
    for move in shown.moves:
        start, end = (seen_at(point, shown.view, MIDDLE) for point in move)
        drawn.append(arrow(start, end, RED, 2, 8))
    (left, top), (right, low) = _bounds(standing.values(), shown.view)
    moved = f"<g transform='translate({150 - (left + right) / 2:g} {MARGIN - top:g})'>"
    seen = text((150, low - top + 3 * MARGIN), SEEN[shown.view], 6, fill=PALE)
    size = (300, low - top + 4 * MARGIN)
    return svg(size, [moved, *drawn, "</g>", seen], f"Step {number}: {', '.join(shown.added)}")


MARGIN = 6.0


def _bounds(solids: Iterable[Part], view: View) -> tuple[Point, Point]:
    """Return the corners of what solids take on the paper, rounded outwards."""
    boxes = [solid.bounding_box() for solid in solids]
    corners = (corner for box in boxes for corner in product(*zip(box.min, box.max, strict=True)))
    xs, ys = zip(*(seen_at(corner, view, MIDDLE) for corner in corners), strict=True)
    return (math.floor(min(xs)), math.floor(min(ys))), (math.ceil(max(xs)), math.ceil(max(ys)))


def _with_hand_and_horn(of: Measures, course: Course, pose: Pose) -> dict[str, Part]:
    """Return all parts in a pose, with the knob in its hole, the servo's horn apart from the servo, and screws."""
    home = _without_table(of, course, pose)
    knob, horn = stand.knob_at(of, course, pose) * shape(of, "knob"), parts.horn(of)
    return home | {"knob": knob, "horn": horn, "servo": home["servo"] - horn} | _screws(of)


def _screws(of: Measures) -> dict[str, Part]:
    """Return the screws that are drawn, each with its head where it ends up."""
    (x, z), front, back = of.crank_axis, of.run.corner[1] - 12, of.run.corner[1] + 12
    switch, apart = of.bail.inner - of.bail.thick / 2 - 3.2, load_dimensions().microswitch.holes_apart / 2
    pin = Pos(of.lever.pivot[0], 0, of.lever.pivot[1])
    at_cover = [Pos(left, back, up) for left, up in parts.pillars()]
    at_switch = [Pos(switch, way * apart, of.switch_hole) for way in (-1, 1)]
    return {
        "crank's screw": Pos(x, front, z) * Rot(X=90) * (bolt(1.5, 30, 2.8) + Pos(Z=-0.6) * disc(3.5, 0.6)),
        "cover's screws": Part() + [at * Rot(X=-90) * bolt(1.5, 14, 2.8) for at in at_cover],
        "switch's screws": Part() + [at * Rot(Y=-90) * bolt(1.0, 16, 1.9) for at in at_switch],
        "pin's screw": pin * Pos(0, -20) * Rot(X=90) * bolt(of.lever.pin / 2, 40, 2.8),
    }


def _without_table(of: Measures, course: Course, pose: Pose) -> dict[str, Part]:
    standing = dict(assembled(of, course, pose))
    del standing["table"]
    return standing


def _picture(
    title: str,
    standing: Standing,
    view: View,
    labels: Sequence[tuple[str, tuple[float, float, float], Point]],
    more: Sequence[str] = (),
) -> str:
    """Draw parts with labels; each is (words, point in space, position on the paper)."""
    corner = ((-160.0, -132.0), (170.0, 128.0))
    drawn = _drawn(standing, COLOURS, view, MIDDLE)
    for words, meant, at in labels:
        end = seen_at(meant, view, MIDDLE)
        drawn += [line([at, end], PALE, 0.5), circle(end, 1.2, INK, INK)]
        drawn.append(text((at[0], at[1] - 3.5), words, 5, "middle" if at[0] < 60 else "start", halo=True))
    moved = f"<g transform='translate({-corner[0][0]:g} {-corner[0][1]:g})'>"
    return svg((330, 260), [moved, *drawn, *more, "</g>"], f"The trap: {title.lower()}")


def _drawn(standing: Standing, colours: Mapping[str, str], view: View, look_at: View) -> list[str]:
    return shaded([(solid, colours[name]) for name, solid in standing.items()], view, look_at, 0.4)


def _clipped(drawn: Sequence[str], corner: tuple[Point, Point], at: Point, name: str) -> str:
    (left, top), (right, bottom) = corner
    window = f"<rect x='{left:g}' y='{top:g}' width='{right - left:g}' height='{bottom - top:g}'/>"
    frame = f"<clipPath id='{name}'>{window}</clipPath>"
    moved = f"<g transform='translate({at[0]:g} {at[1]:g})'>"
    return "\n".join([moved, frame, f"<g clip-path='url(#{name})'>", *drawn, "</g></g>"])
