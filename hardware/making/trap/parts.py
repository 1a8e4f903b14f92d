"""The trap's parts, most of them modelled in place, in the coordinates of measures.py.

Moving parts have their own coordinates: the cage about the pole's axis, lever, wheel and crank about their own. A run
lies flat, and its marble rolls towards +x. pieces.py lays the parts on the printer's bed.
"""

from __future__ import annotations

import math

from build123d import (
    Align,
    Axis,
    Box,
    Cone,
    Cylinder,
    Location,
    Part,
    Plane,
    Polygon,
    Pos,
    RegularPolygon,
    Rot,
    Sphere,
    extrude,
    revolve,
)
from hardware.making.dimensions import load_dimensions
from hardware.making.printed import bought
from hardware.making.trap.gears import teeth_round
from hardware.making.trap.measures import CLEAR, Measures, Pair
from hardware.making.trap.motion import START, seat, slot
from hardware.making.trap.plan import outline

from mouseboard.trap import course

FIT = 0.15
"""Clearance between a part and the socket or hole that it is pushed into, on each side."""
LOOSE = 0.2
"""Clearance between a turning part and its axle, on each side."""
FAR = 300.0

POST = 10.0
PLATE = 4.0
"""Thickness of the housing's walls that carry the run, and of its cover."""
CHEEK = 3.0
HOUSING = (-44.0, 20.0)
"""x of the housing's two sides."""
SIDE = 3.0
STEP = 4.0
"""Height of the steps that keep wheel and crank off the housing's wall."""
BOSS, WASHER = 8.0, 12.0
LEG = (12.5, 17.5)
"""y of the inner and the outer side of the gate's legs."""
GATE = (-24.0, -12.0)
"""x of the gate's two sides."""
FLANGE, CONE = 40.0, 8.0
ADJUST = 2.0
"""mm that the switch can be set higher or lower."""


def block(x: Pair, y: Pair, z: Pair) -> Part:
    """Return a box from corner to corner."""
    low, high = zip(x, y, z, strict=True)
    size = [b - a for a, b in zip(low, high, strict=True)]
    return Pos(*low) * Box(*size, align=(Align.MIN, Align.MIN, Align.MIN))


def upright(radius: float, z: Pair) -> Part:
    """Return a cylinder on the z axis."""
    return Pos(Z=z[0]) * Cylinder(radius, z[1] - z[0], align=(Align.CENTER, Align.CENTER, Align.MIN))


def across(radius: float, y: Pair) -> Part:
    """Return a cylinder on the y axis."""
    return Pos(Y=y[0]) * Rot(X=-90) * Cylinder(radius, y[1] - y[0], align=(Align.CENTER, Align.CENTER, Align.MIN))


def along(radius: float, x: Pair) -> Part:
    """Return a cylinder on the x axis."""
    return Pos(X=x[0]) * Rot(Y=90) * Cylinder(radius, x[1] - x[0], align=(Align.CENTER, Align.CENTER, Align.MIN))


def slab(points: list[Pair], y: Pair) -> Part:
    """Return an outline in x and z, extruded from one y to another."""
    return extrude(Plane.XZ.offset(-y[0]) * Polygon(*points, align=None), y[1] - y[0], dir=(0, 1, 0))


def flat(points: list[Pair], z: Pair) -> Part:
    """Return an outline in x and y, extruded from one z to another."""
    return extrude(Plane.XY.offset(z[0]) * Polygon(*points, align=None), z[1] - z[0], dir=(0, 0, 1))


def eight(flats: float, z: Pair) -> Part:
    """Return an octagonal column."""
    shape = RegularPolygon(flats / 2, 8, major_radius=False, rotation=22.5)
    return Pos(Z=z[0]) * extrude(shape, z[1] - z[0])


# ---- The fixed parts


