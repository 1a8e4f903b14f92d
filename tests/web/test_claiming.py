"""A phone becomes a host by a gesture at the table: in a game, in the lobby, and not by guessing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.referee.sitting import virtual
from tests.web.asking import Asking, token_of
from tests.web.served import Json
from tests.web.test_seats import Room, room

from mouseboard import rules
from mouseboard.actors.table import table_for_game
from mouseboard.evening.guests import Role
from mouseboard.evening.playing import Plan, TableChoice
from mouseboard.evening.wish import WishChange, lobby
from mouseboard.match import Match
from mouseboard.referee.situation import Choose, Paused
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import PERSON, Seated
from mouseboard.web.claiming import CLAIM_S, GONE_S, HOLD_S, QUIET_S
from mouseboard.web.gesture import BUTTONS


@asynccontextmanager
async def at_a_table(at: Room) -> AsyncIterator[SimulatedTable]:
    """Play barriers on a table that the page takes for a real one: hands move nothing there by themselves."""
    match = Match.begin(at.journal, rules.load("barriers", 2, first="seat0"), 7)
    plan = Plan(match, Seated((PERSON, PERSON), "table"), TableChoice("auto"))
    running = plan.run()
    at.evening.enter(plan, running)
    async with table_for_game(match.game, 7) as table:
        table.set_up(match.game.start().placement())
        playing = asyncio.create_task(running.play(table.cable, quiet=True, stay=True))
        try:
            await asyncio.sleep(5)
            await table.hands.press("b")
            await at.asked(Choose)
            yield table
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            match.writer.close()


async def hold(table: SimulatedTable) -> None:
    await table.hands.hold(HOLD_S + 0.3, "a", "b")
    await asyncio.sleep(0.2)


async def press(table: SimulatedTable, buttons: Sequence[str]) -> None:
    for button in buttons:
        await table.hands.press(button)
        await asyncio.sleep(0.1)


async def glows(table: SimulatedTable) -> bool:
    """Return whether all lamps are lit at some time in two seconds."""
    for _ in range(20):
        await asyncio.sleep(0.1)
        if all(table.lamp(n) != (0, 0, 0) for n in range(table.lamp_count)):
            return True
    return False


async def lift_together(table: SimulatedTable, *pieces: str) -> bool:
    """Hold these pieces up, then put them back. Return whether all lamps have glowed meanwhile."""
    places = {piece: table.truth(piece) for piece in pieces}
    for piece in pieces:
        await table.hands.lift(piece)
    await asyncio.sleep(HOLD_S)
    has_glowed = await glows(table)
    for piece, place in places.items():
        await table.hands.put(piece, table.place(place))
        await asyncio.sleep(0.1)
    return has_glowed


async def lift(table: SimulatedTable, places: Sequence[str]) -> None:
    """Lift what is on each of these places and put it back, one after the other."""
    at_place = {table.truth(piece): piece for piece in ("red", "blue")}
    for place in places:
        await table.hands.put(at_place[place], table.place(place))
        await asyncio.sleep(0.1)


async def begun(phone: Asking, **how: str) -> Json:
    said = await phone.post("/host", how)
    assert said.status == 200, said.body
    return said.json


def moves(at: Room) -> int:
    assert at.evening.live
    return len(at.evening.live.situation.history)


@virtual
async def test_a_stranger_in_mid_game_becomes_the_host_by_the_buttons_and_the_game_feels_nothing(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        phone = Asking(at.app)
        claim = await begun(phone)
        assert (len(claim["steps"]), claim["armed"], claim["done"], claim["connected"]) == (4, False, 0, True)
        before = at.evening.live
        assert before
        await hold(table)
        assert (await phone.post("/host", {"claim": claim["claim"]})).json["armed"]
        assert table.lamp(0) == table.lamp(40) != (0, 0, 0)
        await press(table, claim["steps"][:3])
        assert (await phone.post("/host", {"claim": claim["claim"]})).json["done"] == 3
        await press(table, claim["steps"][3])
        said = await phone.post("/host", {"claim": claim["claim"]})
        assert said.json == {"host": True}
        host = at.guests.who(token_of(said))
        assert host and host.role is Role.HOST
        assert at.evening.live == before
        assert (await Asking(at.app, token_of(said)).get("/invite")).status == 200
        await press(table, "a")
        assert at.evening.live  # the game hears the table again
        assert at.evening.live.situation.ask != before.situation.ask


@virtual
async def test_a_phone_that_only_guesses_keeps_no_press_from_the_game_and_becomes_nothing(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        guesser = Asking(at.app)
        claim = await begun(guesser)
        before = at.evening.live
        await press(table, claim["steps"])
        assert at.evening.live != before
        said = await guesser.post("/host", {"claim": claim["claim"]})
        assert (said.json["armed"], said.json["done"]) == (False, 0)
        assert (await guesser.post("/host", {"claim": "x" * 22})).status == 409
        await asyncio.sleep(CLAIM_S)
        said = await guesser.post("/host", {"claim": claim["claim"]})
        assert (said.status, said.json["error"]) == (409, "Time is up. Try again!")


@virtual
async def test_presses_that_a_guest_posts_are_no_presses_at_the_table(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        guest = await at.phone(0)
        claim = await begun(guest)
        await hold(table)
        for button in claim["steps"]:
            await guest.post("/answer", {"press": button})
        assert (await guest.post("/host", {"claim": claim["claim"]})).json["done"] == 0


@virtual
async def test_a_wrong_press_costs_only_time_and_then_the_lamps_are_the_games_again(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        phone = Asking(at.app)
        claim = await begun(phone)
        lamps = [table.lamp(n) for n in range(table.lamp_count)]
        await hold(table)
        assert [table.lamp(n) for n in range(table.lamp_count)] != lamps
        await press(table, "b" if claim["steps"][0] == "a" else "a")
        assert not (await phone.post("/host", {"claim": claim["claim"]})).json["armed"]
        assert sum(table.lamp(n) != (0, 0, 0) for n in range(table.lamp_count)) < table.lamp_count
        await hold(table)
        await press(table, claim["steps"])
        assert (await phone.post("/host", {"claim": claim["claim"]})).json == {"host": True}


@virtual
async def test_one_phone_tries_at_a_time_and_begins_anew_once_it_has_left(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at):
        phone = Asking(at.app)
        claim = await begun(phone)
        for _ in range(int(GONE_S)):
            await asyncio.sleep(1)
            assert (await phone.post("/host", {"claim": claim["claim"]})).status == 200
        said = await phone.post("/host", {})
        assert (said.status, "Somebody else" in said.json["error"]) == (409, True)
        await asyncio.sleep(GONE_S)
        other = await begun(phone)
        assert (await phone.post("/host", {"claim": claim["claim"]})).status == 409
        assert (await phone.post("/host", {"claim": other["claim"]})).status == 200


@virtual
async def test_a_phone_whose_screen_locks_keeps_the_table_for_its_owners_hands(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        phone, neighbour = Asking(at.app), Asking(at.app, address="192.168.1.8")
        claim = await begun(phone)
        await asyncio.sleep(GONE_S + 1)
        assert (await neighbour.post("/host", {})).status == 409
        await hold(table)
        assert (await neighbour.post("/host", {})).status == 409
        await press(table, claim["steps"])
        assert (await phone.post("/host", {"claim": claim["claim"]})).json == {"host": True}


@virtual
async def test_another_phone_gets_the_table_only_after_nobody_has_held_both_buttons_for_a_while(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        phone, neighbour = Asking(at.app), Asking(at.app, address="192.168.1.8")
        await begun(phone)
        await asyncio.sleep(CLAIM_S - HOLD_S - 1)
        await hold(table)  # now the time is nearly up
        await asyncio.sleep(1)
        for _ in range(2):
            await hold(table)
            assert (await neighbour.post("/host", {})).status == 409
            await asyncio.sleep(QUIET_S - 1)
        assert (await neighbour.post("/host", {})).status == 409
        await asyncio.sleep(2)
        claim = await begun(neighbour)
        assert not claim["armed"]


@virtual
async def test_buttons_that_are_held_as_the_time_runs_out_make_no_lamp_glow(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        await begun(Asking(at.app))
        await asyncio.sleep(CLAIM_S - HOLD_S / 2)
        for button in BUTTONS:
            table.world.switches[button].move(True)
        assert not await glows(table)


@virtual
async def test_a_phone_whose_time_is_up_may_try_again_at_once(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        phone = Asking(at.app)
        late = await begun(phone)
        await asyncio.sleep(CLAIM_S + 1)
        assert (await phone.post("/host", {"claim": late["claim"]})).status == 409
        claim = await begun(phone)
        await hold(table)
        await press(table, claim["steps"])
        assert (await phone.post("/host", {"claim": claim["claim"]})).json == {"host": True}


@virtual
async def test_an_address_that_asks_again_and_again_has_to_wait(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at):
        for n in range(6):
            said = await Asking(at.app).post("/host", {})
            assert said.status == (200 if n < 5 else 429), n
            await asyncio.sleep(GONE_S)
        await asyncio.sleep(CLAIM_S + QUIET_S)
        assert (await Asking(at.app, address="192.168.1.8").post("/host", {})).status == 200


@virtual
async def test_a_table_that_is_unplugged_meanwhile_is_listened_to_again_when_it_is_back(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        phone = Asking(at.app)
        claim = await begun(phone)
        await hold(table)
        table.power_cut()
        await asyncio.sleep(3)
        assert not (await phone.post("/host", {"claim": claim["claim"]})).json["connected"]
        table.power_on()
        await asyncio.sleep(3)
        said = (await phone.post("/host", {"claim": claim["claim"]})).json
        assert (said["connected"], said["armed"]) == (True, False)
        await hold(table)
        await press(table, claim["steps"])
        assert (await phone.post("/host", {"claim": claim["claim"]})).json == {"host": True}


@virtual
async def test_pieces_count_in_a_pause_once_both_were_up_together_and_are_then_no_move(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        phone = Asking(at.app)
        said = await phone.post("/host", {"by": "pieces"})
        assert (said.status, "pause it" in said.json["error"]) == (409, True)
        assert (await at.host.post("/answer", {"pause": True})).status == 200
        await at.asked(Paused)
        claim = await begun(phone, by="pieces")
        assert not await lift_together(table, "red")
        await lift(table, claim["steps"])
        assert not (await phone.post("/host", {"claim": claim["claim"]})).json["armed"]
        assert await lift_together(table, "red", "blue")
        await lift(table, claim["steps"])
        said = await phone.post("/host", {"claim": claim["claim"]})
        assert said.json == {"host": True}
        assert (await at.host.post("/answer", {"press": "b"})).status == 200
        await asyncio.sleep(5)
        assert at.evening.live and isinstance(at.evening.live.situation.ask, Choose)
        assert not at.evening.live.situation.history


@virtual
async def test_the_phone_hears_what_to_do_without_a_table(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        at.wish.change(WishChange(table=str(tmp_path / "none")))
        said = await Asking(at.app).post("/host", {})
        assert (said.status, "plugged in" in said.json["error"]) == (409, True)


@virtual
async def test_a_guest_who_becomes_a_host_gives_up_the_seat_and_acts_for_it_as_that(tmp_path: Path) -> None:
    async with room(tmp_path) as at, at_a_table(at) as table:
        guest = await at.phone(0)
        claim = await begun(guest)
        await hold(table)
        await press(table, claim["steps"])
        host = Asking(at.app, token_of(await guest.post("/host", {"claim": claim["claim"]})))
        assert at.seats_of(host) == {0, 1}
        assert at.seats_of(guest) == set()
        assert (await at.host.get("/invite")).status == 200  # whoever was the host stays one


@virtual
async def test_a_host_by_the_gesture_is_known_after_a_restart(tmp_path: Path) -> None:
    token = lobby(file=tmp_path / "guests").roster.guests.admit_from_table()
    known = lobby(file=tmp_path / "guests").roster.guests.who(token)
    assert known and known.role is Role.HOST
