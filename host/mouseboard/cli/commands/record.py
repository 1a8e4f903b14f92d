"""`--record`: what the table feels, written into a file while a game is played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mouseboard.cli.parser import speak
from mouseboard.say import reason, say

Write = Callable[[str], None]
"""Receives the recording, line by line."""

UNRECORDED = "{file}: {why}; the recording ends here, and the game goes on"


@contextmanager
def recording(path: Path) -> Iterator[Write]:
    """Open a file and yield what writes a line into it. Raises OSError if it cannot be opened.

    If a line cannot be written, a line on standard error says so, once, and the recording ends.
    """
    is_whole = True
    with path.open("wb", buffering=0) as file:

        def write(text: str) -> None:
            nonlocal is_whole
            try:
                if is_whole:
                    line = text.encode()
                    while line:
                        line = line[file.write(line) :]
            except OSError as error:
                is_whole = False
                told = speak(say(UNRECORDED, file=str(path), why=reason(error)))
                print(f"mouseboard: {told}", file=sys.stderr, flush=True)

        yield write
