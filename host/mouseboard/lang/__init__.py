"""Translations: one TOML file per language, with a translation for each English sentence.

lang.translate(say("{mouse} rolls {n}.", mouse="red", n=4), "de")

English has a file too, for words that read differently from their names in the source: a mouse called red is Red.

A translation keeps the holes of its sentence, in any order. The sentence or word that fills a hole is translated too.
In an error only a sentence is: words are what somebody typed or must type.
Anything without a translation is said as the English file says it. If a sentence depends on a number, that number fills
the hole `n`, and the file has a table of forms by the plural categories of CLDR: English has `one` and `other`, Polish
`few` and `many` too. A form `none` is for zero if that reads differently:

"Stop with {n} cheese" = { none = "Sans fromage", one = "Avec {n} fromage", other = "Avec {n} fromages" }

A place is called by a number or by a word, and a sentence may need a form other than its bare name: `{place:on}` asks
for `auf Feld 12` or `in der Uhr`. The file has a table for each word, and one for all other names:

"clock" = { name = "Uhr", on = "in der Uhr" }
"{place}" = { name = "{place}", on = "auf Feld {place}" }

In German `{place:the}` is the nominative, and `{place:what}` the accusative: `der Kamin` and `den Kamin`.

A piece may have forms, too. In German `{piece:whom}` asks for the accusative, alone and in an enumeration. A word
without that form stays as it is:

"white-man" = { name = "ein weißer Stein", whom = "einen weißen Stein" }

The package of an installed game may bring a folder `lang` with such files, for what ours lack.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Literal

from mouseboard.lang import brought
from mouseboard.lang.brought import Sentence as Sentence
from mouseboard.lang.plurals import category
from mouseboard.say import NUMBER, Explained, Say, Verbatim, listed, quoted

ENGLISH = "en"
FRENCH = "fr"

HOME = Path(str(files(__name__)))


class UnknownLanguage(Explained, ValueError):
    """A language without translations; the message lists the languages there are."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages."""
    return tuple(sorted(path.stem for path in HOME.glob("*.toml")))


def from_environment(environment: Mapping[str, str]) -> str:
    """Return the first language that the environment asks for and we speak, else English.

    As in gettext, LC_ALL, LC_MESSAGES or LANG names a locale. Unless that is C, languages in LANGUAGE come first.
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    wanted = (*environment.get("LANGUAGE", "").split(":"), locale)
    codes = (re.split(r"[_.@]", name)[0].lower() for name in wanted)
    return next((code for code in codes if code in languages()), ENGLISH)


@cache
def sentences(language: str) -> dict[str, Sentence]:
    """Return our translations by their English text. Raises UnknownLanguage."""
    if language not in languages():
        raise UnknownLanguage(f"there is no language {quoted(language)}; the languages are {listed(languages())}")
    return _read(HOME / f"{language}.toml")


def all_sentences(language: str) -> dict[str, Sentence]:
    """Return our translations, and those that installed games bring. Raises UnknownLanguage."""
    return _all_on(tuple(sys.path), language)


@cache
def _all_on(path: tuple[str, ...], language: str) -> dict[str, Sentence]:
    ours = sentences(language)
    theirs: dict[str, Sentence] = {}
    for folder in brought.folders(path):
        theirs |= _set(language, brought.sound(folder / f"{language}.toml"))
    return theirs | ours


@cache
def _spoken_on(path: tuple[str, ...], language: str) -> dict[str, Sentence]:
    return _all_on(path, ENGLISH) | _all_on(path, language)


Part = Literal["page", "sheets", "photo"]
"""Where the page's own words are read: on the page, on sheets opened over it, or on the photograph page."""


@cache
def page_words(language: str, part: Part = "page") -> dict[str, Sentence]:
    """Return the page's words by key, in English where the language lacks one. Raises UnknownLanguage."""
    return own_page_words(ENGLISH, part) | own_page_words(language, part)


@cache
def own_page_words(language: str, part: Part = "page") -> dict[str, Sentence]:
    """Return the page's words by key that a language has itself. Raises UnknownLanguage."""
    sentences(language)
    file = HOME / part / f"{language}.toml"
    return _read(file) if file.exists() else {}


def name_of(language: str) -> str:
    """Return what a language calls itself. Raises UnknownLanguage."""
    return str(own_page_words(language).get("language", language))


RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ps", "ur", "yi"})


