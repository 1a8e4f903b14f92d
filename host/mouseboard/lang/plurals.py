"""Plural categories by CLDR, as `Intl.PluralRules` has them in a browser. A test compares the two."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def _as_english(n: int) -> str:
    return "one" if n == 1 else "other"


def _as_french(n: int) -> str:
    return "one" if n in (0, 1) else "other"


RULES: Mapping[str, Callable[[int], str]] = {"fr": _as_french}
"""The category of a whole number below a million, for languages that differ from English."""


def category(n: object, language: str) -> str:
    """Return the plural category of a whole number; of anything else, `other`."""
    return RULES.get(language, _as_english)(n) if isinstance(n, int) else "other"
