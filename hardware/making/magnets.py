"""The study of magnet and reed: tables of the ampere-turns that a reed feels, and their pictures, in hardware/magnets.

python -m hardware.making.magnets            make them
python -m hardware.making.magnets --check    make them elsewhere, and compare
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardware.making import field, reach
from hardware.making.dimensions import load_dimensions
from hardware.making.field import Disc
from hardware.making.look import figure, save
from hardware.making.made import make_or_check
from hardware.making.reach import CHOSEN, MAGNETS, READINGS

SIMULATED = Path("host/mouseboard/sim/felt.csv")
STUDY = Path("hardware/magnets")

OFFSETS = range(61)
GAPS = range(2, 11)
HEIGHTS = range(41)
SIMULATED_GAP = 5.0
"""mm: the simulated table has the largest gap allowed."""
SIMULATED_MAGNETS = ("8 x 3", "4 x 3")

FOOT = load_dimensions().foot.across
"""mm: diameter of a mouse's foot. A mouse leans on its edge or falls over it."""
FLOOR = load_dimensions().foot.floor
"""mm: thickness of the foot below the magnet; part of the gap, but not for a fallen mouse."""
ASIDE = range(-30, 31)


def disc(name: str) -> Disc:
    """Return the magnet with a name such as `8 x 3`."""
    across, high = name.split(" x ")
    return Disc(float(across), float(high))


def study_table() -> str:
    """Return a table of both readings of every magnet at every gap."""
    lines = [",".join(("magnet", "reading", "gap", *(f"{offset} mm off" for offset in OFFSETS)))]
    for name in MAGNETS:
        for gap in GAPS:
            for reading, felt in zip(READINGS, field.felt(disc(name), gap, OFFSETS), strict=True):
                lines.append(_row(name, reading, gap, *felt))
    return "\n".join(lines) + "\n"


def posture_table() -> str:
    """Return a table of both readings of the chosen magnet in each posture of mouse or reed."""
    magnet, gap, edge = disc(CHOSEN), 5.0, FOOT / 2
    postures = {
        "upright": field.felt(magnet, gap, ASIDE),
        "tilted by 20 degrees": field.felt(magnet, gap, ASIDE, 20),
        "leaning on the edge of its foot by 20 degrees": field.felt(magnet, gap, ASIDE, 20, edge),
        "fallen over the edge of its foot": field.felt(magnet, gap - FLOOR, ASIDE, 90, edge),
        "above a reed that lies": field.felt_lying(magnet, gap, ASIDE),
    }
    lines = [",".join(("posture", "reading", *(f"{offset} mm off" for offset in ASIDE)))]
    for posture, readings in postures.items():
        for reading, felt in zip(READINGS, readings, strict=True):
            lines.append(_row(posture, reading, *felt))
    return "\n".join(lines) + "\n"


def simulated_table() -> str:
    """Return the simulated table's values: the mean of both readings."""
    lines = [",".join(("magnet", "mm up", *(f"{offset} mm off" for offset in OFFSETS)))]
    for name in SIMULATED_MAGNETS:
        for height in HEIGHTS:
            both = zip(*field.felt(disc(name), SIMULATED_GAP + height, OFFSETS), strict=True)
            lines.append(_row(name, height, *((a + b) / 2 for a, b in both)))
    return "\n".join(lines) + "\n"


def _row(*cells: str | float) -> str:
    return ",".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in cells)


# Pictures


def draw_reach(path: Path) -> None:
    """Draw how far off an upright reed and a lying reed feel a mouse."""
    drawing, (upright, lying) = figure(2, "ampere-turns felt", sharey=True)
    offsets = [offset / 2 for offset in range(81)]
    for gap in (3, 5, 8):
        both = [[max(abs(reach.felt(CHOSEN, reading, gap, offset)), 0.1) for offset in offsets] for reading in READINGS]
        upright.fill_between(offsets, *both, alpha=0.45, label=f"glass {gap} mm below", linewidth=0)
        sideways = field.felt_lying(disc(CHOSEN), gap, offsets)
        lying.fill_between(offsets, *([max(abs(at), 0.1) for at in one] for one in sideways), alpha=0.45, linewidth=0)
    for axes, title in ((upright, "reed upright"), (lying, "reed lying: dead in the middle")):
        axes.set(yscale="log", ylim=(0.5, 500), xlim=(0, 40), title=title, xlabel="mouse off the middle, mm")
        _mark_reeds(axes)
        axes.axvline(6, color="black", linewidth=0.8, linestyle=":")
    upright.legend(loc="upper right")
    save(drawing, path)