def base(of: Measures) -> Part:
    """Return the base plate, with a socket for every part that stands on it."""
    it = of.base
    plate = flat(outline(of), (-it.thick, 0))
    for y in (-76, -24):
        plate -= Pos(-64, y, -it.thick) * _rounded(58, 38, it.thick)
    for hollow in sockets(of):
        wide, deep = ((low - it.rim, high + it.rim) for low, high in hollow)
        rim = block(wide, deep, (0, it.socket))
        plate += rim & block((it.left, it.right), (it.front, it.back), (0, it.socket))
    plate -= [block(*hollow, (0, it.socket)) for hollow in sockets(of)]
    plate -= upright(of.cage.sleeve + CLEAR, (0, it.socket)) & block(
        (sleeve_flat(of) - CLEAR, FAR), (-FAR, FAR), (0, FAR)
    )
    sunk = (it.head - it.screw) / 2
    countersink = Pos(Z=-sunk) * Cone(it.screw / 2, it.head / 2, sunk, align=(Align.CENTER, Align.CENTER, Align.MIN))
    plate -= [Pos(*at) * (upright(it.screw / 2, (-it.thick, 0)) + countersink) for at in it.screws]
    head = Cone(4.3, 2.2, 2.1, align=(Align.CENTER, Align.CENTER, Align.MIN))
    return plate - upright(2.2, (-it.thick, 0)) - Pos(Z=-it.thick) * head


def sockets(of: Measures) -> list[tuple[Pair, Pair]]:
    """Return x and y of the sockets for gate, posts, housing and the servo's stand."""
    run, corner = of.run, of.run.corner
    post = run.outside / 2 + CHEEK + LOOSE
    feet = [(GATE, (-LEG[1], LEG[1]))]
    feet += [((corner[0] - post, corner[0] + post), (y - POST / 2, y + POST / 2)) for y in run.posts]
    feet += [(HOUSING, (corner[1] - run.outside / 2, corner[1] + run.outside / 2)), stand_foot(of)]
    return [((x[0] - FIT, x[1] + FIT), (y[0] - FIT, y[1] + FIT)) for x, y in feet]


def _rounded(wide: float, deep: float, high: float, radius: float = 8) -> Part:
    body = Box(wide - 2 * radius, deep, high, align=(Align.CENTER, Align.CENTER, Align.MIN))
    body += Box(wide, deep - 2 * radius, high, align=(Align.CENTER, Align.CENTER, Align.MIN))
    for x in (-1, 1):
        for y in (-1, 1):
            body += Pos(x * (wide / 2 - radius), y * (deep / 2 - radius)) * upright(radius, (0, high))
    return body


def pole(of: Measures) -> Part:
    """Return the octagonal pole, with a bore at its foot for its screw."""
    return eight(of.pole.flats, (0, of.pole.top)) - upright(of.pole.screw / 2, (0, 35))


def gate(of: Measures) -> Part:
    """Return two legs with the lever's pin at their tops, and low between them the plate that carries the switch."""
    pivot, switch = of.lever.pivot, load_dimensions().microswitch
    top = pivot[1] + stop_height(of)
    legs = [block(GATE, sorted_pair(side * LEG[0], side * LEG[1]), (0, top)) for side in (-1, 1)]
    inner = of.bail.inner - of.bail.thick / 2 + switch.thick / 2
    sill = block((inner, GATE[1]), (-LEG[0], LEG[0]), (0, of.switch_hole + switch.high - switch.below - 1))
    body = legs[0] + legs[1] + sill
    for side in (-1, 1):
        middle, radius = side * switch.holes_apart / 2, switch.hole / 2
        for z in (-ADJUST, ADJUST):
            body -= Pos(Y=middle, Z=of.switch_hole + z) * along(radius, (inner, GATE[1]))
        slot = (of.switch_hole - ADJUST, of.switch_hole + ADJUST)
        body -= block((inner, GATE[1]), (middle - radius, middle + radius), slot)
    return body - Pos(pivot[0], 0, pivot[1]) * across(of.lever.pin / 2 + 0.05, (-20, 20))


