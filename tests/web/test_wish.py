"""The lobby belongs to everybody: phones sit down before the game, and the first of them may choose and start it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.referee.sitting import virtual
from tests.web.asking import Asking
from tests.web.test_seats import Room, room

from mouseboard import layouts, players, rules
from mouseboard.evening.changes import Changed, fitting
from mouseboard.evening.seats import AWAY_S, Seat
from mouseboard.evening.wish import GameSetup, SeatSetup, WishChange, first_wish, lobby
from mouseboard.referee.situation import Choose, Move
from mouseboard.store import PERSON

COUNTS = sorted({rules.load(name).seat_counts for name in rules.games()})


def lobby_of(made: Room) -> Any:
    """Return the lobby's picture."""
    picture: Any = made.stage.view("en")
    assert picture.at == "lobby"
    return picture


def seats_of(made: Room) -> list[tuple[str, str]]:
    """Return the name and state of each seat in the lobby."""
    return [(seat.name, seat.state) for seat in lobby_of(made).seats]


async def status(asking: Asking, path: str, what: object) -> int:
    return (await asking.post(path, what)).status


async def seated(made: Room, *names: str) -> list[Asking]:
    """Let phones join, and take the seats from the first on."""
    phones = [await made.phone() for _ in names]
    for seat, (phone, name) in enumerate(zip(phones, names, strict=True)):
        assert await status(phone, "/join", {"seat": seat, "name": name}) == 200
    return phones


@contextmanager
def watching(made: Room, *phones: Asking) -> Iterator[None]:
    """Hold the pages of phones open."""
    with ExitStack() as pages:
        for phone in phones:
            pages.enter_context(made.roster.watching(made.guest(phone)))
        yield


