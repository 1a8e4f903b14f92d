"""A family's evening over `Seats` alone: what people ask for, streams, games, time and restarts, in any order.

`Family` keeps its own, plain account of what was done, and compares the seats with it after each event. Each rule that
must hold is a method of `Rules` with the rule as its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import msgspec
from tests.evening.seats_rules import Rules, is_allowed

from mouseboard.evening.changes import (
    NOBODY,
    Asked,
    BecameHost,
    Came,
    Changed,
    Ended,
    Entered,
    Event,
    Face,
    Left,
    Reopened,
    Sat,
    StoodIn,
    StoodUp,
    TurnedAway,
    WantsMore,
    Went,
    Wished,
    after,
)
from mouseboard.evening.guests import Codes, Guest, Role
from mouseboard.evening.kept import Kept, known, packed, unpacked
from mouseboard.evening.may import Moment, check, leads, may
from mouseboard.evening.refusals import Refusal
from mouseboard.evening.requests import (
    AskForSeat,
    Begin,
    ChangeSeat,
    ChangeWish,
    LeaveGame,
    LeaveSeat,
    PlayAgain,
    PlayFor,
    Request,
    Resume,
    SeeGames,
    TakeSeat,
    UseTable,
)
from mouseboard.evening.seats import Seat, Seats, Takes
from mouseboard.evening.wish import WishChange
from mouseboard.say import say
from mouseboard.store import PERSON

EVENTS = 30
PHONES = ("mia", "ben", "kid", "zoe")
HOSTS = ("laptop", "tablet")
WATCHERS = ("window", "tv")
"""A spectator with the link, and a screen that nobody let in."""
GAMES = tuple(
    Takes(counts, ("random", "sensible"), "sensible") for counts in ((2,), (2, 3, 4), (2, 4), (2, 3, 4, 5, 6))
)
NAMES = ("Mia", "Ben", "", None, None)
FACES: tuple[Face | None, ...] = ("owl", "fox", None, None)
SECONDS = (1.0, 3.0, 9.0, 10.0, 12.0, 20.0)
FOREIGN = say("There is no such table.")
TV = Guest("tv", Role.SPECTATOR)


@dataclass
class Written:
    """What a crash leaves behind: the file of the evening, and that of the wish."""

    kept: Kept
    takes: Takes
    lobby: tuple[Seat, ...]


@dataclass
class Game:
    """What the journal has of the last game."""

    number: int
    takes: Takes
    kinds: tuple[str, ...]
    is_over: bool = False
    winners: tuple[int, ...] = ()


@dataclass
class Family:
    """One evening, with everything that is drawn by lot drawn from a seed."""

    seed: int
    now: float = 100.0
    story: list[str] = field(default_factory=list)
    """What was done, to be read when a rule is broken."""

    def __post_init__(self) -> None:
        self.lot = Random(self.seed)
        self.numbers = 0
        self.let_in: list[Guest] = []
        self.devices: dict[str, Guest] = {"tv": TV}
        self.game: Game | None = None
        self.games = 0
        takes = self.lot.choice(GAMES)
        lobby = (Seat(), *[Seat("sensible")] * (takes.counts[0] - 1))
        self.seats = Seats(takes, lobby, began=self.now, host_gone=self.now)
        self.rules = Rules(self.seats, self.now)
        self.written = self.before = self._files()
        for name in ("window", "laptop"):
            self._let_in(name)

    def play(self) -> None:
        """Let 30 things happen."""
        try:
            self._gather()
            for _ in range(EVENTS):
                self._step()
        except AssertionError as broken:
            raise AssertionError(f"seed {self.seed}: {broken}\n" + "\n".join(self.story)) from broken

    # What happens.

    def _gather(self) -> None:
        """Let some of the family join and sit down before anything else happens."""
        self._happen(Came(self.devices["laptop"]))
        for name in self.lot.sample(PHONES, self.lot.choice((0, 2, 3, 4))):
            self._let_in(name)
            self._happen(Came(self.devices[name]))
            self._happen(Sat(self.devices[name], self.lot.randrange(len(self.seats) + 1), self.lot.choice(NAMES)))
        if self.lot.random() < 0.6:
            self._begin()

    def _step(self) -> None:
        lot, here = self.lot, self.seats.here
        owned = {seat.owner for seat in self.seats.seats}
        owners = [guest for guest in self.let_in if guest.token in owned]
        match lot.choices(range(9), (40, 12, 9, 12, 3, 1, 2, 3, 5))[0]:
            case 0 if owners and lot.random() < 0.15:
                self._ask(owners[0], self._request(owners[0]))
            case 0:
                who = lot.choice((*PHONES, *PHONES, *HOSTS, *HOSTS, lot.choice(WATCHERS)))
                if who not in self.devices:
                    self._let_in(who)
                self._ask(self.devices[who], self._request(self.devices[who]))
            case 1:
                away = [guest for guest in (*self.let_in, TV) if guest.token not in here]
                if owners and owners[0] in away and lot.random() < 0.3:
                    away = owners[:1]
                if away:
                    self._happen(Came(lot.choice(away)))
            case 2:
                if streams := [guest for guest in (*self.let_in, TV) if guest.token in here]:
                    self._happen(Went(lot.choice(streams)))
            case 3:
                self.now += lot.choice(SECONDS)
                self.story.append(f"it is {self.now:g}")
                self.rules.look(self.seats, self.now)
            case 4:
                self._let_in(lot.choice(PHONES))  # a phone that has lost its cookie, if it was in
            case 5:
                if guest := self.devices.get(lot.choice(PHONES)):
                    self._happen(BecameHost(guest))
            case 6:
                self._restart(lot.choice(("file and wish", "file", "nothing")))
            case 7:
                if gone := [guest for guest in self.let_in if guest.token not in here]:
                    self._happen(TurnedAway(lot.choice(gone)))
            case 8:
                self._play_on()

    def _play_on(self) -> None:
        """Let the game end, or its end be taken back."""
        if self.game is None or self.seats.game is None:
            return
        if self.game.is_over:
            self.game.is_over = False
            self._happen(Reopened())
        else:
            winners = tuple(sorted(self.lot.sample(range(len(self.seats)), self.lot.randint(1, 2))))
            self.game.is_over, self.game.winners = True, winners
            self._happen(Ended(winners))

    def _let_in(self, name: str) -> None:
        """Give a device a new token; an old stream of it may stay open."""
        role = Role.HOST if name in HOSTS else Role.SPECTATOR if name in WATCHERS else Role.GUEST
        self.numbers += 1
        address = self.lot.choice(("192.0.2.1", "192.0.2.2"))  # a phone that changes the network has another one
        number = 1 + max((one.number for one in self.let_in), default=0)
        guest = Guest(f"{name} {self.numbers}", role, number, address)
        self.let_in.append(guest)
        self.devices[name] = guest
        self.before, self.written = self.written, self._files()
        self.story.append(f"{guest.token} is let in")

    def _happen(self, event: Event) -> Refusal | None:
        """Let something happen to the seats, as the roster does: it is written, then counts."""
        self.story.append(f"{event}")
        before, encoded = self.seats, msgspec.json.encode(self.seats)
        proposed = after(before, event, self.now)
        assert msgspec.json.encode(before) == encoded, "the former seats have changed"
        self.rules.after_is_a_function(before, event, self.now, proposed)
        if isinstance(proposed, Refusal):
            self.story.append(f"    refused: {proposed.said.text}")
            self.rules.refused(before, event, self.now, proposed)
            return proposed
        if self.game and proposed.game == self.game.number and not self.game.is_over:
            self.game.kinds = proposed.kinds
        self.seats = proposed
        self.rules.happened(before, event, proposed, self.now)
        self.before, self.written = self.written, self._files()
        kept, lobby = self.written.kept, self.written.lobby
        self.rules.nothing_is_lost_by_a_restart(proposed, unpacked(kept, lobby, proposed.takes, self.now))
        return None

    def _files(self) -> Written:
        lobby = tuple(Seat(seat.kind, name=seat.name, help=seat.help) for seat in self.seats.seats)
        return Written(packed(self.seats, self.let_in, Codes("CODES", "secret", "watch")), self.seats.takes, lobby)

    # What people ask for.

    def _request(self, who: Guest) -> Request:
        lot, seats = self.lot, self.seats
        seat = lot.choice((*range(len(seats)), len(seats)))
        foreign = lot.choice((None, None, FOREIGN))
        own = seats.of(who)
        is_on, is_over = seats.game is not None, self._is_over
        leave, wish, again, end = (
            7 if own is not None else 1,
            1 if is_on else 8,
            14 if is_over else 1,
            8 if is_on else 1,
        )
        weights = (12, 3, leave, 10, 12, wish, 4, 2, again, end, 1, 1)
        match lot.choices(range(12), weights)[0]:
            case 0:
                return TakeSeat(seat, lot.choice(NAMES), lot.choice(FACES))
            case 1:
                return AskForSeat(lot.choice(NAMES))
            case 2:
                return LeaveSeat(lot.choice((None, seats.who(own) if own is not None else "", seats.who(seat))))
            case 3:
                return PlayFor(lot.choice([n for n in range(len(seats)) if seats.is_left(n)] or [seat]))
            case 4:
                if lot.random() < 0.15:
                    return ChangeSeat(Changed(seat, free=True))
                kind = lot.choice((None, None, PERSON, "random", "sensible", NOBODY, "genius"))
                free, was = lot.random() < 0.3, lot.choice((None, seats.who(seat), seats.who(0)))
                return ChangeSeat(Changed(seat, kind, lot.choice(NAMES), lot.choice((None, None, "hints")), free, was))
            case 5:
                return ChangeWish(lot.choice((WishChange("classic"), WishChange(quiet=True))), foreign)
            case 6:
                return Begin(None, foreign)
            case 7:
                return Resume(self.games, "sim", foreign)
            case 8:
                return PlayAgain()
            case 9:
                return LeaveGame()
            case 10:
                return UseTable()
        return SeeGames()

    def _ask(self, who: Guest, what: Request) -> None:
        """Do what somebody asks for, if they may and it can be done now, as the pages do."""
        seats = self.seats
        refusal = may(who, what, Moment(seats, now=self.now))
        self.story.append(f"{who.token} asks: {what}")
        assert (refusal is None) == is_allowed(who, what, seats), "may decides something else"
        if refusal:
            self.story.append(f"    refused: {refusal.said.text}")
            self.rules.every_refusal_is_known(refusal)
            return
        check(who, what, Moment(seats, now=self.now))
        match what:
            case TakeSeat(seat, name, face):
                self._happen(Sat(who, seat, name, face))
            case AskForSeat(name):
                self._happen(Asked(who, name))
            case LeaveSeat(was):
                if self._happen(StoodUp(who, was)) is None and self._is_over and self.seats.all_ready(self.now):
                    self._again()
            case PlayFor(seat):
                self._happen(StoodIn(who, seat))
            case ChangeSeat(change):
                self.rules.changes_by[id(change)] = who
                self._happen(change)
            case ChangeWish() if seats.game is None:
                takes = self.lot.choice((seats.takes, *GAMES))
                self._happen(Wished(takes, takes != seats.takes))
            case Begin():
                self._begin()
            case Resume() if self.game and not self.game.is_over and seats.game is None:
                self._enter(self.game, is_alike=seats.takes == self.game.takes)
            case PlayAgain() if self._is_over:
                self._happen(WantsMore(who))
                if leads(who, self.seats) or self.seats.all_ready(self.now):
                    self._again()
            case LeaveGame() if seats.game is not None:
                self._happen(Left())

    @property
    def _is_over(self) -> bool:
        return self.seats.game is not None and self.seats.is_over

    def _begin(self) -> None:
        """Begin the game that is wished for, or another with players of one's own choice."""
        takes, kinds = self.seats.takes, self.seats.kinds
        if self.lot.random() < 0.5:
            takes = self.lot.choice(GAMES)
            kinds = tuple(self.lot.choice((PERSON, PERSON, "random")) for _ in range(self.lot.choice(takes.counts)))
        self.games += 1
        self.game = Game(self.games, takes, kinds)
        is_alike = takes == self.seats.takes and len(kinds) == len(self.seats)
        self._enter(self.game, self.lot.choice((None, ("Gran", "", "Opa"))), is_alike)

    def _again(self) -> None:
        seats = self.seats
        left = {n for n, seat in enumerate(seats.seats) if seat.has_gone} | {*seats.vacant}
        kinds = tuple(seats.takes.usual if n in left else kind for n, kind in enumerate(seats.kinds))
        swaps = len(kinds) == 2 and self.lot.random() < 0.5
        self.games += 1
        self.game = Game(self.games, seats.takes, kinds[::-1] if swaps else kinds)
        self._enter(self.game, swaps=swaps)

    def _enter(
        self, game: Game, names: tuple[str, ...] | None = None, is_alike: bool = True, swaps: bool = False
    ) -> None:
        needs_phone = self.lot.random() < 0.7
        self._happen(Entered(game.number, game.takes, game.kinds, (), names, needs_phone, is_alike, swaps))

    # The computer is killed.

    def _restart(self, written: str) -> None:
        """Begin again with the files as they are: all, without the last wish, or without the last event at all."""
        file = self.before if written == "nothing" else self.written
        wish = self.written if written == "file and wish" else self.before
        self.story.append(f"killed after the last event was written to the journal and to: {written}")
        is_on = self.seats.game is not None
        self.let_in = known(file.kept)
        again = {guest.token: guest for guest in self.let_in}
        self.devices = {
            name: TV if guest == TV else again[guest.token]
            for name, guest in self.devices.items()
            if guest == TV or guest.token in again
        }
        fits = [n for one in file.kept.guests for n in one.seats if n >= wish.takes.counts[-1]]
        if fits:  # the lobby's game has no such seat: only if writing the wish failed
            wish = file
        self.seats = unpacked(file.kept, wish.lobby, wish.takes, self.now)
        self.rules.begin_again(self.seats, self.now, file.kept)
        if self.game and is_on:
            self._enter(self.game)
            if self.game.is_over:
                self._happen(Ended(self.game.winners))
        self.before = self.written = self._files()
