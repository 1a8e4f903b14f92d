"""The events that change seats. `after` takes an event and a time, and returns the next seats or a refusal.

Whether somebody may bring an event about is decided in `may.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf
from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from mouseboard.evening.guests import Guest, Role, plain_name
from mouseboard.evening.refusals import Refusal
from mouseboard.evening.seats import HELP, NO_HELP, Seat, Seats, Takes
from mouseboard.say import say
from mouseboard.store import PERSON

Face = Literal["fox", "bear", "owl", "frog", "rabbit", "panda", "chick", "koala"]
"""An animal as the sign of somebody who cannot write yet."""

NOTED_S = 1.0
"""Seconds: a guest's repeated refusals within them count once, because each is published to everybody."""

NOBODY = "nobody"
"""The kind of a seat that is not played."""

TAKEN, NO_SUCH_SEAT = say("That seat is taken."), say("There is no such seat.")
NOT_FREE, PLAYED = say("That seat is not free."), say("Somebody else plays there now.")
OTHERS = say("Somebody has just changed the seats. Look again!")
OVER, NOT_HERE = say("The game is over."), say("That cannot be done here.")


# Events.


class Came(msgspec.Struct, frozen=True):
    """Somebody's first stream has begun."""

    guest: Guest


class Went(msgspec.Struct, frozen=True):
    """Somebody's last stream has ended."""

    guest: Guest


class TurnedAway(msgspec.Struct, frozen=True):
    """Somebody has asked for a stream and was refused: they are not away, and nobody stands in for them."""

    guest: Guest


class Sat(msgspec.Struct, frozen=True):
    """Somebody takes a seat in place of the one they had. It may be a computer's, or the next free one in the lobby."""

    guest: Guest
    seat: int
    name: str | None = None
    face: Face | None = None


class StoodUp(msgspec.Struct, frozen=True):
    """Somebody leaves their seat: in a game others may play for it, in the lobby the gap is closed."""

    guest: Guest
    was: str | None = None
    """The player there when that was chosen. If it was another, it is refused."""


class BecameHost(msgspec.Struct, frozen=True):
    """Somebody with a seat becomes the host, and acts for the seat as that."""

    guest: Guest


class StoodIn(msgspec.Struct, frozen=True):
    """Somebody plays for a person who is left alone, until that ends.

    A helper who has a seat of their own makes room for somebody without one. That one gets the seat if its phone is
    away. Most likely they are the owner, whose cookie is lost. If the phone comes back nevertheless, so does its seat.
    """

    guest: Guest
    seat: int


class Asked(msgspec.Struct, frozen=True):
    """Somebody asks for a seat, or without a name no more."""

    guest: Guest
    name: str | None


class WantsMore(msgspec.Struct, frozen=True):
    """Somebody is ready to play again, with all seats that they act for."""

    guest: Guest


class Changed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who may changes a seat. Only what is given changes."""

    seat: int
    kind: str | None = None
    """PERSON, a kind of computer player, or in the lobby NOBODY."""
    name: str | None = None
    help: str | None = None
    free: bool = False
    """Take the seat from whoever acts for it."""
    was: str | None = None
    """The player there when that was chosen. If another plays there now, it is refused."""

    @property
    def settles(self) -> bool:
        """Whether it decides who plays there, so that nobody has to stand in any more."""
        return self.free or self.kind is not None or self.name is not None


class Wished(msgspec.Struct, frozen=True):
    """The lobby is about to play a game that takes this; `is_another` than before."""

    takes: Takes
    is_another: bool


class Entered(msgspec.Struct, frozen=True):
    """A game is on from now on. Everybody who sits where a person plays keeps their seat."""

    game: int
    takes: Takes
    kinds: tuple[str, ...]
    help: tuple[str, ...] = ()
    """By seat; () for none."""
    names: tuple[str, ...] | None = None
    """The names of people without a phone, by seat; None leaves all names as they are."""
    needs_phone: bool = False
    """Whether people without a phone need a page of the host to play."""
    is_alike: bool = True
    """Whether it is the lobby's game, with as many players."""
    swaps: bool = False
    """Whether the two players swap seats first."""


class Ended(msgspec.Struct, frozen=True):
    """The game is over, and these seats have won."""

    winners: tuple[int, ...]


class Reopened(msgspec.Struct, frozen=True):
    """The end was taken back."""


class Left(msgspec.Struct, frozen=True):
    """Everybody returns to the lobby. Computers play there for people who have left their seats."""


