"""The proof that the trap works: a sentence for each reason why it would fail.

A check for overlap is not enough, because a cage that floats in the air overlaps with nothing. So each state names the
parts that must touch and those that must keep clear. Also, every part must be held: nudged the way its weight would
take it, it must meet a part that is supposed to hold it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
from build123d import Axis, Part, Pos, Rot, Vector
from hardware.making.dimensions import load_dimensions
from hardware.making.printed import mice
from hardware.making.printed.checks import NOTHING, TOUCHING, clearance, mesh, overlap, overlaps, touch
from hardware.making.trap import motion, parts, stand
from hardware.making.trap.measures import Measures
from hardware.making.trap.pieces import shape
from hardware.making.trap.stand import Point, Pose, Stand, assembled

from mouseboard.trap import Course

ROOM = 0.2
"""mm: least clearance between a moving part and what it must not meet."""
NUDGE = 0.2
"""mm, or degrees, that a part is moved to find what holds it."""
GROOVE = 2.0
"""mm that the groove must be wider than the marble."""
STEEP = 3.0
"""Degrees: the marble's way must be steeper than this everywhere."""
OVER = 3.0
"""mm that the walls must rise above the marble's middle."""

STANDS = {
    "base": ["table"],
    "pole": ["base"],
    "gate": ["base"],
    "high post": ["base"],
    "low post": ["base"],
    "housing": ["base"],
    "cover": ["base"],
    "servo stand": ["base"],
    "lower run": ["high post", "low post"],
    "upper run": ["housing", "cover", "lower run"],
}
"""The parts on which each part stands."""
MOVING = {"marble", "lever", "cage", "switch", "wheel", "crank"}
AXLES = [("wheel", "housing"), ("crank", "housing"), ("lever", "pin"), ("pin", "gate")]
"""A part, and the part on which it turns or through which it is pushed."""
FAST = [("switch", "gate"), ("servo", "servo stand"), ("servo", "crank")]
"""Pairs that are screwed together."""

TOUCH = {
    "armed": [("cage", "lever"), ("marble", "upper run")],
    "fired": [("marble", "lever"), ("cage", "switch"), ("cage", "table"), ("lever", "gate")],
    "reset": [("marble", "upper run")],
}
CLEAR = {
    "armed": [
        ("marble", "wheel", 2), ("cage", "switch", 2), ("cage", "gate", ROOM), ("cage", "pole", ROOM),
        ("lever", "lower run", ROOM), ("lever", "pole", ROOM), ("wheel", "upper run", ROOM), ("wheel", "cover", ROOM),
    ],
    "fired": [
        ("cage", "lever", 2), ("marble", "lower run", ROOM), ("cage", "base", ROOM), ("cage", "gate", ROOM),
        ("lever", "pole", ROOM), ("wheel", "upper run", ROOM),
    ],
    "reset": [("cage", "lever", 0.05), ("cage", "switch", 2)],
}  # fmt: skip


Moves = Callable[[Measures, Course], Iterator[str]]


def states(of: Measures, course: Course) -> dict[str, Pose]:
    """Return the three states, by name."""
    return {"armed": stand.armed(of, course), "fired": stand.fired(of, course), "reset": stand.reset(of, course)}


def complaints(of: Measures, course: Course) -> Iterator[str]:
    """Yield a sentence for each fault, at rest and in motion."""
    for name, pose in states(of, course).items():
        standing = assembled(of, course, pose)
        yield from at_rest(name, standing)
        yield from held(of, name, standing)
    yield from crank_turns(of, course)
    yield from marble_rolls(of, course)
    yield from lever_tilts(of, course)
    yield from cage_falls(of, course)
    yield from cage_is_raised(of, course)
    yield from a_mouse_fits(of)


# ---- At rest


def at_rest(state: str, standing: Stand) -> Iterator[str]:
    """Check that nothing overlaps, that pairs which must touch do, and that those which must keep clear do."""
    for pair in combinations(standing, 2):
        if state == "armed" or MOVING & set(pair):  # other pairs are the same in every state
            yield from (f"{state}: {told}" for told in overlaps({name: standing[name] for name in pair}))
    for one, other in [*TOUCH[state], *FAST]:
        if not touch(standing[one], standing[other]):
            yield f"{state}: {one} and {other} are {clearance(standing[one], standing[other]):.2f} mm apart"
    for one, other, least in CLEAR[state]:
        if (gap := clearance(standing[one], standing[other])) < least:
            yield f"{state}: {one} and {other} are only {gap:.2f} mm apart"


def held(of: Measures, state: str, standing: Stand) -> Iterator[str]:
    """Check that every part stands on, hangs on or lies against something."""
    if state == "armed":  # these parts are the same in every state
        for name, on in STANDS.items():
            yield from stands(state, name, on, standing)
        yield from on_axles(of, standing)
    yield from stands(state, "marble", ["lever"] if state == "fired" else ["upper run"], standing)
    if state != "reset":  # there a hand holds the cage
        yield from slides_on(state, standing, "table" if state == "fired" else "lever")
    yield from lever_lies(of, state, standing)


