"""How this program was started, so that people can start it again."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

NAME = "mouseboard"
MODULE = ("-P", "-m", NAME)
"""Starts this program as a module. Without -P a file such as `random.py` in the folder would replace Python's own."""


def script() -> Path | None:
    """Return the path of the command that started this program, or None if that was `python -m mouseboard`."""
    called = shutil.which(sys.argv[0])
    return Path(called) if called and Path(called).stem == NAME else None


def typed() -> str:
    """Return the shortest command that starts this program again, to be typed in this shell and folder."""
    called = script()
    if called is None:
        return shlex.join((sys.orig_argv[0], *MODULE))
    found = shutil.which(NAME)
    return NAME if found and called.samefile(found) else shlex.quote(str(called))
