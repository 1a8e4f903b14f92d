"""Translations that installed games bring: files like ours, in a folder `lang` in the package with the game.

A file that cannot be read, and a translation that does not fit its sentence, are left out: they cannot stop an evening.
`mouseboard.testing.conformance` names them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from string import Formatter

GAMES = "mouseboard.games"
"""The group of entry points of games."""

Sentence = str | dict[str, str]
"""A translation, or a table of them by number (`none`, `one`, `few`, `other`) or by form (`name`, `on`)."""


@cache
def folders(_path: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the folders with translations of all games that other packages bring. Cached by `sys.path`."""
    packages = {point.module.partition(".")[0] for point in entry_points(group=GAMES)} - {"mouseboard"}
    homes = [Path(home) for package in sorted(packages) for home in _homes(package)]
    return tuple(home / "lang" for home in homes if (home / "lang").is_dir())


def _homes(package: str) -> list[str]:
    """Return where a package lies, without importing it."""
    spec = find_spec(package)
    return list(spec.submodule_search_locations or ()) if spec else []


def sound(file: Path) -> dict[str, Sentence]:
    """Return the translations of a file that can be used."""
    try:
        found = _read(file)
    except (OSError, ValueError):
        return {}
    return {english: other for english, other in found.items() if not _fault(english, other)}


def written(file: Path) -> set[str] | None:
    """Return the sentences that a file translates, even badly; None if it cannot be read."""
    try:
        return set(_read(file))
    except (OSError, ValueError):
        return None


def faults(file: Path) -> Iterator[str]:
    """Yield what is wrong with a file, one sentence each."""
    try:
        found = _read(file)
    except (OSError, ValueError) as error:
        yield f"{file.name} cannot be read: {error}"
        return
    for english, other in found.items():
        if why := _fault(english, other) or _lost(english, other):
            yield f'{file.name}: the translation of "{english}" {why}'


def _read(file: Path) -> dict[str, Sentence]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _fault(english: str, other: object) -> str:
    """Return why a translation cannot be used; empty if it can."""
    forms = [*other.values()] if isinstance(other, dict) else [other]
    texts = [form for form in forms if isinstance(form, str)]
    if not texts or texts != forms:
        return "is neither a text nor a table of texts"
    if isinstance(other, dict) and not {"name", "other"} & other.keys():
        return "is a table with neither `name` nor `other`"
    if not all(texts):
        return "is empty"
    try:
        more = {hole for text in texts for hole in holes(text)} - holes(english)
    except ValueError as error:
        return f"has a bad brace: {error}"
    return f"has the hole {{{min(more)}}}, which the sentence lacks" if more else ""


def _lost(english: str, other: Sentence) -> str:
    """Return why a translation that can be used says less than its sentence; empty if it says it all.

    Forms by number may say the number in a word, such as `zweimal`.
    """
    needed = holes(english) - ({"n"} if isinstance(other, dict) and "other" in other else set())
    for text in other.values() if isinstance(other, dict) else [other]:
        if less := needed - holes(text):
            return f"lacks the hole {{{min(less)}}}"
    return ""


def holes(text: str) -> set[str]:
    """Return the names of the holes in a sentence. Raises ValueError for a brace without its other one."""
    return {hole for _, hole, _, _ in Formatter().parse(text) if hole is not None}
