"""Run ngspice on a deck and return its waveforms. Debian has it in the package `ngspice`."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.floating]


class SpiceFailed(RuntimeError):
    """ngspice is missing or failed; the text says which."""


def deck(title: str, lines: Iterable[str], analysis: str, vectors: Sequence[str]) -> str:
    """Return a complete deck that writes these vectors, such as `v(out)`, to the file `out`."""
    control = (".control", "set wr_singlescale", "run", f"wrdata out {' '.join(vectors)}", "quit", ".endc", ".end")
    return "\n".join([f"* {title}", *lines, analysis, *control, ""])


def static(title: str, lines: Iterable[str]) -> str:
    """Return a complete deck that writes all steady voltages and the currents of all voltage sources."""
    control = (".control", "run", "set filetype=ascii", "write out all", "quit", ".endc", ".end")
    return "\n".join([f"* {title}", *lines, ".op", *control, ""])


def run(text: str) -> Wave:
    """Return the written columns of a deck: time, then each vector; without time for an operating point.

    Raises SpiceFailed.
    """
    return np.atleast_2d(np.loadtxt(_written(text).splitlines()))


def steady(text: str) -> dict[str, float]:
    """Return what a `static` deck wrote: `v(node)` and `i(source)`, in small letters. Raises SpiceFailed."""
    head, _, values = _written(text).partition("Values:")
    names = [line.split()[1] for line in head.partition("\nVariables:")[2].splitlines() if len(line.split()) == 3]
    return dict(zip(names, map(float, values.split()[1:]), strict=True))


def _written(text: str) -> str:
    """Run a deck and return the file that it wrote. Raises SpiceFailed."""
    with TemporaryDirectory() as folder:
        Path(folder, "deck.cir").write_text(text, "utf-8")
        command = ["ngspice", "-b", "deck.cir"]
        try:
            done = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False)
        except FileNotFoundError as error:
            raise SpiceFailed("there is no ngspice here: apt install ngspice") from error
        written = [
            path for path in (Path(folder, "out.data"), Path(folder, "out"), Path(folder, "out.raw")) if path.exists()
        ]
        if not written:
            raise SpiceFailed(f"{text.splitlines()[0]}: {done.stdout[-500:]} {done.stderr[-500:]}")
        return written[0].read_text("utf-8")
