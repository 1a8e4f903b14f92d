"""The interface between the doctor and a person: at a terminal, on a page, or simulated in a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mouseboard.say import Say, say


@dataclass(frozen=True)
class Question:
    """Something for a person to do or to look at, and the allowed answers.

    `task` and `subject` are for programs, `text` is for people. An empty answer (Enter, or button B at the table) means
    what the text says it means.
    """

    task: str
    text: Say
    subject: str = ""
    answers: tuple[str, ...] = ()
    """Words allowed besides the empty answer, as programs know them: people hear and say them in their language."""
    several: bool = False
    """Whether more than one word may be said, with blanks between."""
    numbers: range = range(0)
    """Numbers that are allowed too."""
    needed: bool = False
    """Whether the empty answer is not allowed, so that somebody must say the words."""

    def read(self, answer: str) -> str | None:
        """Return the answer in its own spelling, or None if it is not an allowed answer."""
        words = [self._word(word) for word in answer.split()]
        if None in words or (self.needed and not words) or (len(words) > 1 and not self.several):
            return None
        return " ".join(word for word in words if word)

    def _word(self, said: str) -> str | None:
        if said in map(str, self.numbers):
            return said
        return next((word for word in self.answers if word.casefold() == said.casefold()), None)

    @property
    def allowed(self) -> str | Say:
        """What may be said, for people."""
        allowed: list[str | Say] = [*self.answers]
        if self.numbers:
            allowed.append(say("a number from {least} to {most}", least=self.numbers[0], most=self.numbers[-1]))
        return commas(allowed if self.needed else [say("nothing but Enter"), *allowed])


def commas(words: Sequence[str | Say]) -> str | Say:
    """Join words as `red, blue, green`."""
    joined = words[0] if words else ""
    for word in words[1:]:
        joined = say("{some}, {next}", some=joined, next=word)
    return joined


class Talk(Protocol):
    """A person to talk to. `ask` may be cancelled, when the table itself gives the answer."""

    def tell(self, text: Say) -> None:
        """Show them a text."""

    async def ask(self, question: Question) -> str:
        """Ask them, and return their answer without surrounding blanks. Raises BrokenOff."""


class BrokenOff(Exception):
    """Nobody answers any more."""
