"""The doctor on the page: what it tells, asks and finds. The table's buttons can answer it, too."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from mouseboard.actors.examine import examine_simulated
from mouseboard.doctor import PARTS, Question, Report, examine, reference_table
from mouseboard.evening.playing import SIMULATED
from mouseboard.lang import page_words, translate, word
from mouseboard.link import KnownTables, LinkError
from mouseboard.link.serial_port import SerialPort
from mouseboard.say import Say, say
from mouseboard.serving.unfit import Unfit
from mouseboard.table import TableTooSmall


class DoctorAnswer(msgspec.Struct, frozen=True):
    """A possible answer: the word that programs send, and the text that people read."""

    word: str
    text: str


class DoctorQuestion(msgspec.Struct, frozen=True):
    """What the doctor wants to know, or wants people to do."""

    text: str
    answers: tuple[DoctorAnswer, ...]
    numbers: tuple[int, int] | None
    """The range of numbers that may be answered, ends included."""
    several: bool
    """Whether several words may be answered together."""
    needed: bool
    """Whether an empty answer is not accepted."""


class Progress(msgspec.Struct, frozen=True):
    """The state of an examination."""

    running: bool
    table: str | None
    told: tuple[str, ...]
    question: DoctorQuestion | None
    findings: tuple[str, ...]
    verdict: str | None


class Doctoring:
    """One examination at a time. The result of the last one stays readable."""

    def __init__(self, known: KnownTables | None = None) -> None:
        self._known = known
        self._told: list[Say] = []
        self._question: Question | None = None
        self._answer: asyncio.Future[str] | None = None
        self._table: str | None = None
        self._report: Report | None = None
        self._trouble: str | None = None
        self._examining: asyncio.Task[None] | None = None

    async def begin(self, table: str) -> None:
        """Start an examination of the table at a port, or of a simulated one, in place of any other."""
        await self.end()
        self._told, self._table, self._report, self._trouble = [], table, None, None
        self._examining = asyncio.create_task(self._examine(table), name="doctor")

    async def end(self) -> None:
        """Stop the examination and keep its findings."""
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
                self._report, _ = await examine(SerialPort(table), layout, self, parts, self._known)
        except (OSError, LinkError, TableTooSmall) as error:
            self._trouble = str(error)

    # For the doctor.

    def tell(self, text: Say) -> None:
        """Show people a sentence."""
        self._told.append(text)

    async def ask(self, question: Question) -> str:
        """Wait for people's answer. The doctor cancels this when the table's buttons answer instead."""
        self._question, self._answer = question, asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._question = self._answer = None

    # For the page.

    def answer(self, text: str) -> None:
        """Answer the present question. Raises Unfit if there is none, or if it has no such answer."""
        if self._question is None or self._answer is None or self._answer.done():
            raise Unfit(409, say("The doctor asks nothing at the moment."))
        if self._question.read(text) is None:
            raise Unfit(409, say("Please answer one of these: {answers}.", answers=self._question.allowed))
        self._answer.set_result(text)

    def progress(self, language: str) -> Progress:
        """Return how far the doctor has come, in a language."""
        found = self._report
        return Progress(
            running=self._examining is not None and not self._examining.done(),
            table=self._table,
            told=tuple(translate(said, language) for said in self._told),
            question=_shown(self._question, language) if self._question else None,
            findings=tuple(translate(finding.sentence, language) for finding in (found.findings if found else ())),
            verdict=translate(found.verdict, language) if found else self._trouble,
        )


def _shown(question: Question, language: str) -> DoctorQuestion:
    numbers = question.numbers
    return DoctorQuestion(
        text=_for_buttons(question.text, language),
        answers=tuple(DoctorAnswer(answer, word(answer, language)) for answer in question.answers),
        numbers=(numbers[0], numbers[-1]) if numbers else None,
        several=question.several,
        needed=question.needed,
    )


def _for_buttons(text: Say, language: str) -> str:
    """Translate a question, with the page's OK button in place of the keyboard's Enter."""
    button = page_words(language, "sheets")["ok"]
    return translate(text, language).replace(translate(say("Enter"), language), str(button))
