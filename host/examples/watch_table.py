"""A host program of your own: it says what hands do at a table, and lights the lamp under each piece they put down.

python host/examples/watch_table.py                              the only table that is plugged in
python host/examples/watch_table.py $XDG_RUNTIME_DIR/mouseboard-table    the table of `mouseboard table sim`
python host/examples/watch_table.py socket://192.168.1.7:4000    one in another room, through a serial server
python host/examples/watch_table.py --layout classic             names places as on that layout
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import suppress

from mouseboard import layouts
from mouseboard.layouts.reference import reference_table
from mouseboard.link import (
    AUTO,
    ContactChange,
    Disconnected,
    Fault,
    Gap,
    Link,
    LinkError,
    LinkEvent,
    Reconnected,
    SerialPort,
)

STYLES = {"g": ("00ff00", "steady")}
"""The meaning of a picture's letters: a colour and a pattern."""

DIRECT = {"a": "button A pressed", "b": "button B pressed", "cage": "the cage is down"}
"""The meaning of each closed contact that is wired to the Pico itself."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Says what hands do at a table.")
    parser.add_argument("port", nargs="?", default=AUTO, help="a serial port or its URL (default: the one plugged in)")
    parser.add_argument("--layout", help="a layout that comes with Mouseboard, or a file (default: sensors by number)")
    args = parser.parse_args(arguments)
    try:
        layout = layouts.load(args.layout) if args.layout else reference_table()
        asyncio.run(watch(args.port, layout))
    except (layouts.BadLayout, LinkError, OSError) as error:
        parser.error(str(error))


async def watch(port: str, layout: layouts.Layout) -> None:
    """Print what happens until interrupted. Raises OSError, LinkError; BadLayout if the table is too small."""
    async with Link(SerialPort(port)) as link:
        watcher = Watcher(link, layout)
        link.watch(watcher.hear)
        watcher.light()
        print(f"watching {port}, Ctrl-C ends", flush=True)
        await asyncio.Event().wait()


class Watcher:
    """Hears each change of a linked table once and in order. The link's own state already includes it."""

    def __init__(self, link: Link, layout: layouts.Layout) -> None:
        """Use an open link. Raises BadLayout if the table is too small."""
        assert link.info
        if link.info.inputs < layout.sensors or link.info.lamps < layout.lamps:
            layout.refuse(f"this table has only {link.info.inputs} sensors and {link.info.lamps} lamps")
        self._info = link.info
        self._link = link
        self._place_over = {sensor: place for place in layout.place for sensor in place.sensors}

    def hear(self, event: LinkEvent) -> None:
        if text := self._words(event):
            print(text, flush=True)
        self.light()

    def _words(self, event: LinkEvent) -> str:
        match event:
            case ContactChange(time=time, contact=contact, closed=closed) if contact in self._place_over:
                what = "put on" if closed else "lifted from"
                return f"{time / 1000:.1f} s: {what} {self._place_over[contact].name}"
            case ContactChange(time=time, contact=contact, closed=True):
                direct = self._info.direct_name(contact)
                return f"{time / 1000:.1f} s: {DIRECT[direct]}" if direct in DIRECT else ""
            case Gap(first, last):
                return f"changes {first} to {last} were lost; what stands now is known"
            case Disconnected(reason):
                return f"the table is away: {reason}"
            case Reconnected(rebooted=rebooted):
                return "the table is back, restarted" if rebooted else "the table is back"
            case Fault(cause):
                return f"the table has stopped: {cause}" if cause else "the table goes on"
        return ""

    def light(self) -> None:
        """Light the lamps of all occupied places."""
        picture = ["."] * self._info.lamps
        for sensor, place in self._place_over.items():
            if self._link.closed(sensor):
                for lamp in place.lamps:
                    picture[lamp] = "g"
        self._link.show(STYLES, "".join(picture))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
