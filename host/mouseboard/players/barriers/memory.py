"""A cache for functions that take longer to compute than to look up. It is used in plain Python only."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import isfunction
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the `most` results used last. A function compiled by mypyc is not cached, because computing is faster."""

    def keep(function: Callable[P, T]) -> Callable[P, T]:
        return cast("Callable[P, T]", lru_cache(most)(function)) if isfunction(function) else function

    return keep
