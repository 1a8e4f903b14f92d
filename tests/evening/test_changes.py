"""What happens to seats, event by event. `test_seats_model.py` searches for everything that must always hold."""

from __future__ import annotations

from mouseboard.evening.changes import (
    NOT_FREE,
    Asked,
    BecameHost,
    Came,
    Changed,
    Ended,
    Event,
    Left,
    Reopened,
    Sat,
    StoodIn,
    StoodUp,
    TurnedAway,
    Went,
    after,
)
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.refusals import Refusal
from mouseboard.evening.seats import Seat, Seats, Takes

MIA, BEN = Guest("mia", Role.GUEST, 1), Guest("ben", Role.GUEST, 2)
KID, HOST = Guest("kid", Role.GUEST, 3), Guest("host", Role.HOST, 4)
TAKES = Takes((2, 3), ("random",), "random")
LOBBY = Seats(TAKES, (Seat(), Seat("random")))
GAME = Seats(TAKES, (Seat(), Seat()), game=1, needs_phone=True)


def told(seats: Seats, *events: Event) -> Seats:
    """Return the seats after these events, none of which is refused."""
    for event in events:
        following = after(seats, event, 0.0)
        assert isinstance(following, Seats), following
        seats = following
    return seats


def test_nobody_stands_in_for_somebody_whose_stream_was_refused_a_moment_ago() -> None:
    asleep = told(GAME, Came(BEN), Sat(MIA, 0), StoodIn(BEN, 0))
    assert asleep.acts_for(BEN) == {0}
    refused = told(asleep, TurnedAway(MIA))
    assert refused.acts_for(BEN) == set() and refused.away(0, 9.9) is None
    assert after(refused, StoodIn(BEN, 0), 9.9) == Refusal(NOT_FREE)
    assert isinstance(after(refused, StoodIn(BEN, 0), 10.0), Seats)


def test_nobody_stands_in_for_people_at_the_host_s_page_whose_stream_was_refused_a_moment_ago() -> None:
    left = after(told(GAME, Came(BEN)), StoodIn(BEN, 0), 10.0)
    assert isinstance(left, Seats) and left.acts_for(BEN) == {0}
    refused = after(left, TurnedAway(HOST), 11.0)
    assert isinstance(refused, Seats) and refused.acts_for(BEN) == set()
    assert after(refused, StoodIn(BEN, 0), 20.9) == Refusal(NOT_FREE)


def test_whoever_has_no_seat_plays_at_once_only_for_a_phone_that_joined_from_the_same_address() -> None:
    elsewhere = Guest("eve", Role.GUEST, 5, "192.0.2.9")
    gone = told(GAME, Came(BEN), Came(elsewhere), Came(MIA), Sat(MIA, 0), Went(MIA))
    assert told(gone, StoodIn(BEN, 0)).acts_for(BEN) == {0}
    assert after(gone, StoodIn(elsewhere, 0), 9.9) == Refusal(NOT_FREE)
    late = after(gone, StoodIn(elsewhere, 0), 10.0)
    assert isinstance(late, Seats) and late.acts_for(elsewhere) == {0}


def test_whoever_stood_in_for_a_phone_plays_for_nobody_else_who_gets_its_seat() -> None:
    asleep = told(GAME, Came(BEN), Came(HOST), Sat(MIA, 0), StoodIn(BEN, 0))
    for event in (Changed(0, name="Gran", free=True), BecameHost(MIA), Sat(MIA, 1)):
        assert told(asleep, event, Went(HOST)).acts_for(BEN) == set(), event


def test_whoever_takes_another_seat_leaves_theirs_to_the_one_who_keeps_it_for_them() -> None:
    asleep = told(GAME, Came(BEN), Sat(MIA, 0))
    given = after(told(asleep, StoodIn(BEN, 0)), StoodIn(BEN, 0), 10.0)
    assert isinstance(given, Seats) and (given.of(BEN), given.of(MIA)) == (0, None)
    seats = told(given, Sat(MIA, 1), StoodUp(MIA), Came(MIA))
    assert (seats.of(BEN), seats.of(MIA)) == (0, None)


def test_whoever_keeps_a_seat_for_another_keeps_it_for_them_with_another_face() -> None:
    given = after(told(GAME, Came(BEN), Sat(MIA, 0), StoodIn(BEN, 0)), StoodIn(BEN, 0), 10.0)
    assert isinstance(given, Seats)
    back = told(given, Sat(BEN, 0, face="owl"), Came(MIA))
    assert (back.of(MIA), back.of(BEN)) == (0, None)


def test_whoever_brings_no_name_takes_that_of_the_seat_with_its_face() -> None:
    left = told(LOBBY, Came(MIA), Sat(MIA, 0, "Mia", "owl"), Went(MIA))
    again, other = (after(left, event, 60.0) for event in (Sat(KID, 0), Sat(KID, 0, "Kid")))
    assert isinstance(again, Seats) and (again.names[0], again.seats[0].face) == ("Mia", "owl")
    assert isinstance(other, Seats) and (other.names[0], other.seats[0].face) == ("Kid", "")


def test_whoever_has_a_seat_asks_for_none() -> None:
    assert told(LOBBY, Came(MIA), Sat(MIA, 0), Asked(MIA, "Mia")).asked == ()
    assert told(LOBBY, Came(MIA), Asked(MIA, "Mia")).asked == ("Mia",)
    helping = told(GAME, Came(BEN), Sat(MIA, 0), StoodIn(BEN, 0), Asked(BEN, "Ben"))
    given = after(helping, StoodIn(KID, 1), 10.0)  # whoever plays for one who is away by now gets the seat
    assert isinstance(given, Seats) and (given.of(BEN), given.asked) == (0, ())


def test_a_computer_is_called_nothing() -> None:
    assert told(LOBBY, Changed(1, name="Robo")).names == ()
    assert told(LOBBY, Changed(1, kind="person", name="Gran")).names == ("", "Gran")


def test_others_play_for_whoever_has_gone_after_the_end_if_that_is_taken_back() -> None:
    over = told(GAME, Came(MIA), Came(BEN), Sat(MIA, 0), Sat(BEN, 1), Ended((0,)), StoodUp(BEN))
    assert over.seats[1].has_gone
    again = told(over, Reopened())
    assert (again.seats[1].has_gone, set(again.vacant)) == (False, {1})
    assert told(again, StoodIn(MIA, 1)).acts_for(MIA) == {0, 1}
    assert told(again, Left()).kinds == ("person", "random")


def test_others_play_for_a_seat_of_the_game_that_somebody_gave_up_for_another() -> None:
    three = Seats(TAKES, (Seat(), Seat(), Seat()), game=1, needs_phone=True)
    moved = told(three, Came(MIA), Came(BEN), Sat(MIA, 0), Sat(BEN, 1), Sat(MIA, 2))
    assert set(moved.vacant) == {0} and moved.away(0, 10.0) == 10
    assert told(moved, StoodIn(KID, 0), Came(KID)).acts_for(KID) == {0}
    assert not told(moved, Sat(KID, 0)).vacant
