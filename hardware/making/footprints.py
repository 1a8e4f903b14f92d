"""KiCad's footprints that are used here, taken out of its libraries once and kept in hardware/boards/lib/footprints.

All circuits have a table of theirs, also those without a circuit board: else KiCad's check of a schematic would depend
on the libraries of whoever runs it.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from hardware.making.source import HARDWARE, Circuit

KEPT = HARDWARE / "boards" / "lib" / "footprints"
KICAD = Path("/usr/share/kicad/footprints")
HOLE = "MountingHole:MountingHole_3.2mm_M3"
"""What holds a board down; no part of a circuit."""


def used(circuit: Circuit) -> set[str]:
    """Those of its parts, and of the holes of its board."""
    return {circuit.kind(ref).footprint for ref in circuit.parts} - {""} | {HOLE}


def keep(footprints: set[str]) -> None:
    """Copy those that are not with us yet out of the installed libraries."""
    for ours in map(file, sorted(footprints)):
        if not ours.exists():
            ours.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(KICAD / ours.relative_to(KEPT), ours)


def file(footprint: str) -> Path:
    """Where it is kept."""
    library, name = footprint.split(":")
    return KEPT / f"{library}.pretty" / f"{name}.kicad_mod"


def table(footprints: set[str]) -> str:
    """The fp-lib-table of a circuit that uses these."""
    where = "${KIPRJMOD}/../lib/footprints"
    rows = "".join(
        f'  (lib (name "{library}") (type "KiCad") (uri "{where}/{library}.pretty") (options "") (descr ""))\n'
        for library in sorted({footprint.split(":")[0] for footprint in footprints})
    )
    return f"(fp_lib_table\n  (version 7)\n{rows})\n"
