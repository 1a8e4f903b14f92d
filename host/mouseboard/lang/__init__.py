"""Saying things in other languages: one TOML file a language, from each English sentence to that sentence in it.

lang.translate(say("{mouse} rolls {n}.", mouse="red", n=4), "de")

English has a file too, for the words that read differently from their names in the source: a mouse called red is Red.

A sentence keeps its holes, in any order. What fills a hole is looked up too, whether a sentence or a word; what is
not found is said in English. Where a sentence reads differently for one thing than for many, its number fills the hole
`n`, and the file has a table of both:

"and {n} more" = { one = "et {n} autre", other = "et {n} autres" }
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Literal

from mouseboard.say import Say, listed, quoted, refusal

ENGLISH = "en"
FRENCH = "fr"

HOME = Path(str(files(__name__)))


class UnknownLanguage(ValueError):
    """A language without translations; the text lists those there are."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages."""
    return tuple(sorted(path.stem for path in HOME.glob("*.toml")))


def from_environment(environment: Mapping[str, str]) -> str:
    """The first language wanted there that we speak, else English.

    As gettext reads them: LC_ALL, LC_MESSAGES or LANG names a locale; unless that is C, LANGUAGE may list languages.
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    wanted = (*environment.get("LANGUAGE", "").split(":"), locale)
    codes = (re.split(r"[_.@]", name)[0].lower() for name in wanted)
    return next((code for code in codes if code in languages()), ENGLISH)


Sentence = str | dict[str, str]
"""A translation; or one for a single thing (`one`) and one for none or many (`other`)."""


@cache
def sentences(language: str) -> dict[str, Sentence]:
    """The translations by their English text. Raises UnknownLanguage."""
    if language not in languages():
        raise UnknownLanguage(f"there is no language {quoted(language)}; the languages are {listed(languages())}")
    return tomllib.loads((HOME / f"{language}.toml").read_text(encoding="utf-8"))


@cache
def page_words(language: str, part: Literal["page", "sheets", "photo"] = "page") -> dict[str, Sentence]:
    """The page's own words, by names of their own: what stands on its buttons, on what is opened over it, or beside
    a photograph.

    Raises UnknownLanguage.
    """
    sentences(language)
    file = HOME / part / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


NOBODY: Mapping[str, str] = {}

ENDS = (".", "!", "?")
"""What a complete sentence ends with."""


def translate(said: Say, language: str, names: Mapping[str, str] = NOBODY, *, begins: bool = True) -> str:
    """The sentence in that language; a mouse with a name is called by both, `Ada (Red)`. Raises UnknownLanguage.

    A word gets a capital where it begins a sentence: `The mouse is felt nowhere.` Only a sentence inside another one
    does not begin there, unless it is complete, with its own full stop.
    """
    template = _template(said, language)
    begins = begins or template.endswith(ENDS)
    text = ""
    for literal, hole, _, _ in Formatter().parse(template):
        text += literal
        if hole is not None:
            filling = _filling(said.args[hole], language, names, begins and not text)
            text = _contracted(text, filling) if language == FRENCH else text + filling
    return text


def _template(said: Say, language: str) -> str:
    """The sentence with its holes, in the form that its number wants."""
    found = sentences(language).get(said.text, said.text)
    if isinstance(found, dict):
        return found["one" if _is_one(said.args["n"], language) else "other"]
    return found


def _filling(arg: int | str | Say, language: str, names: Mapping[str, str], begins: bool) -> str:
    """What fills a hole; a name, or what somebody typed, is never changed."""
    if isinstance(arg, Say):
        return translate(arg, language, names, begins=begins)
    filling = word(arg, language, names)
    is_word = str(arg) in sentences(language) and str(arg) not in names
    return filling[:1].upper() + filling[1:] if begins and is_word else filling


def _is_one(n: int | str | Say, language: str) -> bool:
    """Whether so many count as one; in French none does too."""
    return n in ((0, 1) if language == FRENCH else (1,))


def _contracted(before: str, filling: str) -> str:
    """Return both together: `du piano` for `de` and `le piano`, `au fromage` for `à` and `le fromage`."""
    if filling.startswith("le "):
        for preposition, contracted in ((" de ", " du "), (" à ", " au ")):
            if before.endswith(preposition):
                return before.removesuffix(preposition) + contracted + filling.removeprefix("le ")
    return before + filling


def word(arg: int | str | Say, language: str, names: Mapping[str, str] = NOBODY) -> str:
    """What stands in a hole, or by itself: a colour, a name, a number."""
    if isinstance(arg, Say):
        return translate(arg, language, names)
    found = sentences(language).get(str(arg), str(arg))
    called = found if isinstance(found, str) else str(arg)
    name = names.get(str(arg))
    return f"{name} ({called})" if name else called
