"""The doctor on the page: what it tells, what it asks, and what it finds. The table's buttons answer it, too."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from mouseboard.actors.examine import examine_simulated
from mouseboard.doctor import PARTS, Question, Report, examine, reference_table
from mouseboard.lang import page_words, translate, word
from mouseboard.link import LinkError
from mouseboard.link.serial_port import SerialPort
from mouseboard.say import Say, say
from mouseboard.table import TableTooSmall
from mouseboard.web.answering import Unfit
from mouseboard.web.playing import SIMULATED


class AnswerShown(msgspec.Struct, frozen=True):
    """A word that may be answered: as programs know it, and as people read it."""

    word: str
    text: str


class QuestionShown(msgspec.Struct, frozen=True):
    """What the doctor wants to know, or done."""

    text: str
    answers: tuple[AnswerShown, ...]
    numbers: tuple[int, int] | None
    """The least and the most of the numbers that may be answered."""
    several: bool
    """Whether more than one word may be said."""
    needed: bool
    """Whether an empty answer is none."""


class Progress(msgspec.Struct, frozen=True):
    """How far the doctor has come."""

    running: bool
    table: str | None
    told: tuple[str, ...]
    question: QuestionShown | None
    findings: tuple[str, ...]
    verdict: str | None


class Doctoring:
    """One examination at a time; the last one stays to be read."""

    def __init__(self) -> None:
        self._told: list[Say] = []
        self._question: Question | None = None
        self._answer: asyncio.Future[str] | None = None
        self._table: str | None = None
        self._report: Report | None = None
        self._trouble: str | None = None
        self._examining: asyncio.Task[None] | None = None

    async def begin(self, table: str) -> None:
        """Have the doctor come to the table at a port, or to a simulated one."""
        await self.end()
        self._told, self._table, self._report, self._trouble = [], table, None, None
        self._examining = asyncio.create_task(self._examine(table), name="doctor")

    async def end(self) -> None:
        """Let the doctor go; what was found until then stays."""
        if self._examining:
            self._examining.cancel()
            with suppress(asyncio.CancelledError):
                await self._examining

    async def _examine(self, table: str) -> None:
        layout, parts = reference_table(), tuple(PARTS)
        try:
            if table == SIMULATED:
                self._report, _ = await examine_simulated(layout, self.tell, parts)
            else:
                self._report, _ = await examine(SerialPort(table), layout, self, parts)
        except (OSError, LinkError, TableTooSmall) as error:
            self._trouble = str(error)

    # As the doctor talks.

    def tell(self, text: Say) -> None:
        """Let people know."""
        self._told.append(text)

    async def ask(self, question: Question) -> str:
        """Their answer; cancelled when the table itself gives it."""
        self._question, self._answer = question, asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._question = self._answer = None

    # As people answer.

    def answer(self, text: str) -> None:
        """Raises Unfit where that answers nothing."""
        if self._question is None or self._answer is None or self._answer.done():
            raise Unfit(409, say("The doctor asks nothing at the moment."))
        if self._question.read(text) is None:
            raise Unfit(409, say("Please answer one of these: {answers}.", answers=self._question.allowed))
        self._answer.set_result(text)

    def progress(self, language: str) -> Progress:
        """How far the doctor has come, in that language."""
        found = self._report
        return Progress(
            running=self._examining is not None and not self._examining.done(),
            table=self._table,
            told=tuple(translate(said, language) for said in self._told),
            question=_shown(self._question, language) if self._question else None,
            findings=tuple(translate(finding.sentence, language) for finding in (found.findings if found else ())),
            verdict=translate(found.verdict, language) if found else self._trouble,
        )


def _shown(question: Question, language: str) -> QuestionShown:
    numbers = question.numbers
    return QuestionShown(
        text=_for_buttons(question.text, language),
        answers=tuple(AnswerShown(answer, word(answer, language)) for answer in question.answers),
        numbers=(numbers[0], numbers[-1]) if numbers else None,
        several=question.several,
        needed=question.needed,
    )


def _for_buttons(text: Say, language: str) -> str:
    """What is Enter at a keyboard is a button here, and called as that is."""
    button = page_words(language, "sheets")["ok"]
    return translate(text, language).replace(translate(say("Enter"), language), str(button))
