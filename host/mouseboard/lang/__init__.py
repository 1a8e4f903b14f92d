"""Saying things in other languages: one TOML file a language, from each English sentence to that sentence in it.

lang.translate(say("{mouse} rolls {n}.", mouse="red", n=4), "de")

English has a file too, for the words that read differently from their names in the source: a mouse called red is Red.

A sentence keeps its holes, in any order. What fills a hole is looked up too, whether a sentence or a word; what is
not found is said in English. Where a sentence reads differently for one thing than for many, its number fills the hole
`n`, and the file has a table of both, and of a third for nothing if that reads differently, too:

"Stop with {n} cheese" = { none = "Sans fromage", one = "Avec {n} fromage", other = "Avec {n} fromages" }

A place is called by a number or by a word, and a sentence may need another form of it than its bare name: `{place:on}`
asks for `auf Feld 12` or `in der Uhr`. The file has a table for each word, and one for all other names:

"clock" = { name = "Uhr", on = "in der Uhr" }
"{place}" = { name = "{place}", on = "auf Feld {place}" }
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
"""A translation; or a table of them, by number (`none`, `one`, `other`) or by form (`name`, `on`)."""


@cache
def sentences(language: str) -> dict[str, Sentence]:
    """The translations by their English text. Raises UnknownLanguage."""
    if language not in languages():
        raise UnknownLanguage(f"there is no language {quoted(language)}; the languages are {listed(languages())}")
    return _read(HOME / f"{language}.toml")


@cache
def page_words(language: str, part: Literal["page", "sheets", "photo"] = "page") -> dict[str, Sentence]:
    """The page's own words, by names of their own: what stands on its buttons, on what is opened over it, or beside
    a photograph.

    Raises UnknownLanguage.
    """
    sentences(language)
    file = HOME / part / f"{language}.toml"
    return _read(file) if file.exists() else {}


def _read(file: Path) -> dict[str, Sentence]:
    """Read a file; give French the spaces that keep a mark on the line of its word."""
    found: dict[str, Sentence] = tomllib.loads(file.read_text(encoding="utf-8"))
    return {key: _unbroken(it) for key, it in found.items()} if file.stem == FRENCH else found


def _unbroken(french: Sentence) -> Sentence:
    """Put a narrow no-break space inside « » and before ; ! ?, and a wide one before : and %."""
    if isinstance(french, dict):
        return {form: str(_unbroken(text)) for form, text in french.items()}
    narrow = re.sub(r"(?<=«) |(?<=[^\s,]) (?=[»;!?])", "\N{NARROW NO-BREAK SPACE}", french)
    return re.sub(r" (?=[:%])", "\N{NO-BREAK SPACE}", narrow)


NOBODY: Mapping[str, str] = {}

ANY_PLACE = "{place}"
"""The key of the forms that a place has which is not called by a word."""

ENDS = (".", "!", "?")
"""What a complete sentence ends with."""


def translate(said: Say, language: str, names: Mapping[str, str] = NOBODY) -> str:
    """Return the sentence in that language; a mouse with a name has both, `Ada (Red)`. Raises UnknownLanguage.

    A word gets a capital where it begins a sentence: `The mouse is felt nowhere.`
    """
    return _Filler(language, names).sentence(said, begins=True)


def word(arg: int | str | Say, language: str, names: Mapping[str, str] = NOBODY) -> str:
    """What stands in a hole, or by itself: a colour, a name, a number."""
    return translate(arg, language, names) if isinstance(arg, Say) else _Filler(language, names).word(str(arg))


class _Filler:
    """Fills the holes of sentences in a language."""

    def __init__(self, language: str, names: Mapping[str, str]) -> None:
        self._sentences, self._language, self._names = sentences(language), language, names

    def sentence(self, said: Say, begins: bool, form: str = "") -> str:
        """Fill a sentence. It `begins` one, unless it is a part of another without a full stop of its own."""
        template = self._template(said, form)
        begins = begins or template.endswith(ENDS)
        text = ""
        for literal, hole, wanted, _ in Formatter().parse(template):
            text += literal
            if hole is not None:
                text += self._filling(said.args[hole], wanted or "", begins and not text)
        return text

    def word(self, name: str, form: str = "") -> str:
        """Return a word in a form; without forms of its own it is called like any place."""
        found = self._sentences.get(name, name)
        if isinstance(found, dict):
            called = found.get(form or "name", name)
        else:
            called = self._template(Say(ANY_PLACE), form).format(place=found) if form else found
        own = self._names.get(name)
        return f"{own} ({called})" if own else called

    def _template(self, said: Say, form: str) -> str:
        """Return a sentence with its holes, in the form that is asked for or that its number wants."""
        found = self._sentences.get(said.text, said.text)
        if isinstance(found, str):
            return found
        if "name" in found:
            return found.get(form, found["name"])
        n = said.args["n"]
        if n == 0 and "none" in found:
            return found["none"]
        return found["one" if _is_one(n, self._language) else "other"]

    def _filling(self, arg: int | str | Say, form: str, begins: bool) -> str:
        """Return what fills a hole. Names that people gave, and what they typed, stay as they are."""
        if isinstance(arg, Say):
            return self.sentence(arg, begins, form)
        filling, name = self.word(str(arg), form), str(arg)
        changes = begins and name not in self._names and (form or name in self._sentences)
        return filling[:1].upper() + filling[1:] if changes else filling


def _is_one(n: int | str | Say, language: str) -> bool:
    """Return whether so many count as one; in French none does too."""
    return n in ((0, 1) if language == FRENCH else (1,))
