"""Lines from standard input, for a running event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from contextlib import suppress


def lines_of(source: Iterable[str]) -> asyncio.Queue[str | None]:
    """Return a queue of the lines as they arrive, with None after the last.

    The source may be a terminal, a pipe or a file, and only a thread can wait for all of these. The thread is never
    joined, because a read cannot be cancelled.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        with suppress(RuntimeError):  # the loop is closed, so nobody needs the lines
            for line in source:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return lines
