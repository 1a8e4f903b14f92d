"""Boards full of men: what those around an empty place do to its reed, and on how many tables men are safe.

python -m hardware.making.crowds            make hardware/magnets/full-boards.md, its figures and its picture
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
from hardware.making.dimensions import load_dimensions
from hardware.making.field import Disc
from hardware.making.look import figure, save
from hardware.making.made import make_or_check
from hardware.making.margins import LOT, SEED, SORTED, Array, between, drawn
from hardware.making.reach import CHOSEN, PITCH, READINGS

from mouseboard import layouts

OF = load_dimensions()
MAGNETS = ("6 x 3", "8 x 2", "8 x 3")
MANS = f"{OF.magnet.across:g} x {OF.man.magnet_high:g}"
"""The magnet of a man."""
GAPS = tuple(sorted({3.0, OF.gap.least, OF.gap.aimed, OF.gap.most}))
"""mm: nominal distances from magnet to glass; the first is for a table that is built for men only."""
RATED = (15, 20)
"""AT: the chosen reeds."""
TABLE_GAPS = range(1, 9)
"""mm: gaps for which the field is computed; between them it is interpolated."""
OFFSETS = range(10)
"""mm off the middle."""
RINGED = 6.0
FEET_OFF = (OF.aside, RINGED)
"""mm: greatest distance of a foot from its place's middle, inside a rim and inside a printed ring."""
TABLES = 2_000
NEARLY_ALL = 99.9
"""Percent of tables that the page calls nearly all."""
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


def shipped(name: str, men: int) -> Game:
    """Return the board of a shipped layout on the reference table."""
    reeds = [place.at for place in layouts.load(name).place if place.sensors]
    return Game(name, tuple(sorted((round(x / PITCH - 0.5), round(y / PITCH - 0.5)) for x, y in reeds)), men)


GAMES = (
    shipped("draughts", 24),
    shipped("morris", 18),
    Game("eight around", tuple((x, y) for x in range(3) for y in range(3)), 8),
    Game("all 81 places", tuple((x, y) for x in range(9) for y in range(9)), 80),
)


def distances(game: Game) -> Iterator[list[float]]:
    """Yield for each place the distances in mm of as many men as there are, as near as they can be."""
    for place in game.places:
        yield sorted(PITCH * math.dist(place, other) for other in game.places if other != place)[: game.men]


@cache
def crowd(game: Game, magnet: str) -> dict[str, tuple[float, ...]]:
    """Return the AT of the worst crowd on the board, by reading, one for each of TABLE_GAPS."""
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


@cache
def shares(game: Game, magnet: str, foot_off: float, gap: float) -> dict[tuple[str, tuple[int, int]], Shares]:
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


def at(game: Game, magnet: str, reading: str, gap: float) -> float:
    """Return the AT of the worst crowd at any gap, interpolated."""
    return float(np.interp(gap, TABLE_GAPS, crowd(game, magnet)[reading]))


def percent(share: float) -> str:
    """Return a share in percent, never rounded up to all."""
    return f"{math.floor(1000 * share) / 10:.1f}"


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
                        case = (game.name, magnet, f"{foot_off:g}", f"{gap:g}", f"{least}-{most}", reading)
                        part = map(percent, (found.close, found.silent, found.open, found.safe))
                        lines.append(",".join((*case, *part)))
    return "\n".join(lines) + "\n"


def draw(path: Path) -> None:
    """Draw the worst crowds by board and magnet."""
    drawing, panels = figure(2, "", sharey=True)
    rows: Sequence[tuple[Game, str]] = [(game, magnet) for game in GAMES for magnet in MAGNETS]
    for axes, reading in zip(panels, READINGS, strict=True):
        for row, (game, magnet) in enumerate(rows):
            axes.barh(row, at(game, magnet, reading, OF.gap.aimed), 0.7, color=f"C{GAMES.index(game)}", alpha=0.7)
        axes.axvspan(6, 12, color="0.92", zorder=0)
        axes.axvspan(15, 20, color="0.8", zorder=0)
        axes.set(title=f"reading {reading}", xlabel="ampere-turns on an empty place", xlim=(0, 21))
        axes.set_yticks(range(len(rows)), [f"{game.name}, {magnet}" for game, magnet in rows])
        axes.grid(axis="y", visible=False)
    panels[0].invert_yaxis()
    save(drawing, path)


