"""The one-evening table on breadboards: what goes into which hole, as a picture and as a list of wires to tick off.

`python -m hardware.making.breadboard` writes both into hardware/guide; `--check` proves that the files there are up to
date. The holes follow from breadboard.toml, the Pico's pins and the game's layout. `complaints` then works out what is
connected, as a meter would.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec
from hardware.making import drawing
from hardware.making.drawing import INK, PALE, PAPER, WIRES, Point, circle, line, rect, text
from hardware.making.made import keep_or_check
from hardware.making.pins import GROUNDS
from hardware.making.source import HARDWARE, decoded, load_own_inputs

from mouseboard import layouts

GUIDE = HARDWARE / "guide"
SOURCE = GUIDE / "breadboard.toml"
COLUMNS = 63
NEAR, FAR = "abcde", "fghij"
MINUS = "-"
"""The blue rail at a board's near side; the red rails are not used."""
PINS = 40
STEP = 2.54
LONG, DEEP = 165.0, 54.6
"""mm of a breadboard; its holes lie in its middle."""
BEYOND = 10.0
"""mm of card beyond the boards' far and right edges, to lie on the corners there."""
ACROSS_SLOT = 7.62
"""mm from row e to row f: a chip's width."""

Strip = tuple[int, str, int]
"""A metal strip: its board, its kind (near, far or rail), and its column (0 for a rail)."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of breadboard.toml, whose comments explain the fields."""

    reed_columns: tuple[int, ...]
    reed_hole: str
    wire_hole: str
    ground_offset: int
    pico_board: int
    pico_usb_column: int
    pico_far: str
    pico_near: str
    far_hole: str
    near_hole: str
    ground_pin: int
    ground_column: int
    colours: tuple[str, ...]
    ground_colour: str
    joint_columns: tuple[int, ...]


@dataclass(frozen=True, order=True)
class Hole:
    """A hole, by board, row (a to j, or the rail) and column."""

    board: int
    row: str
    column: int

    def __str__(self) -> str:
        return f"{self.board} {self.row}{self.column}"

    @property
    def strip(self) -> Strip:
        """The metal strip under the hole; holes on one strip are connected."""
        if self.row == MINUS:
            return self.board, MINUS, 0
        return self.board, "near" if self.row in NEAR else "far", self.column


@dataclass(frozen=True)
class Wire:
    """A wire from hole to hole; `of` is the place of the reed that it connects."""

    start: Hole
    end: Hole
    colour: str
    of: str = ""


@dataclass(frozen=True)
class Reed:
    """A reed in a hole; its upper wire is bent over and pushed into a jumper's socket."""

    place: str
    sensor: int
    hole: Hole


