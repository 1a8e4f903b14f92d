"""The KiCad footprints in use, copied once from its libraries to hardware/boards/lib/footprints.

Every circuit has its own footprint table, even one without a circuit board. Otherwise KiCad's check of a schematic
would depend on the libraries of the person who runs it.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from hardware.making import source
from hardware.making.source import HARDWARE, BadSource, Circuit

KEPT = HARDWARE / "boards" / "lib" / "footprints"
KICAD = Path("/usr/share/kicad/footprints")
CIRCUITS = (*source.CIRCUITS, "registers")
"""Circuits whose footprints are kept. That of the registers tells which holes of a perfboard fit."""
HOLE = "MountingHole:MountingHole_3.2mm_M3"
"""The screw hole of a board; not part of a circuit."""


def used(circuit: Circuit) -> set[str]:
    """Return the footprints of a circuit's parts, and that of its board's holes."""
    return {circuit.kind(ref).footprint for ref in circuit.parts} - {""} | {HOLE}


def missing(footprints: set[str]) -> list[str]:
    """Return the footprints that are neither kept nor in an installed library."""
    return sorted(one for one in footprints if not file(one).exists() and not _installed(one).exists())


def keep(footprints: set[str]) -> None:
    """Copy new footprints from the installed libraries. Raises BadSource first of all."""
    if lost := missing(footprints):
        raise BadSource(f"KiCad's libraries are not here, and these footprints are not kept: {', '.join(lost)}")
    for footprint in sorted(footprints):
        ours = file(footprint)
        if not ours.exists():
            ours.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(_installed(footprint), ours)


def file(footprint: str) -> Path:
    """Return the path of our copy."""
    library, name = footprint.split(":")
    return KEPT / f"{library}.pretty" / f"{name}.kicad_mod"


def table(footprints: set[str]) -> str:
    """Return the fp-lib-table of a circuit that uses these footprints."""
    where = "${KIPRJMOD}/../lib/footprints"
    rows = "".join(
        f'  (lib (name "{library}") (type "KiCad") (uri "{where}/{library}.pretty") (options "") (descr ""))\n'
        for library in sorted({footprint.split(":")[0] for footprint in footprints})
    )
    return f"(fp_lib_table\n  (version 7)\n{rows})\n"


def _installed(footprint: str) -> Path:
    return KICAD / file(footprint).relative_to(KEPT)