def stop_height(of: Measures) -> float:
    """Return how high above the pivot a leg's left edge must be, to stop the lever at its tilt."""
    tilt, edge = math.radians(of.lever.tilt), of.lever.pivot[0] - GATE[0]
    return (of.lever.plate[0] - edge * math.sin(tilt)) / math.cos(tilt)


def sorted_pair(a: float, b: float) -> Pair:
    """Return two numbers, the smaller first."""
    return min(a, b), max(a, b)


def post(of: Measures, y: float) -> Part:
    """Return a post on which the lower run lies between two cheeks; its top slopes like the run."""
    x, half = of.run.corner[0], of.run.outside / 2
    cheeks = half + LOOSE + CHEEK
    body = block((x - cheeks, x + cheeks), (y - POST / 2, y + POST / 2), (0, FAR / 2))
    room = block((0, FAR), (-half - LOOSE, half + LOOSE), (0, FAR))
    body -= lower_at(of) * Pos(X=-40) * room
    body -= lower_at(of) * Pos(X=-40) * block((0, FAR), (-FAR, FAR), (8, FAR))
    arch = block((x - 9, x + 9), (y - POST, y + POST), (14, 95)) + Pos(x, y, 95) * across(9, (-POST, POST))
    return body - arch


def lower_at(of: Measures) -> Location:
    """Return the lower run's position: its own x, the marble's direction, becomes y and slopes down."""
    x, y = of.run.corner
    landing = Pos(-of.run.wide / 2, 0, -of.run.floor)
    return Pos(x, y, of.lower_floor) * Rot(X=-of.run.slope) * Rot(Z=90) * landing


def upper_at(of: Measures) -> Location:
    """Return the upper run's position: its own x becomes -x and slopes down."""
    x = seat(of)
    y = of.run.corner[1]
    return Pos(x, y, of.upper_floor_at(x)) * Rot(Y=-of.run.slope) * Rot(Z=180) * Pos(-START, 0, -of.run.floor)


# ---- The marble's way


def upper_run(of: Measures) -> Part:
    """Return the upper run, from the slot in which the marble is pushed to an open end above the lower run."""
    run = of.run
    long = START + (seat(of) - of.upper_end) / math.cos(math.radians(run.slope))
    half = run.wide / 2
    body = block((0, long), (-run.outside / 2, run.outside / 2), (0, run.high))
    body -= block((0, START + of.wheel.push), (-half, half), (run.floor, run.high))
    body -= along(half, (START + of.wheel.push, long)).moved(Pos(Z=run.floor + half))
    body -= block((START + of.wheel.push, long), (-half, half), (run.floor + half, run.high))
    left = [(START + x, wide / 2) for x, wide in slot(of)]
    hole = [*left, *((x, -y) for x, y in reversed(left[:-1]))]
    body -= flat(hole, (0, run.floor + 1))
    for y in (-1, 1):
        x, (wide, high) = TAB_AT, TAB
        body -= Pos(START + x, y * (run.outside - PLATE) / 2) * block(
            (-wide / 2 - FIT, wide / 2 + FIT), (-PLATE / 2, PLATE / 2), (0, high + FIT)
        )
    return body


TAB = (6.0, 3.0)
"""Width and height of the tabs that hold the upper run on housing and cover."""


TAB_AT = 12.0
"""mm from the seat to the tabs, to the left."""


def lower_run(of: Measures) -> Part:
    """Return the lower run, from a box in which the marble lands to one without a floor above the cup."""
    run = of.run
    half, slope = run.wide / 2, math.radians(run.slope)
    cup = half + abs(run.corner[1]) / math.cos(slope)
    end = cup + half
    body = block((-run.wall, end + run.wall), (-run.outside / 2, run.outside / 2), (0, run.high))
    floor = cup - of.marble.radius - 3.5
    body -= along(half, (0, floor)).moved(Pos(Z=run.floor + half))
    body -= block((0, floor), (-half, half), (run.floor + half, run.high))
    body -= block((floor, end), (-half, half), (0, run.high))
    for y in (-1, 1):
        for x in (-1, 1):
            at = half + (run.posts[0] - run.corner[1]) / math.cos(slope) + x * (POST / 2 + CLEAR + 1)
            body += block((at - 1, at + 1), sorted_pair(y * run.outside / 2, y * (run.outside / 2 + 2)), (0, 8))
    room = block((-FAR, FAR), (-run.outside / 2 - LOOSE, run.outside / 2 + LOOSE), (0, FAR))
    return body - (lower_at(of).inverse() * upper_at(of)) * room


