"""Ten measured reeds: order 81, or not?

python -m hardware.making.ten_reeds FILE

FILE has a line a reed, as hardware/magnets/README.md tells to measure it: millimetres off the middle at which the reed
closes with the magnet 4 mm above the glass, closes with 5 mm, and opens again with 4 mm; separated by commas. What
stands behind # is for the reader.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

REEDS = 10
NEEDED = 7.5
"""mm: 6 that a foot may be off its place's middle, 1 that a reed may be, 0.5 that a magnet may be off its foot's."""
HIGHER = 7.0
"""mm that are enough where the magnet is as high as no table has it but by misfortune."""
SPREADS = 2
"""Standard deviations that the mean of ten must have left: reeds that are sorted lie evenly between two limits, and the
lower one is 1.7 below the mean."""
FARTHEST = 16.0
"""mm off at which a reed is open: a mouse has left its place there, by any reading of the field."""


class Reed(NamedTuple):
    """What was measured, in mm off the middle."""

    closes: float
    closes_higher: float
    opens: float


class BadSheet(ValueError):
    """A sheet that cannot be read; its text names the line."""


def read(text: str) -> list[Reed]:
    reeds = []
    for number, line in enumerate(text.splitlines(), 1):
        cells = line.partition("#")[0].split(",")
        if cells == [""]:
            continue
        try:
            reeds.append(Reed(*map(float, cells)))
        except (TypeError, ValueError):
            raise BadSheet(f"line {number}: {line!r}: three lengths in mm are needed, as in `9.5, 9.0, 12.5`") from None
    if len(reeds) < REEDS:
        raise BadSheet(f"{REEDS} reeds are needed, there are {len(reeds)}")
    return reeds


def against(reeds: Sequence[Reed]) -> Iterator[str]:
    """What speaks against ordering; nothing: order."""
    closes = [reed.closes for reed in reeds]
    least = mean(closes) - SPREADS * stdev(closes)
    if least < NEEDED:
        yield (
            f"with 4 mm some of 81 may close only {least:.1f} mm off the middle, {NEEDED:g} are needed: "
            "bring the glass nearer (3 mm), or take reeds of 10 to 15 AT, and measure again"
        )
    for number, reed in enumerate(reeds, 1):
        if reed.closes_higher < HIGHER:
            yield f"reed {number} closes only {reed.closes_higher:g} mm off with 5 mm, {HIGHER:g} are needed: as above"
        if reed.opens <= reed.closes:
            yield f"reed {number} opens at {reed.opens:g} mm, before it closes at {reed.closes:g}: measure it again"
        if reed.opens > FARTHEST:
            yield f"reed {number} opens only {reed.opens:g} mm off, {FARTHEST:g} are allowed: it is too sensitive"


def main(arguments: Sequence[str]) -> str | None:
    if len(arguments) != 1:
        return "which file? python -m hardware.making.ten_reeds FILE"
    try:
        reasons = list(against(read(Path(arguments[0]).read_text("utf-8"))))
    except (BadSheet, OSError) as error:
        return f"{arguments[0]}: {error}"
    if reasons:
        return "\n".join((*reasons, "do not order"))
    print("order")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
