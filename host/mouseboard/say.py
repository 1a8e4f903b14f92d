"""Sentences for people: with holes, translated later; lists that they are made of; words from outside, made plain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

LONGEST_QUOTE = 80
"""Characters of what somebody handed in that a message repeats."""
LONGEST_REFUSAL = 500
"""Characters of a message that says what is wrong."""
ADDRESS: Final = re.compile(r"(?<=\S) at 0x[0-9a-fA-F]+(?=[ >])")
"""What Python's own `repr` adds to an object without one: it helps nobody, and differs from run to run."""


class Say(msgspec.Struct, frozen=True):
    """A sentence with holes, other sentences among them. The English template is the key to its translations."""

    text: str
    args: dict[str, int | str | Say] = {}

    def __hash__(self) -> int:
        return hash((self.text, frozenset(self.args.items())))

    def __str__(self) -> str:
        return self.text.format(**self.args)


def say(text: str, **args: int | str | Say) -> Say:
    """`say("{mouse} rolls {n}.", mouse="red", n=4)`"""
    return Say(text, args)


def printed(text: str) -> Say:
    """What is printed on a board, to be translated where that is known; it may have braces of its own."""
    return say("{printed}", printed=text)


def decimal(figure: str) -> str | Say:
    """A figure, `3.4` or `3.4 h`: other languages write a comma."""
    whole, point, part = figure.partition(".")
    return say("{whole}.{part}", whole=whole, part=part) if point else figure


def plain(text: str) -> str:
    """Text from outside as it may be shown to people: on one line, with nothing in it that a terminal or a page obeys.

    Control characters, those that turn the direction of writing, and whatever else has no shape of its own are spelled
    out. Everything that comes from outside goes through this where it enters, or is refused there.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def shortened(text: str, most: int = LONGEST_QUOTE) -> str:
    """The text; where it is longer, its beginning and its end with dots between them."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 5]} ... {text[-end:]}"


def quoted(value: object) -> str:
    """A value from outside as a message repeats it: as Python spells it, short, and without an object's address."""
    try:
        text = repr(value)
    except Exception:  # a game's own __repr__, or something nested too deeply
        text = f"<{type(value).__name__}>"
    return shortened(ADDRESS.sub("", text))


def refusal(text: str) -> str:
    """A message that says what is wrong: plain, without an object's address, and short whatever it repeats.

    How it begins (where, and what) and how it ends (what is allowed) stay.
    """
    return shortened(plain(ADDRESS.sub("", text)), LONGEST_REFUSAL)


def enumeration(words: Sequence[str | Say]) -> str | Say:
    """`red`, `red and blue`, `red, blue and green`."""
    if len(words) < 2:
        return words[0]
    joined = words[0]
    for word in words[1:-1]:
        joined = say("{some}, {next}", some=joined, next=word)
    return say("{some} and {last}", some=joined, last=words[-1])


def alternatives(words: Sequence[str | Say]) -> str | Say:
    """`2`, `2 or 3`, `2, 3 or 4`."""
    return say("{some} or {last}", some=", ".join(map(str, words[:-1])), last=words[-1]) if len(words) > 1 else words[0]


def one_after_another(sentences: Sequence[Say]) -> Say:
    """Several sentences as one."""
    first, *others = sentences
    return say("{first} {then}", first=first, then=one_after_another(others)) if others else first


def listed(things: Iterable[object], most: int = 12) -> str:
    """`a, b, c` - or with dots in the middle where there are more than `most`."""
    texts = [shortened(str(thing)) for thing in things]
    if len(texts) > most:
        texts = [*texts[: most - 2], "...", texts[-1]]
    return ", ".join(texts)


def one_of(things: Iterable[object]) -> str:
    """`a, b or c`."""
    *most, last = [str(thing) for thing in things]
    return f"{', '.join(most)} or {last}" if most else last
