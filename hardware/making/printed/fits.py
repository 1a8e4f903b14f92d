"""Checks that printed, bought and drilled parts fit together, at rest and moving: a sentence for each fault.

A check for overlap would miss a part that hangs in the air or is out of reach. So each assembly also names the parts
that must touch, and those that must keep clear.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from build123d import Part, Pos
from hardware.making.dimensions import Crank, Dimensions
from hardware.making.printed import bought, boxes, cranks, men, mice, place, switches, under
from hardware.making.printed.assemblies import (
    PLACE,
    Stand,
    a_box,
    a_button,
    a_cage_switch,
    a_crank,
    a_man,
    a_measured_reed,
    a_place,
    a_tile,
)
from hardware.making.printed.boxed import BoxedBoard
from hardware.making.printed.checks import clearance, overlap, overlaps, touch
from hardware.making.printed.shapes import bar, disc
from hardware.making.printed.tile_board import TileBoard

EXACT = 0.05
CUT, LAP = 3.0, 1.5
"""mm: least distance of a cut from a reed's glass, and length of the joint of two wires side by side."""
SCREW_HEAD = 3.0
"""Height of an M3 screw's head."""
ROOM = 0.15
"""mm: least clearance of parts that move or are pushed past others."""
BESIDE = 0.5
"""mm: least clearance of a header, which may be wider than ours or soldered a little aside."""


def stack(of: Dimensions) -> Iterator[str]:
    """Check the stack of lengths: gap from magnet to glass, the foot's play in its rim, room below the plate."""
    off = of.off.layer + of.off.overlay + of.off.reed
    gap = of.magnet_to_glass
    if abs(gap - of.gap.aimed) > EXACT:
        yield f"the glass is {gap:g} mm below the magnet, not {of.gap.aimed:g}"
    least, most = gap - off - (of.plate.thick - of.plate.thinnest), gap + off + (of.plate.thickest - of.plate.thick)
    if least < of.gap.least - EXACT or most > of.gap.most + EXACT:
        allowed = f"{of.gap.least:g} to {of.gap.most:g}"
        yield f"the glass may be {least:g} to {most:g} mm below the magnet; {allowed} is allowed"
    if of.aside > of.foot.aside:
        yield f"inside the rim a foot stands up to {of.aside:g} mm off the middle; {of.foot.aside:g} is allowed"
    if of.below_plate < of.board.tallest + place.BELOW_PLATE:
        yield f"there are {of.below_plate:g} mm between plate and board for parts of {of.board.tallest:g} mm"


def a_reed_reaches(of: Dimensions, tile: TileBoard) -> Iterator[str]:
    """Check that a reed's wires are as long as they must be, and are cut and soldered far enough from the glass."""
    reed = of.reed
    for name, needed, there in (
        ("the lower wire", bought.below_glass(of), reed.lead),
        ("the stub", reed.stub, reed.lead),
        ("the copper wire", bought.splice(of, tile.wires), reed.splice_long),
    ):
        if needed > there:
            yield f"{name} must be {needed:.1f} mm long, and is {there:g}"
    if reed.stub < CUT:
        yield f"the upper wire is cut {reed.stub:g} mm from the glass, makers ask for {CUT:g}"
    if reed.stub - reed.joint < LAP:
        yield f"{reed.stub - reed.joint:g} mm of wire are left for the solder, {LAP:g} are needed"


def a_mouse_stands(of: Dimensions, tile: TileBoard, stand: Stand | None = None) -> Iterator[str]:
    """Check a mouse on a place, its magnet held over the reed."""
    stand = stand or a_place(of, tile)
    yield from overlaps({name: stand[name] for name in ("mouse", "hat", "magnet", "filament", "rim", "overlay")})
    yield from _apart(stand, [("mouse", "overlay"), ("hat", "mouse"), ("filament", "hat")])
    yield from _close(stand, "magnet", "hat", 0, 0.3)
    yield from _close(stand, "magnet", "glass", of.gap.aimed - EXACT, of.gap.aimed + EXACT)


