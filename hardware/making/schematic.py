"""KiCad schematics: a circuit's parts, placed by hardware/electronics/drawing.toml, and its nets.

Pins that touch are connected. Two pins that face each other on a line get a wire. All others get their net's label or a
power symbol. The same source gives the same bytes: UUIDs are derived from names.

    python -m hardware.making.schematic     draws and prints all circuits, and copies their symbols and footprints
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import NAMESPACE_URL, uuid5

import msgspec
from hardware.making import footprints, symbols
from hardware.making.kicad import cli
from hardware.making.shops import numbers
from hardware.making.source import ALL_CIRCUITS, CIRCUITS, HARDWARE, SOURCE, BadSource, Circuit, decoded, load
from hardware.making.symbols import Pin

BOARDS = HARDWARE / "boards"
GRID = 1.27
"""Millimetres."""
STUB = 2 * GRID
RAIL = 13 * GRID
"""Stub length beside a part with many pins: the power symbol goes beyond the neighbours' labels."""
FACING = 40.0
"""Millimetres: pins of one net that face each other get a wire if they are at most this far apart."""
POWER = {"+5V": (0, -1), "+3V3": (0, -1), "GND": (0, 1)}
"""Nets with a power symbol, and its direction."""
TURN = {(0, -1): 0, (-1, 0): 90, (0, 1): 180, (1, 0): 270}
"""Degrees counter-clockwise from upwards."""
ANGLE = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}

Spot = tuple[float, float]
Way = tuple[int, int]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A circuit's drawing; positions in steps of 1.27 mm from the upper left corner."""

    paper: str
    at: dict[str, tuple[int, ...]]
    """Column, row and, if rotated, degrees counter-clockwise. A part of several units has an entry for each: `U1.2`."""
    flags: dict[str, tuple[int, int]] = {}
    """Positions of PWR_FLAG, which tells KiCad that a net is fed from outside."""
    text: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True)
