"""Touches while settings are written, on an emulated chip whose DMA starts again every half second instead of 9 hours.

    python -m tests.chip.laps [ROUNDS]    81 touches of 8 to 16 ms and one write in each round (150)

Exit status 1 if a change is lost or has a wrong time. __main__.py says what the emulated chip leaves out.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

from tests.chip.__main__ import MS, Figures, each
from tests.chip.emulated import Emulated

SAMPLER = Path(__file__).parents[2] / "firmware/mousetable/chip/sampler.py"
WORDS = 2048  # of a lap: as many as the ring has, in 512 ms


def short_laps() -> bytes:
    """Return the sampler's source with a lap of WORDS. MicroPython prefers it to the compiled file."""
    source, changed = re.subn(r"_LAP_WORDS = const\(\w+\)", f"_LAP_WORDS = const({WORDS})", SAMPLER.read_text("utf-8"))
    assert changed == 1
    return source.encode()


def touches(board: Emulated, random: Random) -> list[tuple[float, int, bool]]:
    """Plan a touch of every contact, 4 ms after the one before; return (when, contact, closed) in order."""
    planned = []
    for n, contact in enumerate(random.sample(range(board.inputs), board.inputs)):
        closes = board.now + (5 + 4 * n) * MS
        planned += [(closes, contact, True), (closes + (8 + 8 * random.random()) * MS, contact, False)]
    for when, contact, closed in sorted(planned):
        board.contact(when, contact, closed)
    return sorted(planned)


def laps(figures: Figures, rounds: int) -> None:
    with Emulated(files={"mousetable/chip/sampler.py": short_laps()}) as board:
        board.start(within_us=60e6)
        random = Random(5)
        wanted: list[tuple[float, int, bool]] = []
        for n in range(rounds):
            wanted += touches(board, random)
            board.say("set", "current", str(1400 + n % 100))
            board.run(wanted[-1][0] - board.now + (150 + 300 * random.random()) * MS)
        board.run(500 * MS)
        told = board.events()
        figures.tell(f"changes lost of {len(wanted)}, in {board.now / 5.12e5:.0f} laps", len(wanted) - len(told), 0, "")
        off = [time - when / MS for when, _, time in each(wanted, told)] if len(told) == len(wanted) else [0.0]
        figures.tell("  spread of the table's times around the true ones", max(off) - min(off), 3)


if __name__ == "__main__":
    figures = Figures()
    laps(figures, int(sys.argv[1]) if len(sys.argv) > 1 else 150)
    sys.exit(0 if figures.kept else 1)