# ---- Crank, wheel, housing


def housing(of: Measures) -> Part:
    """Return a wall with the axles of wheel and crank, and sides around both."""
    run, (x, wheel_z), (_, crank_z) = of.run, of.wheel_axis, of.crank_axis
    back, front = run.corner[1] - run.outside / 2, run.corner[1] + run.outside / 2
    wall, inner = (back, back + PLATE), (back + PLATE, front - PLATE)
    body = _under_run(of, block(HOUSING, wall, (0, FAR / 2)))
    for side in ((HOUSING[0], HOUSING[0] + SIDE), (HOUSING[1] - SIDE, HOUSING[1])):
        body += _under_run(of, block(side, inner, (0, FAR / 2)))
    body += block(HOUSING, inner, (0, SIDE))
    for z, long in ((wheel_z, inner[1] - inner[0] - CLEAR), (crank_z, STEP + of.wheel.thick)):
        body += Pos(x, inner[0], z) * (across(WASHER / 2, (0, STEP)) + across(BOSS / 2, (0, long)))
    for at in pillars():
        body += Pos(at[0], 0, at[1]) * across(4, inner)
        body -= Pos(at[0], 0, at[1]) * across(1.3, (inner[1] - 12, inner[1]))
    body += _tab(of, wall)
    cheese = [Pos(at_x, back, at_z) * across(radius, (0, 1.2)) for at_x, at_z, radius in CHEESE]
    return body - cheese - Pos(x, 0, crank_z) * across(1.7, (back, inner[1]))


CHEESE = ((-30, 104, 4.8), (-14, 116, 3.0), (6, 98, 4.0), (-33, 74, 3.4), (-8, 82, 4.8), (11, 66, 3.0), (-27, 44, 4.4),
          (8, 38, 4.8), (-12, 24, 3.6), (-34, 20, 2.6))  # fmt: skip
"""x, z and radius of decorative dents in the housing, which make it look like cheese."""


def pillars() -> list[Pair]:
    """Return x and z of the pillars into which the cover is screwed."""
    left, right = HOUSING[0] + SIDE + 2, HOUSING[1] - SIDE - 2
    return [(left, 12), (right, 12), (left, 112), (right, 112)]


def _under_run(of: Measures, body: Part) -> Part:
    room = block((-FAR, FAR), (-FAR, FAR), (0, FAR))
    return body - upper_at(of) * room


def _tab(of: Measures, y: Pair) -> Part:
    wide, high = TAB
    at = upper_at(of) * Pos(START + TAB_AT)
    lifted = block((-wide / 2, wide / 2), (-FAR, FAR), (-1, high))
    return (at * lifted) & block((-FAR, FAR), y, (0, FAR))


def cover(of: Measures) -> Part:
    """Return the cover that keeps fingers from the teeth. Holes too small for fingers show the wheel turning."""
    run, (x, wheel_z), (_, crank_z) = of.run, of.wheel_axis, of.crank_axis
    front = run.corner[1] + run.outside / 2
    wall = (front - PLATE, front)
    body = _under_run(of, block(HOUSING, wall, (0, FAR / 2))) + _tab(of, wall)
    body -= Pos(x, 0, crank_z) * across(JOURNAL / 2 + LOOSE, wall)
    for at in pillars():
        body -= Pos(at[0], 0, at[1]) * across(1.7, wall)
    peeps = []
    for radius, count in ((10.0, 6), (19.0, 11)):
        for n in range(count):
            angle = 2 * math.pi * n / count
            at = Pos(x + radius * math.cos(angle), 0, wheel_z + radius * math.sin(angle))
            peeps.append(at * across(PEEP / 2, wall))
    return body - peeps


