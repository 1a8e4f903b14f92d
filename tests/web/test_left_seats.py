"""Nobody acts for a seat: its phone sleeps, or it was left. Others play for it, may keep it, and give it back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.referee.sitting import virtual
from tests.web.asking import Asking
from tests.web.served import Served, barriers_to_choose
from tests.web.test_seats import Room, room
from tests.web.test_wish import seats_of, status, watching

from mouseboard.evening.seats import AWAY_S
from mouseboard.referee.situation import Choose


@virtual
async def test_a_phone_that_goes_away_is_told_of_after_a_while(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        phone = await at.phone(0)
        with at.roster.watching(at.guest(at.host)):
            with at.roster.watching(at.guest(phone)):
                assert at.roster.away(0) is None
            assert at.roster.away(0) is None  # it may only be reloading the page
            serial = at.stage.news.serial
            await asyncio.sleep(AWAY_S + 0.1)
            assert at.roster.away(0) == int(AWAY_S)
            assert at.stage.news.serial > serial  # so everybody gets the news
            assert at.roster.away(1) is None  # the host acts for a seat without a phone


@virtual
async def test_somebody_plays_on_for_a_phone_that_is_away_until_it_comes_back(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers", first="seat0")
        away, other = await at.phone(0), await at.phone(1)
        with at.roster.watching(at.guest(other)):
            await asyncio.sleep(AWAY_S + 1)
            assert (await other.post("/seats", {"seat": 0, "stand_in": True})).status == 200
            assert at.seats_of(other) == {0, 1}
            await at.asked(Choose)
            assert (await other.post("/answer", {"action": "d2"})).status == 200
            with at.roster.watching(at.guest(away)):
                assert (at.seats_of(other), at.seats_of(away)) == ({1}, {0})
            await asyncio.sleep(AWAY_S + 1)
            assert at.seats_of(other) == {1}  # the stand-in has to ask again


@virtual
async def test_a_phone_that_has_forgotten_who_it_is_plays_on_once_its_old_stream_ends(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        old, new = await at.phone(0), await at.phone()
        with at.roster.watching(at.guest(new)):
            with at.roster.watching(at.guest(old)):
                assert (await new.post("/seats", {"seat": 0, "stand_in": True})).status == 409
            assert at.roster.away(0) is None  # nobody else is told so soon
            assert (await new.post("/seats", {"seat": 0, "stand_in": True})).status == 200
            assert at.seats_of(new) == {0}
            with at.roster.watching(at.guest(old)):
                assert at.seats_of(new) == set()


@virtual
async def test_nobody_stands_in_for_somebody_who_is_here_or_where_another_does(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        away, one, other = await at.phone(0), await at.phone(1), await at.phone()
        spectator = Asking(at.app, at.guests.watch_token)
        with at.roster.watching(at.guest(away)):
            await asyncio.sleep(AWAY_S + 1)
            assert (await one.post("/seats", {"seat": 0, "stand_in": True})).status == 409
        await asyncio.sleep(AWAY_S + 1)
        with at.roster.watching(at.guest(one)), at.roster.watching(at.guest(other)):
            assert (await one.post("/seats", {"seat": 9, "stand_in": True})).status == 409
            assert (await spectator.post("/seats", {"seat": 0, "stand_in": True})).status == 403
            assert (await one.post("/seats", {"seat": 0, "stand_in": True})).status == 200
            assert (
                await other.post("/seats", {"seat": 0, "stand_in": True})
            ).status == 200  # without a seat of their own
            assert (await one.post("/seats", {"seat": 0, "stand_in": True})).status == 409
        assert (at.seat_of(other), at.seat_of(one)) == (0, 1)  # the seat is theirs now


@asynccontextmanager
async def red_has_left(folder: Path) -> AsyncIterator[tuple[Room, Asking, Asking]]:
    """Have Red leave the seat on its turn, while the host and Blue are here. Yield the room and both phones."""
    async with room(folder) as at:
        await at.begin("barriers", first="seat0")
        red, blue = await at.phone(0), await at.phone(1)
        with watching(at, at.host, red, blue):
            await at.asked(Choose)
            assert (await red.post("/seats", {"seat": 0, "free": True})).status == 200
            yield at, red, blue


@virtual
async def test_whoever_has_a_seat_plays_for_somebody_who_has_left_theirs(tmp_path: Path) -> None:
    async with red_has_left(tmp_path) as (at, red, blue):
        assert (await at.host.post("/seats", {"seat": 0, "help": "hints"})).status == 200
        serial = at.stage.news.serial
        await asyncio.sleep(AWAY_S + 0.1)
        assert at.roster.away(0) == int(AWAY_S) and at.stage.news.serial > serial
        assert (await blue.post("/seats", {"seat": 0, "stand_in": True})).status == 200
        assert (await blue.post("/answer", {"action": "d2"})).status == 200
        assert (await red.post("/join", {"seat": 0})).status == 200
        assert (at.seats_of(red), at.seats_of(blue), at.roster.away(0)) == ({0}, {1}, None)


@virtual
async def test_the_host_may_have_somebody_without_a_phone_play_on_a_seat_that_was_left(tmp_path: Path) -> None:
    async with red_has_left(tmp_path) as (at, _, blue):
        assert (await at.host.post("/seats", {"seat": 0, "name": "Gran"})).status == 200
        await asyncio.sleep(AWAY_S + 1)
        assert at.roster.away(0) is None
        assert (await blue.post("/seats", {"seat": 0, "stand_in": True})).status == 409


@virtual
async def test_a_seat_that_was_left_stays_left_when_its_game_is_resumed(tmp_path: Path) -> None:
    async with red_has_left(tmp_path) as (at, _, blue):
        assert at.evening.on
        number = at.evening.on.number
        assert await status(at.host, "/lobby", {"leave": True}) == 200
        assert [state for _, state in seats_of(at)] == ["computer", "phone"]
        assert await status(at.host, "/lobby", {"resume": number}) == 200
        await asyncio.sleep(AWAY_S + 1)
        assert at.roster.away(0) is not None
        assert await status(blue, "/seats", {"seat": 0, "stand_in": True}) == 200
        assert await status(blue, "/answer", {"action": "d2"}) == 200


@virtual
async def test_a_seat_that_was_left_and_got_a_name_is_not_left_when_its_game_is_resumed(tmp_path: Path) -> None:
    async with red_has_left(tmp_path) as (at, _, blue):
        assert await status(at.host, "/seats", {"seat": 0, "name": "Gran"}) == 200
        assert await status(at.host, "/lobby", {"leave": True}) == 200
        assert await status(at.host, "/lobby", {"resume": 1}) == 200
        assert await status(blue, "/seats", {"seat": 0, "stand_in": True}) == 409


def test_a_seat_that_was_left_stays_left_when_the_server_is_killed(tmp_path: Path) -> None:
    with barriers_to_choose(tmp_path) as served:
        red, blue = served.guest(0), served.guest(1)
        assert red.post("/seats", {"seat": 0, "free": True}).status == 200
        served.kill()
        served.begin()
        with served.host().watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")
            assert blue.post("/seats", {"seat": 0, "stand_in": True}).status == 200


def test_a_seat_that_was_left_is_a_computers_in_the_next_game_after_ctrl_c(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        host, red, blue = served.host(), served.guest(0), served.guest(1)
        assert host.post("/lobby", {"begin": {"game": "barriers", "seats": [{}, {}]}}).status == 200
        with host.watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")
        assert red.post("/seats", {"seat": 0, "free": True}).status == 200
        served.interrupt()
        served.begin()
        with blue.watch() as stream:
            lobby = stream.until(lambda picture: picture["at"] == "lobby")
            assert stream.you["seats"] == [1]
        assert lobby["seats"][0]["state"] == "computer"


@virtual
async def test_phones_play_for_people_without_one_where_no_page_of_the_host_is_open(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers", first="seat0")
        phone = await at.phone(1)
        with at.roster.watching(at.guest(phone)):
            await at.asked(Choose)
            with at.roster.watching(at.guest(at.host)):
                assert (await phone.post("/seats", {"seat": 0, "stand_in": True})).status == 409
            await asyncio.sleep(AWAY_S + 1.5)
            assert at.roster.away(0) == int(AWAY_S) + 1
            assert (await phone.post("/seats", {"seat": 0, "stand_in": True})).status == 200
            assert at.seats_of(phone) == {0, 1}
            with at.roster.watching(at.guest(at.host)):
                assert (at.seats_of(phone), at.roster.away(0)) == ({1}, None)


@virtual
async def test_who_has_not_come_when_a_game_begins_is_told_of_after_a_while(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.phone(0)
        await at.begin("barriers", first="seat0")
        await at.asked(Choose)
        serial = at.stage.news.serial
        await asyncio.sleep(AWAY_S + 1)
        assert at.roster.away(0) is not None and at.stage.news.serial > serial


def test_nobody_is_left_alone_where_people_play_at_a_terminal(tmp_path: Path) -> None:
    with Served(tmp_path, "barriers", "--people", "2", "--players", "2", command="play") as served:
        phone = served.guest(seat=1)
        assert phone.post("/seats", {"seat": 0, "stand_in": True}).status == 409


@virtual
async def test_who_plays_on_without_a_seat_of_their_own_keeps_it_after_the_game(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await made.begin("barriers", first="seat0")
        old, helper = await made.phone(0), await made.phone(1)
        await old.post("/join", {"seat": 0, "name": "Mia"})
        new = await made.phone()
        await asyncio.sleep(AWAY_S + 1)
        with watching(made, new, helper):
            assert await status(helper, "/seats", {"seat": 0, "stand_in": True}) == 200
            assert await status(new, "/seats", {"seat": 0, "stand_in": True}) == 200  # helpers make room
            assert await status(helper, "/seats", {"seat": 0, "stand_in": True}) == 409
            assert await status(made.host, "/lobby", {"leave": True}) == 200
            assert (made.seats_of(new), made.seats_of(helper), made.seats_of(old)) == ({0}, {1}, set())
            assert seats_of(made)[0] == ("Mia", "phone")
            with watching(made, old):  # the owner has not lost the cookie after all
                assert (made.seats_of(new), made.seats_of(helper), made.seats_of(old)) == (set(), {1}, {0})
                assert seats_of(made)[0] == ("Mia", "phone")


@virtual
async def test_a_seat_that_was_given_on_and_is_left_in_a_game_keeps_no_phone_that_is_gone(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        _, new = await given_on(made)
        await made.begin("barriers", first="seat0")
        with watching(made, made.host, new):
            await made.asked(Choose)
            assert await status(new, "/seats", {"seat": 0, "free": True}) == 200
            assert made.roster.seats.holder(0) is None
            assert await status(made.host, "/lobby", {"leave": True}) == 200
            assert "asleep" not in [state for _, state in seats_of(made)]


async def given_on(made: Room) -> tuple[Asking, Asking]:
    """Have a new phone play for Mia's, which is away, and keep the seat afterwards. Return Mia's and the new one."""
    await made.begin("barriers", first="seat0")
    old, new = await made.phone(), await made.phone()
    await old.post("/join", {"seat": 0, "name": "Mia"})
    await asyncio.sleep(AWAY_S + 1)
    with watching(made, new):
        assert await status(new, "/seats", {"seat": 0, "stand_in": True}) == 200
        assert await status(made.host, "/lobby", {"leave": True}) == 200
    assert (made.seats_of(new), made.seats_of(old)) == ({0}, set())
    return old, new


@virtual
async def test_a_phone_that_comes_back_takes_no_seat_that_its_helper_took_later(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await made.begin("barriers", first="seat0")
        old, new = await made.phone(0), await made.phone()
        await asyncio.sleep(AWAY_S + 1)
        with watching(made, new):
            assert await status(new, "/seats", {"seat": 0, "stand_in": True}) == 200
            assert await status(made.host, "/lobby", {"leave": True}) == 200
            assert await status(new, "/seats", {"seat": 0, "free": True}) == 200
            assert await status(new, "/join", {"seat": 0, "name": "Cleo"}) == 200
            with watching(made, old):
                assert (made.seats_of(new), made.seats_of(old)) == ({0}, set())