def draw_lift(path: Path) -> None:
    """Draw how high a mouse must be lifted for the reed to open."""
    drawing, (middle, aside) = figure(2, "ampere-turns felt", sharey=True)
    gaps = [4 + step / 2 for step in range(73)]
    for axes, offset in ((middle, 0.0), (aside, 6.0)):
        readings = zip(*(field.felt(disc(CHOSEN), gap, [offset]) for gap in gaps), strict=True)
        axes.fill_between(
            [gap - 4 for gap in gaps], *([at for (at,) in one] for one in readings), alpha=0.45, linewidth=0
        )
        axes.set(yscale="log", ylim=(0.5, 500), xlim=(0, 36), xlabel="lifted by, mm")
        axes.set_title("from the middle" if not offset else f"from {offset:g} mm off")
        _mark_reeds(axes)
    save(drawing, path)


def draw_crowd(path: Path) -> None:
    """Draw the effect of eight mice around, by magnet: on an empty place, and on a mouse at the edge of its own."""
    drawing, (empty, edge) = figure(2, "", sharey=True)
    for row, name in enumerate(MAGNETS):
        for axes, felt in (
            (empty, [abs(reach.crowd(name, reading, 4)) for reading in READINGS]),
            (edge, [reach.felt(name, reading, 4, 6) + reach.crowd(name, reading, 4) for reading in READINGS]),
        ):
            axes.plot(felt, [row, row], color="C0", linewidth=6, solid_capstyle="butt", alpha=0.45)
            axes.plot(felt, [row, row], "|", color="C0", markersize=14)
    for axes, title in ((empty, "empty place, 8 mice around it"), (edge, "mouse 6 mm off, 8 mice around it")):
        axes.axvspan(15, 20, color="0.85")
        axes.set(title=title, xlabel="ampere-turns felt (from reading to reading)", yticks=range(len(MAGNETS)))
        axes.set_yticklabels([f"{name} N35" for name in MAGNETS])
        axes.grid(axis="y", visible=False)
    empty.set_xlim(0, 25)
    edge.set(xlim=(5, 200), xscale="log")
    edge.set_xticks([5, 10, 20, 50, 100, 200], ["5", "10", "20", "50", "100", "200"])
    save(drawing, path)


def draw_postures(path: Path) -> None:
    """Draw the readings of a mouse that leans, and of one that has fallen."""
    drawing, (leaning, fallen) = figure(2, "ampere-turns felt", sharey=True)
    table = reach.postures()
    for axes, names in (
        (leaning, ("upright", "leaning on the edge of its foot by 20 degrees")),
        (fallen, ("fallen over the edge of its foot",)),
    ):
        for number, name in enumerate(names):
            both = [[max(abs(at), 0.1) for at in table[name, reading]] for reading in READINGS]
            axes.fill_between(
                ASIDE, *both, alpha=0.45, label=name.partition(" on ")[0], color=f"C{number}", linewidth=0
            )
        axes.set(yscale="log", ylim=(0.5, 500), xlim=(-30, 30), xlabel="reed beside the foot's old middle, mm")
        _mark_reeds(axes)
    leaning.set_title("leaning by 20 degrees")
    leaning.legend(loc="upper right")
    fallen.set_title("fallen over the edge of its foot")
    save(drawing, path)


def _mark_reeds(axes: Any) -> None:
    """Shade the ranges of ampere-turns in which the chosen reeds close, and open again."""
    axes.axhspan(15, 20, color="0.8", zorder=0)
    axes.axhspan(6, 12, color="0.92", zorder=0)
    right = axes.get_xlim()[1]
    axes.text(right, 17.3, "closes ", ha="right", va="center", fontsize=8)
    axes.text(right, 8.5, "opens ", ha="right", va="center", fontsize=8)


def make(root: Path) -> Iterator[Path]:
    """Write all files of the study below a folder and yield their paths."""
    tables = {
        SIMULATED: simulated_table,
        STUDY / "felt.csv": study_table,
        STUDY / "postures.csv": posture_table,
    }
    pictures = {"reach": draw_reach, "lift": draw_lift, "crowd": draw_crowd, "postures": draw_postures}
    for name, table in tables.items():
        (root / name).write_text(table(), "ascii")
        yield name
    for stem, draw in pictures.items():
        draw(root / STUDY / f"{stem}.svg")
        yield STUDY / f"{stem}.svg"


if __name__ == "__main__":
    make_or_check(make)
