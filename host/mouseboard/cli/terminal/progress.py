"""The progress of a study and its contests: one line, rewritten in a terminal, otherwise a new one now and then."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TextIO

from mouseboard.cli.streams import can_rewrite
from mouseboard.lang import translate
from mouseboard.say import decimal, say
from mouseboard.study.running import Count

SELDOM_S = 10.0
"""Seconds between lines if the output is not a terminal."""
CLEAR = "\r\x1b[K"


class Progress(AbstractContextManager["Progress"]):
    """Writes progress to a stream, in one language. As a context manager it clears its line on exit."""

    def __init__(self, stream: TextIO, language: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._language = language
        self._clock = clock
        self._over = can_rewrite(stream)
        self._began = self._told = clock()
        self._before: int | None = None
        """The number of games done at the start; None until then."""

    def __exit__(self, *_: object) -> None:
        if self._over:
            self._write(CLEAR)

    def tell(self, count: Count) -> None:
        """Write the progress; if the output is not a terminal, at most once in SELDOM_S seconds."""
        now = self._clock()
        if self._before is None:
            self._before = count.done
        if not self._over and now - self._told < SELDOM_S:
            return
        self._told = now
        rate = (count.done - self._before) / max(now - self._began, 0.1)
        text = "{percent} % played, {rate} games a second, {left} left"
        left = "?" if count.left is None else decimal(span(count.left))
        rounded = decimal(f"{rate:.{0 if rate >= 10 else 2}f}")
        said = say(text, percent=100 * count.done // max(count.whole, 1), rate=rounded, left=left)
        line = translate(said, self._language)
        self._write(CLEAR + line[: shutil.get_terminal_size().columns] if self._over else line + "\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def span(seconds: float) -> str:
    """Return a duration such as `50 s`, `12 min` or `3.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"
