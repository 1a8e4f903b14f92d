"""Every printed part by name, as it lies on the bed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from build123d import Part
from hardware.making.dimensions import load_dimensions
from hardware.making.printed import boxes, cranks, gauges, men, mice, place, switches, under, wands
from hardware.making.printed.boxed import load_boxed
from hardware.making.printed.tile_board import load_tile_board

OF = load_dimensions()
BOARD = load_tile_board()

SHAPES: dict[str, Callable[[], Part]] = {
    "gauge": partial(gauges.gauge, OF),
    "reed-stand": partial(gauges.reed_stand, OF, BOARD.wires),
    "wand": partial(wands.wand, OF),
    "wedge": partial(wands.wedge, OF),
    "mouse": partial(mice.mouse, OF),
    **{f"hat-{colour}": partial(mice.hat, OF, colour) for colour in mice.COLOURS},
    "man": partial(men.man, OF),
    "stopper-dot": partial(men.stopper, OF, hollow=False),
    "stopper-ring": partial(men.stopper, OF, hollow=True),
    "crown": partial(men.crown, OF),
    "rim": partial(place.rim, OF),
    "holder": partial(place.holder, OF, BOARD),
    "tube": partial(place.light_tube, OF),
    "frame": partial(under.frame, OF, BOARD),
    "leg": partial(under.leg, OF, BOARD),
    "controller-box": partial(boxes.box, load_boxed("controller")),
    "controller-lid": partial(boxes.lid, load_boxed("controller")),
    "power-box": partial(boxes.box, load_boxed("power")),
    "power-lid": partial(boxes.lid, load_boxed("power")),
    "circuit-box": partial(boxes.box, load_boxed("circuit")),
    "circuit-lid": partial(boxes.lid, load_boxed("circuit")),
    "box-foot": partial(boxes.foot, OF, load_boxed("controller")),
    "button-base": partial(switches.button_base, OF),
    "button-box": partial(switches.button_box, OF),
    "button-a": partial(switches.button_cap, 1),
    "button-b": partial(switches.button_cap, 2),
    "bracket": partial(switches.bracket, OF),
    "servo-mount": partial(cranks.servo_mount, OF),
    "arm": partial(cranks.arm, OF),
    "fork": partial(cranks.fork, OF),
}


@cache
def part(name: str) -> Part:
    """Return the part with this name."""
    return SHAPES[name]()
