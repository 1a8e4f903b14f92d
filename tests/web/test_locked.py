"""A journal that another program has locked for a while: the game waits for it, and everybody is told the reason."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.referee.sitting import virtual
from tests.web.test_ending import chosen, shown
from tests.web.test_seats import Room, locked

from mouseboard.evening.changes import Came
from mouseboard.match.running import LOCKED_S
from mouseboard.referee.situation import Do
from mouseboard.store import Journal

WHY = "another program has locked the saved games"


@contextmanager
def locked_for(seconds: float, journal: Path) -> Iterator[None]:
    """Lock the journal for that long, at most until the block ends."""
    with ExitStack() as lock:
        lock.enter_context(locked(journal))
        asyncio.get_running_loop().call_later(seconds, lock.close)
        yield


async def second_turn(at: Room) -> None:
    """Play a game of two people until Blue must choose."""
    await at.begin("barriers", first="seat0")
    await at.asked(Do)
    assert (await at.host.post("/answer", {"press": "b"})).status == 200
    await chosen(at, 0, "d2")
    async with asyncio.timeout(60):
        while shown(at)["sign"] != "choose":
            await asyncio.sleep(0.05)
    assert shown(at)["actor"] == 1


@virtual
@pytest.mark.parametrize(
    ("path", "deed"), [("/answer", {"action": "d6"}), ("/hand", {"piece": "blue", "to": "d6", "via": []})]
)
async def test_a_lock_of_eight_seconds_delays_a_move_and_leaves_the_game_on_its_table(
    tmp_path: Path, path: str, deed: dict[str, object]
) -> None:
    with Journal.open(tmp_path / "journal.db", patience=0.05) as journal:
        at = Room(tmp_path, journal)
        await second_turn(at)
        with locked_for(8.0, journal.path):
            assert (await at.host.post(path, deed)).status == 200
            await asyncio.sleep(5.0)
            assert (at.evening.number, shown(at)["actor"]) == (1, 1)
            if path == "/answer":  # nothing has happened, so they tap again
                assert (await at.host.post(path, deed)).status == 200
            await asyncio.sleep(5.0)
        async with asyncio.timeout(30):
            while shown(at)["actor"] != 0:
                await asyncio.sleep(0.05)
        assert at.evening.live
        assert [str(record.action) for record in at.evening.live.situation.history] == ["d2", "d6"]
        await at.evening.close()


@virtual
async def test_a_lock_that_does_not_end_leads_to_the_lobby_with_its_reason(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", patience=0.05) as journal:
        at = Room(tmp_path, journal)
        await second_turn(at)
        with locked_for(2 * LOCKED_S, journal.path):
            assert (await at.host.post("/answer", {"action": "d6"})).status == 200
            await asyncio.sleep(LOCKED_S + 5)
        assert at.evening.on is None
        assert f"it can no longer be written down: {WHY}." in at.stage.picture("en").decode()


@virtual
async def test_a_guest_who_leads_is_told_that_the_journal_is_locked_and_not_where_it_is(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", patience=0.05) as journal:
        at = Room(tmp_path, journal)
        guest = await at.phone(0)
        at.roster.apply(Came(at.guest(guest)))
        with locked(journal.path):
            said = await guest.post("/lobby", {"begin": {"game": "classic", "seats": [{}, {}]}})
        assert (said.status, said.json["error"]) == (507, f"That cannot be written down: {WHY}.")
