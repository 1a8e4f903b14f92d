"""Who may do what: the only place that decides it. Whether it is possible just now is decided by what it changes."""

from __future__ import annotations

from typing import assert_never

from mouseboard.say import say
from mouseboard.web.changes import OTHERS, Changed
from mouseboard.web.guests import Guest, Role
from mouseboard.web.refusals import Refusal, Refused, forbidden
from mouseboard.web.requests import (
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
from mouseboard.web.seats import Seats

HOST_ONLY = forbidden(say("Only the host can do that."))
NOT_LEADING = forbidden(say("Only the big screen and the first phone can do that."))
ONLY_WATCHING = forbidden(say("You are watching. Join with the code to play!"))
NO_SEAT = forbidden(say("Pick a mouse first."))


def may(who: Guest, what: Request, seats: Seats) -> Refusal | None:
    """Return why somebody may not do this, or None if they may."""
    is_host = who.role is Role.HOST
    match what:
        case TakeSeat() | AskForSeat() | LeaveSeat() | PlayFor():
            return ONLY_WATCHING if who.role is Role.SPECTATOR else None
        case ChangeSeat(change):
            return _may_change(who, change, seats)
        case UseTable():
            return None if is_host else HOST_ONLY
        case PlayAgain():
            return None if leads(who, seats) or seats.acts_for(who) else NO_SEAT
        case SeeGames() | LeaveGame():
            return None if leads(who, seats) else NOT_LEADING
        case ChangeWish(_, foreign) | Begin(_, foreign) | Resume(_, _, foreign):
            if not leads(who, seats):
                return NOT_LEADING
            return None if foreign is None or is_host else forbidden(foreign)
    assert_never(what)


def check(who: Guest, what: Request, seats: Seats) -> None:
    """Raise Refused if somebody may not do this."""
    if refusal := may(who, what, seats):
        raise Refused(refusal)


def leads(who: Guest, seats: Seats) -> bool:
    """Return whether somebody may choose, start and end a game: the host, or the leader."""
    return who.role is Role.HOST or (seats.leader is not None and seats.holder(seats.leader) == who)


def speaks_for(who: Guest, seats: Seats, now: float) -> frozenset[int]:
    """Return the seats for which somebody may end the game by a word.

    A player speaks for no other player, and nobody for a phone that may just reload its page.
    """
    acting, own = seats.acts_for(who), seats.of(who)
    if who.role is Role.HOST:
        return acting
    if own in acting:
        return frozenset({own})
    return frozenset(seat for seat in acting if seats.away(seat, now) is not None)


def _may_change(who: Guest, change: Changed, seats: Seats) -> Refusal | None:
    """The host may change all seats, and the leader those in the lobby.

    Somebody who has led for a moment leaves a seat that was their own: that frees nobody else's.
    """
    if who.role is Role.HOST:
        return None
    if seats.game is not None:
        return HOST_ONLY
    if not leads(who, seats):
        return NOT_LEADING
    return Refusal(OTHERS) if change == Changed(change.seat, free=True) else None