def stands(state: str, name: str, on: Sequence[str], standing: Stand) -> Iterator[str]:
    """Check that a part, moved down, meets what it stands on at points all around its centre of mass."""
    met = [spot for below in on for spot in _met(Pos(Z=-NUDGE) * standing[name], standing[below])]
    if not met:
        yield f"{state}: {name} does not stand on {' or '.join(on)}"
    elif not _around(standing[name].center(), met):
        yield f"{state}: {name} topples off {' and '.join(on)}"


def on_axles(of: Measures, standing: Stand) -> Iterator[str]:
    """Check that parts with an axle cannot drop off it, and that the wheel cannot turn without the crank."""
    for name, on in AXLES:
        if overlap(Pos(Z=-2 * NUDGE) * standing[name], standing[on]) < NOTHING / 10:
            yield f"{name} hangs on nothing"
    x, z = of.wheel_axis
    axis = Axis((x, 0, z), (0, 1, 0))
    for turn in (-2.0, 2.0):
        if overlap(standing["wheel"].rotate(axis, turn), standing["crank"]) < NOTHING:
            yield "the wheel turns without the crank"


def slides_on(state: str, standing: Stand, on: str) -> Iterator[str]:
    """Check that the cage on its pole cannot go down any farther."""
    if overlap(Pos(Z=-NUDGE) * standing["cage"], standing[on]) < NOTHING:
        yield f"{state}: the cage hangs on nothing"


def lever_lies(of: Measures, state: str, standing: Stand) -> Iterator[str]:
    """Check that something stops the lever in the direction in which weight turns it on its pin."""
    x, z = of.lever.pivot
    load = _turning(standing["lever"], x, of.material.density)
    if state == "fired":
        load += (standing["marble"].center().X - x) * of.marble.grams
    nudge = math.copysign(2 * NUDGE, load) if state == "fired" else 5 * math.copysign(1, load)
    nudged = standing["lever"].rotate(Axis((x, 0, z), (0, 1, 0)), nudge)
    stops = ["gate"] if state != "armed" else ["cage", "gate"]
    if not any(overlap(nudged, standing[stop]) > NOTHING for stop in stops):
        yield f"{state}: nothing stops the lever"


def _turning(part: Part, x: float, density: float) -> float:
    return float((part.center().X - x) * part.volume) / 1000 * density


def _met(part: Part, below: Part) -> list[Vector]:
    common = part & below
    if not common or common.volume < NOTHING / 10:
        return []
    return [edge.position_at(n / 4) for edge in common.edges() for n in range(5)]


def _around(middle: Vector, spots: Sequence[Vector]) -> bool:
    """Return whether, seen from above, the spots surround the middle."""
    angles = sorted(math.atan2(spot.Y - middle.Y, spot.X - middle.X) for spot in spots)
    gaps = [b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)]
    return max(gaps) < math.pi


# ---- Moving


def crank_turns(of: Measures, course: Course, steps: int = 4) -> Iterator[str]:
    """Check the crank from rest to end: the teeth mesh, and the finger takes the marble over the crest."""
    crank = course.crank
    for n in range(steps + 1):
        at = crank.rest + (crank.end - crank.rest) * n / steps
        moved = assembled(of, course, stand.turned(of, course, at))
        yield from meshes(f"crank at {at:.0f}", moved)
        for other in ("upper run", "housing", "cover"):
            if (shared := overlap(moved["wheel"], moved[other])) > NOTHING:
                yield f"crank at {at:.0f}: wheel and {other} share {shared:.2f} mm3"
        if crank.engages < at < crank.trips and (gap := clearance(moved["wheel"], moved["marble"])) > ROOM:
            yield f"crank at {at:.0f}: the finger is {gap:.2f} mm from the marble"
    yield from trips(of, course)


def meshes(when: str, standing: Stand) -> Iterator[str]:
    """Check that the teeth of wheel and crank touch without overlapping."""
    wheel, crank = standing["wheel"], standing["crank"]
    if (shared := overlap(wheel, crank)) > NOTHING:
        yield f"{when}: wheel and crank share {shared:.2f} mm3"
    elif (gap := clearance(wheel, crank)) > TOUCHING:
        yield f"{when}: the teeth of wheel and crank are {gap:.2f} mm apart"


def trips(of: Measures, course: Course) -> Iterator[str]:
    """Check that the marble goes over the crest at the crank angle in the course."""
    at = motion.trips_at(of, course)
    if abs(at - course.crank.trips) > 1:
        yield f"the marble goes over the crest at {at:.0f} degrees, not {course.crank.trips:g}"


