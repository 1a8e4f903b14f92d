"""Answers to the doctor's questions on the page, as in a terminal: by words that fit, or by the table itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.served import Served, until

from mouseboard.doctor import Question
from mouseboard.lang import languages, page_words
from mouseboard.say import say
from mouseboard.serving.unfit import Unfit
from mouseboard.web.doctoring import Doctoring

LAMPS = Question("look", say("What colour are the lamps?"), answers=("red", "green"), numbers=range(1, 5), needed=True)


async def asked(doctoring: Doctoring) -> asyncio.Task[str]:
    answer = asyncio.create_task(doctoring.ask(LAMPS))
    await asyncio.sleep(0)
    return answer


def test_a_question_shows_what_may_be_answered_in_words_of_the_language() -> None:
    async def test() -> None:
        doctoring = Doctoring()
        answer = await asked(doctoring)
        shown = doctoring.progress("de").question
        assert shown
        assert [(a.word, a.text) for a in shown.answers] == [("red", "Rot"), ("green", "Grün")]
        assert (shown.numbers, shown.several, shown.needed) == ((1, 4), False, True)
        for wrong in ("blue", "", "7", "red green"):
            with pytest.raises(Unfit, match="Please answer one of these"):
                doctoring.answer(wrong)
        doctoring.answer("green")
        assert await answer == "green"
        assert doctoring.progress("de").question is None
        with pytest.raises(Unfit, match="asks nothing"):
            doctoring.answer("green")

    asyncio.run(test())


@pytest.mark.parametrize("language", languages())
def test_no_key_is_named_where_there_is_a_button(language: str) -> None:
    async def test() -> None:
        doctoring = Doctoring()
        asking = asyncio.create_task(doctoring.ask(Question("do", say("{todo}, then Enter.", todo="..."))))
        await asyncio.sleep(0)
        shown = doctoring.progress(language).question
        assert shown
        assert shown.text.endswith(f" {page_words(language, 'sheets')['ok']}.")
        asking.cancel()

    asyncio.run(test())


def test_what_the_table_itself_answers_is_asked_no_more() -> None:
    async def test() -> None:
        doctoring = Doctoring()
        answer = await asked(doctoring)
        answer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await answer
        assert doctoring.progress("en").question is None

    asyncio.run(test())


def test_the_doctor_comes_to_the_simulated_table_and_can_be_sent_away(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        host = served.host()
        assert host.get("/doctor").json == {
            "running": False, "table": None, "told": [], "question": None, "findings": [], "verdict": None,
        }  # fmt: skip
        assert host.post("/doctor", {"begin": "sim"}).json == {}
        until(lambda: len(host.get("/doctor").json["told"]) > 3)
        assert host.get("/doctor").json["running"]
        assert host.post("/doctor", {"answer": "green"}).status == 409
        assert host.post("/doctor", {}).status == 400
        assert host.post("/doctor", {"end": True}).json == {}
        left = host.get("/doctor").json
        assert not left["running"]
        assert "not looked at" in left["verdict"]
        assert served.guest().get("/doctor").status == 403


def test_a_port_without_a_table_is_told_in_one_line(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        host = served.host()
        host.post("/doctor", {"begin": "/dev/ttyNONE"})
        until(lambda: not host.get("/doctor").json["running"])
        assert "/dev/ttyNONE" in host.get("/doctor").json["verdict"]


def test_while_a_game_is_on_the_doctor_does_not_come(tmp_path: Path) -> None:
    with Served(tmp_path, "barriers") as served:
        host = served.host()
        with host.watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")
        assert host.post("/doctor", {"begin": "sim"}).status == 409