PEEP = 4.8
"""Diameter of the viewing holes; a child's finger does not fit."""
JOURNAL = 24.6
"""Diameter of the crank's journal in the cover; wider than its teeth, so that the crank prints in one piece."""


def wheel(of: Measures) -> Part:
    """Return a sector of teeth below, and above it a springy finger with a round nose; the marble is to its left."""
    it = of.wheel
    high = (-it.thick / 2, it.thick / 2)
    first, count = teeth_used(of)
    teeth = teeth_round(it.module, it.teeth, it.pressure, it.backlash, first, count)
    body = slab([(0.0, 0.0), *((x, z) for x, z in teeth)], high)
    body += across(it.hub, (high[0], high[1] + STEP - CLEAR / 2))
    spring = [(-it.spring / 2, 0.0), (it.spring / 2, 0.0), (it.spring / 2, it.finger), (-it.spring / 2, it.finger)]
    body += slab(spring, high) + Pos(Z=it.finger) * across(it.nose, high)
    for angle in (-22, 0, 22):
        turned = math.radians(180 + angle)
        body -= Pos(21 * math.sin(turned), 0, 21 * math.cos(turned)) * across(3.6, high)
    return body - across(BOSS / 2 + LOOSE, (-20, 20))


def teeth_used(of: Measures) -> tuple[int, int]:
    """Return the sector's first tooth and its number of teeth; tooth 21 of 42 points down at angle 0."""
    it = of.wheel
    crank = course().crank
    sweep = (crank.end - crank.rest) / it.ratio
    step = 360 / it.teeth
    middle = it.teeth // 2
    rest = it.touch + (crank.engages - crank.rest) / it.ratio
    first = middle - math.ceil(rest / step + 0.7)
    last = middle + math.ceil((sweep - rest) / step + 0.7)
    return first, last - first + 1


def crank(of: Measures) -> Part:
    """Return teeth, a journal in the cover, and a disc for the knob or the servo's horn; the servo's side is +y."""
    it = of.wheel
    high = (-it.thick / 2, it.thick / 2)
    teeth = teeth_round(it.module, it.crank_teeth, it.pressure, it.backlash)
    body = slab(teeth, high)
    journal = high[1] + STEP + PLATE + CLEAR
    root = it.module * (it.crank_teeth / 2 - 1.25)
    wide = [(0.0, high[1]), (root, high[1]), (JOURNAL / 2, high[1] + STEP), (JOURNAL / 2, journal)]
    body += _turned([*wide, (FLANGE / 2, journal + CONE), (0.0, journal + CONE)])
    end = journal + CONE + 5
    body += across(FLANGE / 2, (journal + CONE, end))
    body -= across(BOSS / 2 + LOOSE, (high[0], high[1] + CLEAR))
    body -= across(1.3, (high[1], end - 4))
    bed = load_dimensions().servo.horn_across / 2 + LOOSE
    body -= across(bed, (end - HORN_BED, end))
    return body - Pos(Z=-KNOB) * across(3 + FIT, (end - KNOB_HOLE, end))


HORN_BED = 2.0
"""Depth of the servo's horn in the disc."""
KNOB = 15.0
"""Distance of the knob from the middle."""
KNOB_HOLE = 8.0
"""Depth of its hole in the disc."""


def crank_end(of: Measures) -> float:
    """Return y of the disc's outer side, in the crank's own coordinates."""
    return of.wheel.thick / 2 + STEP + PLATE + CLEAR + CONE + 5


def _turned(points: list[Pair]) -> Part:
    """Return a solid of revolution about the y axis, from points of radius and y."""
    return revolve(Plane.XY * Polygon(*points, align=None), Axis.Y)


def knob() -> Part:
    """Return the knob to push into the disc if the trap is turned by hand; it stands on z = 0."""
    return upright(3, (0, 9)) + upright(5.5, (8, 26))


