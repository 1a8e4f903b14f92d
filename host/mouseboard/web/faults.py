"""A fault of our own as one line: the page keeps running, and the line tells where to look."""

from __future__ import annotations

import traceback
from pathlib import Path


def told(error: Exception) -> str:
    """Return the type of a raised exception, its message, and the line of code that raised it."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})"
