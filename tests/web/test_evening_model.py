"""A whole evening against a model: four clients post anything, in any order and at once.

One game is on at a time, nobody sits in two seats, nobody loses a seat to another, and the server lives.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.asking import Asking, token_of
from tests.web.served import Said

from mouseboard.evening.evening import Evening
from mouseboard.evening.seats import AWAY_S
from mouseboard.evening.wish import lobby
from mouseboard.say import Say
from mouseboard.serving.addresses import Reach
from mouseboard.serving.names import Names
from mouseboard.sim.clock import run_virtual
from mouseboard.store import PERSON, Journal
from mouseboard.web.app import application
from mouseboard.web.entrance import entrance
from mouseboard.web.stage import Stage

PHONES = ("ada", "bo", "cy")
SEATS = range(4)

Deed = tuple[str, ...]

seats = st.sampled_from([str(seat) for seat in SEATS])
phones = st.sampled_from(PHONES)
deeds: st.SearchStrategy[Deed] = st.one_of(
    st.tuples(st.just("begin"), st.sampled_from(["2", "4"])),
    st.just(("leave",)),
    st.just(("resume",)),
    st.tuples(st.just("sit"), phones, seats),
    st.tuples(st.just("free"), seats),
    st.tuples(st.just("seat"), seats, st.sampled_from([PERSON, "random"])),
    st.tuples(st.just("stand in"), phones, seats),
    st.tuples(st.just("come"), phones),
    st.tuples(st.just("go"), phones),
    st.just(("wait",)),
)
sequences = st.lists(st.lists(deeds, min_size=1, max_size=3), min_size=1, max_size=8)
"""A sequence of batches; the deeds of one batch happen at once."""


@dataclass
class Model:
    """The state of an evening: the number of players in the game, and the seat of each phone."""

    players: int = 0
    sits: dict[str, int] = field(default_factory=dict)

    def expected(self, deed: Deed) -> int:
        """Return the expected status of a post that comes alone while a game is on, or begins or ends one."""
        match deed:
            case ["begin", _] | ["leave"]:
                return 200
            case ["sit", phone, seat]:
                return self._sit(phone, int(seat))
            case ["free", seat]:
                return self._free(int(seat))
            case ["seat", seat, _]:
                return self._free(int(seat))
        raise AssertionError(deed)

    def _sit(self, phone: str, seat: int) -> int:
        is_taken = any(seat == other for who, other in self.sits.items() if who != phone)
        return 409 if seat >= self.players or is_taken else 200

    def _free(self, seat: int) -> int:
        return 409 if seat >= self.players else 200


class Clients:
    """One evening's clients: the host on two devices, and three phones."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        now = asyncio.get_running_loop().time
        wish = lobby(file=folder / "guests", now=now)
        self.roster, self.guests = wish.roster, wish.roster.guests
        self.faults: list[Say] = []
        self.evening = Evening(self.roster, wish, self.faults.append)
        door = entrance(self.roster, "en", 8700, now)
        self.app = application(Stage(self.evening), door, Names(), Reach("127.0.0.1", 0), journal, self.faults.append)
        self.host = Asking(self.app, self.guests.admit_host())
        self.phones: dict[str, Asking] = {}
        self.pages = {phone: ExitStack() for phone in PHONES}
        self.here = set[str]()

    async def join(self) -> None:
        for n, phone in enumerate(PHONES):
            said = await Asking(self.app, address=f"192.168.1.{n}").post("/join", {"code": self.guests.code})
            self.phones[phone] = Asking(self.app, token_of(said))

    async def do(self, deed: Deed) -> Said | None:
        """Perform the deed; return the answer if it was a post."""
        match deed:
            case ["begin", players]:
                return await self.host.post("/lobby", {"begin": {"game": "barriers", "seats": [{}] * int(players)}})
            case ["leave"]:
                return await self.host.post("/lobby", {"leave": True})
            case ["resume"]:
                return await self.host.post("/lobby", {"resume": 1})
            case ["sit", phone, seat]:
                return await self.phones[phone].post("/join", {"seat": int(seat)})
            case ["free", seat]:
                return await self.host.post("/seats", {"seat": int(seat), "free": True})
            case ["seat", seat, kind]:
                return await self.host.post("/seats", {"seat": int(seat), "kind": kind})
            case ["stand in", phone, seat]:
                return await self.phones[phone].post("/seats", {"seat": int(seat), "stand_in": True})
            case ["come", phone] if phone not in self.here:
                self.here.add(phone)
                self.pages[phone].enter_context(self.roster.watching(self.guest(phone)))
            case ["go", phone] if phone in self.here:
                self.here.remove(phone)
                self.pages[phone].close()
            case ["wait"]:
                await asyncio.sleep(AWAY_S + 1)
        return None

    def guest(self, phone: str) -> Any:
        return self.guests.who(self.phones[phone].token)

    def sits(self) -> dict[str, int]:
        """Return the seat of each seated phone; check that no two share one."""
        taken = {phone: self.roster.seats.of(self.guest(phone)) for phone in PHONES}
        sits = {phone: seat for phone, seat in taken.items() if seat is not None}
        assert len(set(sits.values())) == len(sits), taken
        return sits

    def check(self) -> None:
        """Check that at most one game is on, and that everybody sees that one."""
        playing = [task for task in asyncio.all_tasks() if task.get_name() == "game" and not task.done()]
        assert len(playing) <= 1
        on = self.evening.on
        assert bool(playing) == (on is not None)
        for phone in PHONES:
            assert self.roster.seats.acts_for(self.guest(phone)) <= self.roster.seats.people
        assert not self.faults