@virtual
async def test_a_phone_sits_down_before_the_game_with_its_name_and_animal(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        phone = await made.phone()
        assert await status(phone, "/join", {"seat": 0, "name": "Owl", "face": "owl"}) == 200
        with watching(made, phone):
            (red, _) = lobby_of(made).seats
            assert (red.name, red.face, red.state, lobby_of(made).leader) == ("Owl", "owl", "phone", 0)


@virtual
async def test_a_phone_takes_a_computers_seat_or_the_next_free_one(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await seated(made, "Mia", "Ben", "Leo")
        assert [name for name, _ in seats_of(made)] == ["Mia", "Ben", "Leo"]
        assert [free.name for free in lobby_of(made).free] == ["yellow"]
        late = await made.phone()
        assert await status(late, "/join", {"seat": 2}) == 409
        assert await status(late, "/join", {"seat": 5}) == 409


@virtual
async def test_who_leaves_the_lobby_lets_the_others_close_the_gap(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        _, ben, leo = await seated(made, "Mia", "Ben", "Leo")
        assert await status(ben, "/seats", {"seat": 0, "free": True}) == 403
        assert await status(ben, "/seats", {"seat": 1, "free": True}) == 200
        assert [name for name, _ in seats_of(made)] == ["Mia", "Leo"]
        assert made.seats_of(leo) == {1}


@virtual
@pytest.mark.parametrize(("first", "then"), [("seat2", {"first": "seat1"}), ("seat1", {}), ("lot", {"first": "lot"})])
async def test_whoever_was_to_start_still_does_when_a_seat_is_closed(
    tmp_path: Path, first: str, then: dict[str, str]
) -> None:
    async with room(tmp_path) as made:
        mia, ben, leo = await seated(made, "Mia", "Ben", "Leo")
        with watching(made, mia, ben, leo):
            assert await status(mia, "/lobby", {"wish": {"options": {"first": first}}}) == 200
            assert await status(ben, "/seats", {"seat": 1, "free": True}) == 200
            assert lobby_of(made).wish.options == then
            assert await status(mia, "/lobby", {"play": True}) == 200


@virtual
async def test_the_first_phone_chooses_and_starts_the_game_and_no_other_guest_does(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        mia, ben = await seated(made, "Mia", "Ben")
        with watching(made, mia, ben):
            assert await status(ben, "/lobby", {"wish": {"game": "barriers"}}) == 403
            assert await status(ben, "/lobby", {"play": True}) == 403
            wish = {"game": "barriers", "options": {"first": "seat1"}}
            assert await status(mia, "/lobby", {"wish": wish}) == 200
            assert lobby_of(made).wish.title == "Mouse Barriers"
            assert await status(mia, "/lobby", {"play": True}) == 200
        assert made.evening.on
        assert (made.evening.on.game.name, made.evening.on.game.settings["first"]) == ("barriers", "seat1")


@virtual
async def test_the_next_phone_leads_when_the_first_goes_away(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        mia, ben = await seated(made, "Mia", "Ben")
        with watching(made, ben):
            assert await status(mia, "/lobby", {"wish": {"game": "cards"}}) == 403
            assert await status(ben, "/lobby", {"wish": {"game": "cards"}}) == 200


@virtual
async def test_every_phone_with_a_seat_sets_house_rules_and_who_plays_beside_it(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        mia, ben = await seated(made, "Mia", "Ben")
        watcher = await made.phone()
        rule, robot = {"wish": {"options": {"first": "seat1"}, "quiet": True}}, {"seat": 2, "kind": "random"}
        with watching(made, mia, ben, watcher):
            for phone, answer in ((watcher, 403), (ben, 200)):
                assert await status(phone, "/lobby", rule) == answer
                assert await status(phone, "/seats", robot) == answer
            shown = lobby_of(made)
            assert (shown.wish.options, shown.wish.quiet) == ({"first": "seat1"}, True)
            assert [seat.kind for seat in shown.seats] == [PERSON, PERSON, "random"]
            assert await status(ben, "/seats", {"seat": 0, "kind": "random"}) == 403
            assert await status(ben, "/lobby", {"wish": {"game": "barriers"}}) == 403


@virtual
async def test_whoever_is_told_that_they_lead_may_end_the_game_and_nobody_else(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        mia, ben = await seated(made, "Mia", "Ben")
        with watching(made, made.host, mia, ben):
            await made.begin("barriers", first="seat0")  # the host is here, and presses
            for phone, answer in ((ben, 403), (mia, 200)):
                assert json.loads(made.stage.you(made.guest(phone)))["leads"] == (answer == 200)
                assert await status(phone, "/lobby", {"leave": True}) == answer
            assert made.evening.on is None


@virtual
async def test_a_guest_plays_on_no_table_but_those_of_this_computer(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        (mia,) = await seated(made, "Mia")
        foreign = "socket://192.0.2.1:4000"
        begin = {"begin": {"game": "barriers", "seats": [{}, {}], "table": foreign}}
        with watching(made, mia):
            for what in ({"wish": {"table": foreign}}, begin, {"resume": 1, "table": foreign}):
                assert await status(mia, "/lobby", what) == 403, what


@virtual
async def test_a_guest_names_no_file_of_this_computer_as_a_board(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        (mia,) = await seated(made, "Mia")
        mine = str(tmp_path / "mine.toml")
        with watching(made, mia):
            for what in ({"wish": {"layout": mine}}, {"begin": {"game": "classic", "seats": [{}, {}], "layout": mine}}):
                assert await status(mia, "/lobby", what) == 403, what
            smuggled = {"layout": mine}
            assert await status(mia, "/lobby", {"wish": {"options": smuggled}}) == 403
            begin = {"game": "classic", "seats": [{}, {}], "options": smuggled}
            assert await status(mia, "/lobby", {"begin": begin}) == 403
            assert await status(mia, "/lobby", {"wish": {"game": "pantry", "layout": "pantry"}}) == 200


@virtual
async def test_a_guest_carries_on_at_the_table_that_the_host_has_chosen(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        (mia,) = await seated(made, "Mia")
        assert await status(made.host, "/lobby", {"wish": {"table": "auto"}}) == 200
        with watching(made, mia):
            assert await status(mia, "/lobby", {"wish": {"table": "auto"}}) == 200


@virtual
async def test_a_wish_that_cannot_be_played_is_refused_when_it_is_made(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        for options in ({"trap": "always"}, {"first": "x" * 60_000}):
            assert await status(made.host, "/lobby", {"wish": {"options": options}}) == 409
        assert await status(made.host, "/lobby", {"wish": {"layout": "/nowhere.toml"}}) == 409
        assert (lobby_of(made).wish.options, lobby_of(made).wish.layout) == ({}, None)


@virtual
async def test_the_folder_of_a_board_is_nobodys_business(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text((Path(layouts.__file__).parent / "classic.toml").read_text("utf-8"), "utf-8")
    async with room(tmp_path) as made:
        assert await status(made.host, "/lobby", {"wish": {"game": "classic", "layout": str(mine)}}) == 200
        assert lobby_of(made).wish.layout == "mine.toml"


@virtual
async def test_two_screens_that_change_the_same_seat_at_once_change_nobody_elses(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await seated(made, "Anna", "Anna", "", "")  # people may be called the same, or nothing
        first, ben, cleo, dan = (seat.who for seat in lobby_of(made).seats)
        closing = {"seat": 1, "kind": "nobody", "was": ben}
        assert [await status(made.host, "/seats", closing) for _ in range(2)] == [200, 409]
        for kind in ("sensible", PERSON):
            assert await status(made.host, "/seats", {"seat": 1, "kind": kind, "was": ben}) == 409
        assert [seat.who for seat in lobby_of(made).seats] == [first, cleo, dan]


@virtual
@pytest.mark.parametrize("kind", ["sensible", PERSON])
async def test_two_screens_that_close_a_seat_at_once_close_one_of_those_that_are_alike(
    tmp_path: Path, kind: str
) -> None:
    async with room(tmp_path) as made:
        for seat in (1, 2, 3):
            assert await status(made.host, "/seats", {"seat": seat, "kind": PERSON}) == 200
            assert await status(made.host, "/seats", {"seat": seat, "kind": kind, "name": "Anna"}) == 200
        closing = {"seat": 1, "kind": "nobody", "was": lobby_of(made).seats[1].who}
        assert [await status(made.host, "/seats", closing) for _ in range(2)] == [200, 409]
        assert len(lobby_of(made).seats) == 3


@virtual
async def test_options_that_change_write_nothing_about_guests(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await seated(made, "Mia")
        (tmp_path / "guests").unlink()
        assert await status(made.host, "/lobby", {"wish": {"quiet": True}}) == 200
        assert not (tmp_path / "guests").exists()


@virtual
async def test_two_who_leave_at_once_leave_their_own_seats(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        ben, kid, zoe = await seated(made, "Ben", "Kid", "Zoe")
        with watching(made, ben, kid, zoe):
            marks = [seat.who for seat in lobby_of(made).seats]
            assert await status(ben, "/seats", {"seat": 0, "free": True, "was": marks[0]}) == 200
            for stale in ({"seat": 1, "free": True, "was": marks[1]}, {"seat": 1, "free": True}):  # everybody moved on
                assert await status(kid, "/seats", stale) == 409
            assert [name for name, _ in seats_of(made)] == ["Kid", "Zoe"]


@virtual
async def test_whoever_frees_somebody_elses_seat_keeps_their_own_that_has_moved_there_meanwhile(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        ben, kid, zoe = await seated(made, "Ben", "Kid", "Zoe")
        with watching(made, ben, kid, zoe):
            kids = lobby_of(made).seats[1].who
            assert await status(ben, "/seats", {"seat": 0, "free": True}) == 200
            assert await status(ben, "/join", {"seat": 2, "name": "Ben"}) == 200
            assert await status(zoe, "/seats", {"seat": 1, "free": True, "was": kids}) == 409
            assert [name for name, _ in seats_of(made)] == ["Kid", "Zoe", "Ben"]


@virtual
async def test_nobody_loses_their_seat_to_a_game_for_fewer(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        phones = await seated(made, "Anna", "Ben", "Cleo", "Dan")
        assert await status(made.host, "/lobby", {"wish": {"game": "pantry"}}) == 409
        assert lobby_of(made).wish.game == "classic"
        assert [made.seats_of(phone) for phone in phones] == [{0}, {1}, {2}, {3}]
        for seat in (3, 2):
            assert await status(made.host, "/seats", {"seat": seat, "kind": "nobody"}) == 200
        assert await status(made.host, "/lobby", {"wish": {"game": "pantry"}}) == 200
        assert [made.seats_of(phone) for phone in phones] == [{0}, {1}, set(), set()]


@virtual
@pytest.mark.parametrize("what", [{"begin": {"game": "barriers", "seats": [{}, {}]}}, {"resume": 1}])
async def test_phones_whose_seat_a_game_does_not_have_watch_it_and_may_ask_for_one(
    tmp_path: Path, what: dict[str, Any]
) -> None:
    async with room(tmp_path) as made:
        await made.begin("barriers")
        await made.host.post("/lobby", {"leave": True})
        await made.host.post("/lobby", {"wish": {"game": "classic"}})
        phones = await seated(made, "Anna", "Ben", "Cleo", "Dan")
        with watching(made, *phones):
            assert await status(phones[0], "/lobby", what) == 200
            await made.asked(Move, Choose)
            assert [made.seat_of(phone) for phone in phones] == [0, 1, None, None]
            assert await status(phones[3], "/join", {"ask": True, "name": "Dan"}) == 200
            assert made.roster.seats.asked == ("Dan",)


@virtual
async def test_a_wish_for_a_seat_ends_when_its_phone_watches_or_gets_one_and_with_its_game(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await made.begin("barriers")
        await made.asked(Move, Choose)
        anna, ben, dan = await made.phone(0), await made.phone(1), await made.phone()
        asks, watches = {"ask": True, "name": "Dan"}, {"ask": False}
        with watching(made, ben, dan):
            assert await status(dan, "/join", asks) == 200
            assert made.roster.seats.asked == ("Dan",)
            assert await status(dan, "/join", watches) == 200
            assert not made.roster.seats.asked
            assert await status(dan, "/join", watches) == 200
            assert await status(dan, "/join", asks) == 200
            assert await status(dan, "/seats", {"seat": 0, "stand_in": True}) == 200  # Anna's phone sleeps
            assert not made.roster.seats.asked
            with watching(made, anna):
                assert await status(dan, "/join", asks) == 200
                assert await status(made.host, "/lobby", {"leave": True}) == 200
                assert not made.roster.seats.asked


@virtual
async def test_a_computer_that_fills_up_a_game_is_gone_again_in_the_next_one(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await seated(made, "Mia", "Ben", "Leo")
        for game, count in (("barriers", 4), ("classic", 3), ("barriers", 4), ("cards", 3)):
            assert await status(made.host, "/lobby", {"wish": {"game": game}}) == 200
            assert len(seats_of(made)) == count, game
        assert [name for name, _ in seats_of(made)] == ["Mia", "Ben", "Leo"]


@virtual
async def test_a_computer_that_somebody_chose_stays_in_the_next_game_and_so_does_who_took_its_seat(
    tmp_path: Path,
) -> None:
    for what in ({"kind": "child"}, None):
        async with room(tmp_path / str(what)) as made:
            await seated(made, "Mia", "Ben", "Leo")
            assert await status(made.host, "/lobby", {"wish": {"game": "barriers"}}) == 200
            if what:
                assert await status(made.host, "/seats", {"seat": 3, **what}) == 200
            else:
                assert await status(await made.phone(), "/join", {"seat": 3, "name": "Zoe"}) == 200
            assert await status(made.host, "/lobby", {"wish": {"game": "classic"}}) == 200
            assert len(seats_of(made)) == 4


@virtual
async def test_a_game_for_fewer_takes_phones_before_the_people_of_another_evening(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        for seat, name in enumerate(("Grandma", "", "Leo")):
            await made.host.post("/seats", {"seat": seat, "kind": PERSON, "name": name})
        ben, mia = await made.phone(1), await made.phone(3)
        assert await status(made.host, "/lobby", {"wish": {"game": "pantry"}}) == 200
        assert (made.seats_of(ben), made.seats_of(mia)) == ({0}, {1})


@virtual
async def test_a_game_is_not_chosen_with_options_that_it_refuses(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        wish = {"game": "barriers", "options": {"handicap": 99}}
        assert await status(made.host, "/lobby", {"wish": wish}) == 409
        assert lobby_of(made).wish.game == "classic"


@virtual
async def test_a_wish_for_an_option_that_the_game_does_not_have_is_refused(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        answer = await made.host.post("/lobby", {"wish": {"options": {"frist": "lot", "first": "lot"}}})
        why = "classic has no option 'frist'; it has layout, first, trap; did you mean first?"
        assert (answer.status, answer.json["error"]) == (409, why)
        assert lobby_of(made).wish.options == {}


@virtual
async def test_a_wish_for_a_table_whose_name_is_longer_than_a_path_is_refused(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        assert await status(made.host, "/lobby", {"wish": {"table": "x" * 60_000}}) == 400
        assert await status(made.host, "/lobby", {"wish": {"table": "/dev/ttyNONE"}}) == 200


@virtual
async def test_options_are_kept_as_the_game_reads_them(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await seated(made, "Anna", "Ben", "Cleo")
        assert await status(made.host, "/lobby", {"wish": {"options": {"first": "SEAT2"}}}) == 200
        assert lobby_of(made).wish.options == {"first": "seat2"}
        assert await status(made.host, "/lobby", {"wish": {"game": "barriers", "options": {"handicap": 1}}}) == 200
        assert await status(made.host, "/lobby", {"wish": {"options": {"handicap": True}}}) == 409
        assert lobby_of(made).wish.options == {"handicap": 1}


@virtual
async def test_a_phone_that_reloads_meanwhile_keeps_nobody_from_closing_a_seat(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        anna, _ = await seated(made, "Anna", "Ben")
        ben = lobby_of(made).seats[1].who
        with watching(made, anna):
            pass
        assert await status(made.host, "/seats", {"seat": 1, "kind": "nobody", "was": ben}) == 200


@virtual
async def test_a_sleeping_phones_seat_in_the_lobby_can_be_taken_and_no_other(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        (mia,) = await seated(made, "Mia")
        with watching(made, mia):
            again = await made.phone()
            assert await status(again, "/join", {"seat": 0}) == 409
        await asyncio.sleep(AWAY_S + 1)
        assert await status(again, "/join", {"seat": 0}) == 200
        assert (made.seats_of(again), made.seats_of(mia)) == ({0}, set())


@virtual
async def test_a_resumed_game_is_as_quiet_and_as_helpful_as_it_was(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await seated(made, "Anna")
        await made.host.post("/lobby", {"wish": {"quiet": True}})
        await made.host.post("/seats", {"seat": 0, "help": "warnings"})
        await made.host.post("/lobby", {"play": True})
        number = made.evening.number
        await made.host.post("/lobby", {"leave": True})
        assert await status(made.host, "/lobby", {"resume": number}) == 200
        assert made.roster.seats.seats[0].help == "warnings"
        assert made.evening.wish and made.evening.wish.setup.quiet


@virtual
async def test_everybody_finds_their_seat_after_a_restart_without_the_file_of_the_wish(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        phones = await seated(made, "Anna", "Ben", "Cleo")
        seats = lobby(file=tmp_path / "guests").roster.seats
        assert [seats.of(made.guest(phone)) for phone in phones] == [0, 1, 2]
        assert [seat.name for seat in seats.seats] == ["Anna", "Ben", "Cleo"]


def test_what_a_wish_of_another_version_has_too_much_is_left_out() -> None:
    seats = (SeatSetup(help="lots"), SeatSetup("genius"))
    wish = first_wish(GameSetup("classic", seats, {"oldrule": "x"}, layout="/gone.toml", quiet=True))
    assert (wish.game, wish.quiet, wish.options, wish.layout) == ("classic", True, {}, None)
    assert [(seat.kind, seat.help) for seat in wish.seats] == [
        (PERSON, "none"),
        (players.usual(rules.load("classic")), "none"),
    ]


@virtual
async def test_nothing_is_changed_in_the_lobby_while_a_game_is_beginning(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        phone = await made.phone()
        with made.evening.change():
            assert await status(phone, "/join", {"seat": 0}) == 409
            assert await status(made.host, "/seats", {"seat": 0, "help": "hints"}) == 409
            assert await status(made.host, "/lobby", {"wish": {"game": "pantry"}}) == 409
        assert await status(phone, "/join", {"seat": 0}) == 200


@virtual
async def test_every_wish_and_every_seat_of_the_lobby_is_written_down() -> None:
    written: list[GameSetup] = []
    wish = lobby(write=written.append)
    wish.change(WishChange("barriers"))
    wish.roster.apply(Changed(1, PERSON, "Ben"))
    wish.roster.apply(Changed(1, PERSON, "Ben"))
    assert [(setup.game, [seat.name for seat in setup.seats]) for setup in written] == [
        ("barriers", ["", ""]),
        ("barriers", ["", "Ben"]),
    ]


@virtual
async def test_asking_for_a_seat_again_and_again_makes_no_new_pictures(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        phone = await made.phone()
        await phone.post("/join", {"ask": True, "name": "Ben"})
        serial = made.stage.news.serial
        for name in ("Ben", "Benny"):
            assert await status(phone, "/join", {"ask": True, "name": name}) == 200
        assert made.stage.news.serial == serial


@virtual
async def test_a_game_for_fewer_keeps_phones_then_who_sat_first_and_people_before_computers(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        await made.host.post("/lobby", {"wish": {"game": "cards"}})
        await made.host.post("/seats", {"seat": 2, "kind": "person", "name": "Gran"})
        phone = await made.phone()
        await phone.post("/join", {"seat": 3, "name": "Mia"})
        assert [name for name, _ in seats_of(made)] == ["", "", "Gran", "Mia"]
        await made.host.post("/lobby", {"wish": {"game": "pantry"}})
        assert seats_of(made) == [("", "here"), ("Mia", "phone")]
        assert made.seats_of(phone) == {1}


@virtual
async def test_after_a_game_everybody_finds_their_seat_in_the_lobby(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        mia, ben = await seated(made, "Mia", "Ben")
        await made.host.post("/seats", {"seat": 2, "kind": "person", "name": "Gran"})
        assert await status(made.host, "/lobby", {"play": True}) == 200
        assert made.evening.on and made.evening.on.game.players == 3
        await made.host.post("/lobby", {"leave": True})
        assert [name for name, _ in seats_of(made)] == ["Mia", "Ben", "Gran"]
        assert (made.seats_of(mia), made.seats_of(ben)) == ({0}, {1})


@virtual
async def test_a_late_phone_takes_a_computers_seat_in_the_game(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        seats = [{}, {"kind": "random"}]
        await made.host.post("/lobby", {"begin": {"game": "barriers", "seats": seats, "options": {"first": "seat0"}}})
        late = await made.phone(1)
        assert made.roster.seats.kinds == (PERSON, PERSON)
        assert made.seats_of(late) == {1}


@virtual
async def test_what_no_lobby_would_send_about_a_seat_is_refused(tmp_path: Path) -> None:
    async with room(tmp_path) as made:
        for what in ({"seat": 9}, {"seat": -1}, {"seat": 0, "kind": "genius"}, {"seat": 0, "help": "lots"}):
            assert await status(made.host, "/seats", what) == 409, what
        assert await status(made.host, "/lobby", {"wish": {"game": "chequers"}}) == 409
        assert await status(made.host, "/lobby", {"wish": {}, "play": True}) == 400


@given(st.lists(st.sampled_from([PERSON, "random"]), min_size=2, max_size=6), st.sampled_from(COUNTS))
def test_nobody_leaves_for_a_computer_and_the_number_fits(kinds: list[str], counts: tuple[int, ...]) -> None:
    kept = fitting([Seat(kind) for kind in kinds], counts)
    stay = [seat for seat in kept if seat is not None]
    assert len(kept) in counts
    assert stay == sorted(set(stay)) and kept[: len(stay)] == stay
    gone = set(range(len(kinds))) - set(stay)
    assert not any(kinds[seat] == PERSON for seat in gone) or all(kinds[seat] == PERSON for seat in stay)