Event = (
    Came
    | Went
    | TurnedAway
    | Sat
    | StoodUp
    | BecameHost
    | StoodIn
    | Asked
    | WantsMore
    | Changed
    | Wished
    | Entered
    | Ended
    | Reopened
    | Left
)


def after(seats: Seats, event: Event, now: float) -> Seats | Refusal:
    """Return the seats after an event, or why it cannot be."""
    match event:
        case Came(guest):
            return _came(seats, guest)
        case Went(guest):
            return _went(seats, guest, now)
        case TurnedAway(guest):
            return _turned_away(seats, guest, now)
        case Sat():
            return _sat(seats, event, now)
        case StoodUp(guest, was):
            return _stood_up(seats, guest, was, now)
        case BecameHost(guest):
            return _each(seats, lambda seat: replace(seat.freed(), stand_in=None) if seat.holder == guest else seat)
        case StoodIn(guest, seat):
            return _stood_in(seats, guest, seat, now)
        case Asked(guest, name):
            return _asked(seats, guest, name)
        case WantsMore(guest):
            acting = seats.acts_for(guest)
            return _at(seats, acting, lambda seat: replace(seat, is_ready=True))
        case Changed():
            return _changed(seats, event)
        case Wished(takes, is_another):
            return _wished(seats, takes, is_another)
        case Entered():
            return _entered(seats, event, now)
        case Ended(winners):
            return _ended(seats, winners)
        case Reopened():
            return _reopened(seats, now)
        case Left():
            return _left(seats, now)
    assert_never(event)


def _each(seats: Seats, change: Callable[[Seat], Seat]) -> Seats:
    return replace(seats, seats=tuple(map(change, seats.seats)))


def _at(seats: Seats, which: Collection[int], change: Callable[[Seat], Seat]) -> Seats:
    changed = (change(seat) if n in which else seat for n, seat in enumerate(seats.seats))
    return replace(seats, seats=tuple(changed))


def _with(seats: Seats, n: int, seat: Seat) -> Seats:
    return replace(seats, seats=(*seats.seats[:n], seat, *seats.seats[n + 1 :]))


# People.


def _came(seats: Seats, guest: Guest) -> Seats:
    """Give somebody back the seat that another took for them; nobody stands in for them, or for the host, any more."""
    is_host = guest.role is Role.HOST
    gone = {token: time for token, time in seats.gone.items() if token != guest.token}
    hosts = seats.hosts | {guest.token} if is_host else seats.hosts
    seats = replace(seats, here=seats.here | {guest.token}, hosts=hosts, gone=gone)
    theirs = next((n for n, seat in enumerate(seats.seats) if seat.owner == guest.token), None)
    if theirs is not None and seats.of(guest) is None:  # in a file of an older version they may have another one
        seats = _at(seats, {theirs}, lambda seat: replace(seat, holder=guest, owner=""))
        seats = _asked(seats, guest, None)
    back = {n for n, seat in enumerate(seats.seats) if seat.holder == guest or (is_host and not seats.is_left(n))}
    return _at(seats, back, lambda seat: replace(seat, stand_in=None))


def _went(seats: Seats, guest: Guest, now: float) -> Seats:
    seats = _asked(seats, guest, None)
    gone = {**seats.gone, guest.token: now} if seats.of(guest) is not None else seats.gone
    here, hosts = seats.here - {guest.token}, seats.hosts - {guest.token}
    host_gone = now if guest.role is Role.HOST else seats.host_gone
    return replace(seats, here=here, hosts=hosts, gone=gone, host_gone=host_gone)


def _turned_away(seats: Seats, guest: Guest, now: float) -> Seats:
    """Let `away_s` begin again for somebody, and end that others stand in for them."""
    is_host, own = guest.role is Role.HOST and not seats.hosts, seats.of(guest)
    is_noted = now < seats.refused.get(guest.token, -inf) + NOTED_S
    if is_noted or seats.is_here(guest) or not (is_host or own is not None):
        return seats
    theirs = {n for n in range(len(seats)) if n == own or (is_host and not seats.holder(n) and n not in seats.vacant)}
    seats = _at(seats, theirs, lambda seat: replace(seat, stand_in=None))
    gone = {**seats.gone, guest.token: now} if own is not None else seats.gone
    refused = {**seats.refused, guest.token: now} | ({Role.HOST: now} if is_host else {})
    return replace(seats, gone=gone, refused=refused, host_gone=now if is_host else seats.host_gone)


