"""Rules of everybody's seats, each a method with the rule as its name.

They keep their own account of what happened, and ask `Seats` who is away, or who acts for whom, only to compare.
"""

from __future__ import annotations

from itertools import combinations

from mouseboard.evening import changes, may
from mouseboard.evening.changes import (
    NOBODY,
    Asked,
    BecameHost,
    Came,
    Changed,
    Ended,
    Entered,
    Event,
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
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.kept import Kept
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
    TakeSeat,
    UseTable,
)
from mouseboard.evening.seats import AWAY_S, Seats
from mouseboard.evening.wish import WishChange
from mouseboard.store import PERSON

TOO_MANY = "There are too many of you! That game is for {n}. First somebody has to give up a mouse."
KNOWN = {
    TOO_MANY,
    "There is no such table.",
    *(said.text for said in vars(changes).values() if hasattr(said, "text")),
    *(one.said.text for one in vars(may).values() if isinstance(one, Refusal)),
}
"""Every sentence by which something is refused."""


def is_allowed(who: Guest, what: Request, seats: Seats) -> bool:
    """Return whether somebody may do this, by the words of the rules."""
    is_host = who.role is Role.HOST
    in_order = sorted((seat.holder for seat in seats.seats if seat.holder), key=lambda guest: guest.number)
    first = next((guest for guest in in_order if guest.token in seats.here), None)
    is_leading = is_host or who == first
    sits = any(seat.holder == who for seat in seats.seats)
    match what:
        case TakeSeat() | AskForSeat() | LeaveSeat() | PlayFor():
            return who.role is not Role.SPECTATOR
        case UseTable():
            return is_host
        case ChangeSeat(change):
            meant_nobody = change.free and (change.kind, change.name, change.help, change.was) == (None,) * 4
            of_others = [seat.holder for seat in seats.seats[change.seat :][:1] if seat.holder not in (None, who)]
            arranges = is_leading or (sits and not of_others)
            return is_host or (arranges and seats.game is None and not meant_nobody)
        case PlayAgain():
            return is_leading or any(_acts(seats, who, n) for n in range(len(seats)))
        case ChangeWish(WishChange(game=None, table=None), None):
            return is_host or sits
        case ChangeWish() | Begin() | Resume():
            return is_host or (is_leading and what.foreign is None)
        case LeaveGame() | _:
            return is_leading


def _acts(seats: Seats, who: Guest, n: int) -> bool:
    """Return whether somebody acts for a seat, by the words of the rules."""
    seat = seats.seats[n]
    if seat.kind != PERSON or seat.holder == who or seats.game is None:
        return seat.holder == who
    helps = seat.stand_in == who and who.token in seats.here and _is_alone(seats, n)
    return helps or (who.role is Role.HOST and seat.holder is None)


def _is_alone(seats: Seats, n: int) -> bool:
    """Return whether nobody acts for the person on a seat: no page is open that could."""
    seat = seats.seats[n]
    if seat.kind != PERSON:
        return False
    if seat.holder:
        return seat.holder.token not in seats.here
    return seats.game is not None and (n in seats.left.get(seats.game, {}) or (seats.needs_phone and not seats.hosts))


def _is_from_same_address(holder: Guest | None, guest: Guest) -> bool:
    return holder is not None and holder.address == guest.address


