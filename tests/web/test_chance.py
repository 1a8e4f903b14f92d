"""Chance on the page: people say what a die, a lot or a card shows only where they roll and draw themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace
from tests.referee.sitting import virtual
from tests.web.test_picture import game_of, game_with_a_trap, seated
from tests.web.test_seats import Room, room

from mouseboard import rules
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.may import Moment
from mouseboard.evening.refusals import Refused
from mouseboard.evening.requests import TakeAction
from mouseboard.evening.seats import Seat, Seats, Takes
from mouseboard.referee.situation import Chosen, Do, Move, Roll, Situation, Trouble
from mouseboard.rules import CHANCE, Device
from mouseboard.say import say
from mouseboard.web.answering import answer_to
from mouseboard.web.picture import picture

ROLLS = [f"roll{n}" for n in range(1, 7)]


async def first_roll(at: Room, dice: Literal["table", "own"]) -> None:
    """Begin `classic` for two people, and wait until the first of them rolls."""
    wish = {"game": "classic", "seats": [{}, {}], "options": {"first": "seat0"}, "dice": dice}
    assert (await at.host.post("/lobby", {"begin": wish})).status == 200
    await at.asked(Do)
    assert (await at.host.post("/answer", {"press": "b"})).status == 200
    await at.asked(Roll)


@virtual
async def test_nobody_chooses_what_the_die_of_the_table_shows(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        phone = await at.phone(0)
        await first_roll(at, "table")
        for roll in ROLLS:
            said = await phone.post("/answer", {"action": roll, "sure": True})
            assert (said.status, said.json["error"]) == (409, "Luck decides this! Just tap the button.")
        assert (await phone.post("/answer", {"hint": True})).status == 409
        assert not at.situation.history
        assert (await phone.post("/answer", {"press": "b"})).status == 200
        await at.asked(Move)
        assert [str(record.action) in ROLLS for record in at.situation.history] == [True]


@virtual
async def test_people_with_their_own_die_say_what_it_shows(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        phone = await at.phone(0)
        await first_roll(at, "own")
        assert (await phone.post("/answer", {"action": "roll6"})).status == 200
        await at.asked(Move)
        assert [str(record.action) for record in at.situation.history] == ["roll6"]


HOST = Guest("host", Role.HOST)


def at_big_screen(situation: Situation) -> Moment:
    """Return a moment at which the host acts for everybody."""
    game = situation.state.game
    takes = Takes.of(game)
    return Moment(Seats(takes, tuple(Seat() for _ in range(game.players)), game=1), situation)


@pytest.mark.parametrize("name", rules.games())
def test_what_chance_decides_is_offered_and_taken_only_where_people_roll_and_draw(name: str) -> None:
    for situation in game_of(name, max(rules.games()[name].seat_counts)):
        if not isinstance(situation.ask, Roll):
            continue
        moment = at_big_screen(situation)
        assert picture(situation, seated(situation), "en").options == ()
        offered = [option.action for option in picture(situation, seated(situation, own_die=True), "en").options]
        assert offered == [str(action) for action in situation.state.actions()]
        for action in offered:
            with pytest.raises(Refused):
                answer_to(TakeAction(action), HOST, moment, own_die=False)
        assert answer_to(TakeAction(offered[0]), HOST, moment, own_die=True)


@pytest.mark.parametrize("own_die", [False, True])
def test_people_report_what_the_trap_did_whoever_rolls(own_die: bool) -> None:
    trap = next(it for it in game_with_a_trap() if it.state.actor == CHANCE and it.state.device is Device.TRAP)
    trouble = replace(trap, ask=Trouble(say("It did not go.")))
    outcomes = trap.state.actions()
    options = picture(trouble, seated(trap, own_die), "en").options
    assert [option.action for option in options] == [str(outcome) for outcome in outcomes]
    for outcome in outcomes:
        answer = answer_to(TakeAction(str(outcome)), HOST, at_big_screen(trouble), own_die)
        assert answer == Chosen(outcome, len(trouble.history))
