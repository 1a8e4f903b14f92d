"""Seats during a game: given to computers and back, waiting for a phone that is away, and taken over by a stand-in."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest
from tests.referee.sitting import virtual
from tests.web.asking import Asking, token_of
from tests.web.shown import show
from tests.web.test_picture import game_of

from mouseboard import rules
from mouseboard.evening.evening import Evening
from mouseboard.evening.guests import Guest
from mouseboard.evening.seats import AWAY_S
from mouseboard.evening.wish import lobby
from mouseboard.referee.situation import Choose, Consent, Do, Mend, Move, Paused, Roll, Situation
from mouseboard.rules.parley import ACCEPT
from mouseboard.serving.addresses import Reach
from mouseboard.serving.names import Names
from mouseboard.store import Journal, Played, Source, replay
from mouseboard.web.app import application
from mouseboard.web.entrance import entrance
from mouseboard.web.stage import Stage


class Room:
    """A page with its host and two phones, on simulated time."""

    def __init__(self, folder: Path, journal: Journal) -> None:
        now = asyncio.get_running_loop().time
        self.journal = journal
        self.wish = lobby(file=folder / "guests", now=now)
        self.roster = self.wish.roster
        self.guests = self.roster.guests
        self.evening = Evening(self.roster, self.wish)
        self.stage = Stage(self.evening)
        self.app = application(
            self.stage, entrance(self.roster, "en", 8700, now), Names(), Reach("127.0.0.1", 0), journal
        )
        self.host = Asking(self.app, self.guests.admit_host())

    async def phone(self, seat: int | None = None) -> Asking:
        said = await Asking(self.app).post("/join", {"code": self.guests.code, "seat": seat})
        assert said.status == 200, said.body
        return Asking(self.app, token_of(said))

    def guest(self, phone: Asking) -> Guest:
        guest = self.guests.who(phone.token)
        assert guest
        return guest

    def seat_of(self, phone: Asking) -> int | None:
        return self.roster.seats.of(self.guest(phone))

    def seats_of(self, phone: Asking) -> set[int]:
        return set(self.roster.seats.acts_for(self.guest(phone)))

    async def begin(self, game: str, players: int = 2, **options: object) -> None:
        seats: list[object] = [{}] * players
        begun = await self.host.post("/lobby", {"begin": {"game": game, "seats": seats, "options": options}})
        assert begun.status == 200, begun.body

    async def asked(self, *kinds: type) -> None:
        """Wait until the referee asks one of these kinds of question."""
        async with asyncio.timeout(120):
            while not (self.evening.live and isinstance(self.evening.live.situation.ask, kinds)):
                await asyncio.sleep(0.05)

    async def turn_of(self, seat: int) -> None:
        """Wait until this seat chooses."""
        async with asyncio.timeout(120):
            while not (
                self.evening.live
                and isinstance(self.evening.live.situation.ask, Choose)
                and self.evening.live.situation.ask.seat == seat
            ):
                await asyncio.sleep(0.05)

    @property
    def situation(self) -> Situation:
        assert self.evening.live
        return self.evening.live.situation

    @property
    def waiting(self) -> list[int]:
        """The seats that have yet to agree to a takeback."""
        assert isinstance(self.situation.ask, Consent)
        return list(self.situation.ask.waiting)

    async def three_have_moved(self) -> list[Asking]:
        """Have seats 0 to 2 of four move in turn. Return all phones."""
        await self.begin("barriers", players=4, first="seat0")
        phones = [await self.phone(seat) for seat in range(4)]
        for seat, action in enumerate(("a2h", "c2h", "e2h")):
            await self.turn_of(seat)
            assert (await phones[seat].post("/answer", {"action": action})).status == 200
        await self.turn_of(3)
        return phones

    def chair(self, seat: int) -> object:
        assert self.evening.on
        return self.stage.around(self.evening.on).chairs[seat]

    @asynccontextmanager
    async def asking_for_consent(self) -> AsyncIterator[tuple[Asking, Asking]]:
        """Have Red ask to take back a decision made before Blue's roll; yield Red's phone and Blue's.

        Only Red's phone watches.
        """
        with self.journal.begin(rules.load("revised", 2), 7) as writer:
            for seat, action, source in BEYOND_A_ROLL:
                writer.append(Played(seat, action, source))
        assert (await self.host.post("/lobby", {"resume": writer.game})).status == 200
        red, blue = await self.phone(0), await self.phone(1)
        with self.roster.watching(self.guest(red)):
            await asyncio.sleep(30)  # time to put the mice back in their places
            await self.asked(Choose)
            assert (await red.post("/answer", {"undo": True})).status == 200
            await self.asked(Consent)
            yield red, blue


BEYOND_A_ROLL = [
    (rules.CHANCE, "roll2", Source.ROLLED),
    (0, "decline", Source.PLAYER),
    (rules.CHANCE, "roll4", Source.ROLLED),
]


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Room]:
    with Journal.open(folder / "journal.db") as journal:
        made = Room(folder, journal)
        yield made
        await made.evening.close()


@virtual
async def test_a_seat_that_goes_from_computer_to_person_rolls_for_itself(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        seats = [{"kind": "random"}, {}]
        await at.host.post("/lobby", {"begin": {"game": "classic", "seats": seats, "options": {"first": "seat0"}}})
        await at.asked(Do)  # the trap's parts are being laid out; no seat has been asked yet
        assert (await at.host.post("/seats", {"seat": 0, "kind": "person"})).status == 200
        await at.host.post("/answer", {"press": "b"})
        await at.asked(Roll)
        await asyncio.sleep(10)
        assert at.evening.live and isinstance(at.evening.live.situation.ask, Roll)
        assert not at.evening.live.situation.history
        assert (await at.host.post("/answer", {"press": "b"})).status == 200


@virtual
async def test_a_guest_who_finds_no_seat_is_told_and_may_watch(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        await at.phone(0)
        await at.phone(1)
        late = await at.phone()
        await asyncio.sleep(1)  # time for the table to answer
        said = await late.post("/join", {"seat": 0})
        assert (said.status, said.json["error"]) == (409, "That seat is taken.")
        assert (await late.get("/position/0")).status == 200
        assert at.seats_of(late) == set()


@virtual
async def test_a_link_for_guests_or_spectators_leaves_the_host_who_follows_it_the_host(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        guest = await at.phone()
        for token in (guest.token, at.guests.watch_token):
            said = await at.host.post("/enter", {"token": token})
            assert (said.status, said.cookie) == (200, "")
        assert token_of(await guest.post("/enter", {"token": at.host.token})) == at.host.token


@pytest.mark.parametrize(
    "link", ["/?token={host}", "/?token={watch}", "/watch/{watch}", "/watch/{watch}?overlay", "/tv"]
)
@virtual
async def test_no_link_sets_a_cookie_because_the_browser_may_hide_a_better_one(tmp_path: Path, link: str) -> None:
    async with room(tmp_path) as at:
        stranger = Asking(at.app, address="127.0.0.1")
        said = await stranger.get(link.format(host=at.host.token, watch=at.guests.watch_token), accept="text/html")
        assert (said.status in (200, 303), said.cookie) == (True, "")


@virtual
async def test_strangers_at_one_address_cannot_keep_the_owner_of_a_token_out(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        stranger = Asking(at.app)
        while (await stranger.post("/join", {})).status != 429:
            pass
        assert token_of(await stranger.post("/enter", {"token": at.host.token})) == at.host.token


@virtual
async def test_no_cache_keeps_a_page_whose_address_has_a_token(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        stranger = Asking(at.app)
        assert (await stranger.get(f"/?token={at.host.token}")).headers["cache-control"] == "no-store"
        assert (await stranger.get("/")).headers["cache-control"] == "no-cache"


@virtual
async def test_a_link_of_another_evening_leaves_everybody_who_they_are(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        said = await at.host.post("/enter", {"token": "old"})
        assert (said.status, said.cookie) == (200, "")
        said = await Asking(at.app).post("/enter", {"token": "old"})
        assert (said.status, said.cookie) == (403, "")


@virtual
async def test_who_knows_the_code_is_let_in_though_the_seat_they_want_is_taken(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        await at.phone(0)
        said = await Asking(at.app).post("/join", {"code": at.guests.code, "seat": 0})
        assert (said.status, said.json["error"]) == (409, "That seat is taken.")
        assert (await Asking(at.app, token_of(said)).post("/join", {"seat": 1})).json == {"seats": [1]}


@virtual
async def test_names_go_with_their_game_and_guests_keep_theirs(tmp_path: Path) -> None:
    async with room(tmp_path) as at:

        async def play(**chosen: object) -> dict[int, str]:
            assert (await at.host.post("/lobby", chosen)).status == 200
            await at.asked(Move)
            assert (await at.host.post("/lobby", {"leave": True})).status == 200
            return {n: seat.name for n, seat in enumerate(at.roster.seats.seats) if seat.name}

        def begin(*names: str) -> object:
            return {"game": "barriers", "seats": [{"name": name} for name in names], "options": {"first": "seat0"}}

        assert await play(begin=begin("Anna", "Bob")) == {0: "Anna", 1: "Bob"}
        assert await play(resume=1) == {0: "Anna", 1: "Bob"}, "it was the last game"
        assert await play(begin=begin("Carl", "Dora")) == {0: "Carl", 1: "Dora"}
        assert await play(resume=1) == {0: "Anna", 1: "Bob"}, "the journal knows who played it"
        assert (await at.host.post("/lobby", {"begin": begin("Eva", "")})).status == 200
        await at.asked(Move)
        guest = await at.phone()
        await guest.post("/join", {"seat": 1, "name": "Gus"})
        await at.host.post("/lobby", {"leave": True})
        assert await play(begin=begin("", "")) == {1: "Gus"}
        assert await play(begin=begin("Hans", "Ida")) == {0: "Hans", 1: "Gus"}


@virtual
async def test_who_sits_in_a_game_that_is_over_is_not_changed_any_more(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("souriciere")
        *_, over = game_of("souriciere", 2)
        show(at.stage, over)
        said = await at.host.post("/seats", {"seat": 0, "kind": "random"})
        assert (said.status, said.json["error"]) == (409, "The game is over.")
        assert (await at.host.post("/seats", {"seat": 0, "name": "Ada"})).status == 200


@virtual
async def test_a_host_whose_seats_are_all_computers_pauses_and_takes_the_hands_back(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        seats = [{"kind": "random"}, {"kind": "random"}]
        await at.host.post("/lobby", {"begin": {"game": "barriers", "seats": seats}})
        await at.asked(Move)
        assert (await at.host.post("/hands", {"whose": "page"})).status == 200
        assert (await at.host.post("/hands", {"whose": "table"})).status == 200
        earlier = at.stage.entered
        assert (await at.host.post("/answer", {"press": "a", "serial": earlier})).status == 409
        assert (await at.host.post("/answer", {"pause": True, "serial": earlier})).status == 200
        await at.asked(Paused)
        assert (await at.host.post("/answer", {"press": "b"})).status == 200


@virtual
async def test_a_host_who_has_no_seat_is_told_whose_decision_it_is(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers", first="seat0")
        await at.phone(0)
        await at.phone(1)
        late = await at.phone()
        await at.asked(Choose)
        for post in ({"action": "d2"}, {"press": "a"}, {"hint": True}):
            said = await at.host.post("/answer", post)
            assert (said.status, said.json["error"]) == (403, "Wait! Somebody else chooses now.")
            said = await late.post("/answer", post)
            assert (said.status, said.json["error"]) == (403, "Pick a mouse first.")


@virtual
async def test_a_player_who_helps_out_an_opponent_cannot_end_the_game_for_them(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        red, blue = await at.phone(0), await at.phone(1)
        with at.roster.watching(at.guest(red)), at.roster.watching(at.guest(blue)):
            await at.turn_of(0)
            assert (await red.post("/answer", {"action": "a3-b4"})).status == 200
            await at.turn_of(1)
        with at.roster.watching(at.guest(red)):
            assert (await red.post("/seats", {"seat": 1, "stand_in": True})).status == 409
            await asyncio.sleep(AWAY_S + 1)
            assert (await red.post("/seats", {"seat": 1, "stand_in": True})).status == 200
            said = await red.post("/answer", {"action": "resign"})
            assert (said.status, said.json["error"]) == (403, "Only White can say that.")
            assert (await red.post("/answer", {"action": "offer"})).status == 403
            assert (await red.post("/answer", {"action": "b6-a5"})).status == 200
            await at.turn_of(0)
            assert (await red.post("/answer", {"action": "offer"})).status == 200
            await at.turn_of(1)
            assert (await red.post("/answer", {"press": "a"})).status == 200
            await asyncio.sleep(1)
            assert isinstance(at.situation.ask, Choose)
            assert at.situation.ask.actions[at.situation.ask.pointed or 0] == ACCEPT
            assert (await red.post("/answer", {"press": "b"})).status == 403


@virtual
async def test_nobody_gives_up_for_a_phone_that_may_just_reload_its_page(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        red, late = await at.phone(0), await at.phone()
        with at.roster.watching(at.guest(red)):
            await at.turn_of(0)
        with at.roster.watching(at.guest(late)):
            assert (await late.post("/seats", {"seat": 0, "stand_in": True})).status == 200
            said = await late.post("/answer", {"action": "resign"})
            assert (said.status, said.json["error"]) == (403, "Only Black can say that.")
            await asyncio.sleep(AWAY_S + 1)
            assert (await late.post("/answer", {"action": "resign"})).status == 200


@virtual
async def test_no_player_plays_for_people_at_the_host_s_page_while_it_reloads(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        red = await at.phone(0)
        with at.roster.watching(at.guest(red)):
            with at.roster.watching(at.guest(at.host)):
                await at.turn_of(0)
            said = await red.post("/seats", {"seat": 1, "stand_in": True})
            assert (said.status, said.json["error"]) == (409, "That seat is not free.")
            await asyncio.sleep(AWAY_S + 1)
            assert (await red.post("/seats", {"seat": 1, "stand_in": True})).status == 200


@virtual
async def test_a_phone_cannot_put_back_the_man_of_an_opponent(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("draughts")
        red, blue = await at.phone(0), await at.phone(1)
        await at.turn_of(0)
        assert (await red.post("/answer", {"action": "a3-b4"})).status == 200
        await at.turn_of(1)
        assert at.evening.live
        man = next(piece for piece, place in at.evening.live.situation.standing.items() if place == "b4")
        said = await blue.post("/hand", {"piece": man, "to": "a3"})
        assert (said.status, said.json["error"]) == (403, "Wait! Somebody else chooses now.")
        mine, theirs = (piece for piece, place in at.situation.standing.items() if place in ("a1", "b6"))
        assert (await red.post("/hand", {"piece": mine, "to": None})).status == 200
        await at.asked(Mend)
        said = await red.post("/hand", {"piece": theirs, "to": "a5"})
        assert (said.status, said.json["error"]) == (403, "Wait! Somebody else chooses now.")
        assert (await red.post("/hand", {"piece": mine, "to": "a1"})).status == 200
        await at.turn_of(1)
        assert (await red.post("/hand", {"piece": man, "to": "a3"})).status == 200


@virtual
async def test_a_phone_cannot_put_back_the_winner_s_last_move(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        *_, over = game_of("barriers", 2)
        await at.begin("barriers")
        red, blue = await at.phone(0), await at.phone(1)
        await at.asked(Choose)
        show(at.stage, over)
        (winner,) = over.state.winners
        loser, piece = (blue, "red") if winner == 0 else (red, "blue")
        said = await loser.post("/hand", {"piece": piece, "to": over.history[-1].before.placement()[piece]})
        assert (said.status, said.json["error"]) == (403, "Wait! Somebody else chooses now.")


@virtual
async def test_a_phone_that_becomes_the_host_acts_for_its_own_mouse(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        phone = await at.phone(0)
        assert (await phone.post("/enter", {"token": at.host.token})).status == 200
        assert at.roster.seats.holder(0) is None and 0 in at.seats_of(at.host)


@virtual
async def test_nobody_can_say_that_all_is_right_where_nothing_is_doubted(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        await at.asked(Choose)
        said = await at.host.post("/answer", {"as_is": True})
        assert (said.status, said.json["error"]) == (409, "Too late! The game went on.")


@virtual
async def test_a_guest_leaves_their_own_seat_and_changes_nothing_else(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        await at.begin("barriers")
        mine, other = await at.phone(0), await at.phone(1)
        await asyncio.sleep(1)  # time for the table to answer
        for refused in (
            {"seat": 1, "free": True},
            {"seat": 0, "free": True, "kind": "child"},
            {"seat": 0, "name": "Eve"},
        ):
            assert (await mine.post("/seats", refused)).status == 403
        assert (await mine.post("/seats", {"seat": 0, "free": True})).status == 200
        assert (at.seats_of(mine), at.seats_of(other)) == (set(), {1})


@contextmanager
def locked(journal: Path) -> Iterator[None]:
    """Let another program write into the journal while inside, so that nobody else can."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@virtual
