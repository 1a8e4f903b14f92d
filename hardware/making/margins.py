"""The share of tables that work, by a Monte Carlo study of the tolerances on the table in hardware/magnets/felt.csv.

python -m hardware.making.margins            make the figures and their picture
python -m hardware.making.margins --check    make them elsewhere, and compare

A table works if two things hold. Every reed closes under every mouse in the worst position allowed, with mice on the
eight places around. And no reed of an empty place closes because of those eight.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from hardware.making.dimensions import load_dimensions
from hardware.making.look import figure, save
from hardware.making.made import make_or_check
from hardware.making.reach import CHOSEN, PITCH, READINGS, study

TABLES, REEDS, MICE = 10_000, 81, 6
SEED = 1
LOT = 1000
"""Tables drawn at a time."""

SORTED = ((10, 15), (15, 20), (20, 25))
"""AT: the ranges into which makers sort reeds."""
GAPS = (3.5, 4.5, 5.5, 6.5)
"""mm: nominal distances from magnet to glass."""
TABLE_GAP, REED_GAP, MOUSE_GAP = 0.5, 0.5, 0.2
"""mm: greatest errors of that gap, of a whole table, of one reed and of one mouse."""
FOOT_OFF, REED_OFF, MAGNET_OFF = load_dimensions().foot.aside, 1.0, 0.5
"""mm: greatest distances of foot and reed from their place's middle, and of a magnet from its foot's middle. The foot
is always taken at its greatest."""
REMANENCE = (1.17 / 1.18, 1.21 / 1.18)
"""Range of N35, as a share of the value in the computed table."""
SIZE = 0.1
"""mm: greatest error of a magnet's diameter and height."""

FOLDER = Path("hardware/magnets")
Array = np.ndarray


@dataclass(frozen=True)
class Lot:
    """Random tolerances of some tables, used for all gaps, readings and ratings."""

    gaps: Array  # table x reed x mouse: mm more than the nominal gap
    offsets: Array  # table x reed x mouse: mm
    strengths: Array  # table x 1 x mouse: as a share of the computed magnet's
    ratings: Array  # table x reed: 0 for the lowest rating of the sorted range, 1 for the highest


def drawn(
    rng: np.random.Generator,
    tables: int,
    reeds: int = REEDS,
    mice: int = MICE,
    magnet: str = CHOSEN,
    foot_off: float = FOOT_OFF,
) -> Lot:
    reed, mouse = (tables, reeds, 1), (tables, 1, mice)
    across, high = (float(side) for side in magnet.split(" x "))
    return Lot(
        rng.uniform(-TABLE_GAP, TABLE_GAP, (tables, 1, 1))
        + rng.uniform(-REED_GAP, REED_GAP, reed)
        + rng.uniform(-MOUSE_GAP, MOUSE_GAP, mouse),
        foot_off + REED_OFF * np.sqrt(rng.random(reed)) + MAGNET_OFF * np.sqrt(rng.random(mouse)),
        rng.uniform(*REMANENCE, mouse)
        * (1 + rng.uniform(-SIZE, SIZE, mouse) / across) ** 2
        * (1 + rng.uniform(-SIZE, SIZE, mouse) / high),
        rng.random((tables, reeds)),
    )


def felt(reading: str, gaps: Array, offsets: Array) -> Array:
    """Return the AT of the chosen magnet, interpolated linearly in the computed table."""
    return between(np.array(study()[CHOSEN, reading]), gaps, offsets)


def between(rows: Array, gaps: Array, offsets: Array) -> Array:
    """Interpolate a table linearly: a row for each mm of gap, from 2; a column for each mm off the middle."""
    row = np.clip(gaps.astype(int) - 2, 0, len(rows) - 2)
    column = offsets.astype(int)
    up, off = gaps - 2 - row, offsets - column
    below = rows[row, column] * (1 - off) + rows[row, column + 1] * off
    above = rows[row + 1, column] * (1 - off) + rows[row + 1, column + 1] * off
    found: Array = below * (1 - up) + above * up
    return found


def worst(lot: Lot, reading: str, gap: float) -> tuple[Array, Array]:
    """Return the AT by table and reed: the least of any mouse there amid eight others, and those of the eight."""
    gaps = gap + lot.gaps
    near, far = (felt(reading, gaps, np.full_like(gaps, off)) for off in (PITCH, PITCH * np.sqrt(2)))
    crowd = (4 * (near + far) * lot.strengths).min(axis=2)
    return (felt(reading, gaps, lot.offsets) * lot.strengths).min(axis=2) + crowd, -crowd


def shares() -> dict[tuple[str, float, tuple[int, int]], float]:
    """Return the share of tables that work, by reading, nominal gap and range of reeds."""
    rng = np.random.default_rng(SEED)
    working = {(reading, gap, rated): 0 for reading in READINGS for gap in GAPS for rated in SORTED}
    for _ in range(TABLES // LOT):
        lot = drawn(rng, LOT)
        for reading in READINGS:
            for gap in GAPS:
                mouse, crowd = worst(lot, reading, gap)
                for least, most in SORTED:
                    operate = least + (most - least) * lot.ratings
                    works = ((mouse >= operate) & (crowd < operate)).all(axis=1)
                    working[reading, gap, (least, most)] += int(works.sum())
    return {case: count / TABLES for case, count in working.items()}


def table(found: dict[tuple[str, float, tuple[int, int]], float]) -> str:
    lines = ["reeds sorted by AT,glass below the magnet in mm,reading A works %,reading B works %"]
    for least, most in SORTED:
        for gap in GAPS:
            both = (f"{100 * found[reading, gap, (least, most)]:.1f}" for reading in READINGS)
            lines.append(",".join((f"{least}-{most}", str(gap), *both)))
    return "\n".join(lines) + "\n"


def draw(found: dict[tuple[str, float, tuple[int, int]], float], path: Path) -> None:
    drawing, panels = figure(2, "tables on which everything works, %", sharey=True)
    for axes, reading in zip(panels, READINGS, strict=True):
        for number, (least, most) in enumerate(SORTED):
            places = [index + (number - 1) * 0.27 for index in range(len(GAPS))]
            heights = [100 * found[reading, gap, (least, most)] for gap in GAPS]
            axes.bar(places, heights, 0.25, label=f"reeds of {least}-{most} AT", color=f"C{number}", alpha=0.7)
            for place, height in zip(places, heights, strict=True):
                axes.text(place, height + 1, f"{height:.0f}", ha="center", fontsize=7)
        axes.set(title=f"reading {reading}", xlabel="glass below the magnet, mm", ylim=(0, 122))
        axes.set_xticks(range(len(GAPS)), [str(gap) for gap in GAPS])
        axes.set_yticks(range(0, 101, 25))
        axes.grid(axis="x", visible=False)
    panels[0].legend(loc="upper left", ncols=3, fontsize=8)
    save(drawing, path)


def make(root: Path) -> Iterator[Path]:
    found = shares()
    (root / FOLDER / "margins.csv").write_text(table(found), "ascii")
    draw(found, root / FOLDER / "margins.svg")
    yield from (FOLDER / "margins.csv", FOLDER / "margins.svg")


if __name__ == "__main__":
    make_or_check(make)
