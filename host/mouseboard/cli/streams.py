"""The three standard streams, any of which may be closed, full, or read by nobody any more."""

from __future__ import annotations

import io
import os
import sys
from typing import Literal, TextIO


def open_streams() -> bool:
    """Put the null device where a stream is closed; False if that was standard output.

    Else the next file that is opened would get the number of the closed stream, and what is printed would go there.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number, this one
    writable = sys.stdout is not None
    sys.stdin, sys.stdout, sys.stderr = sys.stdin or _null("r"), sys.stdout or _null("w"), sys.stderr or _null("w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks our letters shows others
    return writable


def _null(mode: Literal["r", "w"]) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - it stays open as long as the process


def flush_output() -> None:
    """Write out what standard output holds back; what cannot be written is dropped."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
