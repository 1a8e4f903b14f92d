"""A stopwatch for mice: lift one from the green start, put it on the blue finish, and read its time.

mouse-sprint /dev/ttyACM0            the serial port of a table; `auto` for the one that is plugged in
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress

from mouseboard.link import ContactChange, Disconnected, Link, LinkError, LinkEvent, SerialPort

START, FINISH = 0, 2
"""The lower corners of the first tile, where each sensor and its lamp have the same number."""

STYLES = {"s": ("00ff00", "blink"), "f": ("0000ff", "steady")}
PICTURE = "s" + "." * (FINISH - 1) + "f"


def time_mice(link: Link, tell: Callable[[str], None]) -> None:
    """Light start and finish, and tell the time of each run while the link is open."""
    assert link.info  # it is open
    link.watch(Stopwatch(tell).hear)
    link.show(STYLES, PICTURE.ljust(link.info.lamps, "."))


class Stopwatch:
    """Tells the time of each run. It uses the table's clock, so delays on the line do not count."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._began: int | None = None

    def hear(self, event: LinkEvent) -> None:
        match event:
            case ContactChange(time=time, contact=place, closed=False) if place == START:
                self._began = time
            case ContactChange(time=time, contact=place, closed=True) if place == FINISH and self._began is not None:
                self._tell(f"{(time - self._began) / 1000:.2f} s")
                self._began = None
            case Disconnected() if self._began is not None:
                self._tell("the cable is out: this run does not count")
                self._began = None


async def run(port: str) -> None:
    """Print what the stopwatch tells, until interrupted. Raises OSError, LinkError."""
    async with Link(SerialPort(port)) as link:
        time_mice(link, lambda text: print(text, flush=True))
        print("ready", flush=True)
        await asyncio.Event().wait()


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("mouse-sprint: name the serial port of a table, or auto")
    try:
        asyncio.run(run(sys.argv[1]))
    except (OSError, LinkError) as error:
        sys.exit(f"mouse-sprint: {error}")


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
