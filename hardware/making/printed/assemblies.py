"""Assemblies, part by part. Unless noted, the origin is a tile's lower left corner, at the overlay's upper side."""

from __future__ import annotations

import math

from build123d import Part, Pos, Rot
from hardware.making.dimensions import Dimensions
from hardware.making.printed import bought, boxes, cranks, gauges, men, mice, place, switches, under, wands
from hardware.making.printed.boxed import BoxedBoard
from hardware.making.printed.shapes import block, disc
from hardware.making.printed.tile_board import Point, TileBoard

Stand = dict[str, Part]
"""Solids in their positions, by name."""

PLACE = 4
"""Index of the place that is shown: the middle one of a tile."""


def a_place(of: Dimensions, tile: TileBoard, aside: Point = (0, 0), up: float = 0, colour: str = "red") -> Stand:
    """Return one place cut out of the table, with a mouse `aside` of its middle and `up` above the overlay."""
    reed = tile.reeds[PLACE]
    lamp = min(tile.lamps, key=lambda at: math.dist(at, reed))
    middle = (reed[0] + 4, reed[1] + 4)
    low = -of.board_below
    foot = Pos(reed[0] + aside[0], reed[1] + aside[1], up)
    glass = Pos(*reed, low + of.reed.above_board)
    return {
        **{name: foot * solid for name, solid in a_mouse(of, colour).items()},
        "rim": Pos(*reed) * place.rim(of),
        "overlay": bought.overlay(of, middle),
        "plate": bought.plate(of, middle, reed, lamp),
        "tube": Pos(*lamp, low + of.lamp.high + place.ABOVE_LAMP) * place.light_tube(of),
        "lamp": Pos(*lamp, low) * bought.lamp(of),
        "glass": glass * bought.glass(of),
        "wire": glass * bought.wire(of, tile.wires),
        "holder": Pos(*reed, low) * place.holder(of, tile),
        "board": bought.board(of, middle, reed, tile.wires),
    }


def a_mouse(of: Dimensions, colour: str = "red") -> Stand:
    """Return a mouse's body, hat, magnet and the filament that holds them."""
    return {
        "mouse": mice.mouse(of),
        "hat": mice.hat_on_mouse(of, colour),
        "magnet": Pos(Z=of.foot.floor) * bought.magnet(of),
        "filament": bought.filament(),
    }


def a_man(of: Dimensions, hollow: bool = False, king: bool = False) -> Stand:
    """Return a man with its stopper, magnet and filament, and a king's crown."""
    low = Pos(Z=of.foot.floor)
    stand = {
        "man": men.man(of),
        "stopper": men.stopper_in_man(of, hollow),
        "magnet": low * disc(of.magnet.across / 2, of.man.magnet_high),
        "filament": men.pin(of),
    }
    return stand | ({"crown": Pos(Z=of.man.high) * men.crown(of)} if king else {})


def a_measured_reed(of: Dimensions, tile: TileBoard, aside: float = 0, raised: bool = False) -> Stand:
    """Return a reed in its stand and the wand, `aside` of it, on a sheet; `raised`, a card lies under that."""
    top = gauges.FLOOR + of.reed.glass + of.reed.below_overlay
    thick = of.overlay.thick + (of.gap.most - of.gap.aimed if raised else 0)
    wand = Pos(0, aside, top + thick + wands.wand_high(of)) * Rot(Z=90) * Rot(X=180)  # its rounded side down
    return {
        "stand": gauges.reed_stand(of, tile.wires),
        "glass": Pos(Z=gauges.FLOOR) * bought.glass(of),
        "wire": Pos(Z=gauges.FLOOR) * Rot(Z=90) * bought.wire(of, tile.wires),
        "card": Pos(Z=top) * block(gauges.STAND_WIDE, gauges.STAND_LONG, thick),
        "wand": wand * wands.wand(of),
        "wedge": wand * Pos(Z=of.foot.floor) * wands.wedge(of),
        "magnet": Pos(0, aside, top + thick + of.foot.floor) * bought.magnet(of),
    }