def a_place_fits(of: Dimensions, tile: TileBoard, stand: Stand | None = None) -> Iterator[str]:
    """Check the parts under a mouse: the reed is at its height, and rim and mouse do not block the lamp's light."""
    stand = stand or a_place(of, tile)
    yield from overlaps({name: solid for name, solid in stand.items() if name not in ("mouse", "hat", "filament")})
    yield from _apart(stand, [("rim", "overlay"), ("glass", "holder"), ("holder", "board"), ("tube", "plate")])
    yield from _close(stand, "holder", "plate", ROOM, 0.5)
    yield from _close(stand, "glass", "plate", 0.5, math.inf)
    yield from _close(stand, "wire", "plate", of.off.drilled, math.inf)
    yield from _close(stand, "wire", "overlay", ROOM, math.inf)
    yield from _close(stand, "tube", "lamp", ROOM, 0.5)
    lamp = min(tile.lamps, key=lambda at: math.dist(at, tile.reeds[PLACE]))
    light = Pos(*lamp, -of.overlay.thick) * disc(of.overlay.lamp_window / 2, 10)
    for name in ("rim", "mouse"):
        if overlap(light, stand[name]):
            yield f"{name} stands in the lamp's light"


def a_mouse_slides_in(of: Dimensions) -> Iterator[str]:
    """Check a mouse pushed from the side over the rim into the place, until the far side of the rim stops it."""
    yield from _slides_in(of, "mouse", mice.mouse(of))


def _slides_in(of: Dimensions, name: str, piece: Part) -> Iterator[str]:
    foot, inside, outside = of.foot.across / 2, of.rim.inside / 2, of.rim.outside / 2
    rim = place.rim(of)
    for off in (outside + foot, outside, inside, inside - foot + 0.5, of.aside, 0, -of.aside):
        up = of.rim.high if inside - foot < off < outside + foot else 0
        if shared := overlap(Pos(off, 0, up) * piece, rim):
            yield f"slid in, {off:g} mm off, the {name} and the rim share {shared:.2f} mm3"
    if not touch(Pos(-of.aside) * piece, rim):
        yield f"the rim does not hold a {name} that is {of.aside:g} mm off"


def a_man_fits(of: Dimensions, tile: TileBoard) -> Iterator[str]:
    """Check a man: its magnet is shut in and as far above the glass as a mouse's, and it leaves the lamps free."""
    for hollow in (False, True):
        stand = a_man(of, hollow, king=True)
        yield from overlaps(stand)
        yield from _apart(stand, [("stopper", "man"), ("filament", "stopper"), ("crown", "man")])
        yield from _close(stand, "magnet", "stopper", 0, 0.3)
    low = stand["magnet"].bounding_box().min.Z
    if abs(low - of.foot.floor + of.magnet_to_glass - of.gap.aimed) > EXACT:
        yield f"a man's magnet is {low:g} mm above the overlay"
    if math.hypot(of.magnet.across, of.man.magnet_high) <= 2 * men.bore(of):
        yield "a man's magnet can turn over in its shaft"
    yield from _slides_in(of, "man", stand["man"])
    covered = of.man.across / 2 + of.aside - (tile.lamp_off - of.overlay.lamp_window / 2)
    if covered > of.overlay.lamp_window / 4:
        yield f"a man {of.aside:g} mm off covers {covered:.1f} mm of a lamp's window"


def a_measured_reed_fits(of: Dimensions, tile: TileBoard) -> Iterator[str]:
    """Check that the wand passes over a reed in its stand at the nominal gap, and at the largest allowed."""
    for raised, gap in ((False, of.gap.aimed), (True, of.gap.most)):
        stand = a_measured_reed(of, tile, raised=raised)
        yield from overlaps(stand)
        yield from _apart(stand, [("glass", "stand"), ("card", "stand"), ("wand", "card")])
        yield from _close(stand, "magnet", "glass", gap - EXACT, gap + EXACT)
        yield from _close(stand, "wire", "card", ROOM, math.inf)


