"""A whole evening against a model: four clients post anything, in any order and at once, and the server is killed.

One game is on at a time, nobody sits in two seats, nobody loses a seat to another, and the server lives. No piece moves
in the journal unless somebody who acted for its seat wanted that, and a killed server goes on with the same people.
`test_seats_model.py` searches the seats alone, and much further.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.asking import Asking, token_of
from tests.web.served import Said

from mouseboard.evening.beginning import last_choice, remember, taken_up
from mouseboard.evening.changes import TurnedAway
from mouseboard.evening.evening import Evening
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.playing import SIMULATED
from mouseboard.evening.seats import AWAY_S
from mouseboard.evening.wish import lobby
from mouseboard.match import Match
from mouseboard.referee.situation import Choose, Consent
from mouseboard.say import Say
from mouseboard.serving.addresses import Reach
from mouseboard.serving.names import Names
from mouseboard.sim.clock import run_virtual
from mouseboard.store import PERSON, Entry, Journal, Played, Seated, Source, TakenBack, replay
from mouseboard.web.app import application
from mouseboard.web.entrance import entrance
from mouseboard.web.stage import Stage

PHONES = ("ada", "bo", "cy")
PLAYED = ("play", "hand", "press", "undo", "hands")
"""Deeds that may be another's to do."""
SEATS = range(4)

Deed = tuple[str, ...]

seats = st.sampled_from([str(seat) for seat in SEATS])
numbers = st.integers(0, 7).map(str)
phones = st.sampled_from(PHONES)
clients = st.sampled_from(("turn", "turn", "turn", "host", *PHONES))
"""Whoever posts; `turn` is whoever acts for the seat that is asked."""
deeds: st.SearchStrategy[Deed] = st.one_of(
    st.tuples(st.just("begin"), st.sampled_from(["2", "4"]), st.sampled_from([PERSON, PERSON, "random"])),
    st.just(("leave",)),
    st.just(("resume",)),
    st.tuples(st.just("sit"), phones, seats),
    st.tuples(st.just("free"), seats),
    st.tuples(st.just("seat"), seats, st.sampled_from([PERSON, "random"])),
    st.tuples(st.just("stand in"), phones, seats),
    st.tuples(st.just("come"), phones),
    st.tuples(st.just("go"), phones),
    st.tuples(st.just("refused"), phones),
    st.just(("wait",)),
)
plays: st.SearchStrategy[Deed] = st.one_of(
    st.tuples(st.just("play"), clients, numbers),
    st.tuples(st.just("play"), st.just("turn"), numbers),
    st.tuples(st.just("hand"), clients, numbers),
    st.tuples(st.just("press"), clients, st.sampled_from("ab")),
    st.tuples(st.just("undo"), clients),
    st.tuples(st.just("hands"), clients, st.sampled_from(["page", "table"])),
    st.tuples(st.just("kill"), st.sampled_from(["0", "0.3", "2"])),
)
batches = st.lists(st.one_of(plays, plays, deeds), min_size=1, max_size=3)
"""Deeds that happen at once."""
openings: st.SearchStrategy[list[list[Deed]]] = st.sampled_from(
    [
        [],
        *(
            [[("begin", "2", kind)], [("sit", "ada", "0")], [("sit", "bo", "1")], [("come", "ada")], [("wait",)]]
            for kind in (PERSON, "random")
        ),
        [
            [("begin", "2", PERSON)],
            [("sit", "ada", "0"), ("sit", "bo", "1"), ("come", "ada"), ("come", "bo")],
            [("wait",)],
            [("play", "turn", "1")],
            [("wait",)],
            [("play", "turn", "0")],
            [("wait",)],
            [("undo", "ada")],
        ],
    ]
)
sequences = st.builds(list.__add__, openings, st.lists(batches, min_size=1, max_size=10))
"""A sequence of batches; most evenings begin with a game."""


