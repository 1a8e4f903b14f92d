"""Draw circuits on perfboard, front and back, with a list of the parts and wires.

`python -m hardware.making.perfboard` draws them; `--check` proves that the files in the repository are up to date.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase as LETTERS

from hardware.making import drawing
from hardware.making.drawing import INK, PALE, PAPER, SHEET, WIRES
from hardware.making.holes import PITCH, SIDED, Hole, Perfboard, Wire, called, load_perfboard
from hardware.making.made import keep_or_check
from hardware.making.placement import BOARDS
from hardware.making.source import Circuit

NAMES = ("controller", "power", "registers")
COPPER = "#c98b4a"
BODIES = {
    "R": "#e8d3a2",
    "C": "#cfd8e6",
    "D": "#e6b9a4",
    "Q": "#3b3b40",
    "U": "#3b3b40",
    "A": "#2f7d4f",
    "J": "#d9dde1",
    "F": "#c7dfd3",
}
FACES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
THICK = "0.75"
STEP = 6.0
"""Millimetres from hole to hole in the drawing."""
MARGIN = 14.0
BOWS = [sign * share / 100 for share in range(8, 60, 4) for sign in (1, -1)]
"""Bows of a wire, as a share of its length; a wire takes the first that avoids all other pins."""


def front(board: Perfboard) -> str:
    """Draw the parts, as seen when plugging them in."""
    view = _View(board, mirrored=False)
    drawn = [piece for ref in board.circuit.parts for piece in view.part(ref)]
    parts = [*view.ground(), *sorted(drawn, key=lambda piece: piece.startswith("<text"))]
    return drawing.svg(view.paper, [*parts, view.title("front: the parts (pin 1 is red)")], f"{board.title}, front")


def back(board: Perfboard) -> str:
    """Draw the wires, as seen when soldering: left and right are exchanged."""
    view = _View(board, mirrored=True)
    parts = [*view.ground(), *(view.shadow(ref) for ref in board.circuit.parts)]
    parts += [piece for net, rail in board.rails.items() for piece in view.rail(net, rail)]
    parts += [piece for wire in board.wires for piece in view.wire(wire)]
    parts += [view.joint(hole) for hole in board.pins.values()]
    parts += [view.name(ref) for ref in board.circuit.parts]
    return drawing.svg(
        view.paper, [*parts, view.title("back: the wires, left and right exchanged")], f"{board.title}, back"
    )


def listing(board: Perfboard) -> str:
    """Return the list of parts and wires, as Markdown."""
    circuit = board.circuit
    lines = [
        f"# {board.title} on perfboard: the list",
        "",
        f"Made from `electronics/{circuit.name}.toml` and `perfboard.toml`. A hole is named by row and column.",
        "",
        "| front | back, left and right exchanged |",
        "|---|---|",
        "| ![front](perfboard-front.svg) | ![back](perfboard-back.svg) |",
        "",
        "Arrows show the side to which a screw terminal's wire mouths open. A bar shows the side of a header's latch.",
        *_module_words(circuit),
        "",
        "| part | what | its pins, in order, in the holes |",
        "|---|---|---|",
    ]
    for ref in circuit.parts:
        pins = [f"{name} {called(board.pins[f'{ref}.{n}'])}" for n, name in enumerate(circuit.kind(ref).pins, 1)]
        lines.append(f"| {ref} | {_what(circuit, ref)} | {_pins(board, ref, pins)} |")
    lines += [
        "",
        "**Leave all legs 4 mm long on the back until the wires are on.** No wire goes into a hole: hook it to the leg",
        "there, or lay it against a pin that is too short. Hook on all wires of one hole, solder, and cut the leg off.",
        "",
        "| wire | from | to | colour | mm² | net |",
        "|---|---|---|---|---|---|",
    ]
    for net, rail in board.rails.items():
        ends = f"{called(rail[0])} | {called(rail[-1])}"
        lines.append(f"| rail | {ends} | bare: stripped `perfboard-wire` | {THICK} | {net} |")
    for number, wire in enumerate(board.wires, 1):
        ends = f"{_end(board, wire.start)} | {_end(board, wire.end)}"
        lines.append(f"| {number} | {ends} | {board.colours[wire.net]} | {_gauge(board, wire.net)} | {wire.net} |")
    return "\n".join([*lines, ""])


def _module_words(circuit: Circuit) -> Iterator[str]:
    """Yield what to compare before a bought module is soldered."""
    for ref, part in circuit.parts.items():
        if part.part == "INA169-module":
            words = ", ".join(circuit.kind(ref).pins)
            yield ""
            yield f"**Before you solder `{ref}`, compare the words printed on the module** with the holes below. From"
            yield f"left to right: {words}. The module lies flat on its header. Leave its own screw terminal off."


class _View:
    """A drawing of the board from one side."""

    def __init__(self, board: Perfboard, *, mirrored: bool) -> None:
        self.board = board
        self.mirrored = mirrored
        self.wide, self.high = board.size
        self.paper = (2 * MARGIN + (self.wide - 1) * STEP, 2 * MARGIN + (self.high - 1) * STEP + 8)

    def at(self, hole: tuple[float, float]) -> drawing.Point:
        column = self.wide + 1 - hole[0] if self.mirrored else hole[0]
        return MARGIN + (column - 1) * STEP, MARGIN + 8 + (hole[1] - 1) * STEP

    def title(self, what: str) -> str:
        return drawing.text((self.paper[0] / 2, 6), f"{self.board.title}, {what}", 5, weight="bold")

    def ground(self) -> Iterator[str]:
        """Draw the bare board, its holes and their names."""
        left = min(self.at((1, 1))[0], self.at((self.wide, 1))[0]) - STEP / 2
        size = (self.wide * STEP, self.high * STEP)
        yield drawing.rect((left, self.at((1, 1))[1] - STEP / 2), size, SHEET, PALE, 0.4, 2)
        for column in range(1, self.wide + 1):
            for end in (-0.4, self.high + 1.4):
                yield drawing.text(self.at((column, end)), str(column), 2.6, fill=PALE)
            for row in range(1, self.high + 1):
                yield drawing.circle(self.at((column, row)), 0.9, PAPER, COPPER, 0.5)
        for row in range(1, self.high + 1):
            for end in (-0.4, self.wide + 1.4):
                yield drawing.text(self.at((end, row)), LETTERS[row - 1], 2.6, fill=PALE)

    def part(self, ref: str) -> Iterator[str]:
        """Draw a part with its name, and its first pin or its polarity."""
        holes = self._holes(ref)
        yield from self._leads(ref, holes) if len(holes) == 2 and ref[0] in "RDCF" else self._box(ref, holes)
        for number, hole in enumerate(holes, 1):
            yield drawing.circle(self.at(hole), 0.9, "#f7f3ea", INK if number > 1 else WIRES["red"], 0.5)

    def shadow(self, ref: str) -> str:
        """Draw the outline of a part that is on the other side."""
        (left, top), (right, bottom) = self._body(ref)
        return drawing.rect((left, top), (right - left, bottom - top), "#ffffff66", PALE, 0.2, 1)

    def name(self, ref: str) -> str:
        (left, top), (right, bottom) = self._bounds(self._holes(ref), 0)
        return drawing.text(((left + right) / 2, (top + bottom) / 2), ref, 2.6, fill=PALE, weight="bold", halo=True)

    def rail(self, net: str, rail: tuple[Hole, ...]) -> Iterator[str]:
        ends = [self.at(rail[0]), self.at(rail[-1])]
        yield drawing.line(ends, PAPER, 2.2)
        yield drawing.line(ends, WIRES[self.board.colours[net]], 1.4)
        yield drawing.line(ends, "#c9ccd0", 0.7)

    def wire(self, wire: Wire) -> Iterator[str]:
        (ax, ay), (bx, by) = self.at(wire.start), self.at(wire.end)
        bow = next((bow for bow in BOWS if self._passes(wire, bow)), BOWS[0])
        x, y = _middle(wire.start, wire.end, bow)
        mx, my = self.at((x, y))
        thick = 1.0 if wire.net in self.board.thick else 0
        path = f"M{ax:g} {ay:g}Q{mx:.2f} {my:.2f} {bx:g} {by:g}"
        for colour, width in ((PAPER, 1.7 + thick), (WIRES[self.board.colours[wire.net]], 1.0 + thick)):
            look = f"fill='none' stroke='{colour}' stroke-width='{width:g}' stroke-linecap='round'"
            yield f"<path d='{path}' {look}/>"

    def _passes(self, wire: Wire, bow: float) -> bool:
        """Return whether a wire with this bow stays on the board and avoids all pins but its own two."""
        middle = _middle(wire.start, wire.end, bow)
        spots = [_along(wire.start, middle, wire.end, step / 40) for step in range(41)]
        others = set(self.board.pins.values()) - {wire.start, wire.end}
        inside = all(0.6 <= x <= self.wide + 0.4 and 0.6 <= y <= self.high + 0.4 for x, y in spots)
        return inside and all(math.dist(spot, hole) > 0.4 for spot in spots for hole in others)

    def joint(self, hole: Hole) -> str:
        return drawing.circle(self.at(hole), 0.75, "#c9ccd0", INK, 0.25)

    def _leads(self, ref: str, holes: list[Hole]) -> Iterator[str]:
        """Draw a body between two wires, with a band at a diode's cathode or a plus at a polarised capacitor's."""
        start, end = self.at(holes[0]), self.at(holes[1])
        long = math.dist(start, end)
        along = ((end[0] - start[0]) / long, (end[1] - start[1]) / long)
        (left, top), (right, bottom) = self._body(ref)
        wide, high = right - left, bottom - top
        middle = ((left + right) / 2, (top + bottom) / 2)
        first = self.board.circuit.kind(ref).pins[0]
        words = f"{ref} {self.board.circuit.value(ref)}"
        yield drawing.line([start, end], "#8d949a", 0.8)
        if first == "+":
            yield drawing.circle(middle, wide / 2, BODIES["C"])
            yield drawing.text(
                (middle[0] - along[0] * wide * 0.62, middle[1] - along[1] * wide * 0.62), "+", 4.5, weight="bold"
            )
            yield drawing.text((middle[0], bottom + 2), words, 2.3, weight="bold", halo=True)
            return
        yield drawing.rect((left, top), (wide, high), BODIES[ref[0]], INK, 0.4, min(wide, high, 5) / 2)
        upright = abs(along[1]) > abs(along[0])
        if first == "K":
            body = high if upright else wide
            x, y = middle[0] - along[0] * body * 0.36, middle[1] - along[1] * body * 0.36
            half = (wide if upright else high) / 2
            yield drawing.line(
                [(x - along[1] * half, y + along[0] * half), (x + along[1] * half, y - along[0] * half)], INK, 1.2
            )
        if first == "K" or len(words) * 1.4 > (high if upright else wide) - 3:
            words = ref
        if long < (high if upright else wide):  # it covers its own pins
            middle = (middle[0], top - 2)
            upright = False
        yield drawing.text(middle, words, 2.3, weight="bold", turn=-90 if upright else 0, halo=True)

    def _box(self, ref: str, holes: list[Hole]) -> Iterator[str]:
        """Draw a body over all pins, with a mark that shows which way round it goes."""
        part = self.board.circuit.parts[ref].part
        (left, top), (right, bottom) = self._bounds(holes, 0.42) if part == "INA169-module" else self._body(ref)
        yield drawing.rect((left, top), (right - left, bottom - top), BODIES[ref[0]], INK, 0.4, 1.5)
        middle = ((left + right) / 2, (top + bottom) / 2)
        words = f"{ref} {self.board.circuit.value(ref)}"
        if part == "INA169-module":
            yield from self._module(ref, holes)
        if part == "Pico":
            yield drawing.rect((left - 3, middle[1] - 5), (9, 10), "#c3c8cd", INK, 0.4, 1)
            yield drawing.text((left + 14, middle[1]), "USB", 3.4, fill="#ffffff", weight="bold")
        elif ref[0] == "U" and len(holes) > 8:
            yield drawing.circle(
                ((self.at(holes[0])[0] + self.at(holes[-1])[0]) / 2 - 2.8, middle[1]), 1.6, "#8d8d92", INK
            )
        elif part in SIDED:
            yield from self._side(part, holes, self.board.faces[ref])
        elif part == "ribbon-10":
            yield drawing.rect((left - 0.8, middle[1] - 3), (2, 6), PAPER, INK, 0.4)
        elif part in ("NPN", "NFET"):
            yield drawing.line([(left, bottom), (right, bottom)], WIRES["yellow"], 1.2)
            yield drawing.text((middle[0], bottom + 2), "flat side", 2, fill=PALE, halo=True)
        if part == "screw-2":
            across, down = FACES[self.board.faces[ref]]
            at = (middle[0] - across * 1.3 * STEP, middle[1] - down * 1.3 * STEP)
            yield drawing.text(at, words, 2.4, weight="bold", turn=-90 if across else 0)
        elif right - left < 4 * STEP or len({row for _, row in holes}) == 1:
            above = self.board.faces.get(ref) != "up"
            yield drawing.text((middle[0], top - 1.6 if above else bottom + 2.2), words, 2.4, weight="bold", halo=True)
        else:
            yield drawing.text(middle, words, 4 if part == "Pico" else 2.8, fill="#ffffff", weight="bold")

    def _module(self, ref: str, holes: list[Hole]) -> Iterator[str]:
        """Draw the outline of a module, and the words printed at its pins."""
        (left, top), (right, bottom) = self._body(ref)
        yield drawing.rect((left, top), (right - left, bottom - top), "none", INK, 0.4, 3)
        yield drawing.text(((left + right) / 2, top + 6), "the module lies flat", 2.6, halo=True)
        for name, hole in zip(self.board.circuit.kind(ref).pins, holes, strict=True):
            x, y = self.at(hole)
            yield drawing.text((x, y - 12), name, 2.2, weight="bold", turn=-90, halo=True)

    def _side(self, part: str, holes: list[Hole], face: str) -> Iterator[str]:
        """Draw the wire mouths of a terminal, or the latch of a header."""
        across, down = FACES[face]
        for hole in holes if part == "screw-2" else ():
            x, y = self.at((hole[0] + across * 0.62, hole[1] + down * 0.62))
            sides = [(x + down * side - across * 1.6, y + across * side - down * 1.6) for side in (1.4, -1.4)]
            yield drawing.line([sides[0], (x + across * 1.4, y + down * 1.4), sides[1]], INK, 0.7)
        if part == "header-8":
            ends = [self.at((hole[0] + across * 0.85, hole[1] + down * 0.85)) for hole in (holes[1], holes[-2])]
            yield drawing.line(ends, INK, 2.4)
            middle = ((ends[0][0] + ends[1][0]) / 2, ends[0][1] + 3.4)
            yield drawing.text(middle, "latch", 2, fill=PALE, halo=True)

    def _holes(self, ref: str) -> list[Hole]:
        pins = range(1, len(self.board.circuit.kind(ref).pins) + 1)
        return [self.board.pins[f"{ref}.{number}"] for number in pins]

    def _body(self, ref: str) -> tuple[drawing.Point, drawing.Point]:
        """Return the upper left and lower right corners of a part's body."""
        left, top, right, bottom = (mm / PITCH for mm in self.board.bodies[ref])
        (ax, ay), (bx, by) = self.at((left, top)), self.at((right, bottom))
        return (min(ax, bx), ay), (max(ax, bx), by)

    def _bounds(self, holes: list[Hole], more: float) -> tuple[drawing.Point, drawing.Point]:
        """Return the upper left and lower right corners around these holes, `more` steps wider on each side."""
        spots = [self.at(hole) for hole in holes]
        across, down = [x for x, _ in spots], [y for _, y in spots]
        more *= STEP
        return (min(across) - more, min(down) - more), (max(across) + more, max(down) + more)


