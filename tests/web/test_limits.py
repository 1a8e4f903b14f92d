"""Limits by address: what counts as one visitor, how fast one may be, and whose turn it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mouseboard.web.limits import MOST_REMEMBERED, Rate, Turnstile, network


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.7", "192.168.1.8", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("::ffff:192.168.1.7", "192.168.1.7", True),  # as a socket for both families tells it
        ("fe80::1", "fe80::2", False),  # neighbours, not one household
        ("127.0.0.1", "127.0.0.2", False),
        ("testclient", "testclient", True),
    ],
)
def test_one_visitor_is_an_ipv4_address_or_a_household_of_ipv6(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    rate = Rate(per_second=2.0, burst=3.0)
    assert [rate.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert rate.wait("a", 0.0) == 0.5
    assert rate.take("b", 0.0)
    assert not rate.take("a", 0.4)
    assert rate.take("a", 0.5)
    assert [rate.take("a", 100.0) for _ in range(4)] == [True, True, True, False]  # no more is saved up


def test_the_address_idle_for_longest_is_forgotten_when_there_are_very_many() -> None:
    rate = Rate(per_second=0.001, burst=1.0)
    for n in range(MOST_REMEMBERED + 1):
        assert rate.take(n, 0.0)
    assert rate.take(0, 0.0)
    assert not rate.take(2, 0.0)


def test_addresses_take_turns_however_many_wait_at_one() -> None:
    turnstile = Turnstile[str](Rate(10.0, 100.0))
    for n in range(5):
        turnstile.enter("busy", f"busy {n}")
    turnstile.enter("calm", "calm")
    assert [turnstile.next(0.0) for _ in range(4)] == ["busy 0", "calm", "busy 1", "busy 2"]


def test_an_address_over_its_rate_waits_and_nobody_else_does() -> None:
    turnstile = Turnstile[str](Rate(2.0, 1.0))
    turnstile.enter("busy", "first")
    turnstile.enter("busy", "second")
    assert turnstile.next(0.0) == "first"
    assert turnstile.next(0.0) is None
    assert turnstile.due(0.0) == 0.5
    turnstile.enter("calm", "calm")
    assert turnstile.next(0.0) == "calm"
    assert turnstile.next(0.5) == "second"
    assert turnstile.due(0.5) is None


def test_somebody_who_went_away_is_not_let_through() -> None:
    turnstile = Turnstile[str](Rate(1.0, 10.0))
    turnstile.enter("a", "gone")
    turnstile.enter("a", "here")
    turnstile.leave("a", "gone")
    turnstile.leave("b", "stranger")
    assert turnstile.next(0.0) == "here"
    assert turnstile.next(0.0) is None


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0.0, 0.3)), max_size=60))
def test_everybody_gets_through_in_order_and_within_the_rate(arrivals: list[tuple[str, float]]) -> None:
    turnstile, now = Turnstile[tuple[str, int]](Rate(5.0, 2.0)), 0.0
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