@dataclass
class Model:
    """The state of an evening: the number of players in the game, and the seat of each phone."""

    players: int = 0
    sits: dict[str, int] = field(default_factory=dict)

    def expected(self, deed: Deed) -> int:
        """Return the expected status of a post that comes alone while a game is on, or begins or ends one."""
        match deed:
            case ["begin", _, _] | ["leave"]:
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
        self.folder, self.journal = folder, journal
        self.faults: list[Say] = []
        self.wills = Wills()
        self.phones: dict[str, Asking] = {}
        self.here = set[str]()
        self._all_pages: list[ExitStack] = []
        self._is_killed = False
        self._serve()
        self.host = Asking(self.app, self.guests.admit_host())

    def _serve(self) -> None:
        """Start the server on the files that the last one left."""
        now, path = asyncio.get_running_loop().time, self.journal.path
        wish = lobby(last_choice(path), partial(remember, path), self.folder / "guests", now)
        self.roster, self.guests = wish.roster, wish.roster.guests
        self.evening = Evening(self.roster, wish, self.faults.append)
        door = entrance(self.roster, "en", 8700, now)
        stage = Stage(self.evening)
        self.app = application(stage, door, Names(), Reach("127.0.0.1", 0), self.journal, self.faults.append)
        self.pages = {phone: ExitStack() for phone in PHONES}
        self._all_pages.extend(self.pages.values())

    def close(self) -> None:
        """Close all pages, those of servers that were killed, too."""
        for page in self._all_pages:
            page.close()

    async def kill(self) -> None:
        """End the server without a word to its files, and start it again; its game goes on, and phones come back."""
        number, was, written = self.evening.number, self.roster.seats, self._written()
        games = [task for task in asyncio.all_tasks() if task.get_name() in ("game", "again")]
        for task in games:
            task.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        self._serve()
        self.host = replace(self.host, app=self.app)
        self.phones = {phone: replace(asking, app=self.app) for phone, asking in self.phones.items()}
        if number is not None:
            choice = last_choice(self.journal.path)
            assert choice
            self.evening.go_on(taken_up(Match.resume(self.journal, number), SIMULATED, choice))
            await asyncio.sleep(0.1)
            assert self.evening.on and self.evening.on.number == number
            assert self._written()[: len(written)] == written
        for seat, before in enumerate(was.seats):
            again = self.roster.seats.seats[seat]
            sits = before.stand_in if before.holder and again.owner != before.owner else before.holder
            assert (again.holder and again.holder.token, again.kind) == (sits and sits.token, before.kind)
            assert (again.name, again.face) == (before.name, before.face)
        assert {**self.roster.seats.won} == {**was.won}
        for phone in self.here:
            self.pages[phone].enter_context(self.roster.watching(self.guest(phone)))

    def _written(self) -> list[Any]:
        number = self.evening.number
        return [] if number is None else list(replay(self.journal, number).entries)

    async def join(self) -> None:
        for n, phone in enumerate(PHONES):
            said = await Asking(self.app, address=f"192.168.1.{n}").post("/join", {"code": self.guests.code})
            self.phones[phone] = Asking(self.app, token_of(said))

    async def do(self, deed: Deed) -> Said | None:
        """Perform the deed; return the answer if it was a post."""
        match deed:
            case ["begin", players, kind]:
                seats = [{}, {"kind": kind}, *[{}] * (int(players) - 2)]
                return await self.host.post("/lobby", {"begin": {"game": "barriers", "seats": seats}})
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
            case ["refused", phone] if phone not in self.here:
                self.roster.apply(TurnedAway(self.guest(phone)))
            case ["wait"]:
                await asyncio.sleep(AWAY_S + 1)
            case ["kill", after]:
                await asyncio.sleep(float(after))
                if not (self.evening.is_changing or self._is_killed):
                    self._is_killed = True
                    await self.kill()
                    self._is_killed = False
            case [kind, *_] if kind in PLAYED:
                return await self._play(deed)
        return None

    def _poster(self, who: str, seat: int | None) -> Asking:
        """Return who posts."""
        if who == "turn":
            acting = (one for one in self.phones.values() if seat in self.roster.seats.acts_for(self._guest(one)))
            return next(acting, self.host)
        return self.host if who == "host" else self.phones[who]

    async def _play(self, deed: Deed) -> Said | None:
        """Play along as the host or a phone; note what its sender wanted, if it was not refused."""
        live = self.evening.live
        if live is None:
            return None
        state, ask, number = live.situation.state, live.situation.ask, live.on.number
        asking = self._poster(deed[1], state.actor)
        guest = self._guest(asking)
        acts, actions = self.roster.seats.acts_for(guest), state.actions()
        people = self.roster.seats.people if guest.role is Role.HOST else acts
        match deed:
            case ["play", _, n] if isinstance(ask, Choose) and actions:
                action = actions[int(n) % len(actions)]
                said = await asking.post("/answer", {"action": str(action), "sure": True})
                assert said.status != 200 or ask.seat in acts
                if said.status == 200:
                    self.wills.note(number, acts, str(action))
                return said
            case ["hand", _, n] if actions:
                piece = live.on.game.pieces[state.actor or 0]
                steps = [(action, state.after(action).placement().get(piece)) for action in actions]
                steps = [(action, to) for action, to in steps if to != state.placement().get(piece)]
                if not steps:
                    return None
                action, place = steps[int(n) % len(steps)]
                self.wills.note(number, acts, str(action))
                self.wills.note_back(number, acts, len(self._written()))
                return await asking.post("/hand", {"piece": piece, "to": place})
            case ["press", _, button]:
                if isinstance(ask, Choose):
                    pointed = ask.actions if ask.pointed is None else ask.actions[ask.pointed : ask.pointed + 1]
                    self.wills.note(number, acts, *map(str, pointed))
                if isinstance(ask, Consent):
                    self.wills.note_back(number, people, len(self._written()))
                return await asking.post("/answer", {"press": button})
            case ["undo", _]:
                self.wills.note_back(number, people, len(self._written()))
                return await asking.post("/answer", {"undo": True})
            case ["hands", _, whose]:
                return await asking.post("/hands", {"whose": whose})
        return None

    def guest(self, phone: str) -> Guest:
        return self._guest(self.phones[phone])

    def _guest(self, asking: Asking) -> Guest:
        guest = self.guests.who(asking.token)
        assert guest
        return guest

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
            sits = self.roster.seats.of(self.guest(phone))
            assert sits is None or phone not in self.here or sits in self.roster.seats.acts_for(self.guest(phone))
        assert not self.faults
        for number in self.journal.games():
            self.wills.check(number, replay(self.journal, number).entries)


