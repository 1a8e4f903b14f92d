"""Looking up what was worked out before, where that takes less time than to work it out again: in plain Python only."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache


def remember(function: Callable[..., object], most: int) -> None:
    """From now on its module calls it through a memory of the `most` results used last.

    A module that was compiled by mypyc (`make fast`) goes on calling the function itself, which is quicker there.
    """
    setattr(sys.modules[function.__module__], function.__name__, lru_cache(most)(function))