class Rules:
    """An account of what happened, and what must hold after it."""

    def __init__(self, seats: Seats, now: float) -> None:
        self.won: dict[int, tuple[str, ...]] = {}
        self.left: dict[int, set[int]] = {}
        self.begin_again(seats, now, None)

    def begin_again(self, seats: Seats, now: float, kept: Kept | None) -> None:
        """Begin with seats that a file kept: nobody is here."""
        if kept:
            self.won = {game: tuple(people) for game, people in kept.won.items()}
            self.left = {game: set(which) for game, which in kept.left.items()}
        self.here: dict[str, Guest] = {}
        self.began = self.hosts_since = now
        self.since: dict[str, float] = {}
        self.refused_at: dict[str, float] = {}
        self.changes_by: dict[int, Guest] = {}
        self.look(seats, now)

    # Each event.

    def after_is_a_function(self, before: Seats, event: Event, now: float, proposed: Seats | Refusal) -> None:
        assert after(before, event, now) == proposed

    def refused(self, before: Seats, event: Event, now: float, refusal: Refusal) -> None:
        self.every_refusal_is_known(refusal)
        assert self._has_to_be_refused(before, event, now), "refused without a reason"

    def every_refusal_is_known(self, refusal: Refusal) -> None:
        assert refusal.said.text in KNOWN, refusal

    def happened(self, before: Seats, event: Event, seats: Seats, now: float) -> None:
        """Note what happened, and check everything."""
        assert not self._has_to_be_refused(before, event, now), "was not refused"
        self._note(before, event, seats, now)
        self.nobody_loses_a_seat_but_by_a_will_or_a_game_with_fewer_or_an_owner_who_returns(before, event, seats, now)
        self.what_people_ask_for_is_done(before, event, seats)
        self.a_computer_and_a_person_change_places_only_where_somebody_chose_that(before, event, seats)
        self.nobody_becomes_a_stand_in_but_by_asking(before, event, seats)
        self.who_tells_players_apart(before, seats)
        self.ready_is_whoever_said_so(before, event, seats)
        self.what_people_left_and_won_is_remembered(seats)
        self.whoever_asks_for_a_seat_has_none(before, event, seats)
        self.the_helpers_of_sleepers_keep_the_seat(before, event, seats, now)
        self.look(seats, now)

    def look(self, seats: Seats, now: float) -> None:
        """Check what must hold at every moment."""
        assert seats.here == {*self.here}
        assert seats.hosts == {token for token, guest in self.here.items() if guest.role is Role.HOST}
        self.a_guest_has_one_seat_at_most(seats)
        self.the_number_of_players_is_one_that_the_game_takes(seats)
        self.nobody_acts_for_another_but_for_one_left_alone_or_as_a_host_for_people_without_a_phone(seats)
        self.a_player_ends_the_game_for_no_other_and_nobody_for_one_who_may_just_reload(seats, now)
        self.all_are_ready_once_every_phone_that_is_not_away_is(seats, now)
        self.whoever_sits_and_is_here_is_never_shut_out(seats, now)
        self.away_is_whoever_has_had_no_stream_for_ten_seconds_and_was_refused_none(seats, now)
        self.the_leader_is_the_first_who_sits_and_is_here(seats)
        self.a_page_offers_to_play_for_those_for_whom_one_may_and_a_helper_only_after_a_while(seats, now)

    # The account.

    def _note(self, before: Seats, event: Event, seats: Seats, now: float) -> None:
        match event:
            case Came(guest):
                self.here[guest.token] = guest
            case Went(guest):
                del self.here[guest.token]
                self.since[guest.token] = now
                if guest.role is Role.HOST:
                    self.hosts_since = now
            case TurnedAway(guest) if guest.token not in self.here:
                is_hosts = guest.role is Role.HOST and not before.hosts
                if is_hosts or self._seat_of(before, guest) >= 0:
                    self.since[guest.token] = self.refused_at[guest.token] = now
                if is_hosts:
                    self.hosts_since = self.refused_at["hosts"] = now
            case Sat(guest, seat):
                own = self._seat_of(before, guest)
                if own not in (-1, seat) and before.game is not None and not before.is_over:
                    self.left.setdefault(before.game, set()).add(own)
                self._settle(before, seat)
                if guest.token not in self.here:
                    self.since[guest.token] = now
            case StoodUp(guest) if before.game is not None and not before.is_over:
                self.left.setdefault(before.game, set()).add(self._seat_of(before, guest))
            case Changed() if event.free or event.kind is not None or event.name is not None:
                self._settle(before, event.seat)
            case Entered():
                persons = {n for n, seat in enumerate(seats.seats) if seat.holder or seat.name}
                if event.game in self.left:
                    self.left[event.game] -= persons
            case Ended(winners):
                assert before.game is not None
                people = (before.seats[n] for n in winners if before.seats[n].kind == PERSON)
                who = tuple(name for seat in people if (name := seat.holder.token if seat.holder else seat.name))
                self.won.pop(before.game, None)
                if who:
                    self.won[before.game] = who
            case Reopened():
                assert before.game is not None
                self.won.pop(before.game, None)
                if gone := {n for n, seat in enumerate(before.seats) if seat.has_gone}:
                    self.left.setdefault(before.game, set()).update(gone)

    def _settle(self, before: Seats, seat: int) -> None:
        """Note that somebody plays again on a seat that was left."""
        if before.game is not None:
            self.left.get(before.game, set()).discard(seat)

    @staticmethod
    def _seat_of(seats: Seats, guest: Guest) -> int:
        return next((n for n, seat in enumerate(seats.seats) if seat.holder == guest), -1)

    def _is_away(self, seats: Seats, n: int, now: float) -> bool:
        """Return whether the person on a seat counts as away, by the account."""
        seat = seats.seats[n]
        if not _is_alone(seats, n):
            return False
        if seat.holder:
            return now >= self.since.get(seat.holder.token, self.began) + AWAY_S
        vacant = seats.left.get(seats.game or 0, {})
        return now >= vacant.get(n, self.hosts_since) + AWAY_S

    def _has_to_be_refused(self, seats: Seats, event: Event, now: float) -> bool:
        """Return whether there is a reason not to do this, by the words of the rules."""
        match event:
            case Sat(guest, n):
                is_free_one = n == len(seats) and seats.game is None and n < seats.takes.counts[-1]
                if not 0 <= n < len(seats):
                    return not is_free_one
                seat = seats.seats[n]
                is_taken = seat.holder not in (None, guest) and (
                    seats.game is not None or not self._is_away(seats, n, now)
                )
                return is_taken or (seat.kind != PERSON and seats.is_over)
            case StoodUp(guest, was):
                own = self._seat_of(seats, guest)
                return own < 0 or was not in (None, guest.token)
            case StoodIn(guest, n):
                return not self._can_stand_in(seats, guest, n, now)
            case Changed():
                known = (None, PERSON, *seats.takes.computers, *((NOBODY,) if seats.game is None else ()))
                if event.kind not in known:
                    return True
                there = seats.seats[event.seat] if 0 <= event.seat < len(seats) else None
                if event.was is not None and event.was != seats.who(event.seat):
                    return True
                if there is None:
                    opens = seats.game is None and event.kind not in (None, NOBODY)
                    return not (opens and event.seat == len(seats) < seats.takes.counts[-1])
                return seats.is_over and event.kind not in (None, there.kind)
            case Wished(takes, is_another):
                return is_another and sum(seat.holder is not None for seat in seats.seats) > takes.counts[-1]
        return False

    def _can_stand_in(self, seats: Seats, guest: Guest, n: int, now: float) -> bool:
        if not 0 <= n < len(seats) or not _is_alone(seats, n):
            return False
        seat, has_seat = seats.seats[n], self._seat_of(seats, guest) >= 0
        was_left = n in seats.left.get(seats.game, {}) if seats.game is not None else False
        refused = self.refused_at.get(seat.holder.token if seat.holder else "hosts", -AWAY_S * 9)
        may_be_them = not has_seat and guest.role is not Role.HOST and _is_from_same_address(seat.holder, guest)
        if not was_left and (now < refused + AWAY_S or not (may_be_them or self._is_away(seats, n, now))):
            return False
        other = seat.stand_in if seat.stand_in and seat.stand_in.token in self.here else None
        if other in (None, guest):
            return True
        assert other
        other_has = other.role is Role.HOST or self._seat_of(seats, other) >= 0
        return other_has and not has_seat and guest.role is not Role.HOST

    # At every moment.

    def a_guest_has_one_seat_at_most(self, seats: Seats) -> None:
        holders = [seat.holder.token for seat in seats.seats if seat.holder]
        assert len({*holders}) == len(holders)
        owners = [seat.owner for seat in seats.seats if seat.owner]
        assert len({*owners, *holders}) == len(owners) + len(holders), (
            "sits, or owns a seat that another keeps for them"
        )
        assert all(seat.holder.role is not Role.SPECTATOR for seat in seats.seats if seat.holder)

    def the_number_of_players_is_one_that_the_game_takes(self, seats: Seats) -> None:
        assert len(seats) in seats.takes.counts
        for seat in seats.seats:
            assert seat.kind in (PERSON, *seats.takes.computers)
            assert seat.holder or not seat.owner, "owned, and nobody keeps it"
            if seat.kind != PERSON:
                assert (seat.holder, seat.owner, seat.stand_in, seat.name, seat.face) == (None, "", None, "", "")

    def nobody_acts_for_another_but_for_one_left_alone_or_as_a_host_for_people_without_a_phone(
        self, seats: Seats
    ) -> None:
        people = {guest for seat in seats.seats for guest in (seat.holder, seat.stand_in) if guest} | {
            *self.here.values()
        }
        for guest in people:
            assert seats.acts_for(guest) == {n for n, seat in enumerate(seats.seats) if _acts(seats, guest, n)}, guest

    def a_player_ends_the_game_for_no_other_and_nobody_for_one_who_may_just_reload(
        self, seats: Seats, now: float
    ) -> None:
        for guest in {guest for seat in seats.seats for guest in (seat.holder, seat.stand_in) if guest}:
            acts = {n for n in range(len(seats)) if _acts(seats, guest, n)}
            own = self._seat_of(seats, guest)
            earnest = {n for n in acts if seats.holder(n) in (None, guest) or self._is_away(seats, n, now)}
            speaks = {own} if own >= 0 and guest.role is not Role.HOST else earnest
            if seats.needs_phone or guest.role is not Role.HOST:
                assert may.agrees_for(guest, seats, now) == earnest, guest
            assert may.speaks_for(guest, seats, now) == speaks, guest

    def a_page_offers_to_play_for_those_for_whom_one_may_and_a_helper_only_after_a_while(
        self, seats: Seats, now: float
    ) -> None:
        if not self.here:
            return
        guest = next(reversed(self.here.values()))  # one is enough each time: all of them would take half of the search
        needs_none = guest.role is Role.HOST or self._seat_of(seats, guest) >= 0
        offered = {
            n
            for n in range(len(seats))
            if is_allowed(guest, PlayFor(n), seats)
            and self._can_stand_in(seats, guest, n, now)
            and not _acts(seats, guest, n)
            and (self._is_away(seats, n, now) or not needs_none)
        }
        assert {*may.allowed(guest, may.Moment(seats, None, now)).play_for} == offered, guest

    def all_are_ready_once_every_phone_that_is_not_away_is(self, seats: Seats, now: float) -> None:
        asked = [seat for n, seat in enumerate(seats.seats) if seat.holder and not self._is_away(seats, n, now)]
        assert seats.all_ready(now) == (bool(asked) and all(seat.is_ready for seat in asked))

    def whoever_sits_and_is_here_is_never_shut_out(self, seats: Seats, now: float) -> None:
        for n, seat in enumerate(seats.seats):
            if seat.holder and seat.holder.token in self.here:
                assert seat.stand_in is None and seats.plays_for(n) is None and not seats.is_left(n)
                assert seats.away(n, now) is None and n in seats.acts_for(seat.holder)

    def away_is_whoever_has_had_no_stream_for_ten_seconds_and_was_refused_none(self, seats: Seats, now: float) -> None:
        for n in range(len(seats)):
            assert (seats.away(n, now) is not None) == self._is_away(seats, n, now), n
        due = seats.due(now)
        if due is not None:
            for n in range(len(seats)):
                assert self._is_away(seats, n, now) == self._is_away(seats, n, due - 0.01), n
            assert any(not self._is_away(seats, n, now) and self._is_away(seats, n, due) for n in range(len(seats)))

    def the_leader_is_the_first_who_sits_and_is_here(self, seats: Seats) -> None:
        sitting = [
            (seat.holder.number, n)
            for n, seat in enumerate(seats.seats)
            if seat.holder and seat.holder.token in self.here
        ]
        assert seats.leader == min(sitting, default=(0, None))[1]

    # After each event.

    def nobody_loses_a_seat_but_by_a_will_or_a_game_with_fewer_or_an_owner_who_returns(
        self, before: Seats, event: Event, seats: Seats, now: float
    ) -> None:
        for n, seat in enumerate(before.seats):
            if seat.holder is None:
                continue
            at = self._seat_of(seats, seat.holder)
            if at < 0:
                assert self._may_lose(before, event, n, seats, now), f"{seat.holder.token} has lost seat {n}"
                continue
            is_own_will = isinstance(event, Sat) and event.guest == seat.holder
            if at != n and not is_own_will:
                slides = before.game is None and isinstance(event, StoodUp | Changed | Wished | Sat)
                closes = isinstance(event, Left) and any(one.has_gone for one in before.seats)
                assert slides or closes or (isinstance(event, Entered) and event.swaps), (
                    f"{seat.holder.token} moves to {at}"
                )
            is_called = (isinstance(event, Changed) and event.seat == n and event.name is not None) or (
                isinstance(event, Entered) and not seat.name
            )
            names_self = isinstance(event, Sat) and is_own_will and (event.name is not None or not seat.name)
            shows_self = isinstance(event, Sat) and is_own_will and event.face is not None
            assert is_called or names_self or seats.seats[at].name == seat.name, "another name"
            assert shows_self or seats.seats[at].face == seat.face, "another face"
            has_another = any(one.holder and one.holder.token == seat.owner for one in seats.seats)
            assert is_own_will or has_another or seats.seats[at].owner == seat.owner, "another owner"

    def _may_lose(self, before: Seats, event: Event, n: int, seats: Seats, now: float) -> bool:
        seat = before.seats[n]
        match event:
            case StoodUp(guest) | BecameHost(guest):
                return guest == seat.holder
            case Changed():
                return event.seat == n and (event.free or event.kind not in (None, PERSON))
            case Sat(guest, at):
                return at == n and before.game is None and self._is_away(before, n, now)
            case Came(guest):
                return seat.owner == guest.token and seats.seats[n].holder == guest and self._seat_of(before, guest) < 0
            case Entered(_, _, kinds):
                to = len(before) - 1 - n if event.swaps else n
                return to >= len(kinds) or kinds[to] != PERSON or self._is_given_on(before, event, n, seats, now)
            case StoodIn() | Left():
                return self._is_given_on(before, event, n, seats, now)
        return False

    def _is_given_on(self, before: Seats, event: Event, n: int, seats: Seats, now: float) -> bool:
        """Return whether a seat of somebody away went to somebody who plays on there and had none."""
        helper = event.guest if isinstance(event, StoodIn) and event.seat == n else before.seats[n].stand_in
        if helper is None or helper.role is Role.HOST or helper.token not in self.here:
            return False
        has_it = self._seat_of(before, helper) < 0 <= self._seat_of(seats, helper)
        return has_it and self._is_away(before, n, now)

    def what_people_ask_for_is_done(self, before: Seats, event: Event, seats: Seats) -> None:
        match event:
            case Sat(guest, n):
                owner = before.seats[n].owner if self._seat_of(before, guest) == n else ""
                assert (seats.seats[n].holder, seats.seats[n].owner) == (guest, owner)
            case StoodUp(guest) | BecameHost(guest):
                assert self._seat_of(seats, guest) < 0
            case Changed() if event.free and before.game is not None:
                assert seats.seats[event.seat].holder is None
            case Came(guest):
                theirs = [n for n, seat in enumerate(before.seats) if seat.owner == guest.token]
                own = self._seat_of(before, guest)
                assert self._seat_of(seats, guest) == (theirs[0] if theirs and own < 0 else own)
            case Left():
                stay = [n for n, seat in enumerate(before.seats) if seat.kind == PERSON and not seat.has_gone]
                assert sum(seat.kind == PERSON for seat in seats.seats) == len({*stay} - {*before.vacant})

    def the_helpers_of_sleepers_keep_the_seat(self, before: Seats, event: Event, seats: Seats, now: float) -> None:
        """Whoever plays for a phone that is away, and has no seat, has this one from the next game or lobby on."""
        if not isinstance(event, Left | StoodIn):
            return
        for n, seat in enumerate(before.seats):
            helper = event.guest if isinstance(event, StoodIn) and event.seat == n else seat.stand_in
            if helper and seat.holder and self._is_away(before, n, now) and helper.token in self.here:
                assert helper.role is Role.HOST or self._seat_of(seats, helper) >= 0

    def a_computer_and_a_person_change_places_only_where_somebody_chose_that(
        self, before: Seats, event: Event, seats: Seats
    ) -> None:
        if isinstance(event, Sat | StoodUp | Changed | Wished | Entered | Left):
            at = event.seat if isinstance(event, Sat | Changed) else -1
            if before.game is not None and seats.game == before.game and not isinstance(event, Entered):
                same = [n for n in range(len(seats)) if n != at]
                assert [seats.kinds[n] for n in same] == [before.kinds[n] for n in same]
                assert isinstance(event, Sat | Changed) or seats.kinds == before.kinds
            if isinstance(event, Entered):
                assert seats.kinds == event.kinds and (seats.game, seats.takes) == (event.game, event.takes)
            if isinstance(event, Left):
                left = before.left.get(before.game, {}) if before.game is not None else {}
                gone = [n for n, seat in enumerate(before.seats) if seat.has_gone]
                assert gone or [n for n, kind in enumerate(seats.kinds) if kind != before.kinds[n]] == sorted(
                    n for n in left if n < len(before) and before.kinds[n] not in (seats.kinds[n],)
                )
                assert all(kind != PERSON for n, kind in enumerate(seats.kinds) if n in left and not gone)
        else:
            assert seats.kinds == before.kinds and seats.game == before.game

    def nobody_becomes_a_stand_in_but_by_asking(self, before: Seats, event: Event, seats: Seats) -> None:
        for n, seat in enumerate(seats.seats):
            if seat.stand_in is None:
                continue
            if isinstance(event, StoodIn) and event.seat == n:
                assert seat.stand_in == event.guest
                continue
            stood_up = event.guest if isinstance(event, StoodUp) else None  # they play on for somebody who leaves
            kept = [
                one for one in before.seats if one.stand_in == seat.stand_in and one.holder in (seat.holder, stood_up)
            ]
            assert kept, f"{seat.stand_in} stands in on {n}"
            assert not (isinstance(event, TurnedAway) and event.guest == seat.holder), "for somebody who was refused"
            if isinstance(event, Changed) and before.game is not None and event.seat == n and seat.holder is None:
                assert not (event.free or event.kind or event.name is not None), "for somebody else than they asked for"
        if isinstance(event, Left | Entered):
            assert all(seat.stand_in is None for seat in seats.seats)

    def who_tells_players_apart(self, before: Seats, seats: Seats) -> None:
        marks = [(seats.who(n), seat.holder) for n, seat in enumerate(seats.seats)]
        for (mark, holder), (other, _) in combinations(marks, 2):
            assert holder is None or mark != other
        assert all(holder is None or mark == holder.token for mark, holder in marks)
        assert seats.who(-1) == seats.who(len(seats)) == ""
        is_closed = seats.game is before.game is None and len(seats) < len(before)
        if is_closed:  # whoever sees the former seats means nobody by them but phones
            former = {before.who(n) for n, seat in enumerate(before.seats) if not seat.holder}
            assert not any(seats.who(n) in former for n, seat in enumerate(seats.seats) if not seat.holder)

    def ready_is_whoever_said_so(self, before: Seats, event: Event, seats: Seats) -> None:
        if isinstance(event, WantsMore):
            ready = {n for n in range(len(seats)) if before.seats[n].is_ready or _acts(before, event.guest, n)}
            assert {n for n, seat in enumerate(seats.seats) if seat.is_ready} == ready
        elif isinstance(event, Entered | Left | Ended | Reopened):
            assert not any(seat.is_ready for seat in seats.seats)
        else:
            assert all(not seat.is_ready or before.seats[n].is_ready for n, seat in enumerate(seats.seats))

    def what_people_left_and_won_is_remembered(self, seats: Seats) -> None:
        assert {**seats.won} == self.won
        assert {game: {*which} for game, which in seats.left.items() if which} == {
            game: which for game, which in self.left.items() if which
        }

    def whoever_asks_for_a_seat_has_none(self, before: Seats, event: Event, seats: Seats) -> None:
        for seat in seats.seats:
            assert not (seat.holder and seat.holder.token in seats.asking), "asks and sits"
        if isinstance(event, Entered | Left):
            assert not seats.asking
        if isinstance(event, Went | Sat | StoodIn):
            assert event.guest.token not in seats.asking
        if isinstance(event, Asked):
            may_ask = event.name is not None and self._seat_of(before, event.guest) < 0
            assert (event.guest.token in seats.asking) == may_ask
        assert len(seats.asked) == sum(token in self.here for token in seats.asking)

    # A restart.

    def nothing_is_lost_by_a_restart(self, was: Seats, seats: Seats) -> None:
        """The same people sit on the same seats with the same names, faces and crowns. Helpers keep theirs, too."""
        given, owners = set[str](), list[str]()
        for n, seat in enumerate(was.seats):
            again = seats.seats[n]
            helper = seat.stand_in if seat.holder else None
            gets = (
                helper is not None
                and helper.role is not Role.HOST
                and self._seat_of(was, helper) < 0
                and helper.token not in given
            )
            if helper and gets:
                given.add(helper.token)
            sits = helper if gets else seat.holder
            assert (again.holder.token if again.holder else None) == (sits.token if sits else None), n
            assert again.kind == seat.kind and again.help == seat.help
            assert (again.name, again.face) == (seat.name, seat.face)
            owners.append((seat.owner or seat.holder.token) if gets and seat.holder else seat.owner)
        for seat, former, owner in zip(seats.seats, was.seats, owners, strict=True):
            stayed = ("", former.holder and former.holder.token) if owner in given else (owner,)
            assert seat.owner in stayed, "another owner"
        assert len(seats) == len(was) and {**seats.won} == {**was.won}
        assert {game: {*which} for game, which in seats.left.items()} == {
            game: {*which} for game, which in was.left.items()
        }
        for person in {name for people in was.won.values() for name in people}:
            assert seats.crowns(person) == was.crowns(person) > 0
