"""The end of a game on the page: it stays until people leave, and its last move can be taken back until then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.referee.sitting import virtual
from tests.referee.test_signals import BARRIERS, TO_THE_END
from tests.web.test_seats import Room, room

from mouseboard.match import Match
from mouseboard.referee.situation import Choose, Move
from mouseboard.store import AT_TABLE, PERSON, Played, Seated, TakenBack, replay
from mouseboard.web.playing import Plan, TableChoice

PEOPLE = Seated((PERSON, PERSON), AT_TABLE)


@asynccontextmanager
async def won(folder: Path) -> AsyncIterator[Room]:
    """Have Red win a game of barriers by choices on the page."""
    async with room(folder) as at:
        await at.begin("barriers", first="seat0")
        for n, (square, _) in enumerate(TO_THE_END):
            await chosen(at, n % 2, square)
        await over(at)
        yield at


async def chosen(at: Room, seat: int, square: str) -> None:
    """Choose a square for a seat as soon as it is asked, and wait until hands are told to move its mouse there."""
    async with asyncio.timeout(60):
        while shown(at).get("actor") != seat or shown(at)["sign"] != "choose":
            await asyncio.sleep(0.05)
    assert (await at.host.post("/answer", {"action": square})).status == 200
    await at.asked(Move)


async def over(at: Room) -> None:
    async with asyncio.timeout(60):
        while not (at.stage.live and at.stage.live.situation.over):
            await asyncio.sleep(0.05)


def shown(at: Room) -> dict[str, Any]:
    picture: dict[str, Any] = json.loads(at.stage.picture("en"))
    return picture


@virtual
async def test_a_winner_is_shown_until_the_winning_move_is_taken_back(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        await asyncio.sleep(3600)
        picture = shown(at)
        assert (picture["sign"], picture["winners"], picture["undoable"]) == ("over", [0], True)
        assert not picture["pausable"]
        assert (await at.host.post("/answer", {"undo": True})).status == 200
        await at.asked(Move, Choose)
        picture = shown(at)
        assert (picture["winners"], picture["figures"], picture["actor"]) == ([], [], 0)
        assert picture["story"][-1]["text"] == "Taken back."
        assert at.evening.number == 1
        await chosen(at, 0, "d7")
        assert (shown(at)["sign"], shown(at)["winners"], shown(at)["figures"]) == ("move", [], [])
        await over(at)


@virtual
async def test_a_mouse_that_is_moved_on_after_the_end_goes_on_with_the_game(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        assert (await at.host.post("/answer", {"undo": True})).status == 200
        await at.asked(Choose)
        assert (await at.host.post("/hand", {"piece": "red", "to": "d7", "via": []})).status == 200
        await over(at)
        assert (await at.host.post("/hand", {"piece": "red", "to": "c6", "via": []})).status == 200
        await at.asked(Choose)
        assert (shown(at)["winners"], shown(at)["actor"]) == ([], 1)


@virtual
async def test_another_game_begins_after_the_end_without_a_visit_to_the_lobby(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        await at.begin("barriers", first="seat1")
        await at.asked(Move, Choose)
        assert shown(at)["game"]["number"] == 2


@virtual
async def test_a_game_that_is_over_offers_no_takeback_once_another_could_not_begin(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        seats = [{"kind": "person"}, {"kind": "wizard"}]
        assert (await at.host.post("/lobby", {"begin": {"game": "barriers", "seats": seats}})).status == 409
        assert (shown(at)["sign"], shown(at)["winners"], shown(at)["undoable"]) == ("over", [0], False)
        assert (await at.host.post("/answer", {"undo": True})).status == 409


@virtual
async def test_the_doctor_waits_until_people_have_left_a_game_that_is_over(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        said = await at.host.post("/doctor", {"begin": "sim"})
        assert (said.status, said.json["error"]) == (409, "A game is on. Leave it first!")
        assert (await at.host.post("/lobby", {"leave": True})).status == 200
        assert (await at.host.post("/doctor", {"begin": "sim"})).status == 200
        assert (await at.host.post("/doctor", {"end": True})).status == 200


@virtual
async def test_a_server_that_was_killed_after_the_end_shows_it_and_still_takes_the_last_move_back(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as at:
        with at.journal.begin(BARRIERS, 7) as writer:
            for n, (square, source) in enumerate(TO_THE_END):
                writer.append(Played(n % 2, square, source))
        match = Match.resume(at.journal, writer.game, even_over=True)
        await at.evening.begin(Plan(match, PEOPLE, TableChoice()).ready)
        await over(at)
        assert (shown(at)["sign"], shown(at)["winners"], shown(at)["undoable"]) == ("over", [0], True)
        assert (await at.host.post("/answer", {"undo": True})).status == 200
        await at.asked(Move)
        assert shown(at)["placement"]["red"] == "d6"
        assert replay(at.journal, writer.game).entries[-1] == TakenBack(len(TO_THE_END) - 1)