def _sat(seats: Seats, event: Sat, now: float) -> Seats | Refusal:
    guest, seat = event.guest, event.seat
    if seats.holder(seat) not in (None, guest) and (seats.game is not None or seats.away(seat, now) is None):
        return Refusal(TAKEN)
    opened = _opened(seats, seat)
    return opened if isinstance(opened, Refusal) else _seated(opened, event, now)


def _opened(seats: Seats, seat: int) -> Seats | Refusal:
    """Let a person sit there: in place of a computer, or in the lobby on the next free seat."""
    if seats.game is None and seat == len(seats) and seats.free:
        count = min(count for count in seats.takes.counts if count > seat)
        seats = _arranged(seats, [*range(seat), *[None] * (count - seat)])
    found = seats.seat(seat)
    if found is None:
        return Refusal(NO_SUCH_SEAT)
    if found.is_persons:
        return seats
    if seats.is_over:
        return Refusal(OVER)
    return _at(seats, {seat}, lambda seat: replace(seat, kind=PERSON, is_filler=False))


def _seated(seats: Seats, event: Sat, now: float) -> Seats:
    """Give somebody a seat. Their name and face move with them, and in a game others may play for the one they had.

    Whoever brings no name takes that of the seat, with its face.
    """
    guest, own = event.guest, seats.of(event.guest)
    former = seats.seats[own] if own is not None else Seat()
    if own is not None:
        seats = _at(seats, {own}, lambda seat: replace(seat.freed(), name="", stand_in=None))
        seats = _abandoned(seats, own, now) if own != event.seat else seats
    target = seats.seats[event.seat]
    name = (former.name or None) if event.name is None else event.name
    seated = replace(
        target,
        holder=guest,
        owner=former.owner if own == event.seat else "",
        stand_in=None,
        name=target.name if name is None else plain_name(name),
        face=event.face or former.face or (target.face if name is None else ""),
        has_gone=False,
    )
    gone = seats.gone if seats.is_here(guest) else {**seats.gone, guest.token: now}  # they may have no stream yet
    seats = replace(_asked(_with(seats, event.seat, seated), guest, None), gone=gone)
    return _taken_up(_disowned(seats, guest), event.seat)


def _disowned(seats: Seats, guest: Guest) -> Seats:
    """Let others keep seats that somebody owned who has another one now."""
    return _each(seats, lambda seat: replace(seat, owner="") if seat.owner == guest.token else seat)


def _stood_up(seats: Seats, guest: Guest, was: str | None, now: float) -> Seats | Refusal:
    seat = seats.of(guest)
    if seat is None:
        return Refusal(NO_SUCH_SEAT)
    if was not in (None, seats.who(seat)):
        return Refusal(OTHERS)
    if seats.game is None:
        return _closed(seats, seat)
    freed = _at(_taken_up(seats, seat), {seat}, Seat.freed)
    if seats.is_over:
        return _at(freed, {seat}, lambda one: replace(one, has_gone=True, is_ready=False))
    return _abandoned(_at(freed, {seat}, lambda one: replace(one, name="")), seat, now)


def _abandoned(seats: Seats, seat: int, now: float) -> Seats:
    """Note that somebody has left a seat of the game that is on, so that others may play for it."""
    if seats.game is None or seats.is_over:
        return seats
    return replace(seats, left={**seats.left, seats.game: {**seats.vacant, seat: now}})


def _taken_up(seats: Seats, seat: int) -> Seats:
    """Note that somebody plays again on a seat, if people had left it."""
    if seats.game is None or seat not in seats.vacant:
        return seats
    vacant = {n: since for n, since in seats.vacant.items() if n != seat}
    return replace(seats, left={**seats.left, seats.game: vacant})


def _stood_in(seats: Seats, guest: Guest, seat: int, now: float) -> Seats | Refusal:
    is_back_soon = seat not in seats.vacant and seats.away(seat, now) is None
    is_refused = seat not in seats.vacant and seats.is_refused(seat, now)
    if not seats.is_left(seat) or is_refused or (is_back_soon and not _may_be(seats, guest, seat)):
        return Refusal(NOT_FREE)
    other = seats.plays_for(seat)
    if other not in (None, guest) and not (seats.has_seat(other) and not seats.has_seat(guest)):
        return Refusal(PLAYED)
    stood_in = _at(seats, {seat}, lambda one: replace(one, stand_in=guest))
    return _handed_over(_asked(stood_in, guest, None), now)


