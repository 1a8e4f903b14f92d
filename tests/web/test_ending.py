"""The end of a game on the page: it stays until people leave, and its last move can be taken back until then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.helpers.broken_games import DRAWN, install
from tests.referee.sitting import virtual
from tests.referee.test_signals import BARRIERS, TO_THE_END
from tests.study.games import Snatch
from tests.web.shown import after
from tests.web.test_seats import Room, room

from mouseboard import rules
from mouseboard.evening.ending import facts, minutes_played, next_beginner, next_game, places, turns
from mouseboard.evening.playing import Plan, TableChoice
from mouseboard.evening.wish import GameSetup, SeatSetup
from mouseboard.match import Match
from mouseboard.referee.situation import Choose, Move, Situation, wording
from mouseboard.rules.options import FIRST
from mouseboard.store import AT_TABLE, PERSON, Played, Seated, StoreError, TakenBack, replay
from mouseboard.study.measures import brief
from mouseboard.web import lobby

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


@virtual
async def test_a_game_that_is_over_is_not_shown_among_those_that_were_left(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        with pytest.raises(StoreError, match="game 1 is over"):
            lobby.left(at.journal.path, 1, "en")


async def chosen(at: Room, seat: int, square: str) -> None:
    """Choose a square for a seat when its turn comes. Wait until the page tells hands to move its mouse there."""
    async with asyncio.timeout(60):
        while shown(at).get("actor") != seat or shown(at)["sign"] != "choose":
            await asyncio.sleep(0.05)
    assert (await at.host.post("/answer", {"action": square})).status == 200
    await at.asked(Move)


async def over(at: Room) -> None:
    async with asyncio.timeout(60):
        while not (at.evening.live and at.evening.live.situation.over):
            await asyncio.sleep(0.05)


def shown(at: Room) -> dict[str, Any]:
    picture: dict[str, Any] = json.loads(at.stage.picture("en"))
    return picture


@virtual
async def test_a_winner_is_shown_until_the_winning_move_is_taken_back(tmp_path: Path) -> None:
    async with won(tmp_path) as at:
        await asyncio.sleep(3600)
        picture = shown(at)
        assert (picture["sign"], picture["winners"], bool(picture["undoable"])) == ("over", [0], True)
        assert not picture["pausable"]
        assert (await at.host.post("/answer", {"undo": True})).status == 200
        await at.asked(Move, Choose)
        picture = shown(at)
        assert (picture["winners"], picture["figures"], picture["actor"]) == ([], [], 0)
        assert picture["story"][-1]["text"] == "Red takes back: Go to d7"
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
        assert (shown(at)["sign"], shown(at)["winners"], bool(shown(at)["undoable"])) == ("over", [0], False)
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
        assert (shown(at)["sign"], shown(at)["winners"], bool(shown(at)["undoable"])) == ("over", [0], True)
        assert (await at.host.post("/answer", {"undo": True})).status == 200
        await at.asked(Move)
        assert shown(at)["placement"]["red"] == "d6"
        assert replay(at.journal, writer.game).entries[-1] == TakenBack(len(TO_THE_END) - 1)


# Places and facts


@pytest.mark.parametrize("game", rules.games())
def test_every_game_ends_with_places_and_facts(game: str) -> None:
    for count in rules.games()[game].seat_counts:
        end = after(game, count, 10_000)
        ranked = places(end)
        assert [seat for seat, place in enumerate(ranked) if place == 1] == [*end.state.winners]
        told = {fact.kind: fact for fact in facts(end, 12)}
        assert told["minutes"].value == 12 and told["turns"].value > 0
        assert all(fact.value > 0 for fact in told.values())
        if count == 2:
            assert sorted(place or 0 for place in ranked) == [1, 2]


@pytest.mark.parametrize("game", rules.games())
def test_the_page_counts_as_many_turns_as_the_study(game: str) -> None:
    end = after(game, rules.games()[game].seat_counts[-1], 10_000)
    steps = [(record.before, record.action, record.after) for record in end.history]
    assert turns(end.history) == brief(0, steps).turns


def test_each_move_of_two_mice_that_take_turns_counts_as_a_turn_even_the_last() -> None:
    end = after("barriers", 2, 10_000)
    assert turns(end.history) == len(end.history)


def test_all_seats_share_the_first_place_in_a_draw_and_the_prompt_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, *DRAWN)
    monkeypatch.syspath_prepend(tmp_path)
    end = after("dash", 3, 10_000)
    assert places(end) == (1, 1, 1)
    assert str(wording(end)) == "The cheese is gone."


def test_the_mouse_caught_later_of_three_in_classic_is_second() -> None:
    end = after("classic", 3, 10_000)
    caught = [next(n for n, record in enumerate(end.history) if _captured(record.after, seat)) for seat in _caught(end)]
    ranked = places(end)
    if caught[0] == caught[1]:
        assert [ranked[seat] for seat in _caught(end)] == [None, None]
    else:
        order = [seat for _, seat in sorted(zip(caught, _caught(end), strict=True), reverse=True)]
        assert [ranked[seat] for seat in order] == [2, 3]


def _captured(state: rules.State, seat: int) -> bool:
    return next(bool(score.seats[seat]) for score in state.scores() if score.name == "captured")


def _caught(end: Situation) -> list[int]:
    return [seat for seat in range(end.state.game.players) if seat not in end.state.winners]


def test_equal_seats_share_a_place_and_an_unknown_order_has_no_numbers() -> None:
    end = after("souriciere", 4, 10_000)
    to_go = end.state.to_go()
    ranked = places(end)
    for seat in range(4):
        assert ranked[seat] == 1 + sum(other < to_go[seat] for other in to_go)


def test_facts_name_a_seat_only_if_it_is_alone_with_the_most() -> None:
    end = after("souriciere", 2, 10_000)
    sixes = [sum(str(one.action) == "roll6" and one.before.turn == seat for one in end.history) for seat in (0, 1)]
    found = [fact for fact in facts(end, None) if fact.kind == "sixes"]
    if sixes[0] == sixes[1]:
        assert not found
    else:
        assert [(fact.value, fact.seat) for fact in found] == [(max(sixes), sixes.index(max(sixes)))]


def test_barriers_laid_are_counted_by_seat() -> None:
    end = after("barriers", 2, 10_000)
    laid = [
        sum(str(one.action)[2:] in ("h", "v") and one.before.turn == seat for one in end.history) for seat in (0, 1)
    ]
    told = {fact.kind: fact for fact in facts(end, None)}
    assert "minutes" not in told
    if laid[0] != laid[1]:
        assert (told["barriers"].value, told["barriers"].seat) == (max(laid), laid.index(max(laid)))


def test_breaks_do_not_count_as_minutes_played() -> None:
    minute = 60_000
    assert minutes_played([0, minute, 3 * minute, 40 * minute, 41 * minute]) == 4
    assert minutes_played([5]) == 1


# The next game


@pytest.mark.parametrize(
    "game", [name for name, kind in rules.games().items() if FIRST in {option.name for option in kind.options}]
)
def test_the_seat_after_the_one_that_began_begins_the_next_game(game: str) -> None:
    count = rules.games()[game].seat_counts[-1]
    end = after(game, count, 10_000)
    assert next_beginner(end) == 1
    names = tuple(SeatSetup(name=str(seat)) for seat in range(count))
    setup = next_game(end.state.game, GameSetup(game, names, {"first": "lot"}), 1, set())
    assert (setup.options, setup.seats) == ({"first": "seat1"}, names)


def test_two_players_swap_seats_for_the_next_game_if_only_the_first_seat_can_begin() -> None:
    situation = Situation(Snatch(2, {}).start(), None)
    assert next_beginner(situation) is None
    ada, ben = SeatSetup(name="Ada"), SeatSetup("child", help="hints")
    setup = next_game(situation.state.game, GameSetup("snatch", (ada, ben)), None, set())
    assert setup.seats == (ben, ada)


def test_three_players_keep_their_seats_if_only_the_first_seat_can_begin() -> None:
    situation = Situation(Snatch(3, {}).start(), None)
    setup = GameSetup("snatch", tuple(SeatSetup(name=name) for name in ("Ada", "Ben", "Cleo")))
    assert next_game(situation.state.game, setup, None, set()) == setup


def test_a_computer_plays_the_next_game_for_somebody_who_is_done() -> None:
    game = rules.load("classic", players=3)
    setup = next_game(game, GameSetup("classic", (SeatSetup(), SeatSetup(), SeatSetup())), 1, {1})
    assert [seat.kind == PERSON for seat in setup.seats] == [True, False, True]