async def test_a_seat_that_cannot_be_written_down_stays_the_computers(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", patience=0.05) as journal:
        at = Room(tmp_path, journal)
        seats = [{"kind": "random"}, {}]
        await at.host.post("/lobby", {"begin": {"game": "classic", "seats": seats, "options": {"first": "seat0"}}})
        await at.asked(Do)
        with locked(journal.path):
            said = await Asking(at.app).post("/join", {"code": at.guests.code, "seat": 0, "name": "Ben"})
        assert said.status == 507 and token_of(said)
        assert str(tmp_path) not in said.json["error"]
        await at.host.post("/answer", {"press": "b"})
        for _ in range(2000):
            await asyncio.sleep(0.05)
            time.sleep(0.005)  # the computer thinks in a thread, which knows no simulated time
            if at.evening.live and isinstance(at.evening.live.situation.ask, Roll):
                break
        assert at.evening.live and at.evening.live.situation.history  # it has played
        assert isinstance(at.evening.live.situation.ask, Roll)
        await at.evening.close()


@virtual
async def test_a_name_that_cannot_be_written_down_now_counts_and_is_written_later(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", patience=0.05) as journal:
        at = Room(tmp_path, journal)
        await at.begin("barriers", first="seat0")
        await at.asked(Do)
        ben = await at.phone()
        with locked(journal.path):
            assert (await ben.post("/join", {"seat": 1, "name": "Ben"})).status == 200
        assert at.evening.on and [chair.name for chair in at.stage.around(at.evening.on).chairs] == ["", "Ben"]
        assert (await at.host.post("/seats", {"seat": 0, "name": "Ada"})).status == 200
        seated = replay(journal, 1).seated
        assert seated and seated.names == ("Ada", "Ben")
        await at.evening.close()


@virtual
async def test_a_locked_journal_makes_nobody_wait_for_a_name_or_a_seat(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", patience=60.0) as journal:
        at = Room(tmp_path, journal)
        await at.begin("barriers", first="seat0")
        await at.asked(Do)
        began = time.monotonic()
        with locked(journal.path):
            assert (await at.host.post("/seats", {"seat": 0, "name": "Ada"})).status == 200
            assert (await at.host.post("/seats", {"seat": 1, "kind": "random"})).status == 507
        assert time.monotonic() - began < 30
        assert journal.file.run("PRAGMA busy_timeout") == [(60_000,)]  # moves still wait, since they must be kept
        await at.evening.close()


@virtual
async def test_a_seat_that_is_left_while_nothing_can_be_written_down_is_free_for_everybody(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", patience=0.05) as journal:
        at = Room(tmp_path, journal)
        await at.begin("barriers", first="seat0")
        ben = await at.phone(1)
        await ben.post("/join", {"seat": 1, "name": "Ben"})
        await at.asked(Do)
        with locked(journal.path):
            assert (await ben.post("/seats", {"seat": 1, "free": True})).status == 200
        assert (at.seats_of(ben), at.roster.seats.names) == (set(), ())
        await at.evening.close()


@virtual
async def test_whoever_takes_another_seat_is_told_that_their_first_one_is_free(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        phone = await at.phone(0)
        assert (await phone.post("/join", {"seat": 1})).json == {
            "seats": [1],
            "told": "Red is free again. You play Blue now.",
        }
        assert (await phone.post("/join", {"seat": 1, "face": "owl"})).json == {"seats": [1]}
        await at.begin("barriers", first="seat0")
        await at.turn_of(0)
        said = await phone.post("/join?lang=de", {"seat": 0})
        assert (said.json["told"], at.seats_of(phone)) == ("Blau ist wieder frei. Du spielst jetzt Rot.", {0})