def freed(at_once: list[Deed]) -> Iterator[int]:
    """Yield the seats that these deeds of the host free, or that a game for fewer players does not have."""
    for deed in at_once:
        match deed:
            case ["free", seat] | ["seat", seat, "random"]:
                yield int(seat)
            case ["begin" | "resume", *_]:
                yield from (2, 3)


async def play(sequence: list[list[Deed]], folder: Path, journal: Journal) -> None:
    loop = asyncio.get_running_loop()
    ours, theirs = socket.socketpair()
    loop.add_reader(ours, lambda: None)  # a loop with a file waits for threads; computer players think in them
    with ours, theirs:
        await _play(sequence, folder, journal)
        await loop.shutdown_default_executor()
        loop.remove_reader(ours)


async def _play(sequence: list[list[Deed]], folder: Path, journal: Journal) -> None:
    clients, model, lent = Clients(folder, journal), Model(), set[int]()
    await clients.join()
    for at_once in sequence:
        before, in_lobby = clients.sits(), clients.evening.on is None
        said = await asyncio.gather(*map(clients.do, at_once))
        await asyncio.sleep(1)  # time for a table to answer
        statuses = [answer.status for answer in said if answer]
        assert all(status in (200, 409) for status in statuses), (at_once, statuses)
        clients.check()
        sits, gone = clients.sits(), set(freed(at_once))
        lent |= {int(deed[2]) for deed in at_once if deed[0] == "stand in" or (deed[0] == "sit" and in_lobby)}
        lent |= {int(deed[1]) for deed in at_once if deed[0] == "seat"}  # a resumed game may have a computer there
        for (
            phone,
            seat,
        ) in before.items():  # nobody but a sleeper loses their seat; in the lobby it may slide along
            moved = any(deed[:2] == ("sit", phone) for deed in at_once)
            slid = in_lobby and phone in sits and bool(gone)
            assert sits.get(phone) == seat or moved or slid or seat in gone | lent, (phone, at_once)
        if len(at_once) == 1 and at_once[0][0] in ("begin", "leave", *(() if in_lobby else ("sit", "free", "seat"))):
            assert model.expected(at_once[0]) == statuses[0], at_once
        on = clients.evening.on
        model = Model(on.game.players if on else 0, sits)
    assert (await clients.host.post("/lobby", {"begin": {"game": "barriers", "seats": [{}, {}]}})).status == 200
    assert (await clients.host.post("/lobby", {"leave": True})).status == 200
    await clients.evening.close()


def play_evening(sequence: list[list[Deed]]) -> None:
    """Do the whole sequence in one evening, on simulated time."""
    with tempfile.TemporaryDirectory() as own, Journal.open(Path(own, "journal.db")) as journal:
        run_virtual(play(sequence, Path(own), journal))


@given(sequences)
@settings(max_examples=60, deadline=None)
def test_whatever_is_posted_the_evening_stays_one(sequence: list[list[Deed]]) -> None:
    play_evening(sequence)


@pytest.mark.real
@given(sequences)
@settings(max_examples=1000, deadline=None)
def test_a_thousand_evenings_stay_one_each(sequence: list[list[Deed]]) -> None:
    play_evening(sequence)
