"""Ten measured reeds: order 81, or not?

python -m hardware.making.ten_reeds FILE

FILE has a line for each reed, measured as hardware/magnets/README.md says. A line has three distances from the middle
in millimetres, separated by commas: where the reed closes with the magnet 4.5 mm above the glass, where it closes with
5.5 mm, and where it opens again with 4.5 mm. Text after # is ignored.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

REEDS = 10
NEEDED = 5.5
"""mm: 4 for the foot's distance from its place's middle, 1 for the reed's, 0.5 for the magnet's from its foot's."""
HIGHER = 5.5
"""mm that are needed a millimetre higher: there lies the worst place of an unlucky table."""
SPREADS = 2
"""Standard deviations between the mean of ten reeds and NEEDED. Sorted reeds are spread evenly between two limits, and
the lower limit is 1.7 standard deviations below the mean."""
FARTHEST = 16.0
"""mm at which every reed must be open: by either reading of the field a mouse has left its place there."""


class Reed(NamedTuple):
    """A reed's measurements, in mm off the middle."""

    closes: float
    closes_higher: float
    opens: float


class BadSheet(ValueError):
    """A file of measurements that cannot be read; the text names the line."""


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
    """Yield the reasons not to order; if there are none, order."""
    closes = [reed.closes for reed in reeds]
    least = mean(closes) - SPREADS * stdev(closes)
    if least < NEEDED:
        yield (
            f"with 4.5 mm some of 81 may close only {least:.1f} mm off the middle, {NEEDED:g} are needed: "
            "take reeds of 10 to 15 AT, and measure again"
        )
    for number, reed in enumerate(reeds, 1):
        if reed.closes_higher < HIGHER:
            there = f"reed {number} closes only {reed.closes_higher:g} mm off with 5.5 mm"
            yield f"{there}, {HIGHER:g} are needed: as above"
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
