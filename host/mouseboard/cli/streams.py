"""The three standard streams. Each may be closed, full, or no longer read by anybody."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import textwrap
from contextlib import suppress
from typing import Literal, TextIO
from unicodedata import east_asian_width

NARROWEST = 20
"""Minimum columns for breaking lines at words."""
USUAL = 80
"""Columns of a terminal that does not tell them."""
DUMB = ("dumb", "unknown")
"""Values of TERM for a terminal that only appends lines, such as a shell in Emacs."""
COMMAND = re.compile("`[^`]*`")
BLANK, WIDE = "\0\1"
"""While a text is wrapped: a blank in a command, where no line breaks, and the second column of a wide letter."""


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

    All lines after the first of a broken one are indented by `hang` more. A word is never broken, nor is a command in
    backquotes that fits on a line.
    """
    stream = stream or sys.stdout
    if not stream.isatty():
        return text
    width = columns_of(stream)
    return "\n".join(_wrapped(line, width, hang) for line in text.split("\n"))


def _wrapped(line: str, width: int, hang: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + hang)
    room = width - len(indent)
    line = "".join(sign + WIDE if east_asian_width(sign) in "WF" else sign for sign in line)
    whole = COMMAND.sub(lambda found: found[0].replace(" ", BLANK) if len(found[0]) < room else found[0], line)
    filled = textwrap.fill(whole, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace(BLANK, " ").replace(WIDE, "")


def can_rewrite(stream: TextIO) -> bool:
    """Return whether the stream is a terminal that moves its cursor, so that what it shows can be replaced."""
    return stream.isatty() and os.environ.get("TERM") not in DUMB


def columns_of(stream: TextIO) -> int:
    """Return how many columns a terminal has, at least NARROWEST. `COLUMNS` and standard output's come first."""
    columns = USUAL
    with suppress(OSError):  # it is no terminal
        columns = os.get_terminal_size(stream.fileno()).columns or USUAL
    return max(shutil.get_terminal_size((columns, 24)).columns, NARROWEST)


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
