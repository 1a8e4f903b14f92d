"""Parts with which a servo turns an old box's crank: a mount, an arm on the servo's horn, a fork around the handle.

The fork slides along the arm to the handle, and a screw on either side sets the handle's play.
"""

from __future__ import annotations

import math
from functools import cache

from build123d import Part, Plane, Pos, Rot
from hardware.making.dimensions import Dimensions
from hardware.making.printed.shapes import bar, disc, hole, pill, prism

THICK = 5.0
LOOSE = 0.4
GUSSET = 30.0
"""How far the mount's ribs reach up its face, and along its foot."""
AXLE_UP = 60.0
"""From the table to the servo's shaft."""

ARM_WIDE, ARM_THICK = 16.0, 6.0
HORN_SCREWS = (7.0, 9.5)
"""Radii of the slots' ends: horns have their holes at different radii."""
M2, M3, M4 = 1.2, 1.7, 2.2
"""Radii of holes for screws."""
NUT_M4 = (7.2, 3.4)
"""Across flats, and thickness, with clearance."""
HUB = 4.5
"""Radius of the hole for a screwdriver to the horn's own screw."""

OPEN = 3.0
"""By how much the fork is wider than the thickest handle."""
TINE, TINE_HIGH = 9.0, 20.0
FORK_LONG = 14.0
BASE = 5.0
LIP, LIP_DEEP = 2.4, 4.0
"""Thickness and depth of the lips that grip the arm, so that one screw holds the fork."""
SCREW_UP = 12.0
"""From the fork's base to its two screws."""
SCREW_LONG = 20.0
"""Length of these screws, M4."""
ROOM = 0.25
"""Between the handle and a screw, on either side."""


@cache
def servo_mount(of: Dimensions) -> Part:
    """Return the mount as printed, its face on the bed. Mounted, it holds the servo's shaft level above the table.

    The servo slides in from one side: its lead, in its thick rubber, could not pass a window that the case fills.
    """
    servo = of.servo
    wide, high = servo.thick + 2 * 14, AXLE_UP - servo.shaft_off + servo.flange_long / 2 + 3
    face = bar((-wide / 2, 0), (wide / 2, high), THICK)
    middle = Pos(0, AXLE_UP - servo.shaft_off)
    for along in (-1, 1):
        for across in (-1, 1):
            at = Pos(across * servo.holes_across / 2, along * servo.holes_long / 2)
            face -= middle * at * hole(servo.hole / 2, THICK)
    foot = bar((-wide / 2, 0), (wide / 2, THICK), 40)
    for way in (-1, 1):
        x = way * (wide / 2 - 2)
        foot += prism([(THICK, THICK), (THICK + GUSSET, THICK), (THICK, THICK + GUSSET)], 4, Plane.YZ.offset(x - 2))
        foot -= Pos(way * 11, THICK, 26) * Rot(X=90) * Rot(Z=90) * pill(8, 2.2, THICK + 1)
    half = (servo.long + LOOSE) / 2
    slot = bar((-wide, -half), ((servo.thick + LOOSE) / 2, half), GUSSET + 2 * THICK)
    return face + foot - middle * Pos(Z=-1) * slot


@cache
def arm(of: Dimensions) -> Part:
    """Return the arm, which lies on the horn. Screws go through its short slots; the fork slides along the long one."""
    far = of.crank.farthest + FORK_LONG / 2 - ARM_WIDE / 2
    body = Pos(far / 2) * pill(far, ARM_WIDE / 2, ARM_THICK) + disc(of.servo.horn_across / 2 + 3, ARM_THICK)
    body -= hole(HUB, ARM_THICK)
    near, end = HORN_SCREWS
    for turn in (60, 120, 180, 240, 300):
        body -= Rot(Z=turn) * Pos((near + end) / 2, 0, -1) * pill(end - near, M2, ARM_THICK + 2)
    slot = of.crank.farthest - of.crank.nearest
    return body - Pos(of.crank.nearest + slot / 2, 0, -1) * pill(slot, M3, ARM_THICK + 2)


@cache
def fork(of: Dimensions) -> Part:
    """Return the fork as printed, on its side: an H whose lower legs grip the arm and whose upper ones the handle."""
    inner = opening(of) / 2
    outer = inner + TINE
    lip = ARM_WIDE / 2 + LOOSE / 2
    body = bar((-outer, 0), (outer, BASE), FORK_LONG)
    for way in (-1, 1):
        left, right = sorted((way * inner, way * outer))
        body += bar((left, 0), (right, BASE + TINE_HIGH), FORK_LONG)
        left, right = sorted((way * lip, way * (lip + LIP)))
        body += bar((left, -LIP_DEEP), (right, BASE), FORK_LONG)
    middle = Pos(Z=FORK_LONG / 2)
    body -= middle * Rot(X=90) * disc(M3, 4 * BASE).moved(Pos(Z=-2 * BASE))
    for way in (-1, 1):
        screw = middle * Pos(way * inner, BASE + SCREW_UP) * Rot(Y=way * 90)
        body -= screw * Pos(Z=-1) * disc(M4, TINE + 2)
        body -= screw * _nut(*NUT_M4)
    return body


@cache
def fork_standing(of: Dimensions) -> Part:
    """Return the fork with its base on z = 0, the handle's middle above the origin, and the tines beside it along y."""
    return Plane((-FORK_LONG / 2, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0)).location * fork(of)


def opening(of: Dimensions) -> float:
    """Return the distance from tine to tine."""
    return of.crank.thickest + OPEN


def driven_out(of: Dimensions, handle: float) -> float:
    """Return how far a screw of the fork sticks out of its tine for a handle of this thickness."""
    return opening(of) / 2 - handle / 2 - ROOM


def _nut(flats: float, thick: float) -> Part:
    """Return a pocket for a nut, its corners pointing up and down as printed."""
    corner = flats / math.sqrt(3)
    turns = [math.radians(60 * n) for n in range(6)]
    return Pos(Z=-0.01) * prism([(corner * math.cos(turn), corner * math.sin(turn)) for turn in turns], thick)
