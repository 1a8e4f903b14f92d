"""A fault of our own as one line: the page goes on, and whoever mends it knows where to look."""

from __future__ import annotations

import traceback
from pathlib import Path


def told(error: Exception) -> str:
    """Return the kind of an exception that was raised, its text, and the line of code it came from."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})"
