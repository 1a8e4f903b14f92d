"""Boards full of men: what those around an empty place do to its reed, and on how many tables men are safe.

python -m hardware.making.crowds            make hardware/magnets/crowds.csv and full-boards.csv, and their picture
python -m hardware.making.crowds --check    make them elsewhere, and compare

Men are safe on a table if three things hold on every place of the board. Its reed closes under every man in the worst
position allowed, amid the worst crowd. The crowd alone does not close it. And the crowd alone does not hold it closed.
A reed passes zero when its own man leaves, so the third is more than a game needs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from hardware.making import field
from hardware.making.field import Disc
from hardware.making.look import figure, save
from hardware.making.made import make_or_check
from hardware.making.margins import LOT, SEED, SORTED, Array, between, drawn
from hardware.making.men_boards import DRAUGHTS, MORRIS
from hardware.making.reach import PITCH, READINGS

MAGNETS = ("6 x 3", "8 x 2", "8 x 3")
GAPS = (3, 4, 5)
"""mm: nominal distances from magnet to glass."""
TABLE_GAPS = range(1, 9)
"""mm: gaps for which the field is computed; between them it is interpolated."""
OFFSETS = range(10)
"""mm off the middle, likewise."""
FEET_OFF = (6.0, 4.0)
"""mm: greatest distance of a foot from its place's middle, inside a printed ring and inside a rim."""
TABLES = 2_000
HOLD = (0.4, 0.6)
"""Range of what holds a reed closed, as a share of what closes it."""
FOLDER = Path("hardware/magnets")

Point = tuple[int, int]


@dataclass(frozen=True)
class Game:
    """A board of places, in steps of the pitch, and the number of men on it."""

    name: str
    places: tuple[Point, ...]
    men: int


GAMES = (
    Game("draughts", DRAUGHTS.places, DRAUGHTS.men),
    Game("morris", MORRIS.places, MORRIS.men),
    Game("eight around", tuple((x, y) for x in range(3) for y in range(3)), 8),
    Game("all 81 places", tuple((x, y) for x in range(9) for y in range(9)), 80),
)


def distances(game: Game) -> Iterator[list[float]]:
    """Yield for each place the distances in mm of as many men as there are, as near as they can be."""
    for place in game.places:
        yield sorted(PITCH * math.dist(place, other) for other in game.places if other != place)[: game.men]


@cache
def crowd(game: Game, magnet: str) -> dict[str, tuple[float, ...]]:
    """Return the AT of the worst crowd on the board, by reading, for each of TABLE_GAPS."""
    across, high = (float(side) for side in magnet.split(" x "))
    ways = list(distances(game))
    every = sorted({way for some in ways for way in some})
    worst: dict[str, list[float]] = {reading: [] for reading in READINGS}
    for gap in TABLE_GAPS:
        for reading, felt in zip(READINGS, field.felt(Disc(across, high), gap, every), strict=True):
            at = dict(zip(every, felt, strict=True))
            worst[reading].append(max(-sum(at[way] for way in some) for some in ways))
    return {reading: tuple(values) for reading, values in worst.items()}


@cache
def own(magnet: str) -> dict[str, Array]:
    """Return a man's own AT by reading: a row for each of TABLE_GAPS, a column for each of OFFSETS."""
    across, high = (float(side) for side in magnet.split(" x "))
    rows = [field.felt(Disc(across, high), gap, OFFSETS) for gap in TABLE_GAPS]
    return {reading: np.array([row[n] for row in rows]) for n, reading in enumerate(READINGS)}


@dataclass(frozen=True)
class Shares:
    """The shares of tables on which reeds close under men, stay open amid a crowd, and open amid it by themselves."""

    close: float
    silent: float
    open: float
    safe: float


def shares(game: Game, magnet: str, foot_off: float, gap: int) -> dict[tuple[str, tuple[int, int]], Shares]:
    """Return the shares of tables by reading and range of reeds."""
    rng = np.random.default_rng(SEED)
    counts = {(reading, rated): np.zeros(4) for reading in READINGS for rated in SORTED}
    for _ in range(TABLES // LOT):
        lot = drawn(rng, LOT, len(game.places), min(game.men, 24), magnet, foot_off)
        holds = rng.uniform(*HOLD, lot.ratings.shape)
        gaps = gap + lot.gaps
        for reading in READINGS:
            around = (np.interp(gaps, TABLE_GAPS, crowd(game, magnet)[reading]) * lot.strengths).max(axis=2)
            under = (between(own(magnet)[reading], gaps + 2 - TABLE_GAPS[0], lot.offsets) * lot.strengths).min(axis=2)
            for least, most in SORTED:
                operate = least + (most - least) * lot.ratings
                tests = (under - around >= operate, around < operate, around < holds * operate)
                each = [test.all(axis=1) for test in tests]
                counts[reading, (least, most)] += [one.sum() for one in (*each, np.logical_and.reduce(each))]
    return {case: Shares(*(count / TABLES)) for case, count in counts.items()}


def crowd_table() -> str:
    """Return a table of the worst crowds of each game, by magnet, gap and reading."""
    lines = ["board,men,magnet,reading," + ",".join(f"{gap} mm below" for gap in TABLE_GAPS)]
    for game in GAMES:
        for magnet in MAGNETS:
            for reading, values in crowd(game, magnet).items():
                lines.append(f"{game.name},{game.men},{magnet},{reading}," + ",".join(f"{at:.2f}" for at in values))
    return "\n".join(lines) + "\n"


def share_table() -> str:
    """Return a table of the shares of tables on which men are safe."""
    lines = ["board,magnet,foot off mm,glass below mm,reeds AT,reading,closes %,stays open %,opens %,safe %"]
    for game in GAMES[:3]:
        for magnet in MAGNETS:
            for foot_off in FEET_OFF:
                for gap in GAPS:
                    for (reading, (least, most)), found in shares(game, magnet, foot_off, gap).items():
                        case = (game.name, magnet, f"{foot_off:g}", str(gap), f"{least}-{most}", reading)
                        part = (f"{100 * one:.1f}" for one in (found.close, found.silent, found.open, found.safe))
                        lines.append(",".join((*case, *part)))
    return "\n".join(lines) + "\n"


def draw(path: Path) -> None:
    """Draw the worst crowds by board and magnet."""
    drawing, panels = figure(2, "", sharey=True)
    at = TABLE_GAPS.index(4)
    rows: Sequence[tuple[Game, str]] = [(game, magnet) for game in GAMES for magnet in MAGNETS]
    for axes, reading in zip(panels, READINGS, strict=True):
        for row, (game, magnet) in enumerate(rows):
            axes.barh(row, crowd(game, magnet)[reading][at], 0.7, color=f"C{GAMES.index(game)}", alpha=0.7)
        axes.axvspan(6, 12, color="0.92", zorder=0)
        axes.axvspan(15, 20, color="0.8", zorder=0)
        axes.set(title=f"reading {reading}", xlabel="ampere-turns on an empty place", xlim=(0, 21))
        axes.set_yticks(range(len(rows)), [f"{game.name}, {magnet}" for game, magnet in rows])
        axes.grid(axis="y", visible=False)
    panels[0].invert_yaxis()
    save(drawing, path)


def make(root: Path) -> Iterator[Path]:
    """Write all files below a folder and yield their paths."""
    for name, text in (("crowds.csv", crowd_table), ("full-boards.csv", share_table)):
        (root / FOLDER / name).write_text(text(), "ascii")
        yield FOLDER / name
    draw(root / FOLDER / "full-boards.svg")
    yield FOLDER / "full-boards.svg"


if __name__ == "__main__":
    make_or_check(make)
