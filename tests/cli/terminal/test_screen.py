"""The whole terminal, played by keys: real asyncio and prompt_toolkit's own pipe for the keys, without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import fragment_list_to_text
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from mouseboard import rules
from mouseboard.actors.match import play_simulated
from mouseboard.cli.terminal.answers import Interrupted
from mouseboard.cli.terminal.screen import Screen
from mouseboard.match import Match, Observer, Running
from mouseboard.players import RandomPlayer
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.offers import asks
from mouseboard.referee.seating import Seating
from mouseboard.referee.showing import GRACE_S
from mouseboard.referee.situation import Choose, Roll, Situation
from mouseboard.store import ActionRecord, Journal, Source

HASTE = 20.0
"""Pace of the hands; keeps the tests fast."""


class Sitting:
    """A person at the screen in a game of `revised`, and the screen's state."""

    def __init__(self, keys: PipeInput, screen: Screen) -> None:
        self.keys = keys
        self.screen = screen
        self.history: list[ActionRecord] = []
        self.situation: Situation | None = None
        self.news = asyncio.Event()

    def show(self, situation: Situation) -> None:
        self.situation = situation
        self.screen.show(situation)
        self.news.set()

    async def until(self, true: Callable[[Situation], bool]) -> Situation:
        async with asyncio.timeout(30):
            while self.situation is None or not true(self.situation):
                self.news.clear()
                await self.news.wait()
        return self.situation

    async def question(self) -> Situation:
        """Wait for the next question, until the screen accepts answers."""
        await self.until(asks)
        await asyncio.sleep(GRACE_S + 0.1)
        return await self.until(asks)

    async def type(self, text: str) -> None:
        self.keys.send_text(text)
        await asyncio.sleep(0.1)

    @property
    def below(self) -> str:
        """The line under the picture."""
        return fragment_list_to_text(self.screen.below())


def sit(journal: Path, steps: Callable[[Sitting], Coroutine[None, None, None]], seed: int = 1) -> Sitting:
    """Play `revised` against a computer until the steps are done."""

    async def sitting() -> Sitting:
        with (
            create_pipe_input() as keys,
            create_app_session(input=keys, output=DummyOutput()),
            Journal.open(journal) as book,
        ):
            match = Match.begin(book, rules.load("revised", 2), seed)
            running = Running(match, Seating((None, RandomPlayer()), frozenset({0})))
            person = Sitting(keys, Screen(running.inbox))
            running.watch(Observer(person.show, person.history.append))
            with match.writer:
                playing = asyncio.create_task(play_simulated(running, pace=HASTE))
                looking = asyncio.create_task(person.screen.run())
                try:
                    await steps(person)
                    keys.send_text("\x04")
                    await looking
                finally:
                    for task in (playing, looking):
                        task.cancel()
                    await asyncio.gather(playing, looking, return_exceptions=True)
            return person

    return asyncio.run(sitting())


def test_enter_rolls(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        assert person.below.startswith("Enter: roll")
        await person.type("\r")
        await person.until(lambda _: bool(person.history))

    assert sit(tmp_path / "journal", steps).history[0].source is Source.ROLLED


@pytest.mark.parametrize("typed", ["4\r", "roll4\r", "ROLL4 \r"])
def test_a_wooden_die_is_typed_as_a_number_or_in_notation(tmp_path: Path, typed: str) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        await person.type(typed)
        await person.until(lambda _: bool(person.history))

    record = sit(tmp_path / "journal", steps).history[0]
    assert (str(record.action), record.source) == ("roll4", Source.TYPED)


def test_what_is_not_on_offer_is_answered_by_what_is(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        for typed in ("roll9", "take", "7", "17"):
            await person.type(f"{typed}\r")
            assert person.below == f"'{typed}' does not fit. Type 1-6, or a short name such as 'roll1'."
        await person.type("\t")
        assert person.below.startswith("There is nothing to choose now; Enter: roll; ")
        await person.type("undo\r")
        assert person.below.startswith("There is nothing to take back yet; Enter: roll; ")

    assert sit(tmp_path / "journal", steps).history == []


def test_tab_walks_through_the_options_and_enter_takes_the_marked_one(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        await person.type("2\r")  # two places on from Start, a cheese can be taken
        await person.until(lambda situation: isinstance(situation.ask, Choose))
        await person.question()
        await person.type("\r")
        assert person.below.startswith("Which one? Type 1-2, or press Tab.")
        for _ in ("decline", "take"):
            await person.type("\t")
            await asyncio.sleep(GRACE_S + 0.1)
        await person.type("\r")
        await person.until(lambda _: len(person.history) > 1)

    assert [str(record.action) for record in sit(tmp_path / "journal", steps).history[:2]] == ["roll2", "take"]


def test_a_mistyped_die_is_taken_back(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        await person.type("2\r")
        await person.until(lambda situation: isinstance(situation.ask, Choose))
        await person.type("undo\r")
        await person.until(lambda situation: isinstance(situation.ask, Roll))
        await person.question()
        await person.type("1\r")
        await person.until(lambda _: len(person.history) > 1)
        assert person.situation is not None
        assert person.situation.state.placement()["red"] == "1"

    sit(tmp_path / "journal", steps)


def test_the_picture_shows_the_board_and_what_to_do(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        text = fragment_list_to_text(person.screen.picture())
        assert "Mouse Trap, revised rules" in text
        assert "Red, roll the die!" in text
        assert text.count("\n") == DummyOutput().get_size().rows - 2

    sit(tmp_path / "journal", steps)


def test_a_question_mark_teaches_page_by_page_and_enter_leads_back(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        await person.type("?\r")
        text = fragment_list_to_text(person.screen.picture())
        assert text.startswith(rules.games()["revised"].summary[:20])
        assert person.below == "Enter: carry on"
        for _ in range(10):
            if person.below != "Enter: carry on":
                break
            await person.type("\r")
        assert "Mouse Trap, revised rules" in fragment_list_to_text(person.screen.picture())

    assert sit(tmp_path / "journal", steps).history == []


def test_a_terminal_that_is_too_small_asks_to_be_made_larger_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        with monkeypatch.context() as small:
            small.setattr(DummyOutput, "get_size", lambda _: Size(rows=19, columns=60))
            assert "Please make this window bigger" in fragment_list_to_text(person.screen.picture())
            small.setattr(DummyOutput, "get_size", lambda _: Size(rows=20, columns=60))
            assert "Red, roll the die!" in fragment_list_to_text(person.screen.picture())

    sit(tmp_path / "journal", steps)


def test_quit_leaves_the_screen(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        await person.type("quit\r")
        async with asyncio.timeout(30):
            while person.screen.app.is_running:
                await asyncio.sleep(0)

    sit(tmp_path / "journal", steps)


def test_ctrl_c_interrupts(tmp_path: Path) -> None:
    async def steps(person: Sitting) -> None:
        await person.question()
        await person.type("\x03")

    with pytest.raises(Interrupted):
        sit(tmp_path / "journal", steps)


def test_the_pages_address_stands_above_the_table_or_that_all_mice_are_moved_there() -> None:
    state = rules.load("barriers", 2, first="seat0").start()
    there = False
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        screen = Screen(Inbox(), "de", "http://localhost:8700/", lambda: there)
        screen.show(Situation(state, Choose(0, state.actions()), standing=state.placement()))
        assert fragment_list_to_text(screen.picture()).startswith("page: http://localhost:8700/\n")
        there = True
        assert fragment_list_to_text(screen.picture()).startswith("Zieh die Figuren jetzt auf der Seite.\n")
