"""`--record`: what the table feels, written into a file while a game is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from mouseboard.cli.parser import speak
from mouseboard.cli.streams import complain
from mouseboard.rules import BadSetup
from mouseboard.say import reason, say
from mouseboard.store import TAKEN

Write = Callable[[str], None]
"""Receives the recording, line by line."""

UNRECORDED = "{file}: {why}; the recording ends here, and the game goes on"


@contextmanager
def recording(path: Path | None) -> Iterator[Write]:
    """Make a file and yield what writes a line into it; without a path, or without any line, none is made.

    If a line cannot be written, a line on standard error says so, once, and the recording ends.

    Raises BadSetup if the file is there already, OSError if it cannot be made.
    """
    if path is None:
        yield lambda _: None
        return
    is_device = path.exists() and not path.is_file()
    try:
        file = path.open("wb" if is_device else "xb", buffering=0)
    except FileExistsError as error:
        raise BadSetup(say(TAKEN, file=str(path))) from error
    try:
        with file:
            yield _writer(file, path)
    finally:
        if path.is_file() and not path.stat().st_size:
            path.unlink()


def _writer(file: FileIO, path: Path) -> Write:
    is_whole = True

    def write(text: str) -> None:
        nonlocal is_whole
        try:
            if is_whole:
                line = text.encode()
                while line:
                    line = line[file.write(line) :]
        except OSError as error:
            is_whole = False
            with suppress(OSError):  # standard error may be on the same disk
                complain(speak(say(UNRECORDED, file=str(path), why=reason(error))))

    return write
