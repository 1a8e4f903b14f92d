"""The KiCad symbols in use, copied from its libraries to hardware/boards/lib/symbols."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.making.made import instead_of
from hardware.making.sexpr import child, children, numbers, parse, words
from hardware.making.source import HARDWARE, BadSource

KEPT = HARDWARE / "boards" / "lib" / "symbols"
KICAD = Path("/usr/share/kicad/symbols")
HEAD = '(kicad_symbol_lib\n\t(version 20241209)\n\t(generator "mouseboard")\n'
POWER = ("power:+5V", "power:+3V3", "power:GND", "power:PWR_FLAG")


@dataclass(frozen=True)
class Pin:
    """A symbol's pin; position in mm, x to the right and y down. `out` points away from the symbol's body."""

    number: str
    at: tuple[float, float]
    out: tuple[int, int]


@cache
def text(symbol: str) -> str:
    """Return the symbol's text from our copy of its library. Raises BadSource."""
    library, name = symbol.split(":")
    return _block((KEPT / f"{library}.kicad_sym").read_text("utf-8"), name)


@cache
def units(symbol: str) -> tuple[tuple[Pin, ...], ...]:
    """Return the pins of each of a symbol's units; pins common to all units are in the first."""
    found: dict[int, list[Pin]] = {}
    for part in children(parse(text(symbol)), "symbol"):
        unit = int(words(part)[0].split("_")[-2])
        for pin in children(part, "pin"):
            x, y, angle = numbers(pin, "at")
            out = {0: (-1, 0), 90: (0, 1), 180: (1, 0), 270: (0, -1)}[int(angle)]
            found.setdefault(max(1, unit), []).append(Pin(words(child(pin, "number"))[0], (x, -y), out))
    return tuple(tuple(found.get(unit, ())) for unit in range(1, max(found, default=0) + 1))


def names(library: Path) -> list[str]:
    """Return the names of the symbols in a library."""
    return re.findall(r'^\t\(symbol "([^"]+)"$', library.read_text("utf-8"), re.M)


def missing(symbols: set[str]) -> list[str]:
    """Return the symbols that are neither kept nor in an installed library."""
    return sorted(symbol for symbol in symbols if _found(symbol) is None)


def keep(symbols: set[str]) -> None:
    """Copy new symbols from the installed libraries, and drop those no longer in use. Raises BadSource first of all."""
    if lost := missing(symbols):
        raise BadSource(f"KiCad's libraries are not here, and these symbols are not kept: {', '.join(lost)}")
    with instead_of(KEPT) as made:
        for library in sorted({symbol.split(":")[0] for symbol in symbols}):
            blocks = [_found(symbol) for symbol in sorted(symbols) if symbol.startswith(f"{library}:")]
            (made / f"{library}.kicad_sym").write_text(
                HEAD + "".join(f"{block}\n" for block in blocks) + ")\n", "utf-8"
            )


def table(symbols: set[str]) -> str:
    """Return the sym-lib-table of a circuit that uses these symbols."""
    where = "${KIPRJMOD}/../lib/symbols"
    rows = "".join(
        f'\t(lib (name "{name}")(type "KiCad")(uri "{where}/{name}.kicad_sym")(options "")(descr ""))\n'
        for name in sorted({symbol.split(":")[0] for symbol in symbols})
    )
    return f"(sym_lib_table\n\t(version 7)\n{rows})\n"


def _found(symbol: str) -> str | None:
    """Return a symbol's text from our copy, else from the installed library; None if neither has it."""
    library, name = symbol.split(":")
    for folder in (KEPT, KICAD):
        path = folder / f"{library}.kicad_sym"
        if path.exists():
            whole = path.read_text("utf-8")
            if f'\n\t(symbol "{name}"\n' in whole:
                return _whole(whole, name)
    return None


def _whole(library: str, name: str) -> str:
    """Return a symbol's text; one that extends another gets the other's body, so that it is self-contained."""
    block = _block(library, name)
    extends = re.search(r'\(extends "([^"]+)"\)', block)
    if not extends:
        return block
    body = _block(library, extends[1]).replace(f'(symbol "{extends[1]}', f'(symbol "{name}')
    for field, value in re.findall(r'\(property "([^"]+)" "([^"]*)"', block):
        body = re.sub(rf'(\(property "{re.escape(field)}") "[^"]*"', rf'\1 "{value}"', body)
    return body


def _block(library: str, name: str) -> str:
    """Return a symbol's block in its library's text. Raises BadSource."""
    start = library.find(f'\n\t(symbol "{name}"\n')
    end = library.find("\n\t)", start + 1)
    if start < 0:
        raise BadSource(f"there is no symbol {name}")
    return library[start + 1 : end + 3]
