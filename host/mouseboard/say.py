"""Sentences shown to people: templates translated later, joined lists, and outside text made safe to show."""

from __future__ import annotations

import errno
import os
import re
import traceback
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import msgspec

LONGEST_QUOTE = 80
"""Most characters of somebody's input that a message repeats."""
LONGEST_REFUSAL = 500
"""Most characters of an error message."""
ADDRESS: Final = re.compile(r"(?<=\S) at 0x[0-9a-fA-F]+(?=[ >])")
"""The memory address in Python's default `repr`: useless to readers, and different in every run."""

NUMBER: Final = re.compile(r"-\d+$")
"""The end of the names of pieces that look alike, and are called alike."""

NO_BREAK: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Spaces at which a line must not break. French has them; Python does not count them as printable."""


class Say(msgspec.Struct, frozen=True):
    """A sentence template, and the values for its holes, even sentences. Its English text is the translation key."""

    text: str
    args: dict[str, int | str | Say] = {}

    def __hash__(self) -> int:
        return hash((self.text, frozenset(self.args.items())))

    def __str__(self) -> str:
        return self.text.format(**self.args)


def say(text: str, **args: int | str | Say) -> Say:
    """Build a sentence: `say("{mouse} rolls {n}.", mouse="red", n=4)`."""
    return Say(text, args)


def printed(text: str) -> Say:
    """Wrap text printed on a board, which is translated if a translation exists. It may contain braces."""
    return say("{printed}", printed=text)


def decimal(figure: str) -> str | Say:
    """Make the decimal point of `3.4` or `3.4 h` translatable: other languages write a comma."""
    whole, point, part = figure.partition(".")
    return say("{whole}.{part}", whole=whole, part=part) if point else figure


def plain(text: str) -> str:
    """Return outside text made safe to show: on one line, without anything that a terminal or a page would act on.

    Control characters, characters that change the writing direction, and all others that cannot be printed are escaped,
    but not the no-break spaces of our own translations.
    All outside text passes through here where it enters, or is refused there.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in NO_BREAK else sign.encode("unicode_escape").decode() for sign in text
    )


def shortened(text: str, most: int = LONGEST_QUOTE) -> str:
    """Return the text; if it has more than `most` characters, its beginning and its end with dots between."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 5]} ... {text[-end:]}"


def quoted(value: object) -> str:
    """Return the `repr` of an outside value for a message: shortened, and without a memory address."""
    try:
        text = repr(value)
    except Exception:  # a game's own __repr__, or something nested too deeply
        text = f"<{type(value).__name__}>"
    return shortened(ADDRESS.sub("", text))


def refusal(text: str) -> str:
    """Return an error message made plain, without memory addresses, and at most LONGEST_REFUSAL characters long.

    Its beginning (where, and what) and its end (what is allowed) are kept.
    """
    return shortened(plain(ADDRESS.sub("", text)), LONGEST_REFUSAL)


class Verbatim(str):
    """A word that no language translates: what somebody typed, or must type."""

    __slots__ = ()


class Explained(Exception):
    """An error that one line explains to a person: its text, and in `said` the same to be translated."""

    def __init__(self, said: str | Say) -> None:
        super().__init__(refusal(str(said)))
        self.said = _verbatim(said if isinstance(said, Say) else printed(str(self)))


def _verbatim(said: Say) -> Say:
    """Return the sentence with its words made plain and kept as they are; only sentences in it are translated."""
    return Say(said.text, {hole: _word_verbatim(arg) for hole, arg in said.args.items()})


def _word_verbatim(arg: int | str | Say) -> int | str | Say:
    return _verbatim(arg) if isinstance(arg, Say) else Verbatim(plain(arg)) if isinstance(arg, str) else arg


REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you have no permission",
    errno.EPERM: "you have no permission",
    errno.EEXIST: "it is there already, and it is no folder",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "it can only be read",
    errno.EDQUOT: "your share of the disk is full",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EIO: "the disk reports an error",
}


def reason(error: Exception) -> Say:
    """Return what an error says, to be translated; of the operating system's errors without the name of the file."""
    if isinstance(error, Explained):
        return error.said
    if not isinstance(error, OSError):
        return printed(str(error))
    if error.errno in REASONS and error.strerror == os.strerror(error.errno):
        return say(REASONS[error.errno])
    return printed(error.strerror or str(error))


def told(error: Exception) -> str:
    """Return a raised exception in a line: its type, its message, and the line of code that raised it."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(where.filename).name}, line {where.lineno})"


def enumeration(words: Sequence[str | Say]) -> str | Say:
    """Join words as `red`, `red and blue` or `red, blue and green`."""
    if len(words) < 2:
        return words[0]
    joined = words[0]
    for word in words[1:-1]:
        joined = say("{some}, {next}", some=joined, next=word)
    return say("{some} and {last}", some=joined, last=words[-1])


def alternatives(words: Sequence[str | Say]) -> str | Say:
    """Join words as `2`, `2 or 3` or `2, 3 or 4`."""
    return say("{some} or {last}", some=", ".join(map(str, words[:-1])), last=words[-1]) if len(words) > 1 else words[0]


def one_after_another(sentences: Sequence[Say]) -> Say:
    """Join several sentences into one."""
    first, *others = sentences
    return say("{first} {then}", first=first, then=one_after_another(others)) if others else first


def listed(things: Iterable[object], most: int = 12) -> str:
    """Join things as `a, b, c`; if there are more than `most`, dots replace those before the last."""
    texts = [shortened(str(thing)) for thing in things]
    if len(texts) > most:
        texts = [*texts[: most - 2], "...", texts[-1]]
    return ", ".join(texts)


def one_of(things: Iterable[object]) -> str:
    """Join things as `a, b or c`."""
    *most, last = [str(thing) for thing in things]
    return f"{', '.join(most)} or {last}" if most else last


def did_you_mean(refused: Say, given: object, known: Iterable[object]) -> Say:
    """Return why a word is refused, and which known word is the most like it, if any is."""
    for near in get_close_matches(str(given).lower(), map(str, known), 1):
        return say("{why}; did you mean {word}?", why=refused, word=near)
    return refused
