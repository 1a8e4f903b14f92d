"""How the doctor and a person speak, whatever sits between them: a terminal, a page, a test with simulated hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Question:
    """What a person is to do or to look at, and what may be answered.

    `task` and `subject` say it to programs, `text` to people. An empty answer (Enter, or button B at the table) means
    what the text says it means.
    """

    task: str
    text: str
    subject: str = ""
    answers: tuple[str, ...] | None = None
    """Words allowed besides the empty answer; None: anything."""
    needed: bool = False
    """No empty answer: somebody has to say it."""

    def read(self, answer: str) -> str | None:
        """The answer in its own spelling; None if it answers nothing."""
        if not answer:
            return None if self.needed else ""
        if self.answers is None:
            return answer
        return next((word for word in self.answers if word.casefold() == answer.casefold()), None)

    @property
    def allowed(self) -> str:
        """What may be said, for people."""
        words = () if self.needed else ("nothing but Enter",)
        return ", ".join((*words, *(self.answers or ())))


class Talk(Protocol):
    """A person to talk to. `ask` may be cancelled, when the table itself gives the answer."""

    def tell(self, text: str) -> None:
        """Let them know."""

    async def ask(self, question: Question) -> str:
        """Their answer without blanks around it. Raises BrokenOff."""


class BrokenOff(Exception):
    """Nobody answers any more."""