def page() -> str:
    """Return the page about full boards."""
    gap, (least, most) = OF.gap.aimed, RATED
    crowds = [
        f"| {game.name} | {game.men} | " + " | ".join(_both(game, magnet, gap) for magnet in MAGNETS) + " |"
        for game in GAMES
    ]
    safe = [
        f"| {game.name} | {magnet} | {off:g} | {' | '.join(_safe(game, magnet, off, gap, RATED))} |"
        for game in GAMES[:3]
        for magnet in (MANS, CHOSEN)
        for off in FEET_OFF
    ]
    return PAGE.format(
        gap=f"{gap:g}",
        rated=f"{least}-{most}",
        least=least,
        release=f"{HOLD[0] * least:.1f}",
        crowds="\n".join(crowds),
        magnets=" | ".join(MAGNETS),
        chosen=CHOSEN,
        eight="{:.1f} by reading A, {:.1f} by the mean of both".format(*_eight(gap)),
        mans=MANS,
        rim=f"{OF.aside:g}",
        ring=f"{RINGED:g}",
        tables=f"{TABLES:,}",
        safe="\n".join(safe),
        nearly=NEARLY_ALL,
        everywhere=_everywhere(),
    )


def _both(game: Game, magnet: str, gap: float) -> str:
    return " / ".join(f"{at(game, magnet, reading, gap):.1f}" for reading in READINGS)


def _eight(gap: float) -> tuple[float, float]:
    """Return the AT of eight mice around by reading A, and by the mean of both."""
    a, b = (at(GAMES[2], CHOSEN, reading, gap) for reading in READINGS)
    return a, (a + b) / 2


def _safe(game: Game, magnet: str, off: float, gap: float, rated: tuple[int, int]) -> list[str]:
    found = shares(game, magnet, off, gap)
    return [percent(found[reading, rated].safe) for reading in READINGS]


def _everywhere() -> str:
    """Return the reeds and gaps with which men in rims are safe on nearly all tables, on every board."""
    good = [
        f"{least}-{most} AT with the glass {gap:g} mm below"
        for least, most in SORTED
        for gap in GAPS
        if all(
            float(share) >= NEARLY_ALL
            for game in GAMES[:3]
            for share in _safe(game, MANS, OF.aside, gap, (least, most))
        )
    ]
    return "; ".join(good) or "none of those that we tried"


PAGE = """# Boards full of men

Made by `python -m hardware.making.crowds`. Everything here is computed; nobody has laid out a full board.

Morris has 18 men on 24 points, and draughts 24 on 32 dark squares. So an empty place has far more magnets around it
than among mice. We computed for every place of each board what the nearest men around it do, all of them on the board
and as near as they can be. The figures are ampere-turns (AT) on the worst empty place, with the glass {gap} mm below.
The first is reading A, the second [reading B](README.md#how-it-was-computed):

| board | men | {magnets} |
|---|---|---|---|---|
{crowds}

A reed of {rated} AT closes at {least} AT or more. But once closed, the worst of them opens only below {release} AT.
Eight mice around an empty place pass that with their own magnet of {chosen}: {eight}. A reed passes
zero when its own man leaves, so it opens all the same. We do not rely on that.

![What a full board does to an empty place](full-boards.svg)

**So men get a magnet of {mans} mm, N35, and their places get rims.** A foot inside a rim stands at most {rim} mm off
the middle; inside a printed ring it may be {ring} mm. We drew {tables} tables with the tolerances of [the mice's
study](README.md#on-how-many-tables-everything-works), with as many men as the game has. Men are safe on a table if
three things hold on every place:

1. Its reed closes under every man, amid the worst crowd.
2. The crowd does not close it.
3. The crowd does not hold it closed. (A reed opens at 40 to 60 % of what closes it.)

Share of tables on which all three hold, with reeds of {rated} AT and the glass {gap} mm below:

| board | magnet | foot off, mm | reading A, % | reading B, % |
|---|---|---|---|---|
{safe}

With {chosen} only the third fails, by reading A. With {mans} and no rim only the first fails, by reading B. Draughts
can be played with {chosen} as well.

On draughts, on morris and with eight around, all three hold on {nearly} % of tables or more by both readings with
{mans}, rims, and these reeds: {everywhere}. That is for a table which is built for men
only. With all 81 places full at once the crowd passes what holds a reed of {rated} AT, with any of these magnets.
Neither game does that.

[crowds.csv](crowds.csv) has the crowds at every height, [full-boards.csv](full-boards.csv) the shares, each of the
three by itself.

Before you order 24 magnets, [measure ten reeds](README.md#measure-ten-reeds) with nine of {mans} as well.
"""


def make(root: Path) -> Iterator[Path]:
    """Write all files below a folder and yield their paths."""
    for name, text in (("crowds.csv", crowd_table), ("full-boards.csv", share_table), ("full-boards.md", page)):
        (root / FOLDER / name).write_text(text(), "utf-8")
        yield FOLDER / name
    draw(root / FOLDER / "full-boards.svg")
    yield FOLDER / "full-boards.svg"


if __name__ == "__main__":
    make_or_check(make)
