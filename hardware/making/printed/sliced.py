"""Weight and printing time of every printed part, by PrusaSlicer; kept by a hash of part and settings.

python -m hardware.making.printed.sliced    slices what has changed since, and writes hardware/printed/sliced.csv

`make hardware` does this too. Where nothing has changed, no slicer is needed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from hardware.making.source import HARDWARE

KEPT = Path("printed", "sliced.csv")
SETTINGS = HARDWARE / "printed" / "slicer.ini"
SLICER = "prusa-slicer"
PLATE = 9
"""Small parts are printed so many at a time, as a tile needs them: alone, each layer would wait to cool."""
LARGE = 60.0
"""mm: a part longer than this is printed alone."""
MORE: Mapping[str, tuple[str, ...]] = {
    "printed/mouse": ("--perimeters", "3"),
    "trap/cage": ("--fill-density", "100%", "--fill-pattern", "rectilinear"),
    "trap/lever": ("--fill-density", "100%", "--fill-pattern", "rectilinear"),
}
"""Further settings of a part, as its page asks for."""
COLUMNS = ("part", "hash", "at a time", "g each", "min each")
GRAMS = re.compile(r"^; total filament used \[g\] = ([\d.]+)", re.M)
TIME = re.compile(r"^; estimated printing time \(normal mode\) = (.+)", re.M)
SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


@dataclass(frozen=True)
class Sliced:
    """What the slicer found for one part of `at_a_time` alike on a plate."""

    key: str
    at_a_time: int
    grams: float
    minutes: float


def kept(folder: Path = HARDWARE) -> dict[str, Sliced]:
    """Return what is kept, by folder and name of the part."""
    with (folder / KEPT).open(encoding="ascii", newline="") as file:
        return {
            name: Sliced(key, int(n), float(grams), float(minutes))
            for name, key, n, grams, minutes in list(csv.reader(file))[1:]
        }


def parts(folder: Path = HARDWARE) -> dict[str, Path]:
    """Return the STL file of every printed part. The trap's are those kept."""
    return {
        f"{room}/{path.stem}": path
        for room, within in (("printed", folder), ("trap", HARDWARE))
        for path in sorted((within / room / "stl").glob("*.stl"))
    }


def key(name: str, stl: Path) -> str:
    """Return the hash of all that a part's time depends on."""
    what = stl.read_bytes() + SETTINGS.read_bytes() + " ".join(MORE.get(name, ())).encode()
    return hashlib.sha256(what).hexdigest()[:16]


def stale(folder: Path = HARDWARE) -> list[str]:
    """Return the parts that have changed since they were sliced."""
    old = kept()
    return [name for name, stl in parts(folder).items() if name not in old or old[name].key != key(name, stl)]


def update(folder: Path = HARDWARE) -> dict[str, Sliced]:
    """Slice what has changed, keep and return all. Exits with a message where there is no slicer for it."""
    old = kept() if (HARDWARE / KEPT).is_file() else {}
    now = {}
    for name, stl in parts(folder).items():
        if name not in old or old[name].key != key(name, stl):
            if not shutil.which(SLICER):
                sys.exit(f"{name} has changed, and {SLICER} is not installed: its printing time is not known")
            old[name] = _sliced(name, stl)
        now[name] = old[name]
    (folder / KEPT).parent.mkdir(parents=True, exist_ok=True)
    (folder / KEPT).write_text(_text(now), "ascii")
    return kept(folder)  # rounded, as everybody else reads it


def _text(found: Mapping[str, Sliced]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, one in found.items():
        writer.writerow((name, one.key, one.at_a_time, f"{one.grams:.2f}", f"{one.minutes:.1f}"))
    return out.getvalue()


def _sliced(name: str, stl: Path) -> Sliced:
    at_a_time = 1 if _long(stl) > LARGE else PLATE
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder, "part.gcode")
        command = [SLICER, "--export-gcode", "--load", str(SETTINGS), *MORE.get(name, ())]
        command += ["--duplicate", str(at_a_time), "--output", str(code), str(stl)]
        subprocess.run(command, check=True, capture_output=True)
        text = code.read_text("utf-8", "replace")
    grams, time = GRAMS.search(text), TIME.search(text)
    if grams is None or time is None:
        raise ValueError(f"{SLICER} says no weight or time for {name}")
    seconds = sum(int(n) * SECONDS[unit] for n, unit in re.findall(r"(\d+)([dhms])", time[1]))
    return Sliced(key(name, stl), at_a_time, float(grams[1]) / at_a_time, seconds / 60 / at_a_time)


def _long(stl: Path) -> float:
    """Return the longest side of a binary STL's box on the bed."""
    facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    corners = np.frombuffer(stl.read_bytes(), facet, offset=84)["corners"].reshape(-1, 3)[:, :2]
    return float((corners.max(axis=0) - corners.min(axis=0)).max())


if __name__ == "__main__":
    update()
