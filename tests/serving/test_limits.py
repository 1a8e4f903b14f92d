"""Limits by address: what counts as one visitor, their rate, whose turn is next, and who may stay."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mouseboard.serving.limits import (
    FEW,
    MODEST,
    MOST_REMEMBERED,
    NoRoom,
    Rate,
    Room,
    Standing,
    Turnstile,
    device,
    network,
)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.7", "192.168.1.8", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("::ffff:192.168.1.7", "192.168.1.7", True),  # in the form that a dual-stack socket reports
        ("fe80::1", "fe80::2", False),  # link-local neighbours are not one household
        ("127.0.0.1", "127.0.0.2", False),
        ("testclient", "testclient", True),
    ],
)
def test_one_visitor_is_an_ipv4_address_or_a_household_of_ipv6(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same


def test_a_device_is_one_address_in_whatever_form_it_comes() -> None:
    assert device("::ffff:192.168.1.7") == "192.168.1.7"
    assert device("2001:DB8:1:2:0::7") == "2001:db8:1:2::7" != device("2001:db8:1:2::8")
    assert device("testclient") == "testclient"


HOME = "2001:db8:1:2::"
"""The /64 of a household."""


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    rate = Rate(per_second=2.0, burst=3.0)
    assert [rate.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert rate.wait("a", 0.0) == 0.5
    assert rate.take("b", 0.0)
    assert not rate.take("a", 0.4)
    assert rate.take("a", 0.5)
    assert [rate.take("a", 100.0) for _ in range(4)] == [True, True, True, False]  # the burst does not grow while idle


def test_the_address_idle_for_longest_is_forgotten_when_there_are_very_many() -> None:
    rate = Rate(per_second=0.001, burst=1.0)
    for n in range(MOST_REMEMBERED + 1):
        assert rate.take(n, 0.0)
    assert rate.take(0, 0.0)
    assert not rate.take(2, 0.0)


def test_addresses_take_turns_however_many_wait_at_one() -> None:
    turnstile = Turnstile[str](Rate(10.0, 100.0), Rate(1000.0, 1000.0))
    for n in range(5):
        turnstile.enter("busy", f"busy {n}")
    turnstile.enter("calm", "calm")
    assert [turnstile.next(0.0) for _ in range(4)] == ["busy 0", "calm", "busy 1", "busy 2"]


def test_an_address_over_its_rate_waits_and_nobody_else_does() -> None:
    turnstile = Turnstile[str](Rate(2.0, 1.0), Rate(1000.0, 1000.0))
    turnstile.enter("busy", "first")
    turnstile.enter("busy", "second")
    assert turnstile.next(0.0) == "first"
    assert turnstile.next(0.0) is None
    assert turnstile.due(0.0) == 0.5
    turnstile.enter("calm", "calm")
    assert turnstile.next(0.0) == "calm"
    assert turnstile.next(0.5) == "second"
    assert turnstile.due(0.5) is None


def test_the_devices_of_a_household_take_turns_and_together_have_one_of_them() -> None:
    turnstile = Turnstile[str](Rate(10.0, 100.0), Rate(10.0, 100.0))
    for n in range(3):
        turnstile.enter(f"{HOME}1", f"busy {n}")
    turnstile.enter(f"{HOME}2", "calm")
    turnstile.enter("192.168.1.7", "neighbour")
    assert [turnstile.next(0.0) for _ in range(5)] == ["busy 0", "neighbour", "calm", "busy 1", "busy 2"]


def test_a_device_over_its_rate_leaves_its_household_the_rest() -> None:
    turnstile = Turnstile[str](Rate(1.0, 1.0), Rate(1.0, 3.0))
    for n in range(1, 5):
        turnstile.enter(f"{HOME}1", f"busy {n}")
        turnstile.enter(f"{HOME}2{n}", f"calm {n}")
    assert [turnstile.next(0.0) for _ in range(4)] == ["busy 1", "calm 1", "calm 2", None]
    assert turnstile.due(0.0) == 1.0
    turnstile.leave(f"{HOME}23", "calm 3")
    assert turnstile.next(1.0) == "calm 4"


def test_somebody_who_went_away_is_not_let_through() -> None:
    turnstile = Turnstile[str](Rate(1.0, 10.0), Rate(1000.0, 1000.0))
    turnstile.enter("a", "gone")
    turnstile.enter("a", "here")
    turnstile.leave("a", "gone")
    turnstile.leave("b", "stranger")
    assert turnstile.next(0.0) == "here"
    assert turnstile.next(0.0) is None


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0.0, 0.3)), max_size=60))
def test_everybody_gets_through_in_order_and_within_the_rate(arrivals: list[tuple[str, float]]) -> None:
    turnstile, now = Turnstile[tuple[str, int]](Rate(5.0, 2.0), Rate(1000.0, 1000.0)), 0.0
    for n, (address, _) in enumerate(arrivals):
        turnstile.enter(address, (address, n))
    through: list[tuple[float, tuple[str, int]]] = []
    while (due := turnstile.due(now)) is not None:
        now += due + 1e-9
        who = turnstile.next(now)
        if who:
            through.append((now, who))
    for address in "abc":
        own = [(at, n) for at, (other, n) in through if other == address]
        assert [n for _, n in own] == [n for n, (other, _) in enumerate(arrivals) if other == address]
        for k, (at, _) in enumerate(own):
            assert k + 1 <= 2 + 5 * at + 1e-6


def gone_for(count: int, room: Room[str], standing: Standing) -> list[str | None]:
    """Let `count` visitors in from one new address; return who had to leave for each."""
    gone = []
    for n in range(count):
        goes = room.goes_for("new")
        if goes:
            room.leave(goes)
        room.put(f"new {n}", "new", standing)
        gone.append(goes)
    return gone


def test_strangers_go_before_people_and_in_both_those_who_ask_nothing_first() -> None:
    room = Room[str](most=4, most_of_one=4, most_of_household=4)
    room.put("served", "a", Standing.SERVED)
    room.put("waiting", "b", Standing.WAITING)
    room.put("idle", "b", Standing.IDLE)
    room.put("asking", "c", Standing.ASKING)
    room.put("stranger", "c", Standing.STRANGER)
    assert gone_for(4, room, Standing.SERVED) == ["stranger", "asking", "idle", "waiting"]


def test_a_heavy_address_gives_up_its_oldest_and_among_modest_ones_the_oldest_of_all_goes() -> None:
    room = Room[str](most=20, most_of_one=20, most_of_household=20)
    for n in range(MODEST):
        room.put(f"first {n}", "first", Standing.STRANGER)
    for n in range(20 - MODEST):
        room.put(f"heavy {n}", "heavy", Standing.STRANGER)
    assert gone_for(6, room, Standing.STRANGER) == ["heavy 0", "heavy 1", "heavy 2", "heavy 3", "first 0", "first 1"]


def test_a_crowd_that_was_let_in_gives_way_before_a_modest_stranger_who_asks() -> None:
    room = Room[str](most=20, most_of_one=20, most_of_household=20)
    room.put("asking", "visitor", Standing.ASKING)
    room.put("served", "crowd", Standing.SERVED)
    for n in range(18):
        room.put(f"idle {n}", "crowd", Standing.IDLE)
    gone = gone_for(18 - MODEST + 1, room, Standing.STRANGER)
    assert gone[:-1] == [f"idle {n}" for n in range(18 - MODEST)]
    assert "served" not in gone


def test_a_crowd_that_waits_for_answers_gives_way_before_a_modest_stranger_who_asks() -> None:
    room = Room[str](most=20, most_of_one=20, most_of_household=20)
    room.put("asking", "visitor", Standing.ASKING)
    for n in range(19):
        room.put(f"waiting {n}", "crowd", Standing.WAITING)
    assert gone_for(2, room, Standing.ASKING) == ["waiting 0", "waiting 1"]


def test_a_few_strangers_who_have_just_come_are_spared_while_others_wait_for_answers() -> None:
    room = Room[int](most=32, most_of_one=32, most_of_household=32)
    for n in range(32):
        room.put(n, str(n), Standing.STRANGER if n % 2 else Standing.ASKING)
    left = []
    for _ in range(16):
        goes = room.goes_for("new")
        assert goes is not None
        left.append(goes)
        room.put(goes, str(goes), Standing.ASKING)
    assert left == [*range(1, 29, 2), 0, 2]


def test_whoever_is_served_goes_only_for_an_address_with_far_fewer() -> None:
    room = Room[int](most=4, most_of_one=4, most_of_household=4)
    for n in range(4):
        room.put(n, "watchers" if n < 3 else "player", Standing.SERVED)
    assert room.goes_for("newcomer") == 0
    with pytest.raises(NoRoom):
        room.goes_for("watchers")


def test_an_address_with_all_it_may_have_gives_up_its_own() -> None:
    room = Room[str](most=10, most_of_one=2, most_of_household=10)
    room.put("served", "a", Standing.SERVED)
    room.put("idle", "a", Standing.IDLE)
    assert room.goes_for("a") == "idle"
    room.put("idle", "a", Standing.SERVED)
    with pytest.raises(NoRoom):
        room.goes_for("a")
    assert room.goes_for("b") is None


def test_the_device_with_the_most_gives_up_its_own_where_a_household_has_all_it_may() -> None:
    room = Room[str](most=40, most_of_one=8, most_of_household=12)
    for n in range(12):
        room.put(f"guest {n}", f"{HOME}{1 + n // 7}", Standing.IDLE)
    assert room.goes_for(f"{HOME}3") == "guest 0"
    assert room.goes_for("192.168.1.7") is None


def test_a_newcomer_finds_room_at_an_address_where_a_few_callers_hold_all_answers() -> None:
    room = Room[str](most=40, most_of_one=16, most_of_household=40)
    for n in range(16):
        room.put(f"answer {n}", "home", Standing.SERVED, caller=n % 3)
    gone = []
    for n in range(4):
        goes = room.goes_for("home")
        assert goes
        room.leave(goes)
        room.put(f"new {n}", "home", Standing.STRANGER)
        gone.append(goes)
    assert gone == ["answer 0", "answer 1", "answer 2", "new 0"], "newcomers stay long enough to be looked at"


def test_callers_with_a_few_answers_each_give_none_up() -> None:
    room = Room[str](most=40, most_of_one=FEW, most_of_household=40)
    for n in range(FEW):
        room.put(f"answer {n}", "home", Standing.SERVED, caller="calm")
    with pytest.raises(NoRoom):
        room.goes_for("home")


def test_what_is_reserved_goes_for_nobody_and_counts_for_no_address() -> None:
    room = Room[str](most=4, most_of_one=2, most_of_household=2)
    for n in range(3):
        room.put(f"host {n}", "token", Standing.RESERVED, "token")
    room.put("stranger", "home", Standing.ASKING)
    assert (room.count("token"), room.count("home")) == (3, 1)
    assert room.goes_for("home") == "stranger"
    room.put("stranger", "token", Standing.RESERVED, "token")
    with pytest.raises(NoRoom):
        room.goes_for("home")


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([*Standing][:-1])), max_size=60))
def test_there_are_never_more_inside_than_there_is_room_for(comings: list[tuple[str, Standing]]) -> None:
    room, inside = Room[int](most=9, most_of_one=5, most_of_household=9), dict[int, tuple[str, Standing]]()
    for who, (address, standing) in enumerate(comings):
        with suppress(NoRoom):
            goes = room.goes_for(address)
            if goes is not None:
                own = [standing for there, standing in inside.values() if there == address]
                all_of_them = [standing for _, standing in inside.values()]
                assert inside.pop(goes)[1] == min(own if len(own) == 5 else all_of_them)
                room.leave(goes)
            room.put(who, address, standing)
            inside[who] = address, standing
    assert len(inside) <= 9
    assert max(Counter(address for address, _ in inside.values()).values(), default=0) <= 5
