"""A memory of results for functions that take longer to work out than to look up: in plain Python only."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import isfunction
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the `most` results used last. A function compiled by mypyc stays as it is, which is quicker there."""

    def keep(function: Callable[P, T]) -> Callable[P, T]:
        return cast("Callable[P, T]", lru_cache(most)(function)) if isfunction(function) else function

    return keep