def marble_rolls(of: Measures, course: Course) -> Iterator[str]:
    """Check the marble from the crest to the cup: on a sloping floor, between walls, from one run to the next."""
    if of.run.wide < of.marble.across + GROOVE:
        yield f"the groove is {of.run.wide:g} mm wide, the marble {of.marble.across:g}"
    if of.run.high - of.run.floor - of.marble.radius < OVER:
        yield f"the walls of the runs are only {of.run.high:g} mm high"
    standing = assembled(of, course, stand.armed(of, course))
    runs = stand.way(of)
    yield from falls_everywhere(runs)
    for name, points in runs:
        for at in points:
            ball = Pos(*at) * parts.marble(of)
            if not touch(ball, standing[name]):
                yield f"{name}: at {_told(at)} there is no floor"
            if (shared := sum(overlap(ball, standing[other]) for other in ("upper run", "lower run"))) > 0.05:
                yield f"{name}: at {_told(at)} the marble sticks, {shared:.2f} mm3 deep"
    yield from hands_on(of, runs)


Way = Sequence[tuple[str, list[Point]]]


def falls_everywhere(runs: Way) -> Iterator[str]:
    """Check that each run slopes down from point to point."""
    for name, points in runs:
        for here, there in pairwise(points):
            fall = math.degrees(math.atan2(here[2] - there[2], math.dist(here[:2], there[:2])))
            if fall <= STEEP:
                yield f"{name}: at {_told(here)} it falls by {STEEP:g} degrees or less"


def hands_on(of: Measures, runs: Way) -> Iterator[str]:
    """Check that something catches the marble at the end of each run: the lower run, then the cup."""
    (_, upper), (_, lower) = runs
    cup = stand.in_cup(of, 0)
    for name, end, catch, reach in (
        ("upper run", upper[-1], lower[0], of.run.wide / 2 + of.marble.radius),
        ("lower run", lower[-1], cup, of.marble.radius + of.lever.cup / 2),
    ):
        if end[2] <= catch[2]:
            yield f"from the {name} the marble would have to climb"
        if math.dist(end[:2], catch[:2]) > reach:
            yield f"what the {name} lets go falls beside"
    if math.dist(cup[:2], (of.run.corner[0], 0)) > of.lever.cup / 4:
        yield "the lever's cup is not below the end of the lower run"


def lever_tilts(of: Measures, course: Course) -> Iterator[str]:
    """Check that the lever, with the marble in its cup, tilts to its stop without meeting anything."""
    start = stand.armed(of, course)
    for n in range(1, 4):
        tilt = of.lever.tilt * n / 3
        moved = assembled(of, course, replace(start, tilt=tilt, marble=stand.in_cup(of, tilt)))
        for other in ("lower run", "gate", "pole", "marble", "high post", "low post"):
            if (shared := overlap(moved["lever"], moved[other])) > NOTHING:
                yield f"tilted by {tilt:.0f} degrees lever and {other} share {shared:.2f} mm3"


PAST = ("lever", "gate", "pole", "base", "switch")
"""The parts that the cage falls past."""


def cage_falls(of: Measures, course: Course, past: Sequence[str] = PAST, steps: int = 5) -> Iterator[str]:
    """Check that nothing is in the falling cage's way once the lever is tilted."""
    for n in range(steps + 1):
        high = of.cage.lift * (1 - n / steps)
        moved = assembled(of, course, replace(stand.fired(of, course), cage=high, pressed=n == steps))
        for other in past:
            if (shared := overlap(moved["cage"], moved[other])) > NOTHING:
                yield f"{high:.0f} mm up the falling cage and {other} share {shared:.2f} mm3"


def cage_is_raised(of: Measures, course: Course) -> Iterator[str]:
    """Check that a hand can raise the cage: its tooth pushes the stirrup aside and passes before the lever's stop."""
    start = stand.armed(of, course)
    level = Rot(Y=parts.rest_tilt(of)) * shape(of, "lever").vertices().sort_by(Axis.Z)[0]
    if of.lever.right + ROOM > level.center().X:
        yield "the tooth meets the lower end of the stirrup, not its slope"
    for below in (8.0, 5.0, 3.0, 1.5, 0.5):
        pose = replace(start, cage=of.cage.lift - below, marble=start.marble)
        cage = assembled(of, course, pose)["cage"]
        if all(
            overlap(cage, stand.lever_at(of, tilt) * shape(of, "lever")) > NOTHING
            for tilt in range(0, math.floor(of.lever.tilt) + 1, 4)
        ):
            yield f"raised to {below:g} mm below where it hangs the cage does not pass the lever"


def a_mouse_fits(of: Measures) -> Iterator[str]:
    """Check that a mouse fits under the fallen cage, and can be pushed in by hand under the hanging one."""
    shared = load_dimensions()
    mouse = mesh(mice.mouse(shared) + mice.hat_on_mouse(shared, mice.COLOURS[0])).vertices
    around, high = float(np.hypot(*mouse[:, :2].T).max()), float(mouse[:, 2].max())
    if around > of.cage.radius - of.cage.wall - 1 or high > of.cage.high - of.cage.roof - 1:
        yield "the cage comes down on the mouse"
    if of.cage.lift - high < FINGERS:
        yield f"there are {of.cage.lift - high:.0f} mm between a mouse and the cage that hangs over it"


FINGERS = 10.0
"""mm that fingers need above a mouse that they push under the cage."""


def _told(at: Point) -> str:
    return ", ".join(f"{mm:.0f}" for mm in at)