class Placed:
    """A unit of a part on the sheet."""

    ref: str
    unit: int
    at: Spot
    turn: int

    def pin_at(self, pin: Pin) -> tuple[Spot, Way]:
        """Return a pin's position and direction on the sheet."""
        x, y = pin.at
        across, down = pin.out
        for _ in range(self.turn // 90):
            (x, y), (across, down) = (y, -x), (down, -across)
        return (round(self.at[0] + x, 2), round(self.at[1] + y, 2)), (across, down)


class Drawing:
    """One circuit on its sheet."""

    def __init__(self, circuit: Circuit, sheet: Sheet) -> None:
        self._circuit = circuit
        self._sheet = sheet
        self._placed = tuple(self._place(name, *where) for name, where in sheet.at.items())
        if missing := circuit.parts.keys() - {placed.ref for placed in self._placed}:
            raise BadSource(f"drawing.toml: {circuit.name}: {', '.join(sorted(missing))} is not drawn")
        self.footprints = footprints.used(circuit)
        self.symbols = {circuit.kind(ref).symbol for ref in circuit.parts} | {
            f"power:{name}" for name in (*(POWER.keys() & circuit.nets.keys()), *(["PWR_FLAG"] if sheet.flags else []))
        }

    def text(self) -> str:
        """Return the .kicad_sch file."""
        root = self._id("sheet")
        library = "".join(re.sub(r"(?m)^", "\t", _named(symbol)) + "\n" for symbol in sorted(self.symbols))
        drawn = "".join(f"\t{line}\n" for line in self._lines())
        return (
            '(kicad_sch\n\t(version 20250114)\n\t(generator "mouseboard")\n\t(generator_version "9.0")\n'
            f'\t(uuid "{root}")\n\t(paper "{self._sheet.paper}")\n'
            f'\t(title_block (title "{self._circuit.title}") (date "{self._circuit.date}") '
            f'(rev "{self._circuit.revision}") (company "Mouseboard, CERN-OHL-P-2.0"))\n'
            f"\t(lib_symbols\n{library}\t)\n{drawn}"
            '\t(sheet_instances (path "/" (page "1")))\n\t(embedded_fonts no)\n)\n'
        )

    def _lines(self) -> Iterator[str]:
        for placed in self._placed:
            yield self._symbol(placed)
        for net in self._circuit.nets:
            yield from self._net(net)
        for pin in self._circuit.free:
            for (x, y), _ in self._spots.get(pin, ()):
                yield f'(no_connect (at {x:g} {y:g}) (uuid "{self._id("free", pin)}"))'
        for net, (column, row) in self._sheet.flags.items():
            at = (column * GRID, row * GRID)
            yield from self._end(net, at, (0, 1) if net == "GND" else (0, -1), f"flag/{net}")
            yield self._sign("PWR_FLAG", at, 180 if net != "GND" else 0, f"flag/{net}")
        for words, column, row in self._sheet.text:
            where = f"(at {column * GRID:g} {row * GRID:g} 0)"
            font = "(effects (font (size 2 2) (bold yes)) (justify left bottom))"
            yield f'(text "{words}" (exclude_from_sim no) {where} {font} (uuid "{self._id("text", words)}"))'

    def _place(self, name: str, column: int, row: int, turn: int = 0) -> Placed:
        ref, _, unit = name.partition(".")
        return Placed(ref, int(unit or 1), (column * GRID, row * GRID), turn)

    @cached_property
    def _spots(self) -> dict[str, list[tuple[Spot, Way]]]:
        """The positions and directions of each pin on the sheet."""
        found: dict[str, list[tuple[Spot, Way]]] = {}
        for placed in self._placed:
            units = symbols.units(self._circuit.kind(placed.ref).symbol)
            for pin in units[placed.unit - 1] if units else ():
                found.setdefault(f"{placed.ref}.{pin.number}", []).append(placed.pin_at(pin))
        return found

    @cached_property
    def _crowded(self) -> set[Spot]:
        """The positions of all pins of parts with more than three pins."""
        many = {ref for ref in self._circuit.parts if len(self._circuit.kind(ref).pins) > 3}
        return {spot for pin, spots in self._spots.items() if pin.split(".")[0] in many for spot, _ in spots}

    def _net(self, net: str) -> Iterator[str]:
        """Yield a wire between two pins that face each other, and a label or power symbol at all others."""
        ends: dict[Spot, list[Way]] = {}
        for pin in self._circuit.nets[net]:
            if pin not in self._spots:
                raise BadSource(f"drawing.toml: {self._circuit.name}: {pin} is not drawn")
            for spot, way in self._spots[pin]:
                ends.setdefault(spot, []).append(way)
        facing = self._facing(ends) if net not in POWER else None
        if facing:
            yield self._wire(*facing, f"{net}/{facing[0]}")
            yield self._label(net, _name_at(*facing), (1, 0), f"{net}/{facing[0]}")
        for spot, ways in ends.items():
            if facing and spot in facing:
                continue
            yield from self._end(net, spot, ways[0] if len(set(ways)) == 1 else (1, 0), f"{net}/{spot}")

    def _facing(self, ends: dict[Spot, list[Way]]) -> tuple[Spot, Spot] | None:
        """Return two pins that face each other along a line, at most FACING apart; None if there are none."""
        for one, ways in ends.items():
            for other, theirs in ends.items():
                (x, y), (a, b) = one, other
                if len(ways) == len(theirs) == 1 and (a - x, b - y) != (0, 0):
                    across, down = ways[0]
                    along = (a - x) * across + (b - y) * down
                    aside = (a - x) * down - (b - y) * across
                    if 0 < along <= FACING and abs(aside) < 0.01 and theirs[0] == (-across, -down):
                        return one, other
        return None

    def _end(self, net: str, spot: Spot, way: Way, key: str) -> Iterator[str]:
        """Yield a short wire away from a pin, and at its end the net's power symbol or label."""
        stub = RAIL if net in POWER and way[0] and spot in self._crowded else STUB
        end = (round(spot[0] + stub * way[0], 2), round(spot[1] + stub * way[1], 2))
        if net in POWER and way == POWER[net]:
            end = spot
        else:
            yield self._wire(spot, end, key)
        if net in POWER:
            yield self._sign(net, end, (TURN[way] - TURN[POWER[net]]) % 360, key)
        else:
            yield self._label(net, end, way, key)

    def _wire(self, one: Spot, other: Spot, key: str) -> str:
        points = f"(pts (xy {one[0]:g} {one[1]:g}) (xy {other[0]:g} {other[1]:g}))"
        return f'(wire {points} (stroke (width 0) (type default)) (uuid "{self._id("wire", key)}"))'

    def _label(self, net: str, at: Spot, way: Way, key: str) -> str:
        side = "left" if ANGLE[way] in (0, 90) else "right"
        where = f"(at {at[0]:g} {at[1]:g} {ANGLE[way]})"
        font = f"(effects (font (size 1.27 1.27)) (justify {side} bottom))"
        return f'(label "{net}" {where} {font} (uuid "{self._id("label", key)}"))'

    def _sign(self, name: str, at: Spot, turn: int, key: str) -> str:
        """Return a power symbol. Its reference begins with #, which keeps it off part lists."""
        ref = f"#{'FLG' if name == 'PWR_FLAG' else 'PWR'}{int(uuid5(NAMESPACE_URL, f'{name}/{key}').hex[:6], 16)}"
        x, y = at
        shift = {0: (0, -3.81), 90: (-3.81, 0), 180: (0, 3.81), 270: (3.81, 0)}[turn]
        if name == "GND":
            shift = (-shift[0], -shift[1])
        hidden = "(effects (font (size 1.27 1.27)) (hide yes))"
        fields = (
            f'(property "Reference" "{ref}" (at {x:g} {y:g} 0) {hidden}) '
            f'(property "Value" "{name}" (at {x + shift[0]:g} {y + shift[1]:g} {turn % 180}) '
            f"(effects (font (size 1 1)){' (hide yes)' if name == 'PWR_FLAG' else ''}))"
        )
        return self._instance(f"power:{name}", ref, 1, at, turn, fields, f"{name}/{key}")

    def _symbol(self, placed: Placed) -> str:
        circuit = self._circuit
        kind, value = circuit.kind(placed.ref), circuit.value(placed.ref)
        shown = "(effects (font (size 1.27 1.27)) {})"
        hidden = f"(at {placed.at[0]:g} {placed.at[1]:g} 0) (effects (font (size 1.27 1.27)) (hide yes))"
        (x, y), (a, b), side = self._beside(placed)
        fields = (
            f'(property "Reference" "{placed.ref}" (at {x:g} {y:g} {-placed.turn % 180}) {shown.format(side)}) '
            f'(property "Value" "{value}" (at {a:g} {b:g} {-placed.turn % 180}) {shown.format(side)}) '
            f'(property "Footprint" "{kind.footprint}" {hidden}) (property "Datasheet" "~" {hidden})'
            + "".join(f' (property "MPN" "{one.number}" {hidden})' for one in numbers(kind)[:1])
        )
        return self._instance(kind.symbol, placed.ref, placed.unit, placed.at, placed.turn, fields, placed.ref)

    def _beside(self, placed: Placed) -> tuple[Spot, Spot, str]:
        """Return the positions of a part's name and value, and their justification.

        They go right of an upright part, above a lying one, and right of any pins at the top.
        """
        units = symbols.units(self._circuit.kind(placed.ref).symbol)
        spots = [placed.pin_at(pin) for pin in (units[placed.unit - 1] if units else ())]
        ways, (x, y) = {way for _, way in spots}, placed.at
        above = min((spot[1] for spot, _ in spots), default=y)
        if ways and (1, 0) not in ways and len(spots) <= 8 and ways & {(0, 1), (0, -1)}:
            right = x + (6.35 if y - above > 10 else 2.54 if len(ways) == 2 else 5.08)
            return (right, y - 2.54), (right, y), "(justify left)"
        if (0, -1) in ways:
            right = 2.54 + max(spot[0] for spot, way in spots if way == (0, -1))
            return (right, above - 0.64), (right, above + 1.27), "(justify left)"
        body = 2.54 if (0, 1) in ways else 0
        return (x, above - 5.08 - body), (x, above - 2.8 - body), ""

    def _instance(self, symbol: str, ref: str, unit: int, at: Spot, turn: int, fields: str, key: str) -> str:
        units = symbols.units(symbol)
        pins = " ".join(
            f'(pin "{pin.number}" (uuid "{self._id("pin", key, unit, pin.number)}"))'
            for pin in (units[unit - 1] if units else ())
        )
        path = f'(path "/{self._id("sheet")}" (reference "{ref}") (unit {unit}))'
        return (
            f'(symbol (lib_id "{symbol}") (at {at[0]:g} {at[1]:g} {turn}) (unit {unit}) '
            f'(exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no) (uuid "{self._id("symbol", key, unit)}") '
            f"{fields} {pins} "
            f'(instances (project "{self._circuit.name}" {path})))'
        )

    def _id(self, *names: object) -> str:
        return str(uuid5(NAMESPACE_URL, "/".join(map(str, ("mouseboard", self._circuit.name, *names)))))


def _name_at(one: Spot, other: Spot) -> Spot:
    """Return where a wire's label goes: at the left end, or half way down a vertical wire."""
    left, right = sorted((one, other))
    return left if left[1] == right[1] else (left[0], round(left[1] + (right[1] - left[1]) / 2 // GRID * GRID, 2))


def _named(symbol: str) -> str:
    """Return the symbol's text as a schematic stores it, with the library in its name."""
    name = symbol.split(":")[1]
    return symbols.text(symbol).replace(f'(symbol "{name}"', f'(symbol "{symbol}"', 1)


def drawing(name: str, source: Path = SOURCE) -> Drawing:
    """Return the drawing of a circuit. Raises BadSource."""
    return Drawing(load(name, source), decoded(source / "drawing.toml", dict[str, Sheet])[name])


def printed(name: str, folder: Path) -> Path:
    """Print a schematic to PDF, for readers without KiCad. Return its path. Raises KicadFailed."""
    page = folder / f"{name}.pdf"
    cli("sch", "export", "pdf", "-o", page, _file(name))
    page.write_bytes(re.sub(rb"(?<=/CreationDate \(D:)\d{14}", b"20260101000000", page.read_bytes()))
    return page


def _file(name: str) -> Path:
    return BOARDS / name / f"{name}.kicad_sch"


def used(source: Path = SOURCE) -> set[str]:
    """Return all symbols in use."""
    circuits = [load(name, source) for name in ALL_CIRCUITS]
    kinds = {circuit.kind(ref).symbol for circuit in circuits for ref in circuit.parts}
    return kinds | set(symbols.POWER)


def make() -> None:
    """Draw all circuits. Raises BadSource before anything is written, KicadFailed before a print is replaced."""
    symbols.keep(used())
    drawings = {name: drawing(name) for name in CIRCUITS}
    footprints.keep({footprint for name in ALL_CIRCUITS for footprint in footprints.used(load(name))})
    for name, made in drawings.items():
        _file(name).parent.mkdir(parents=True, exist_ok=True)
        _file(name).write_text(made.text(), "utf-8")
        _file(name).with_name("sym-lib-table").write_text(symbols.table(made.symbols), "utf-8")
        _file(name).with_name("fp-lib-table").write_text(footprints.table(made.footprints), "utf-8")
    with TemporaryDirectory() as folder:
        for page in [printed(name, Path(folder)) for name in CIRCUITS]:
            shutil.copyfile(page, _file(page.stem).with_suffix(".pdf"))


if __name__ == "__main__":
    make()