def a_tile(of: Dimensions, tile: TileBoard) -> Stand:
    """Return a tile: plate, frame, board with all tubes and holders, and the legs that belong to it."""
    low = -of.board_below
    stand = {
        "plate": Pos(Z=-of.overlay.thick) * bought.whole_plate(of, tile),
        "board": Pos(Z=low - of.board.thick) * bought.whole_board(of, tile),
        "frame": Pos(Z=-of.overlay.thick - of.plate.thick) * under.frame_hanging(of, tile),
    }
    for n, reed in enumerate(tile.reeds, 1):
        stand[f"holder {n}"] = Pos(*reed, low) * place.holder(of, tile)
    for n, lamp in enumerate(tile.lamps, 1):
        stand[f"tube {n}"] = Pos(*lamp, low + of.lamp.high + place.ABOVE_LAMP) * place.light_tube(of)
    for n, hole in enumerate(tile.holes, 1):
        outwards = math.copysign(under.screws_apart(tile) / 2, hole[1] - tile.size[1] / 2)
        at = Pos(hole[0], hole[1] + outwards, low - of.board.thick) * Rot(X=180) * Rot(Z=90)
        stand[f"leg {n}"] = at * under.leg(of, tile)
    return stand


def a_button(of: Dimensions, pressed: float = 0) -> Stand:
    """Return a button pressed down by `pressed` mm; the table's surface is z = 0."""
    down = switches.rest(of) - pressed
    lever = down - switches.switch_up(of)
    return {
        "base": switches.button_base(of),
        "box": Pos(Z=switches.box_high(of)) * Rot(Y=180) * switches.button_box(of),
        "cap": Pos(Z=down) * switches.button_cap(1),
        "switch": Pos(switches.ASIDE, 0, switches.switch_up(of)) * bought.microswitch(of, lever),
    }


def a_cage_switch(of: Dimensions, lever: float, raised: float = 0) -> Stand:
    """Return the cage's switch on its bracket, `raised` above its lowest setting, with the cage's edge on its lever."""
    up = switches.lowest(of) + raised
    switch = Pos(0, switches.THICK + of.microswitch.thick / 2, up) * bought.microswitch(of, lever)
    return {"bracket": switches.bracket(of), "switch": switch, "cage": Pos(8, 7, up + lever) * bought.cage_rim(4)}


def a_box(of: Dimensions, board: BoxedBoard) -> Stand:
    """Return a box, its floor down at z = 0, with board, plugs, lid and feet."""
    top = boxes.box_high(board) + switches.FLOOR
    feet = {f"foot {n}": Pos(*at, top) * boxes.foot(of, board) for n, at in enumerate(boxes.columns(board), 1)}
    plugs = {f"plug {opening.ref}": bought.plug(board, opening) for opening in board.openings}
    return {
        "box": boxes.box(board),
        "lid": boxes.lid_on_box(board),
        "board": bought.boxed_board(board),
        **plugs,
        **feet,
    }


def a_crank(of: Dimensions, turned: float, handle: float, radius: float) -> Stand:
    """Return the servo in its mount, turned by degrees, with arm and fork around a handle.

    `handle` is the handle's thickness, `radius` its distance from the axle. The shaft is the z axis, the servo's upper
    side z = 0. y points up, and so does the arm at 0 degrees.
    """
    flange = of.servo.flange_at - of.servo.high - of.servo.flange_thick
    arm_up = of.servo.shaft_high + of.servo.horn_thick
    turn = Rot(Z=90 + turned)
    at = turn * Pos(radius, 0, arm_up + cranks.ARM_THICK)
    stand = {
        "mount": Pos(0, -cranks.AXLE_UP, flange) * Rot(Y=180) * cranks.servo_mount(of),
        "servo": bought.servo(of),
        "arm": turn * Pos(Z=arm_up) * cranks.arm(of),
        "fork": at * cranks.fork_standing(of),
        "fork's screw": at * Pos(Z=cranks.BASE) * bought.bolt(1.5, 14, 2.8),
        "handle": at * Pos(Z=cranks.BASE + 5) * bought.handle(handle, 30),
    }
    for name, way in (("left screw", -1), ("right screw", 1)):
        tip = Pos(0, way * (cranks.opening(of) / 2 - cranks.driven_out(of, handle)), cranks.BASE + cranks.SCREW_UP)
        stand[name] = at * tip * Rot(X=-way * 90) * Pos(Z=cranks.SCREW_LONG) * bought.bolt(2, cranks.SCREW_LONG, 3.5)
    return stand
