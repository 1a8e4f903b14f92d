"""Another game of the same people after the end: who is ready, who begins, who leaves, and tonight's crowns."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

from tests.referee.sitting import virtual
from tests.web.asking import Asking
from tests.web.shown import after
from tests.web.test_ending import over, shown, won
from tests.web.test_seats import Room, room

from mouseboard import players
from mouseboard.evening.playing import Plan, TableChoice
from mouseboard.evening.wish import lobby
from mouseboard.match import Match
from mouseboard.referee.situation import Choose, Do, Move
from mouseboard.rules import CHANCE
from mouseboard.store import AT_TABLE, PERSON, Played, Seated, Source, replay


def here(at: Room, *phones: Asking) -> ExitStack:
    """Have these phones watch until the block ends."""
    stack = ExitStack()
    for phone in phones:
        stack.enter_context(at.roster.watching(at.guest(phone)))
    return stack


async def chooses(at: Room, seat: int) -> None:
    """Wait until a seat is asked for its choice."""
    async with asyncio.timeout(60):
        while (shown(at)["sign"], shown(at).get("actor")) != ("choose", seat):
            await asyncio.sleep(0.05)


async def again(phone: Asking) -> int:
    return (await phone.post("/lobby", {"again": True})).status


@virtual
async def test_the_hosts_again_begins_the_next_game_at_once_and_blue_begins(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        assert shown(at)["end"]["beginner"] == 1
        red, blue = await at.phone(0), await at.phone(1)
        with here(at, red, blue):
            assert await again(at.host) == 200
            await at.asked(Move, Choose)
            assert (shown(at)["game"]["number"], shown(at)["end"]) == (2, None)
            await at.asked(Choose)
            assert shown(at)["actor"] == 1
            assert (at.seats_of(red), at.seats_of(blue)) == ({0}, {1})


@virtual
async def test_a_draw_crowns_nobody_and_the_other_side_begins_the_next_game(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("morris", first="seat0")
        await at.asked(Do)
        await at.host.post("/answer", {"press": "b"})
        for seat, word in enumerate(("offer", "accept")):
            await chooses(at, seat)
            assert (await at.host.post("/answer", {"action": word})).status == 200
        await over(at)
        picture = shown(at)
        assert (picture["prompt"], picture["winners"]) == ("You agree on a draw. Well played, both!", [])
        assert (picture["end"]["places"], picture["end"]["tonight"]) == ([1, 1], [0, 0])
        assert await again(at.host) == 200
        await at.asked(Do)
        await at.host.post("/answer", {"press": "b"})
        await chooses(at, 1)
        assert shown(at)["game"]["number"] == 2


@virtual
async def test_two_players_of_draughts_swap_colours_and_keep_their_names(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        mia, ben = await at.phone(0), await at.phone(1)
        await mia.post("/join", {"seat": 0, "name": "Mia", "face": "fox"})
        with here(at, mia, ben):
            await given_up(at, mia)
            assert shown(at)["end"]["swaps"]
            assert await again(mia) == 200
            await at.asked(Do)
            assert (at.seats_of(mia), at.seats_of(ben)) == ({1}, {0})
            assert [(seat.name, seat.face) for seat in at.roster.seats.seats] == [("", ""), ("Mia", "fox")]
            assert replay(at.journal, 2).seated == Seated((PERSON, PERSON), AT_TABLE, ("", "Mia"))
            await given_up(at, ben)
            assert shown(at)["end"]["tonight"] == [1, 1]


@virtual
async def test_a_computer_swaps_colours_too(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await ended(at, "draughts", (PERSON, "random"))
        mia = await at.phone(0)
        with here(at, mia):
            assert await again(mia) == 200
            assert at.roster.seats.kinds == ("random", PERSON)
            assert at.seats_of(mia) == {1}


async def given_up(at: Room, phone: Asking) -> None:
    """Have the phone that begins prepare the game, and give it up."""
    await at.asked(Do)
    assert (await phone.post("/answer", {"press": "b"})).status == 200
    await chooses(at, 0)
    assert (await phone.post("/answer", {"action": "resign"})).status == 200
    await over(at)


@virtual
async def test_a_guest_is_ready_and_the_leader_starts(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        red, blue = await at.phone(0), await at.phone(1)
        with here(at, red, blue):
            assert await again(blue) == 200
            assert (shown(at)["game"]["number"], shown(at)["end"]["ready"]) == (1, [1])
            assert await again(red) == 200
            await at.asked(Move, Choose)
            assert shown(at)["game"]["number"] == 2


@virtual
async def test_everybody_starts_by_being_ready_when_the_leader_is_done(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        red, blue = await at.phone(0), await at.phone(1)
        with here(at, red, blue):
            assert await again(blue) == 200
            assert (await red.post("/seats", {"seat": 0, "free": True})).status == 200
            await at.asked(Move, Choose)
            assert shown(at)["game"]["number"] == 2
            usual = players.usual(at.evening.live.on.game) if at.evening.live else ""
            assert at.roster.seats.kinds == (usual, PERSON)
            assert at.seats_of(blue) == {1}


@virtual
async def test_whoever_is_done_leaves_no_seat_behind_in_the_lobby(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        red, blue = await at.phone(0), await at.phone(1)
        with here(at, red, blue):
            assert (await blue.post("/seats", {"seat": 1, "free": True})).status == 200
            assert shown(at)["game"]["number"] == 1
            assert (await red.post("/lobby", {"leave": True})).status == 200
            assert [seat["state"] for seat in shown(at)["seats"]] == ["phone", "computer"]


@virtual
async def test_a_computer_plays_the_next_game_for_somebody_who_left_in_the_last_one(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        red, blue = await at.phone(0), await at.phone(1)
        with here(at, red):
            assert (await red.post("/answer", {"undo": True})).status == 200
            await at.asked(Choose)
            assert (await blue.post("/seats", {"seat": 1, "free": True})).status == 200
            assert (await red.post("/answer", {"action": "d7"})).status == 200
            await over(at)
            assert await again(red) == 200
            assert at.evening.on and at.roster.seats.kinds == (PERSON, players.usual(at.evening.on.game))


@virtual
async def test_games_of_an_evening_take_turns_and_the_lobbys_beginner_stays_as_it_was_wished(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        assert at.evening.wish
        wished = at.evening.wish.setup.options
        assert await again(at.host) == 200
        assert at.evening.on and at.evening.on.game.settings["first"] == "seat1"
        assert at.evening.wish.setup.options == wished


@virtual
async def test_a_seat_that_was_left_and_taken_again_stays_a_persons(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        red, blue = await at.phone(0), await at.phone(1)
        with here(at, red, blue):
            await blue.post("/seats", {"seat": 1, "free": True})
            assert (await blue.post("/join", {"code": at.guests.code, "seat": 1})).status == 200
            assert await again(red) == 200
            assert at.roster.seats.kinds == (PERSON, PERSON)


@virtual
async def test_a_takeback_at_the_end_cancels_who_is_ready_and_the_crown(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        red, blue = await at.phone(0), await at.phone(1)
        with here(at, red, blue):
            assert await again(blue) == 200
            assert (await red.post("/answer", {"undo": True})).status == 200
            await at.asked(Move, Choose)
            assert shown(at)["end"] is None
            assert await again(blue) == 409
            await at.asked(Choose)
            assert (await red.post("/answer", {"action": "d7"})).status == 200
            await over(at)
            assert (shown(at)["end"]["ready"], shown(at)["game"]["number"]) == ([], 1)


@virtual
async def test_spectators_and_guests_without_a_seat_cannot_start_again(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        watcher, seatless = Asking(at.app, at.guests.watch_token), await at.phone()
        assert (await again(watcher), await again(seatless)) == (403, 403)
        assert shown(at)["game"]["number"] == 1


@virtual
async def test_a_second_tap_after_the_next_game_has_begun_changes_nothing(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        serial = shown(at)["serial"]
        assert await again(at.host) == 200
        await at.asked(Move, Choose)
        late = await at.host.post("/lobby", {"again": True, "serial": serial})
        assert (late.status, shown(at)["game"]["number"]) == (409, 2)
        assert await again(at.host) == 409


@virtual
async def test_everybody_keeps_their_mouse_and_name_where_the_rules_let_red_begin(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await ended(at, "pantry", (PERSON, "random"))
        mia = await at.phone(0)
        await mia.post("/join", {"seat": 0, "name": "Mia", "face": "fox"})
        with here(at, mia):
            assert shown(at)["end"]["beginner"] == 1
            assert await again(mia) == 200
            assert at.roster.seats.kinds == (PERSON, "random")
            assert at.evening.on and at.evening.on.game.settings["first"] == "seat1"
            assert at.seats_of(mia) == {0}
            assert [(seat.name, seat.face) for seat in at.roster.seats.seats] == [("Mia", "fox"), ("", "")]
            seated = replay(at.journal, 2).seated
            assert seated and [seated.name(0), seated.name(1)] == ["Mia", ""]


async def ended(at: Room, game: str, kinds: tuple[str, ...]) -> None:
    """Show the end of a game, as after a kill."""
    end = after(game, len(kinds), 10_000)
    with at.journal.begin(end.state.game, 7) as writer:
        for record in end.history:
            assert record.before.actor is not None
            source = Source.ROLLED if record.before.actor == CHANCE else Source.PLAYER
            writer.append(Played(record.before.actor, str(record.action), source))
    match = Match.resume(at.journal, writer.game, even_over=True)
    await at.evening.begin(Plan(match, Seated(kinds, AT_TABLE), TableChoice()).ready)
    await over(at)


@virtual
async def test_crowns_are_counted_by_person_over_the_evening_and_survive_a_kill(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        assert shown(at)["end"]["tonight"] == [0, 0]  # nobody is known by a phone or a name
        red, _ = await at.phone(0), await at.phone(1)
        assert (await red.post("/answer", {"undo": True})).status == 200
        await at.asked(Choose)
        assert (await red.post("/answer", {"action": "d7"})).status == 200
        await over(at)
        assert shown(at)["end"]["tonight"] == [1, 0]
        assert (await red.post("/seats", {"seat": 0, "free": True})).status == 200
        assert shown(at)["end"]["tonight"] == [1, 0]
        kept = lobby(file=tmp_path / "guests").roster.seats
        assert kept.crowns(at.guest(red).token) == 1
