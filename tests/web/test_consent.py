"""Takebacks on phones: who asks, who must agree, and who may not answer."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from tests.referee.sitting import virtual
from tests.web.test_seats import Room, room

from mouseboard.evening.seats import AWAY_S
from mouseboard.referee.showing import GRACE_S, REACHING_S
from mouseboard.referee.situation import Choose, Consent, Do, Mend


@virtual
async def test_somebody_who_plays_on_for_a_phone_that_is_away_agrees_for_it(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at.asking_for_consent() as (red, _):
        said = await red.post("/answer", {"press": "b"})
        assert (said.status, said.json["error"]) == (403, "The others must agree.")
        await asyncio.sleep(AWAY_S + 1)
        assert (await red.post("/seats", {"seat": 1, "stand_in": True})).status == 200
        assert (await red.post("/answer", {"press": "b"})).status == 200
        await asyncio.sleep(1)
        assert at.evening.live and len(at.evening.live.situation.history) == 1


@virtual
async def test_everybody_who_has_chosen_since_must_agree_on_their_own_phone(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        phones = await at.three_have_moved()
        assert (await phones[0].post("/answer", {"undo": True})).status == 200
        await at.asked(Consent)
        await asyncio.sleep(1)  # time for everybody to read it
        assert at.waiting == [1, 2]
        for press in ("a", "b"):
            said = await phones[3].post("/answer", {"press": press})
            assert (said.status, said.json["error"]) == (403, "The others must agree.")
        assert (await phones[1].post("/answer", {"press": "b"})).status == 200
        await asyncio.sleep(0.1)
        assert at.waiting == [2]
        assert len(at.situation.history) == 3
        assert (await phones[2].post("/answer", {"press": "b"})).status == 200
        await at.turn_of(0)
        assert not at.situation.history


@virtual
async def test_a_takeback_waits_for_nobody_whose_seat_becomes_a_computers(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        phones = await at.three_have_moved()
        assert (await phones[0].post("/answer", {"undo": True})).status == 200
        await at.asked(Consent)
        await asyncio.sleep(1)  # time for everybody to read it
        assert (await phones[1].post("/answer", {"press": "b"})).status == 200
        assert (await at.host.post("/seats", {"seat": 2, "kind": "random"})).status == 200
        await at.turn_of(0)
        assert not at.situation.history


@virtual
async def test_a_takeback_by_hand_waits_for_those_whose_choices_it_undoes(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        black, white = await at.phone(0), await at.phone(1)
        for seat, phone, action in ((0, black, "c3-d4"), (1, white, "d6-e5")):
            await at.turn_of(seat)
            assert (await phone.post("/answer", {"action": action})).status == 200
        await at.turn_of(0)
        standing = {place: piece for piece, place in at.situation.standing.items()}
        assert (await at.host.post("/hands", {"whose": "page"})).status == 200
        assert at.evening.on and at.evening.on.hands
        await at.evening.on.hands.put(standing["d4"], "c3", (), lambda: None)
        await at.asked(Mend)
        await at.evening.on.hands.put(standing["e5"], "d6", (), lambda: None)
        await at.asked(Consent)
        await asyncio.sleep(1)  # time for everybody to read it
        assert at.waiting == [0, 1]
        assert (await black.post("/answer", {"press": "b"})).status == 200
        await asyncio.sleep(0.1)
        assert (at.waiting, len(at.situation.history)) == ([1], 2)
        assert (await white.post("/answer", {"press": "a"})).status == 200
        await at.asked(Mend)
        assert len(at.situation.history) == 2


@virtual
async def test_the_winner_must_agree_that_giving_up_is_taken_back(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        black, white = await at.phone(0), await at.phone(1)
        await at.turn_of(0)
        assert (await black.post("/answer", {"action": "resign"})).status == 200
        await asyncio.sleep(5)
        assert at.situation.state.winners == (1,)
        assert (await black.post("/answer", {"undo": True})).status == 200
        await at.asked(Consent)
        await asyncio.sleep(1)  # time for everybody to read it
        assert (at.waiting, at.situation.state.winners) == ([1], (1,))
        assert json.loads(at.stage.picture("en"))["end"] is None  # every screen shows the question
        assert (await white.post("/answer", {"press": "b"})).status == 200
        await at.turn_of(0)


@virtual
async def test_a_helper_takes_back_their_own_choices_and_not_those_of_whom_they_help(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        black, white = await at.phone(0), await at.phone(1)
        with at.roster.watching(at.guest(black)):
            for seat, phone, action in ((0, black, "c3-d4"), (1, white, "d6-e5")):
                await at.turn_of(seat)
                assert (await phone.post("/answer", {"action": action})).status == 200
            await at.turn_of(0)
            await asyncio.sleep(AWAY_S + 1)
            assert (await black.post("/seats", {"seat": 1, "stand_in": True})).status == 200
            assert (await black.post("/answer", {"undo": True})).status == 200
            await at.asked(Consent)
            assert (at.waiting, len(at.situation.history)) == ([1], 2)


@virtual
async def test_whoever_wants_to_take_something_back_may_give_that_up(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at.asking_for_consent() as (red, _):
        assert (await red.post("/answer", {"press": "a"})).status == 200
        await at.asked(Choose)
        assert at.evening.live and len(at.evening.live.situation.history) == 3


@virtual
async def test_the_big_screen_of_a_simulated_table_asks_a_phone_before_it_takes_back_its_choice(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at.asking_for_consent() as (red, blue):
        for _ in range(2):
            assert (await red.post("/answer", {"press": "a"})).status == 200
            await at.asked(Choose)
            assert (await at.host.post("/answer", {"undo": True})).status == 200
            await at.asked(Consent)
            await asyncio.sleep(1)  # time for everybody to read it
            assert at.waiting == [0]
            for phone in (at.host, blue):
                assert (await phone.post("/answer", {"press": "b"})).status == 403
        assert (await red.post("/answer", {"press": "b"})).status == 200
        async with asyncio.timeout(60):
            while not (at.evening.live and len(at.evening.live.situation.history) == 1):
                await asyncio.sleep(0.05)


@virtual
async def test_the_big_screen_gives_up_a_takeback_that_it_has_asked_for(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at.asking_for_consent() as (red, blue):
        assert (await at.host.post("/answer", {"press": "a"})).status == 403  # Red has asked
        assert (await red.post("/answer", {"press": "a"})).status == 200
        await at.asked(Choose)
        assert (await at.host.post("/answer", {"undo": True})).status == 200
        await at.asked(Consent)
        assert (await blue.post("/answer", {"press": "a"})).status == 403
        assert (await at.host.post("/answer", {"press": "a"})).status == 200
        await at.asked(Choose)
        assert len(at.situation.history) == 3


@virtual
async def test_the_big_screen_takes_back_for_people_without_a_phone_at_once(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers", first="seat0")
        await at.turn_of(0)
        assert (await at.host.post("/answer", {"action": "d2"})).status == 200
        await at.turn_of(1)
        assert (await at.host.post("/answer", {"undo": True})).status == 200
        await at.turn_of(0)
        assert not at.situation.history


@virtual
async def test_a_phone_takes_back_its_own_last_choice_once_whoever_chose_since_agrees(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers", first="seat0")
        red, blue = await at.phone(0), await at.phone(1)
        await at.turn_of(0)
        assert (await red.post("/answer", {"action": "d2"})).status == 200
        await at.turn_of(1)
        said = await blue.post("/answer", {"undo": True})
        assert (said.status, said.json["error"]) == (409, "There is nothing to take back.")
        assert (await blue.post("/answer", {"action": "d6"})).status == 200
        await at.turn_of(0)
        assert (await red.post("/answer", {"undo": True})).status == 200
        await at.asked(Consent)
        assert at.evening.live and isinstance(at.evening.live.situation.ask, Consent)
        assert list(map(str, at.evening.live.situation.ask.undone)) == ["red goes to d2.", "blue goes to d6."]
        await asyncio.sleep(1)  # time for everybody to read it
        assert (await blue.post("/answer", {"press": "b"})).status == 200
        await at.turn_of(0)
        assert at.evening.live.situation.history == ()


@virtual
async def test_what_cannot_be_done_until_the_others_have_agreed_is_refused(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at.asking_for_consent() as (red, _):
        for post in ({"pause": True}, {"undo": True}):
            said = await red.post("/answer", post)
            assert (said.status, said.json["error"]) == (409, "Not now. First finish this!")


@virtual
async def test_whoever_wants_to_take_back_is_told_that_the_others_refuse(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at.asking_for_consent() as (_, blue):
        assert (await blue.post("/answer", {"press": "a"})).status == 200
        await at.asked(Choose)
        event = json.loads(at.stage.picture("en"))["event"]
        assert (event["text"], event["to"], event["seat"]) == ("Red, nothing is taken back. Play on!", 0, None)


async def red_regrets_while_blue_s_barrier_is_put(at: Room, delay: float) -> None:
    """Have Red take back its barrier this long after Blue has chosen one. Hands are putting that, or press B for it."""
    await at.begin("barriers", first="seat0")
    red, blue = await at.phone(0), await at.phone(1)
    for phone, seat, barrier in ((red, 0, "a2h"), (blue, 1, "c2h")):
        await at.turn_of(seat)
        await asyncio.sleep(1)  # the hands are at rest
        assert (await phone.post("/answer", {"action": barrier})).status == 200
    await asyncio.sleep(delay)
    assert (await red.post("/answer", {"undo": True})).status == 200
    await at.asked(Consent)


@pytest.mark.parametrize("delay", [n / 40 for n in range(1, 21)])
@virtual
async def test_no_hand_agrees_to_a_takeback_by_a_press_that_was_meant_for_the_question_before(
    tmp_path: Path, delay: float
) -> None:
    async with room(tmp_path) as at:
        await red_regrets_while_blue_s_barrier_is_put(at, delay)
        await asyncio.sleep(5)
        assert (at.waiting, len(at.situation.history)) == ([1], 2)


@virtual
async def test_nobody_agrees_to_a_takeback_before_they_can_have_read_what_it_undoes(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at.asking_for_consent() as (_, blue):
        history = at.situation.history
        said = await blue.post("/answer", {"press": "b"})
        assert (said.status, said.json["error"]) == (409, "One moment! Read first what would be taken back.")
        await asyncio.sleep(REACHING_S)
        assert (at.waiting, at.situation.history) == ([1], history)
        assert (await blue.post("/answer", {"press": "b"})).status == 200


@virtual
async def test_a_tap_on_done_that_waits_for_the_trap_does_not_agree_to_a_takeback_asked_for_meanwhile(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers", first="seat0")
        red, blue = await at.phone(0), await at.phone(1)
        await at.turn_of(0)
        assert (await red.post("/answer", {"action": "a2h"})).status == 200
        await at.turn_of(1)
        assert (await at.host.post("/hands", {"whose": "page"})).status == 200
        assert (await at.host.post("/mishap", {"line": "cage down"})).status == 200
        assert (await blue.post("/answer", {"action": "c2h"})).status == 200
        await at.asked(Do)
        await asyncio.sleep(GRACE_S)
        done = asyncio.create_task(blue.post("/answer", {"press": "b"}))
        await asyncio.sleep(0.1)  # the page's hands are setting the trap
        assert (await red.post("/answer", {"undo": True})).status == 200
        await at.asked(Consent)
        assert (await done).status == 409
        await asyncio.sleep(5)
        assert (at.waiting, len(at.situation.history)) == ([1], 2)


@virtual
async def test_the_button_of_a_simulated_table_agrees_for_nobody_who_has_a_phone(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers", players=4, first="seat0")
        red, yellow = await at.phone(0), await at.phone(2)
        for seat, (who, action) in enumerate(((red, "a2h"), (at.host, "c2h"), (yellow, "e2h"))):
            await at.turn_of(seat)
            assert (await who.post("/answer", {"action": action})).status == 200
        await at.turn_of(3)
        assert (await red.post("/answer", {"undo": True})).status == 200
        await at.asked(Consent)
        assert at.waiting == [1, 2]
        await asyncio.sleep(REACHING_S)
        assert (await at.host.post("/mishap", {"line": "press b"})).status == 200
        await asyncio.sleep(1)
        assert at.waiting == [2]
        assert (await yellow.post("/answer", {"press": "b"})).status == 200
        await at.turn_of(0)
        assert not at.situation.history
