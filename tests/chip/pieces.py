"""Measures what the pieces of firmware/pieces cost on the emulated chip, beside what other programs use.

    python -m tests.chip.pieces [FOLDER]    FOLDER: v3 of https://github.com/peterhinch/micropython-async, for Keyboard

Times are emulated. `make chip` uses the same chip, and __main__.py says what it leaves out.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.chip.emulated import Emulated

PROGRAMS = Path(__file__).with_name("programs")
LONGEST = 60e6  # us
WHAT = {
    "look": "Sampler: a look at 81 switches of which none has changed",
    "take": "Sampler and Debounce: the sample of a millisecond",
    "keyboard": "Keyboard: a look at 81 keys",
    "show": "Strip: a picture of 64 lamps",
    "neopixel": "neopixel: the same",
}


def told(program: str, others: dict[str, bytes]) -> None:
    """Run a program that repeats its figures, each time with `done` after them, and print them once."""
    files = {"main.py": (PROGRAMS / program).read_bytes(), **others}
    with Emulated(files=files) as board:
        while board.now < LONGEST and not any(line.strip() == "done" for _, line in board.lines):
            board.run(100e3)
        for line in dict.fromkeys(line for _, line in board.lines):
            name, *figures = line.split()
            if name in WHAT:
                print(f"{WHAT[name]:<60}{int(figures[0]):6} us {int(figures[1]):6} bytes of heap", flush=True)


def peer(folder: str) -> dict[str, bytes]:
    """Return the files of Keyboard's package. Exits the program if they are missing."""
    package = Path(folder, "primitives")
    if not (package / "sw_array.py").is_file():
        print(f"{package} has no sw_array.py; it must be v3/primitives of micropython-async", file=sys.stderr)
        sys.exit(2)
    return {f"primitives/{path.name}": path.read_bytes() for path in package.glob("*.py")}


def main(words: list[str]) -> None:
    files = peer(words[0]) if words else {}
    told("pieces.py", {})
    if files:
        told("keyboard.py", files)


if __name__ == "__main__":
    main(sys.argv[1:])