def _may_be(seats: Seats, guest: Guest, seat: int) -> bool:
    """Return whether somebody without a seat may be the person whose phone has gone, come back without its cookie."""
    holder = seats.holder(seat)
    return holder is not None and holder.address == guest.address and not seats.has_seat(guest)


def _handed_over(seats: Seats, now: float) -> Seats:
    """Give seats of phones that are away to those who play on there and have no other."""
    for n, seat in enumerate(seats.seats):
        guest = seats.plays_for(n)
        if guest and seat.holder and seats.away(n, now) is not None and not seats.has_seat(guest):
            seats = given_on(seats, n)
    return seats


def given_on(seats: Seats, n: int) -> Seats:
    """Give a phone's seat to its stand-in, and note the phone as the owner."""
    seat = seats.seats[n]
    assert seat.holder and seat.stand_in
    given = replace(seat, holder=seat.stand_in, owner=seat.owner or seat.holder.token, stand_in=None)
    return _asked(_disowned(_with(seats, n, given), seat.stand_in), seat.stand_in, None)


def _asked(seats: Seats, guest: Guest, name: str | None) -> Seats:
    """Asking again tells nothing new, and whoever has a seat asks for none."""
    if (guest.token in seats.asking) == (name is not None) or (name is not None and seats.of(guest) is not None):
        return seats
    others = {token: called for token, called in seats.asking.items() if token != guest.token}
    return replace(seats, asking=others if name is None else {**others, guest.token: plain_name(name)})


# Changes by those who may.


def _changed(seats: Seats, event: Changed) -> Seats | Refusal:
    in_lobby = seats.game is None
    kinds = (None, PERSON, *seats.takes.computers, *((NOBODY,) if in_lobby else ()))
    if event.kind not in kinds or event.help not in (None, *HELP):
        return Refusal(NOT_HERE)
    if event.was not in (None, seats.who(event.seat)):
        return Refusal(OTHERS)
    opens = in_lobby and event.kind not in (None, NOBODY)
    opened = _opened(seats, event.seat) if opens else seats
    if isinstance(opened, Refusal):
        return opened
    found = opened.seat(event.seat)
    if found is None:
        return Refusal(NO_SUCH_SEAT)
    if not in_lobby and seats.is_over and event.kind not in (None, found.kind):
        return Refusal(OVER)
    seats = _taken_up(opened, event.seat) if event.settles else opened
    seats = _at(seats, {event.seat}, lambda seat: replace(seat, help=event.help or seat.help))
    if in_lobby and (event.kind == NOBODY or (event.free and event.kind is None)):
        return _closed(seats, event.seat)
    if event.kind in seats.takes.computers:
        return _played_by(seats, event.seat, event.kind)
    return _at(seats, {event.seat}, lambda seat: _persons(seat, event))


def _persons(seat: Seat, event: Changed) -> Seat:
    seat = seat.freed() if event.free else seat
    seat = seat if event.kind is None else replace(seat, kind=PERSON, is_filler=False)
    seat = seat if event.name is None or not seat.is_persons else replace(seat, name=plain_name(event.name))
    return replace(seat, stand_in=None) if event.settles and not seat.holder else seat  # another person plays there now


def _played_by(seats: Seats, seat: int, kind: str) -> Seats:
    """Let a computer play on a seat. It takes it from whoever sits there."""
    return _at(seats, {seat}, lambda one: Seat(kind, help=one.help, played=one.played))


def _closed(seats: Seats, seat: int) -> Seats:
    """Let nobody play there. If the game needs as many players as there are, a computer does."""
    count = len(seats)
    if count - 1 in seats.takes.counts:
        return _arranged(seats, [n for n in range(count) if n != seat])
    return _played_by(seats, seat, seats.takes.usual)


# Games.


def _wished(seats: Seats, takes: Takes, is_another: bool) -> Seats | Refusal:
    """Find everybody a seat in a game. Computers that only filled up another game leave."""
    most = takes.counts[-1]
    if is_another and len(seats.phones) > most:
        return Refusal(
            say("There are too many of you! That game is for {n}. First somebody has to give up a mouse.", n=most)
        )
    staying = [n for n, seat in enumerate(seats.seats) if seat.is_persons or not (is_another and seat.is_filler)]
    kept = fitting([seats.seats[n] for n in staying], takes.counts)
    seats = replace(seats, takes=takes)
    arranged = _arranged(seats, [None if n is None else staying[n] for n in kept])
    known = (PERSON, *takes.computers)
    return _each(arranged, lambda seat: seat if seat.kind in known else replace(seat, kind=takes.usual))