def direction(language: str) -> Literal["ltr", "rtl"]:
    """Return which way a language is written, as HTML's `dir` says it."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


def _read(file: Path) -> dict[str, Sentence]:
    return _set(file.stem, tomllib.loads(file.read_text(encoding="utf-8")))


def _set(language: str, found: dict[str, Sentence]) -> dict[str, Sentence]:
    """Return translations as they are set: in French, lines do not break at some spaces."""
    return {key: _unbroken(it) for key, it in found.items()} if language == FRENCH else found


def _unbroken(french: Sentence) -> Sentence:
    """Put a narrow no-break space inside « » and before ; ! ?, and a wide one before : and %."""
    if isinstance(french, dict):
        return {form: str(_unbroken(text)) for form, text in french.items()}
    narrow = re.sub(r"(?<=«) |(?<=[^\s,]) (?=[»;!?])", "\N{NARROW NO-BREAK SPACE}", french)
    return re.sub(r" (?=[:%])", "\N{NO-BREAK SPACE}", narrow)


NOBODY: Mapping[str, str] = {}

ANY_PLACE = "{place}"
"""The key of the forms of every place that is not called by a word."""

ENDS = (".", "!", "?")
"""The marks that end a complete sentence."""

AFTER_END = re.compile(r"(?<!\.)[.!?] $")
"""The end of a text after which another sentence begins. Dots ... may stand within one."""

OPENING = re.compile(r"(?:[¿¡„“‘]|«[\s]?)+$")
"""Marks that may stand before the first word of a sentence."""


def translate(said: Say, language: str, names: Mapping[str, str] = NOBODY) -> str:
    """Translate a sentence; a mouse with a name reads `Ada (Red)`. Raises UnknownLanguage.

    A word that begins a sentence is capitalised: `Oops! The mouse rolls 4.`
    """
    return _Filler(language, names).sentence(said, begins=True)


def word(arg: int | str | Say, language: str, names: Mapping[str, str] = NOBODY) -> str:
    """Translate what fills a hole or is shown alone: a colour, a name, a number. Raises UnknownLanguage."""
    return translate(arg, language, names) if isinstance(arg, Say) else _Filler(language, names).word(str(arg))


def counted(name: str, n: int, language: str) -> str:
    """Return the name of what is counted, as it reads after the number `n`. Raises UnknownLanguage."""
    return translate(Say(name, {"n": n}), language)


class _Filler:
    """Fills the holes of sentences in a language."""

    def __init__(self, language: str, names: Mapping[str, str]) -> None:
        self._sentences = _spoken_on(tuple(sys.path), language)
        self._language, self._names = language, names

    def sentence(self, said: Say, begins: bool, form: str = "") -> str:
        """Fill a template. `begins`: the text begins a sentence, as any template with its own full stop does."""
        template = self._template(said, form)
        inner = form if isinstance(self._sentences.get(said.text, said.text), str) else ""
        begins = begins or template.endswith(ENDS)
        text = ""
        for literal, hole, wanted, _ in Formatter().parse(template):
            text += literal
            if hole is not None:
                before = OPENING.sub("", text)
                starts = bool(AFTER_END.search(before)) if before else begins
                text += self._filling(said.args[hole], wanted or inner, starts)
        return text

    def word(self, name: str, form: str = "") -> str:
        """Return a word in a form; a word without forms of its own takes those of any place."""
        found = self._sentences.get(self._kind(name), name)
        if isinstance(found, dict):
            called = found.get(form or "name", name)
        else:
            called = self._template(Say(ANY_PLACE), form).format(place=found) if form else found
        own = self._names.get(name)
        return f"{own} ({called})" if own else called

    def _kind(self, name: str) -> str:
        """Return what the sentences call this: its own name, or without a number that of all that look alike."""
        return name if name in self._sentences else NUMBER.sub("", name)

    def _template(self, said: Say, form: str) -> str:
        """Return the translated template in the wanted form, or in the one for its number `n`."""
        found = self._sentences.get(said.text, said.text)
        if isinstance(found, str):
            return found
        if "name" in found:
            return found.get(form, found["name"])
        n = said.args.get("n", "")
        if n == 0 and "none" in found:
            return found["none"]
        return found.get(category(n, self._language), found["other"])

    def _filling(self, arg: int | str | Say, form: str, begins: bool) -> str:
        """Return the text for a hole. Names that people gave, and what they typed, keep their case."""
        if isinstance(arg, Verbatim):
            return arg
        if isinstance(arg, Say):
            return self.sentence(arg, begins, form)
        filling, name = self.word(str(arg), form), str(arg)
        is_known = form or self._kind(name) in self._sentences
        changes = begins and is_known and name not in self._names
        return filling[:1].upper() + filling[1:] if changes else filling