def crank_face(of: Measures) -> float:
    """Return y of the disc's outer side, in the trap's coordinates."""
    return of.run.corner[1] + crank_end(of)


def servo_at(of: Measures) -> Location:
    """Return the servo's position: its shaft towards the crank, its length to the left."""
    (x, z), servo = of.crank_axis, load_dimensions().servo
    top = crank_face(of) - HORN_BED + servo.horn_thick + servo.shaft_high
    return Pos(x, top, z) * Rot(X=90) * Rot(Z=-90)


def stand_foot(of: Measures) -> tuple[Pair, Pair]:
    """Return x and y of the foot of the servo's stand, which goes into its socket."""
    servo, x = load_dimensions().servo, of.crank_axis[0]
    y = servo_at(of).position.Y + servo.high - servo.flange_at + servo.flange_thick
    middle, half = x - servo.shaft_off, servo.flange_long / 2 + 4
    return (middle - half, middle + half), (y, y + STAND_FOOT)


STAND, STAND_FOOT = 5.0, 12.0
"""Thickness of the servo's stand, at its wall and at its foot."""


def servo_stand(of: Measures) -> Part:
    """Return a wall with a slot for the servo, whose flange lies against it.

    The slot is open above: the servo's lead, in its thick rubber, could not pass a window that the case fills.
    """
    (x, z), servo = of.crank_axis, load_dimensions().servo
    foot_x, foot_y = stand_foot(of)
    body = block(foot_x, (foot_y[0], foot_y[0] + STAND), (0, z + servo.thick / 2 + 8))
    body += block(foot_x, foot_y, (0, z - servo.thick / 2 - 6))
    middle, wide, high = x - servo.shaft_off, servo.long / 2 + 0.3, servo.thick / 2 + 0.3
    body -= block((middle - wide, middle + wide), foot_y, (z - high, z + servo.thick))
    for side in (-1, 1):
        for up in (-1, 1):
            at = Pos(middle + side * servo.holes_long / 2, 0, z + up * servo.holes_across / 2)
            body -= at * across(servo.hole / 2, foot_y)
    return body


# ---- Lever and cage


def lever(of: Measures) -> Part:
    """Return the lever, its pin at the origin: arm and cup to the left, the stirrup below, the cheese to the right."""
    it = of.lever
    low, high = it.plate
    body = block((-it.arm, 30), (-ARM / 2, ARM / 2), (low, high))
    body += Pos(X=-it.arm) * upright(it.cup / 2 + 4, (low, high))
    body += block((GATE[0] - it.pivot[0], GATE[1] - it.pivot[0]), (-LEG[1], LEG[1]), (low, high))
    body += block((3, 6), (-LEG[1], LEG[1]), (low - PAD, high))
    near, far, wide, thick = it.cheese
    slice_ = flat([(near, 0), (far, -wide / 2), (far, wide / 2)], (high - thick, high))
    body += slice_ - Pos(far - 7, 6) * upright(3, (-20, 20)) - Pos(far - 9, -5) * upright(2.2, (-20, 20))
    inner = it.right - it.overlap
    right = inner + THICK
    stirrup = [(inner, low), (inner, -it.hang - 1.5), (right, -it.hang - 1.5 - SLOPE), (right, low)]
    body += slab(stirrup, (-STIRRUP / 2, STIRRUP / 2)) + block((-4, 4), (-STIRRUP / 2, STIRRUP / 2), (-4, low))
    window = of.bail.tooth / 2 + 1.2
    body -= block((inner, right), (-window, window), (-it.hang, -it.hang + of.cage.roof + 2))
    body -= Pos(X=-it.arm) * upright(it.cup / 2, (low, high))
    return body - across(it.pin / 2 + LOOSE / 2, (-20, 20))


