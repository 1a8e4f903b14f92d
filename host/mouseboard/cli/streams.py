"""The three standard streams, any of which may be closed, full, or no longer read by anybody."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import textwrap
from typing import Literal, TextIO

COMMAND = re.compile(r"`[^`]+`")
BOUND = "\0"
"""Stands for a space at which a line must not break; no text has it."""
NARROWEST = 20
"""Columns below which lines are no longer broken at words."""


def open_streams() -> bool:
    """Replace closed streams by the null device. Return False if standard output was closed.

    Otherwise the next file opened would get the closed stream's descriptor, and output would be written into that file.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free descriptor, this one
    writable = sys.stdout is not None
    sys.stdin, sys.stdout, sys.stderr = sys.stdin or _null("r"), sys.stdout or _null("w"), sys.stderr or _null("w")
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.encoding.lower() == "utf-8":
        sys.stdin.reconfigure(encoding="utf-8-sig", errors=sys.stdin.errors)  # some shells begin a pipe with a mark
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # for terminals that cannot encode our characters
    return writable


def _null(mode: Literal["r", "w"]) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - it stays open as long as the process


def wrapped(text: str, stream: TextIO | None = None, hang: int = 0) -> str:
    """Return a text with its lines broken at words if the stream, standard output by default, is a terminal.

    All lines after the first of a broken one are indented by `hang` more. Neither a word nor a command in backticks,
    which people copy, is ever broken.
    """
    if not (stream or sys.stdout).isatty():
        return text
    width = max(shutil.get_terminal_size().columns, NARROWEST)
    return "\n".join(_wrapped(line, width, hang) for line in text.split("\n"))


def _wrapped(line: str, width: int, hang: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + hang)
    whole = COMMAND.sub(lambda command: command[0].replace(" ", BOUND), line)
    filled = textwrap.fill(whole, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace(BOUND, " ")


def tell(text: str, hang: int = 0) -> None:
    """Print a text on standard output, wrapped."""
    print(wrapped(text, hang=hang), flush=True)


def complain(text: str) -> None:
    """Print on standard error what is wrong, wrapped."""
    print(wrapped(f"mouseboard: {text}", sys.stderr, hang=2), file=sys.stderr, flush=True)


def flush_output() -> None:
    """Flush standard output; drop what cannot be written."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
