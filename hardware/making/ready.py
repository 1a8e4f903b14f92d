"""What `make hardware` needs: it is looked for before any file is touched.

`python -m hardware.making.ready` says in one line what is missing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from hardware.making import footprints, symbols
from hardware.making.kicad import PYTHON, KicadFailed, version
from hardware.making.schematic import used
from hardware.making.source import ALL_CIRCUITS, load


def lacking() -> list[str]:
    """Return what this machine lacks, and how to get it."""
    found = []
    if not _kicad():
        found.append("KiCad 9 with its Python modules (tests/get_kicad.sh)")
    if not shutil.which("dot"):
        found.append("graphviz")
    new = symbols.missing(used())
    if new:
        found.append(f"KiCad's symbols (kicad-symbols) for {', '.join(new)}")
    new = footprints.missing({one for name in ALL_CIRCUITS for one in footprints.used(load(name))})
    if new:
        found.append(f"KiCad's footprints (kicad-footprints) for {', '.join(new)}")
    return found


def _kicad() -> bool:
    try:
        module = subprocess.run([PYTHON, "-c", "import pcbnew, wx"], capture_output=True, check=False)
        return version().startswith("9.") and not module.returncode
    except (KicadFailed, OSError):
        return False


def main() -> None:
    """Exit with one line if anything is missing."""
    if lack := lacking():
        sys.exit(f"make hardware: nothing was changed; missing: {'; '.join(lack)}")


if __name__ == "__main__":
    main()