ARM = 8.0
STIRRUP = 12.0
"""Widths of arm and stirrup."""
THICK, SLOPE = 4.0, 5.0
"""The stirrup's thickness, and the height of its slope; against that the rising tooth pushes it aside."""
PAD = 1.5
"""Thickness of the pad under the plate, right of the pin: it keeps the lever nearly level when no cage hangs in it."""


def rest_tilt(of: Measures) -> float:
    """Return how far the cup is up when the lever rests on its pad, in degrees."""
    right = GATE[1] - of.lever.pivot[0]
    return math.degrees(math.atan((of.lever.plate[0] - PAD - stop_height(of)) / right))


def cage(of: Measures) -> Part:
    """Return the cage, standing on its rim, the pole at the origin: sleeve, roof, bars, and the bail with its tooth."""
    it, bail = of.cage, of.bail
    roof = (it.high - it.roof, it.high)
    outer = it.radius
    body = upright(outer, (0, it.high)) - upright(outer - it.wall, (0, roof[0]))
    gap = 2 * math.pi * outer / it.bars - it.bar
    holes = []
    for n in range(it.bars):
        pointed = [(-gap / 2, roof[0]), (gap / 2, roof[0]), (gap / 2, 4 + gap / 2), (0.0, 4.0), (-gap / 2, 4 + gap / 2)]
        window = extrude(Plane.YZ * Polygon(*pointed, align=None), outer + 5, dir=(1, 0, 0))
        holes.append(Rot(Z=360 / it.bars * (n + 0.5)) * window)
    for angle, off, radius in ((20, 14, 4.0), (140, 11, 5.0), (250, 13, 3.0), (310, 5, 2.5)):
        turned = math.radians(angle)
        holes.append(Pos(off * math.cos(turned), off * math.sin(turned)) * upright(radius, roof))
    body = Pos(X=it.middle) * (body - holes)
    inside = of.pole.flats / 2 + it.play
    low = CLEAR - of.ground
    sleeve = upright(it.sleeve, (low, it.high))
    body += sleeve & block((sleeve_flat(of), it.sleeve), (-FAR, FAR), (0, FAR))
    body += block((0, it.middle - outer + 3), (-8, 8), roof) + block(
        (10, it.middle - outer + 1), (-2, 2), (low, it.high)
    )
    half, right = bail.wide / 2, -inside - 1
    body += block((bail.inner - bail.thick, right), (-half, half), roof)
    body -= block((bail.inner, sleeve_flat(of)), (-half + 2.5, half - 2.5), roof)
    body += block((bail.inner, bail.inner + bail.reach), (-bail.tooth / 2, bail.tooth / 2), roof)
    return body - eight(2 * inside, (0, it.high))


def sleeve_flat(of: Measures) -> float:
    """Return x of the sleeve's flat side, behind which the lever's stirrup swings."""
    return -of.pole.flats / 2 - of.cage.play - 3


# ---- Bought parts


def marble(of: Measures) -> Part:
    """Return the marble, centred on the origin."""
    return Sphere(of.marble.radius)


def switch(of: Measures, pressed: bool) -> Part:
    """Return the switch in place, its lever free or pressed by the bail."""
    it = load_dimensions().microswitch
    lever = it.lever_on - of.switch.pressed if pressed else it.lever_free
    return (
        Pos(of.bail.inner - of.bail.thick / 2, 0, of.switch_hole)
        * Rot(Z=90)
        * bought.microswitch(load_dimensions(), lever)
    )


def servo(of: Measures) -> Part:
    """Return the servo in its stand."""
    return servo_at(of) * bought.servo(load_dimensions())


def horn(of: Measures) -> Part:
    """Return the servo's horn, in the bed of the crank's disc."""
    servo = load_dimensions().servo
    return servo_at(of) * Pos(Z=servo.shaft_high) * upright(servo.horn_across / 2, (0, servo.horn_thick))


def pin(of: Measures) -> Part:
    """Return the lever's pin: a screw M3 x 40 without its head."""
    x, z = of.lever.pivot
    return Pos(x, 0, z) * across(of.lever.pin / 2, (-LEG[1] - 2, LEG[1] + 2))
