"""The scenario language: plain text, one command a line. `commands.py` says what the commands do.

A form such as "put PIECE on PLACE" describes a command: lower-case words are literal, and an upper-case word is
replaced by a value of that kind. `at 12.5 s` before a command is its time, counted from the start of the scenario.
`meanwhile` lets other hands do the command while the scenario goes on. `within 3 s` after an expectation is how long it
may take to come true. `#` begins a comment.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mouseboard.say import Explained, quoted, shortened

Value = str | int | float | tuple[str, ...] | tuple[int, ...]

UNITS = {"s": 1.0, "ms": 0.001}


class ScenarioError(Explained, ValueError):
    """A line that cannot be read or carried out. The text names the line, the words, and what is wrong or allowed."""

    def __init__(self, number: int, read: str, why: str) -> None:
        super().__init__(f"line {number}: {quoted(read)}: {why}")


@dataclass(frozen=True)
class Command:
    """One line of a scenario."""

    number: int  # of its line, from 1
    text: str
    form: str
    values: tuple[tuple[str, Value], ...]  # with the kind of each
    at: float | None = None  # seconds since the start; None: after the previous command
    meanwhile: bool = False  # runs alongside the commands that follow
    within: float | None = None  # seconds


class _Unreadable(ValueError):
    """These words are not a value of this kind; the message says what is allowed."""


def parse(text: str, forms: Iterable[str]) -> list[Command]:
    """Return all commands of a scenario. Raises ScenarioError for the first line that fits none of `forms`."""
    known = tuple(forms)
    commands = (parse_command(line, known, number) for number, line in enumerate(text.splitlines(), 1))
    return [command for command in commands if command]


def parse_command(line: str, forms: Iterable[str], number: int = 1) -> Command | None:
    """Return the command of one line, or None for an empty one. Raises ScenarioError."""
    text = line.partition("#")[0].strip()
    words = text.split()
    if not words:
        return None
    try:
        at = _seconds_after("at", words) if words[0] == "at" else None
        meanwhile = words[:1] == ["meanwhile"]
        del words[:meanwhile]
        limit = words[-3:] if words[:1] == ["expect"] and words[-3:-2] == ["within"] else []
        form, values = _match(words[: len(words) - len(limit)], forms)
        within = _seconds_after("within", limit) if limit else None
    except _Unreadable as error:
        raise ScenarioError(number, text, str(error)) from None
    return Command(number, text, form, values, at, meanwhile, within)


def _match(words: list[str], forms: Iterable[str]) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """Return the form that fits, with its values. On failure, report the form that fits farthest."""
    farthest, complaint = 0, ""
    for form in forms:
        left = list(words)
        try:
            return form, tuple(_read(left, form))
        except _Unreadable as error:
            if len(words) - len(left) > farthest:
                farthest, complaint = len(words) - len(left), f"allowed: `{form}`; {error}"
    starts = sorted({"at", "meanwhile"} | {form.split()[0] for form in forms})
    raise _Unreadable(complaint or f"a line begins with one of: {', '.join(starts)}")


def _read(words: list[str], form: str) -> list[tuple[str, Value]]:
    """Take the words of one form off the front. Raises _Unreadable where it does not fit."""
    values = []
    for expected in form.split():
        if expected.isupper():
            values.append((expected, _KINDS.get(expected, _word)(words)))
        elif words[:1] == [expected]:
            words.pop(0)
        else:
            raise _Unreadable(f"`{expected}` belongs behind that" if words else f"`{expected}` is missing at the end")
    if words:
        raise _Unreadable(f"`{shortened(' '.join(words))}` is too much")
    return values


# Values: each takes its words off the front


def _word(words: list[str]) -> str:
    if not words:
        raise _Unreadable("something is missing at the end")
    return words.pop(0)


def _number(words: list[str]) -> float:
    if not words or not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", words[0]):
        raise _Unreadable("a number such as `7` or `0.5` is needed")
    return float(words.pop(0))


def _whole(words: list[str]) -> int:
    if not words or not re.fullmatch(r"\d{1,9}", words[0]):
        raise _Unreadable("a number such as `7` is needed")
    return int(words.pop(0))


def _seconds(words: list[str]) -> float:
    if len(words) < 2 or words[1] not in UNITS:
        raise _Unreadable("a time is a number and `s` or `ms`, such as `2 s`")
    seconds = _number(words) * UNITS[words.pop(0)]
    if seconds < 0:
        raise _Unreadable("a time is not negative")
    return seconds


def _seconds_after(word: str, words: list[str]) -> float:
    assert words.pop(0) == word
    return _seconds(words)


def _buttons(words: list[str]) -> tuple[str, ...]:
    both = words[:3] in (["a", "and", "b"], ["b", "and", "a"])
    if not both and words[:1] not in (["a"], ["b"]):
        raise _Unreadable("the buttons are `a`, `b`, and `a and b`")
    taken = ("a", "b") if both else (words[0],)
    del words[: 3 if both else 1]
    return taken


def _truth(words: list[str]) -> str:
    return " ".join((_word(words), _word(words))) if words[:2] == ["in", "hand"] else _word(words)


def _words(words: list[str]) -> tuple[str, ...]:
    """Take all words that are left."""
    taken = (_word(words), *words)
    words.clear()
    return taken


def _inputs(words: list[str]) -> tuple[int, ...]:
    """Take all words that are left, in any order, or `none`."""
    if words == ["none"]:
        words.clear()
        return ()
    taken = [_whole(words)]
    while words:
        taken.append(_whole(words))
    return tuple(sorted(taken))


_KINDS: dict[str, Callable[[list[str]], Value]] = {
    "INPUT": _whole,
    "LAMP": _whole,
    "NUMBER": _number,
    "SECONDS": _seconds,
    "BUTTONS": _buttons,
    "INPUTS": _inputs,
    "TRUTH": _truth,
    "WORDS": _words,
}  # every other kind is a word