def a_tile_fits(of: Dimensions, tile: TileBoard, stand: Stand | None = None) -> Iterator[str]:
    """Check a tile's board between frame and legs: every screw goes through its hole and bites."""
    stand = stand or a_tile(of, tile)
    yield from overlaps(stand)
    legs = [(name, "board") for name in stand if name.startswith("leg")]
    yield from _apart(stand, [("frame", "board"), ("frame", "plate"), *legs])
    for n, at in enumerate(tile.holes, 1):
        below = -of.board_below - of.board.thick - under.LEDGE
        above = -of.overlay.thick - of.plate.thick - under.BITE
        yield from _screwed(f"screw {n} from below", stand, (*at, below), under.LEDGE + of.board.thick)
        yield from _screwed(f"screw {n} from above", stand, (*at, above), of.plate.thick)


def headers_are_free(of: Dimensions, tile: TileBoard) -> Iterator[str]:
    """Check that no reed's holder is in the way of a header."""
    for left, low, right, high in tile.headers:
        header = bar((left, low), (right, high), of.board.tallest)
        for n, reed in enumerate(tile.reeds, 1):
            if (found := clearance(Pos(*reed) * place.holder(of, tile), header)) < BESIDE:
                yield f"holder {n} and a header are {found:.2f} mm apart; {BESIDE:g} are needed"


def _screwed(name: str, stand: Stand, at: tuple[float, float, float], free: float) -> Iterator[str]:
    """Check that a screw passes `free` mm outside the frame without hitting anything, and then bites."""
    core, thread = (Pos(*at) * disc(radius, free + under.BITE) for radius in (under.PILOT - EXACT, 1.5))
    for part, solid in stand.items():
        if shared := overlap(core, solid):
            yield f"{name} hits {part}: {shared:.1f} mm3"
    bite = overlap(thread, stand["frame"]) / (math.pi * (1.5**2 - under.PILOT**2) * under.BITE)
    if bite < 0.9:
        yield f"{name} bites only {bite:.0%} of its thread"


def a_button_fits(of: Dimensions) -> Iterator[str]:
    """Check a button from rest down to its post: by then the switch has closed, and its lever is not forced."""
    for tenths in range(0, int(10 * switches.TRAVEL) + 1, 13):
        pressed = tenths / 10
        stand = a_button(of, pressed)
        yield from (f"pressed {pressed:g} mm: {fault}" for fault in overlaps(stand))
        yield from (f"pressed {pressed:g} mm: {fault}" for fault in _apart(stand, [("cap", "switch")]))
    yield from _apart(a_button(of), [("cap", "box")])
    yield from _apart(a_button(of, switches.TRAVEL), [("cap", "base")])
    lever = of.microswitch.lever_free - switches.TRAVEL
    if not of.microswitch.lever_end < lever < of.microswitch.lever_on:
        yield f"pressed to its post a button leaves the lever at {lever:g} mm"


def a_cage_switch_fits(of: Dimensions) -> Iterator[str]:
    """Check the cage's switch, set high and low, with the cage resting on its lever and pressing it."""
    for raised in (0, switches.SLOT):
        for lever in (of.microswitch.lever_free, of.microswitch.lever_end):
            stand = a_cage_switch(of, lever, raised)
            yield from overlaps(stand)
            yield from _apart(stand, [("cage", "switch"), ("switch", "bracket")])
            yield from _close(stand, "cage", "bracket", 0.5, math.inf)


