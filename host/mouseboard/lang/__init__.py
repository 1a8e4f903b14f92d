"""Saying things in other languages: one TOML file a language, from each English sentence to that sentence in it.

lang.translate(say("{mouse} rolls {n}.", mouse="red", n=4), "de")

English has a file too, for the words that read differently from their names in the source: a mouse called red is Red.

A sentence keeps its holes, in any order. What fills a hole is looked up too, whether a sentence or a word; what is
not found is said in English.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

from mouseboard.say import Say, listed

ENGLISH = "en"

HOME = Path(str(files(__name__)))


class UnknownLanguage(ValueError):
    """A language without translations; the text lists those there are."""


def languages() -> tuple[str, ...]:
    """The codes of all languages."""
    return tuple(sorted(path.stem for path in HOME.glob("*.toml")))


@cache
def sentences(language: str) -> dict[str, str]:
    """The translations by their English text. Raises UnknownLanguage."""
    if language not in languages():
        raise UnknownLanguage(f"there is no language {language!r}; the languages are {listed(languages())}")
    return tomllib.loads((HOME / f"{language}.toml").read_text(encoding="utf-8"))


def translate(said: Say, language: str) -> str:
    """The sentence in that language. Raises UnknownLanguage."""
    known = sentences(language)
    filled = {hole: word(arg, language) for hole, arg in said.args.items()}
    return known.get(said.text, said.text).format(**filled)


def word(arg: int | str | Say, language: str) -> str:
    """What stands in a hole, or by itself: a colour, a name, a number."""
    if isinstance(arg, Say):
        return translate(arg, language)
    return sentences(language).get(str(arg), str(arg))
