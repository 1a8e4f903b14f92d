"""Both the person and the table can answer."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.doctor.clinic import small_layout

from mouseboard.actors.table import table_for_layout
from mouseboard.doctor import BrokenOff, Question
from mouseboard.doctor.bench import Bench
from mouseboard.link import Link
from mouseboard.say import Say, say
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import PIECES, SimulatedTable
from mouseboard.table import Table

DONE = Question("task", say("Do it, then Enter."), answers=("no",))


class Typist:
    """A person who answers with these words in turn and then stays silent. `told` is what the person was told."""

    def __init__(self, *words: str) -> None:
        self.words = list(words)
        self.told: list[str] = []

    def tell(self, text: Say) -> None:
        self.told.append(str(text))

    async def ask(self, question: Question) -> str:
        if not self.words:
            await asyncio.Event().wait()
        word = self.words.pop(0)
        if word == "bye":
            raise BrokenOff
        return word


def at_bench(typist: Typist, do: Callable[[Bench, SimulatedTable], Awaitable[None]]) -> None:
    async def main() -> None:
        layout = small_layout()
        async with table_for_layout(layout, PIECES, 1) as table, Link(table.cable) as link:
            await do(Bench(Table(link, layout), typist, "test"), table)

    run_virtual(main())


def test_button_b_is_as_good_as_enter() -> None:
    async def do(bench: Bench, table: SimulatedTable) -> None:
        asking = asyncio.create_task(bench.ask(DONE))
        await table.hands.press("a")
        assert not asking.done()
        await table.hands.press("b")
        assert await asking == ""

    at_bench(Typist(), do)


def test_a_button_that_is_broken_answers_nothing() -> None:
    async def do(bench: Bench, table: SimulatedTable) -> None:
        bench.buttons_answer = False
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5):
                asking = asyncio.create_task(bench.ask(DONE))
                await table.hands.press("b")
                await asking

    at_bench(Typist(), do)


def test_no_button_says_yes_to_what_moves() -> None:
    async def do(bench: Bench, table: SimulatedTable) -> None:
        asking = asyncio.create_task(bench.agrees("move", say("May it move?")))
        await table.hands.press("b")
        await asyncio.sleep(1)
        assert not asking.done()
        asking.cancel()

    at_bench(Typist(), do)


@pytest.mark.parametrize(("words", "agreed"), [(["", "y", "Yes"], True), (["ja", "no"], False)])
def test_yes_is_said_in_full(words: list[str], agreed: bool) -> None:
    typist = Typist(*words)

    async def do(bench: Bench, _: SimulatedTable) -> None:
        assert await bench.agrees("move", say("May it move?")) == agreed

    at_bench(typist, do)
    assert typist.told[-1] == f"{words[-2]!r} is no answer here; allowed: yes, no"


def test_a_contact_may_answer_first_and_all_that_changed_is_kept() -> None:
    async def do(bench: Bench, table: SimulatedTable) -> None:
        asking = asyncio.create_task(bench.ask_or_feel(DONE, lambda change: change.contact == 5 and change.closed))
        await table.hands.put("red", table.place("p4"))
        await table.hands.put("red", table.place("p5"))
        assert await asking is None
        assert [(change.contact, change.closed) for change in bench.heard] == [(4, True), (4, False), (5, True)]
        assert bench.table.closed_inputs == {5}

    at_bench(Typist(), do)


def test_what_is_typed_while_the_table_is_away_answers_nothing_and_the_question_is_put_again() -> None:
    class Hasty(Typist):
        """Presses Enter at each question about the cable; answers the task only when it is put again."""

        asked: tuple[str, ...] = ()

        async def ask(self, question: Question) -> str:
            self.asked += (question.task,)
            if question.task == "task" and self.asked.count("task") == 1:
                await asyncio.Event().wait()
            await asyncio.sleep(0.4)
            return "" if question.task == "cable" else "no"

    person = Hasty()

    async def do(bench: Bench, table: SimulatedTable) -> None:
        asking = asyncio.create_task(bench.uninterrupted(lambda: bench.ask(DONE)))
        await asyncio.sleep(1)
        table.cable.unplug()
        await asyncio.sleep(1)
        assert person.asked == ("task", "cable", "cable", "cable") and not asking.done()
        table.cable.replug()
        assert await asking == "no"

    at_bench(person, do)
    assert person.asked[-1] == "task" and person.told == ["The table answers again."]


def test_who_has_hung_up_can_still_plug_the_cable_in() -> None:
    async def do(bench: Bench, table: SimulatedTable) -> None:
        table.cable.unplug()
        measuring = asyncio.create_task(bench.uninterrupted(bench.table.service.power))
        await asyncio.sleep(5)
        assert not measuring.done()
        table.cable.replug()
        assert (await measuring).millivolts == 5000

    at_bench(Typist("bye"), do)


def test_a_contact_that_never_rests_is_not_waited_for() -> None:
    async def do(bench: Bench, table: SimulatedTable) -> None:
        async def flicker() -> None:
            while True:
                table.world.reeds[5].move(not table.world.reeds[5].closed)
                await asyncio.sleep(0.1)

        flickering = asyncio.create_task(flicker())
        async with asyncio.timeout(3):
            await bench.settle()
        flickering.cancel()

    at_bench(Typist(), do)


def test_who_hangs_up_breaks_off() -> None:
    async def do(bench: Bench, _: SimulatedTable) -> None:
        with pytest.raises(BrokenOff):
            await bench.ask(DONE)

    at_bench(Typist("what?", "bye"), do)