def a_box_fits(of: Dimensions, board: BoxedBoard, stand: Stand | None = None) -> Iterator[str]:
    """Check a board in its box: it is held, each plug passes its opening, and each screw bites."""
    stand = stand or a_box(of, board)
    yield from overlaps(stand)
    feet = [(name, "lid") for name in stand if name.startswith("foot")]
    yield from _apart(stand, [("board", "box"), ("lid", "box"), *feet])
    parts = {ref: bought.boxed_part(board, ref) for ref in board.bodies}
    for ref, part in parts.items():
        for name in ("box", "lid"):
            if shared := overlap(part, stand[name]):
                yield f"{ref} hits the {name}: {shared:.1f} mm3"
    if board.screws:
        yield from (
            f"screw at {x:g}, {y:g}: no post below" for x, y in board.screws if not _has_post(stand, board, (x, y))
        )
    else:
        yield from _close(stand, "lid", "board", ROOM, 2 * boxes.LOOSE)
        corners = [corner for corner, _ in boxes.fingers(board)]
        if len(corners) < 3:
            yield f"only {len(corners)} fingers of the lid hold the board"
    for n, at in enumerate(boxes.columns(board), 1):
        for end, low in (("plate", 0.0), ("lid", boxes.box_high(board) - under.BITE)):
            thread = Pos(*at, low) * disc(1.5, under.BITE)
            bite = overlap(thread, stand["box"]) / (math.pi * (1.5**2 - under.PILOT**2) * under.BITE)
            if bite < 0.9:
                yield f"screw {n} at the {end} bites only {bite:.0%} of its thread"
    if (high := boxes.foot_high(of, board)) < boxes.LEDGE + SCREW_HEAD:
        yield f"only {high:g} mm are left for the feet"
    room = of.below_plate + of.board.thick + of.table.below_boards
    stands = max(solid.bounding_box().max.Z for solid in stand.values())
    if abs(stands - room) > EXACT:
        yield f"the box with its feet is {stands:.1f} mm high; from the plate to the desk there are {room:g}"


def _has_post(stand: Stand, board: BoxedBoard, at: tuple[float, float]) -> bool:
    """Return whether a screw through the board bites in a post of the box."""
    low, long = switches.FLOOR, board.fit.below
    core, thread = (Pos(*at, low) * disc(radius, long) for radius in (under.PILOT - EXACT, 1.5))
    bites = overlap(thread, stand["box"]) > 0.9 * math.pi * (1.5**2 - under.PILOT**2) * long
    return bites and not overlap(core, stand["box"])


def a_crank_fits(of: Dimensions, crank: Crank | None = None) -> Iterator[str]:
    """Check the crank over half a turn, for a thin near handle and a thick far one: the fork holds each on its arm."""
    crank = crank or of.crank
    for handle, radius in ((crank.thinnest, crank.nearest), (crank.thickest, crank.farthest)):
        for turned in (-90, 0, 90):
            stand = a_crank(of, turned, handle, radius)
            where = f"handle of {handle:g} mm, {radius:g} mm from the axle, turned {turned} degrees"
            yield from (f"{where}: {fault}" for fault in overlaps(stand))
        yield from (f"{where}: {fault}" for fault in _apart(stand, [("fork", "arm"), ("fork's screw", "fork")]))
        yield from (f"{where}: {fault}" for fault in _close(stand, "fork's screw", "arm", 0.1, 0.3))
        for screw in ("left screw", "right screw"):
            near = cranks.ROOM - EXACT, cranks.ROOM + EXACT
            yield from (f"{where}: {fault}" for fault in _close(stand, screw, "handle", *near))
        out = cranks.driven_out(of, handle)
        if not 0 <= out <= cranks.SCREW_LONG - cranks.TINE:
            yield f"{where}: the fork's screws would have to stand out by {out:g} mm"


def _apart(stand: Mapping[str, Part], pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence for each pair that should touch and does not."""
    for one, other in pairs:
        if not touch(stand[one], stand[other]):
            yield f"{one} and {other} are {clearance(stand[one], stand[other]):.2f} mm apart and should touch"


def _close(stand: Mapping[str, Part], one: str, other: str, least: float, most: float) -> Iterator[str]:
    """Yield a sentence if two solids are nearer or farther than they should be."""
    if not least <= (found := clearance(stand[one], stand[other])) <= most:
        yield f"{one} and {other} are {found:.2f} mm apart, not {least:g} to {most:g}"