@dataclass(frozen=True)
class Breadboard:
    """The three breadboards with everything plugged in."""

    plan: Plan
    reeds: tuple[Reed, ...]

    def pin(self, number: int) -> Hole:
        """Return the hole of a pin of the Pico. Its plug points to the right, so pins 1 to 20 are on the far side."""
        plan = self.plan
        if number <= PINS // 2:
            return Hole(plan.pico_board, plan.pico_far, plan.pico_usb_column - number + 1)
        return Hole(plan.pico_board, plan.pico_near, plan.pico_usb_column - PINS + number)

    def beside(self, pin: int) -> Hole:
        """Return the hole for a wire to this pin."""
        hole = self.pin(pin)
        return Hole(hole.board, self.plan.far_hole if pin <= PINS // 2 else self.plan.near_hole, hole.column)

    def pins_on(self, strips: Collection[Strip]) -> set[int]:
        """Return the Pico's pins on these strips."""
        return {pin for pin in range(1, PINS + 1) if self.pin(pin).strip in strips}

    @cached_property
    def signals(self) -> tuple[Wire, ...]:
        """The wires from each reed to its pin, in the order of the inputs."""
        own, plan = load_own_inputs(), self.plan
        return tuple(
            Wire(
                Hole(reed.hole.board, plan.wire_hole, reed.hole.column),
                self.beside(own[reed.sensor].pin),
                plan.colours[reed.hole.board - 1],
                reed.place,
            )
            for reed in sorted(self.reeds, key=lambda reed: reed.sensor)
        )

    @cached_property
    def grounds(self) -> tuple[Wire, ...]:
        """The wires from the Pico's ground to a rail, and from that rail to those of the other boards."""
        plan = self.plan
        rail = Hole(plan.pico_board, MINUS, plan.ground_column)
        pico = Wire(self.beside(plan.ground_pin), rail, plan.ground_colour)
        boards = sorted({reed.hole.board for reed in self.reeds} - {plan.pico_board})
        return pico, *(
            Wire(Hole(plan.pico_board, MINUS, column), Hole(board, MINUS, column), plan.ground_colour)
            for board, column in zip(boards, plan.joint_columns, strict=True)
        )

    @cached_property
    def uppers(self) -> tuple[Wire, ...]:
        """The wires from each reed's upper wire to the rail; `start` is the reed's hole."""
        return tuple(
            Wire(
                reed.hole,
                Hole(reed.hole.board, MINUS, reed.hole.column + self.plan.ground_offset),
                self.plan.ground_colour,
                reed.place,
            )
            for reed in sorted(self.reeds, key=lambda reed: reed.sensor)
        )

    def holes(self) -> Iterator[Hole]:
        """Yield the hole of every wire and pin that is plugged in, repeated if several share one."""
        yield from (self.pin(number) for number in range(1, PINS + 1))
        yield from (reed.hole for reed in self.reeds)
        for wire in (*self.signals, *self.grounds):
            yield from (wire.start, wire.end)
        yield from (wire.end for wire in self.uppers)


def load_breadboard() -> Breadboard:
    """Return the boards of the pantry layout: a row of places is a board, a column the position on it."""
    plan = decoded(SOURCE, Plan)
    places = layouts.load("pantry").place
    columns, rows = (sorted({place.at[axis] for place in places}) for axis in (0, 1))
    return Breadboard(
        plan,
        tuple(
            Reed(
                place.name,
                place.sensors[0],
                Hole(1 + rows.index(place.at[1]), plan.reed_hole, plan.reed_columns[columns.index(place.at[0])]),
            )
            for place in places
        ),
    )


def card(board: Breadboard) -> dict[str, float]:
    """Return mm of the card: its size, where place a1 is on it, and how far it reaches beyond the boards' edges.

    `c1` and `a3` are how far these places are from a1.
    Its left and near edges are the sheet's, the others lie outside the boards, on the corners.
    """
    places, hole = layouts.load("pantry").by_name, board.reeds[0].hole
    x, y = places["a1"].at
    far = {"c1": places["c1"].at[0] - x, "a3": places["a3"].at[1] - y}
    left = x - (LONG - STEP * (COLUMNS - 1)) / 2 - STEP * (hole.column - 1)
    near = y - (DEEP - ACROSS_SLOT) / 2 + STEP * (len(NEAR) - 1 - NEAR.index(hole.row))
    wide = left + LONG + BEYOND
    deep = near + len({reed.hole.board for reed in board.reeds}) * DEEP + BEYOND
    return {"wide": wide, "deep": deep, "left": left, "near": near, "beyond": BEYOND, "x": x, "y": y} | far


def joined(wires: Iterable[Wire]) -> dict[Strip, frozenset[Strip]]:
    """Return for each strip with a wire the set of all strips connected to it, itself included."""
    groups: dict[Strip, frozenset[Strip]] = {}
    for wire in wires:
        one, other = wire.start.strip, wire.end.strip
        whole = groups.get(one, frozenset({one})) | groups.get(other, frozenset({other}))
        groups.update(dict.fromkeys(whole, whole))
    return groups


def complaints(board: Breadboard) -> Iterator[str]:
    """Yield a sentence for each thing that is plugged in wrongly."""
    taken: set[Hole] = set()
    for hole in board.holes():
        if hole in taken:
            yield f"two things are in hole {hole}"
        taken.add(hole)
        if not 1 <= hole.column <= COLUMNS:
            yield f"there is no hole {hole}"
    groups = joined((*board.signals, *board.grounds))
    alone = frozenset[Strip]()
    own = load_own_inputs()
    for reed, wire in zip(sorted(board.reeds, key=lambda reed: reed.sensor), board.uppers, strict=True):
        reached = groups.get(reed.hole.strip, alone)
        if board.pins_on(reached) != {own[reed.sensor].pin}:
            yield f"{reed.place}: its reed reaches pins {sorted(board.pins_on(reached))} and not {own[reed.sensor].pin}"
        grounds = board.pins_on(groups.get(wire.end.strip, alone))
        if not grounds or not grounds.issubset(GROUNDS):
            yield f"{reed.place}: its upper wire reaches pins {sorted(grounds)}, which are no ground"


# The picture

BOARD_STEP = 54.6
"""Millimetres from board to board, as in the layout."""
LEFT, TOP = 22.0, 16.0
ROWS = {row: 8.6 + STEP * n for n, row in enumerate("abcde")} | {row: 23.8 + STEP * n for n, row in enumerate("fghij")}
RAILS = {MINUS: 1.9, "+": 4.44, "far -": 39.5, "far +": 42.04}
HEIGHT = 44.0
"""A board's height in the drawing, in millimetres: less than BOARD_STEP, to leave a gap for the wires."""
GLASS, CASE, GOLD, SLOT = "#dbeaf0", "#2f7d4f", "#f2d27a", "#efe6d2"


def spot(hole: Hole, boards: int = 3) -> Point:
    """Return a hole's position on the paper; board 1 is the lowest."""
    up = ROWS.get(hole.row, RAILS.get(hole.row, 0.0))
    bottom = TOP + (boards - hole.board) * BOARD_STEP + HEIGHT
    return LEFT + STEP * hole.column, bottom - up


def picture(board: Breadboard) -> str:
    """Draw the three boards from above."""
    wide, high = LEFT + STEP * (COLUMNS + 1) + 26, TOP + 2 * BOARD_STEP + HEIGHT + 14
    parts = [text((wide / 2, 8), "The one-evening table from above", 5, weight="bold")]
    for number in (3, 2, 1):
        parts += _bare(number)
    parts += _pico(board)
    parts += [piece for wire in board.grounds for piece in _wire(wire)]
    for wire in board.uppers:
        start, end = _upper_end(wire.start), spot(wire.end)
        parts += [*_bow(start, end, wire.colour), circle(end, 0.8, WIRES[wire.colour], PAPER, 0.2)]
    parts += [piece for wire in board.signals for piece in _wire(wire)]
    parts += [piece for reed in board.reeds for piece in _reed(reed)]
    words = "Rows a to j and columns 1 to 63 are printed on the boards. Black wires go into the blue rail, marked -."
    return drawing.svg((wide, high), [*parts, text((wide / 2, high - 5), words, 3, fill=PALE)], "Three breadboards")


def _bare(number: int) -> list[str]:
    """Draw a board with its holes and their names."""
    corner = (LEFT - 1.5, spot(Hole(number, MINUS, 1))[1] - HEIGHT + 1.9)
    parts = [rect(corner, (STEP * (COLUMNS + 1) + 3, HEIGHT), "#fbf8f1", "#c9bda6", 0.4, 1.5)]
    for row, colour in ((MINUS, "blue"), ("+", "red"), ("far -", "blue"), ("far +", "red")):
        y = spot(Hole(number, row, 1))[1]
        ends = spot(Hole(number, row, 2))[0], spot(Hole(number, row, COLUMNS - 1))[0]
        side = -1.35 if row in ("+", "far +") else 1.35
        parts += [line([(ends[0], y + side), (ends[1], y + side)], WIRES[colour], 0.35)]
        parts += [text((LEFT - 0.1, y), row[-1], 2.6, fill=WIRES[colour], weight="bold")]
        holes = [n for n in range(3, COLUMNS - 1) if (n - 3) % 6 != 5]
        parts += [_dots([(LEFT + STEP * n, y) for n in holes])]
    middle = spot(Hole(number, "e", 1))[1] - 2.54 - 1.3
    parts += [rect((LEFT + STEP - 1.2, middle - 1.2), (STEP * (COLUMNS - 1) + 2.4, 2.4), SLOT, "none")]
    for row in "abcdefghij":
        parts += [_dots([spot(Hole(number, row, n)) for n in range(1, COLUMNS + 1)])]
        parts += [text((LEFT - 0.1, spot(Hole(number, row, 1))[1]), row, 2.2, fill=PALE)]
    for n in (1, *range(5, COLUMNS, 5)):
        x, y = spot(Hole(number, "a", n))
        parts += [text((x, y + 2.1), str(n), 1.8, fill=PALE)]
    return [*parts, text((LEFT - 8, corner[1] + HEIGHT / 2), f"board {number}", 4, weight="bold", turn=-90)]


def _dots(spots: Iterable[Point]) -> str:
    """Draw holes as one path."""
    path = " ".join(f"M{x - 0.45:.2f} {y - 0.45:.2f}h.9v.9h-.9z" for x, y in spots)
    return f"<path d='{path}' fill='#8b8172'/>"


def _pico(board: Breadboard) -> list[str]:
    """Draw the Pico on its pins, its plug to the right. Pins in use have their names."""
    (left, top), (right, bottom) = spot(board.pin(20)), spot(board.pin(40))
    parts = [rect((left - 1.4, top - 1.6), (right - left + 2.8, bottom - top + 3.2), CASE, INK, 0.4, 1)]
    parts += [rect((right - 2.5, (top + bottom) / 2 - 4), (6.5, 8), "#c3c8cd", INK, 0.4, 0.8)]
    parts += [text(((left + right) / 2, (top + bottom) / 2), "Pico", 5, fill="#ffffff", weight="bold")]
    parts += [text((right + 6, (top + bottom) / 2), "USB", 3.4, "start", weight="bold")]
    names = {signal.pin: f"GP{signal.gpio}" for signal in load_own_inputs()} | {board.plan.ground_pin: "GND"}
    for number in range(1, PINS + 1):
        x, y = spot(board.pin(number))
        parts += [circle((x, y), 0.8, GOLD, INK, 0.15)]
        if name := names.get(number):
            inside = 1.6 if number <= PINS // 2 else -1.6
            anchor = "end" if number <= PINS // 2 else "start"
            parts += [text((x, y + inside), name, 1.9, anchor, "#ffffff", turn=-90)]
    return parts


def _reed(reed: Reed) -> list[str]:
    """Draw a reed from above: its glass, and the upper wire bent over to the right."""
    x, y = spot(reed.hole)
    end = _upper_end(reed.hole)
    name = text((x + 1, y - 4.2), reed.place, 3.6, weight="bold", halo=True)
    return [line([(x, y), end], "#8d949a", 0.7), circle((x, y), 1.6, GLASS, INK, 0.35), circle((x, y), 0.4, INK), name]


def _upper_end(hole: Hole) -> Point:
    """Return where a reed's bent wire ends and its jumper begins."""
    x, y = spot(hole)
    return x + 5, y


def _wire(wire: Wire) -> list[str]:
    """Draw a jumper with its ends."""
    start, end = spot(wire.start), spot(wire.end)
    ends = [circle(at, 0.8, WIRES[wire.colour], PAPER, 0.2) for at in (start, end)]
    return [*_bow(start, end, wire.colour), *ends]


def _bow(start: Point, end: Point, colour: str) -> list[str]:
    """Draw a wire with some slack; without, if its ends are in one column."""
    (x, y), (u, v) = start, end
    slack = 0 if abs(u - x) < STEP / 2 else 6
    path = f"M{x:.2f} {y:.2f}C{x + 0.15 * (u - x):.2f} {y + 0.75 * (v - y) + slack:.2f} "
    path += f"{u - 0.15 * (u - x):.2f} {v + slack - 0.25 * (v - y):.2f} {u:.2f} {v:.2f}"
    look = "fill='none' stroke-linecap='round'"
    return [
        f"<path d='{path}' {look} stroke='{PAPER}' stroke-width='1.7'/>",
        f"<path d='{path}' {look} stroke='{WIRES[colour]}' stroke-width='1.1'/>",
    ]


# The list


def listing(board: Breadboard) -> str:
    """Return the list of all wires, to tick off."""
    own = load_own_inputs()
    pins = {wire.of: own[reed.sensor] for wire in board.signals for reed in board.reeds if reed.place == wire.of}
    lines = [
        "# The one-evening table: every wire",
        "",
        "Made from [breadboard.toml](breadboard.toml) by `make hardware`. A hole is named by board, row and",
        "column; `-` is the blue rail at the near side of a board. Any colours will do: these are the picture's.",
        "",
        "![Three breadboards from above](breadboard.svg)",
        "",
        f"The Pico: pin 1 in {board.pin(1)}, pin 40 in {board.pin(40)}, its plug to the right.",
        "",
        "| done | from | to | colour | what |",
        "|---|---|---|---|---|",
    ]
    for wire in board.grounds:
        what = "ground of the Pico" if wire.start.row != MINUS else "ground from board to board"
        lines.append(f"| ☐ | {wire.start} | {wire.end} | {wire.colour} | {what} |")
    for wire in board.uppers:
        lines.append(f"| ☐ | lower wire of reed {wire.of} | {wire.start} | - | the reed itself |")
        lines.append(f"| ☐ | upper wire of reed {wire.of} | {wire.end} | {wire.colour} | its ground |")
    for wire in board.signals:
        pin = pins[wire.of]
        lines.append(
            f"| ☐ | {wire.start} | {wire.end} | {wire.colour} | reed {wire.of}, to GP{pin.gpio} (pin {pin.pin}) |"
        )
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    breadboard = load_breadboard()
    keep_or_check({GUIDE / "breadboard.svg": picture(breadboard), GUIDE / "wires.md": listing(breadboard)})