def _middle(start: Hole, end: Hole, bow: float) -> tuple[float, float]:
    """Return the control point of a wire's curve."""
    across, down = end[0] - start[0], end[1] - start[1]
    return (start[0] + end[0]) / 2 + down * bow, (start[1] + end[1]) / 2 - across * bow


def _along(start: Hole, middle: tuple[float, float], end: Hole, share: float) -> tuple[float, float]:
    """Return the point after a share of a wire's curve, which is quadratic."""
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return a * start[0] + b * middle[0] + c * end[0], a * start[1] + b * middle[1] + c * end[1]


def _gauge(board: Perfboard, net: str) -> str:
    return THICK if net in board.thick else "0.14"


def _what(circuit: Circuit, ref: str) -> str:
    note = circuit.parts[ref].note
    own = circuit.parts[ref].value
    return ", ".join(filter(None, (circuit.kind(ref).is_, own, note)))


def _pins(board: Perfboard, ref: str, pins: list[str]) -> str:
    if len(pins) <= 8:
        return ", ".join(pins)
    first, last = board.pins[f"{ref}.1"], board.pins[f"{ref}.{len(pins)}"]
    return f"pin 1 {called(first)}, pin {len(pins)} {called(last)}"


def _end(board: Perfboard, hole: Hole) -> str:
    """Return the name of a hole and of the pin in it."""
    owner = next((pin for pin, its in board.pins.items() if its == hole), None)
    if owner is None:
        return f"{called(hole)} (rail)"
    ref, number = owner.split(".")
    return f"{called(hole)} ({ref} {board.circuit.kind(ref).pins[int(number) - 1]})"


def drawn(name: str) -> dict[Path, str]:
    """Return all files of a board, by path."""
    board = load_perfboard(name)
    folder = BOARDS / name
    return {
        folder / "perfboard-front.svg": front(board),
        folder / "perfboard-back.svg": back(board),
        folder / "perfboard.md": listing(board),
    }


if __name__ == "__main__":
    keep_or_check({path: text for name in NAMES for path, text in drawn(name).items()})