def fitting(seats: Sequence[Seat], counts: Sequence[int]) -> list[int | None]:
    """Return who stays when a game takes only these numbers of players: by the new seat, the former one or None.

    Phones stay before other people, people before computers, and those who sat first before others. New seats are
    computers'.
    """
    people = sum(seat.is_persons for seat in seats)
    count = len(seats) if len(seats) in counts else min((n for n in counts if n >= people), default=counts[-1])
    ranked = sorted(range(len(seats)), key=lambda n: (seats[n].holder is None, not seats[n].is_persons))
    stay = sorted(ranked[:count])
    return [*stay, *[None] * (count - len(stay))]


def _arranged(seats: Seats, kept: Sequence[int | None]) -> Seats:
    """Give everybody a seat: by the new seat, the former one, or None for another computer player."""
    same = list(range(len(seats)))
    if list(kept) == same:
        return seats
    moves = seats.moves + (list(kept[: len(seats)]) != same)
    filler = Seat(seats.takes.usual, is_filler=True)
    arranged = tuple(filler if n is None else seats.seats[n] for n in kept)
    return replace(seats, seats=arranged, moves=moves, kept=tuple(kept))


def _entered(seats: Seats, event: Entered, now: float) -> Seats:
    seats = _handed_over(seats, now)
    sat = seats.seats[::-1] if event.swaps else seats.seats
    former = (*sat[: len(event.kinds)], *[Seat()] * (len(event.kinds) - len(sat)))
    help, names = event.help or [NO_HELP] * len(event.kinds), event.names
    entered = tuple(
        _of_game(seat, kind, much, None if names is None else names[n] if n < len(names) else "", event.is_alike)
        for n, (seat, kind, much) in enumerate(zip(former, event.kinds, help, strict=True))
    )
    vacant = {n: now for n in seats.left.get(event.game, {}) if not (n < len(entered) and entered[n].person)}
    return replace(
        seats,
        seats=entered,
        game=event.game,
        takes=event.takes,
        is_over=False,
        needs_phone=event.needs_phone,
        asking={},
        left={**seats.left, event.game: vacant} if vacant or event.game in seats.left else seats.left,
    )


def _of_game(former: Seat, kind: str, help: str, name: str | None, is_alike: bool) -> Seat:
    """Return the seat of a game that begins; `name` names a person without a phone."""
    if kind != PERSON:
        return Seat(kind, help=help, is_filler=former.is_filler and is_alike)
    if not former.is_persons:
        return Seat(help=help, name=plain_name(name or ""))
    called = former.name if name is None or (former.holder and former.name) else plain_name(name)
    return Seat(PERSON, former.holder, former.owner, None, called, former.face, help)


def _ended(seats: Seats, winners: Collection[int]) -> Seats:
    """Note who has won, and who played."""
    assert seats.game is not None
    seats = _each(seats, lambda seat: replace(seat, is_ready=False, played=seat.person if seat.is_persons else ""))
    people = tuple(person for n in winners if (person := seats.seats[n].played))
    won = {game: who for game, who in seats.won.items() if game != seats.game}
    return replace(seats, is_over=True, won={**won, seats.game: people} if people else won)


def _reopened(seats: Seats, now: float) -> Seats:
    """Take back who has won. Others may play for people who have gone meanwhile."""
    on = seats.game
    assert on is not None
    gone = {n: now for n, seat in enumerate(seats.seats) if seat.has_gone}
    left = {**seats.left, on: {**seats.vacant, **gone}} if gone else seats.left
    won = {game: who for game, who in seats.won.items() if game != on}
    seats = _each(seats, lambda seat: replace(seat, is_ready=False, has_gone=False, played=""))
    return replace(seats, is_over=False, won=won, left=left)


def _left(seats: Seats, now: float) -> Seats:
    seats = _handed_over(seats, now)
    vacant, gone = seats.vacant, [n for n, seat in enumerate(seats.seats) if seat.has_gone]
    in_lobby = replace(seats, game=None, is_over=False, needs_phone=False, asking={})
    for seat in vacant:
        in_lobby = _played_by(in_lobby, seat, seats.takes.usual)
    order = list(range(len(seats)))
    for seat in reversed(gone):
        if len(in_lobby := _closed(in_lobby, seat)) < len(order):
            del order[seat]
    in_lobby = replace(in_lobby, kept=tuple(order))
    return _each(in_lobby, lambda seat: replace(seat, stand_in=None, is_ready=False, has_gone=False, played=""))