class Wills:
    """What those who acted for seats have asked for, by game and seat: actions by their names, and takebacks."""

    def __init__(self) -> None:
        self._asked = set[tuple[int, int, str]]()
        self._back = dict[tuple[int, int], int]()
        """How many entries there were when a seat last agreed to a takeback, by game and seat."""

    def note(self, game: int, seats: Collection[int], *what: str) -> None:
        self._asked |= {(game, seat, one) for seat in seats for one in what}

    def note_back(self, game: int, seats: Collection[int], entries: int) -> None:
        self._back |= {(game, seat): entries for seat in seats}

    def check(self, game: int, entries: Sequence[Entry]) -> None:
        """Check that only those moved or were taken back who wanted it, and computers play for computers only."""
        kinds: Sequence[str] = ()
        choices: dict[int, int] = {}
        for n, entry in enumerate(entries):
            match entry:
                case Seated(seated):
                    kinds = seated
                case Played(seat, _, Source.COMPUTER):
                    assert kinds[seat] != PERSON, entry
                case Played(seat, action, Source.HANDS | Source.PLAYER) if seat >= 0:
                    assert (game, seat, action) in self._asked, entry
                    choices[n] = seat
                case TakenBack(to):
                    undone = {seat: at for at, seat in choices.items() if at >= to}
                    for seat, at in undone.items():
                        is_computers = kinds[seat] != PERSON  # a person chose, and a computer plays there since
                        assert is_computers or self._back.get((game, seat), 0) > at, (entry, seat)
                    choices = {at: seat for at, seat in choices.items() if at < to}


def freed(at_once: list[Deed]) -> Iterator[int]:
    """Yield the seats that these deeds of the host free, or that a game for fewer players does not have."""
    for deed in at_once:
        match deed:
            case ["free", seat] | ["seat", seat, "random"]:
                yield int(seat)
            case ["begin" | "resume", *_]:
                yield from (2, 3)
                if deed[-1] != PERSON:  # a computer plays there
                    yield 1


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
        played = any(deed[0] in PLAYED for deed in at_once)
        assert all(status in (200, 409, *((403,) if played else ())) for status in statuses), (at_once, statuses)
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
    clients.close()


def play_evening(sequence: list[list[Deed]]) -> None:
    """Do the whole sequence in one evening, on simulated time."""
    with tempfile.TemporaryDirectory() as own, Journal.open(Path(own, "journal.db")) as journal:
        run_virtual(play(sequence, Path(own), journal))


@given(sequences)
@settings(max_examples=50, deadline=None)
def test_whatever_is_posted_the_evening_stays_one(sequence: list[list[Deed]]) -> None:
    play_evening(sequence)


@pytest.mark.real
@given(sequences)
@settings(max_examples=300, deadline=None)
def test_three_hundred_evenings_stay_one_each(sequence: list[list[Deed]]) -> None:
    play_evening(sequence)


@pytest.mark.campaign
@given(sequences)
@settings(max_examples=10_000, deadline=None)
def test_ten_thousand_evenings_stay_one_each(sequence: list[list[Deed]]) -> None:
    play_evening(sequence)
