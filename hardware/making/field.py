"""A magnet's effect on a reed in ampere-turns (AT), by two estimates ("readings"), computed by magpylib. Lengths in mm.

A reed is rated in the ampere-turns of a coil around it. No exact formula converts a magnet's field to these. So there
are two readings, and we believe only what both agree on:

    A   the field strength H along the glass, integrated from end to end
    B   the flux density B at the middle of the glass, 10 AT for each millitesla; halved for an upright reed, because
        only one pole comes near to one of its ends

The magnet is a disc in a mouse's foot. `gap` is from its face down to the glass, or for a lying reed to the glass's
upper side. Values are signed: what closes a reed under its own mouse is positive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import magpylib
import numpy as np
from hardware.making.dimensions import load_dimensions

GLASS = load_dimensions().reed.glass
"""Length of the reed's glass."""
THICK = load_dimensions().reed.across
"""Its diameter."""
AT_PER_MT = 10.0
"""Assumed; makers give 7 to 15."""
N35, N52 = 1.18, 1.44
"""Remanence in tesla: N35 is 1.17 to 1.21, N52 1.42 to 1.47."""

SAMPLES = 57
"""Points along the glass."""


@dataclass(frozen=True)
class Disc:
    """A disc magnet; `remanence` in tesla."""

    across: float
    high: float
    remanence: float = N35

    def __str__(self) -> str:
        return f"{self.across:g} x {self.high:g}"


def felt(
    disc: Disc, gap: float, offsets: Sequence[float], tilt: float = 0.0, pivot: float = 0.0
) -> tuple[list[float], list[float]]:
    """Return both readings of an upright reed for each offset of its axis from the foot's middle.

    `tilt`: how many degrees the foot leans towards positive offsets, about its point at offset `pivot`.
    """
    depths = np.linspace(0, -GLASS, SAMPLES)
    along = _field(disc, gap, [(offset, depth) for offset in offsets for depth in depths], tilt, pivot)[:, 2]
    added = np.trapezoid(along.reshape(len(offsets), SAMPLES), dx=GLASS / (SAMPLES - 1))
    middle = _field(disc, gap, [(offset, -GLASS / 2) for offset in offsets], tilt, pivot)[:, 2]
    return _readings(added, middle, halved=True)


def felt_lying(disc: Disc, gap: float, offsets: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return both readings of a reed that lies along the line from foot to reed, for each offset of its middle."""
    steps = np.linspace(-GLASS / 2, GLASS / 2, SAMPLES)
    axis = -THICK / 2
    along = _field(disc, gap, [(offset + step, axis) for offset in offsets for step in steps])[:, 0]
    added = np.trapezoid(along.reshape(len(offsets), SAMPLES), dx=GLASS / (SAMPLES - 1))
    middle = _field(disc, gap, [(offset, axis) for offset in offsets])[:, 0]
    return _readings(added, middle, halved=False)


def _field(
    disc: Disc, gap: float, points: Sequence[tuple[float, float]], tilt: float = 0.0, pivot: float = 0.0
) -> np.ndarray:
    """Return H in A/mm at points (offset, height above the upright glass's upper end)."""
    magnet = magpylib.magnet.Cylinder(
        polarization=(0, 0, disc.remanence),
        dimension=(disc.across / 1000, disc.high / 1000),
        position=(0, 0, (gap + disc.high / 2) / 1000),
    )
    magnet.rotate_from_angax(tilt, "y", anchor=(pivot / 1000, 0, gap / 1000))
    places = np.array([(offset / 1000, 0, height / 1000) for offset, height in points])
    return np.reshape(magnet.getH(places), (-1, 3)) / 1000


def _readings(added: np.ndarray, middle: np.ndarray, halved: bool) -> tuple[list[float], list[float]]:
    """Return readings A and B, in AT, from the integral of H in A and from H at the middle in A/mm."""
    millitesla = middle * 1000 * (4e-7 * np.pi) * 1000
    return added.tolist(), (millitesla * AT_PER_MT / (2 if halved else 1)).tolist()
