"""Guests: tokens kept as hashes, and a join code that can be guessed only slowly."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from mouseboard.evening.guests import (
    CODE_LENGTH,
    HOUSEHOLD,
    LETTERS,
    MOST,
    MOST_GUESTS,
    MOST_HERE,
    MOST_MARKS,
    SECRET_LENGTH,
    Codes,
    Guest,
    Guests,
    Role,
    TooManyGuests,
    plain_name,
)
from mouseboard.serving.guesses import (
    MINUTE,
    MOST_ADDRESSES,
    WRONG_TRIES,
    WRONG_TRIES_OF_MANY,
    Guesses,
    TooManyTries,
)
from mouseboard.serving.limits import network
from mouseboard.web.entrance import Admission

PHONE = "192.168.1.7"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_join_code_has_no_sign_that_looks_like_another() -> None:
    code = Codes.new().code
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(LETTERS) and not set(LETTERS) & set("01OIL")


def test_the_code_may_be_typed_in_small_letters() -> None:
    guests = made()
    token = Admission(guests).join(f" {guests.code.lower()} ", PHONE)
    guest = guests.who(token or "")
    assert guest and guest.role is Role.GUEST


@pytest.mark.parametrize("link", ["", "http://mousebox.local:8700/j/"])
@pytest.mark.parametrize("typed", ["{} {}", "{}-{}.", "\N{ZERO WIDTH SPACE}{}{}\n"])
def test_a_code_is_read_as_keyboards_and_clipboards_bring_it(typed: str, link: str) -> None:
    guests = made()
    assert Admission(guests).join(link + typed.format(guests.code[:2], guests.code[2:]), PHONE)


def test_a_code_may_be_typed_in_wide_letters() -> None:
    guests = made()
    wide = "".join(chr(ord(letter) - ord("A") + ord("\N{FULLWIDTH LATIN CAPITAL LETTER A}")) for letter in guests.code)
    assert Admission(guests).join(wide, PHONE)


def test_after_a_few_wrong_codes_whoever_guessed_must_wait_a_minute_and_nobody_else() -> None:
    clock, guests = Clock(), made()
    door = Admission(guests, clock)
    for _ in range(WRONG_TRIES):
        assert door.join("WRONG", PHONE) is None
    with pytest.raises(TooManyTries):
        door.join(guests.code, PHONE)
    assert door.join(guests.code, "192.168.1.8")
    clock.now = MINUTE
    assert door.join(guests.code, PHONE)


def test_an_invitation_lets_in_where_guesses_have_to_wait_and_a_wrong_one_is_a_guess() -> None:
    guests = made()
    door, wrong = Admission(guests, Clock()), guests.code + SECRET_LENGTH * "A"
    for _ in range(WRONG_TRIES):
        assert door.join(wrong, PHONE) is None
    for code in (guests.code, wrong):
        with pytest.raises(TooManyTries):
            door.join(code, PHONE)
    assert door.join(guests.invitation, PHONE)
    assert door.join(guests.invitation.lower(), PHONE)


def test_guesses_from_very_many_addresses_are_not_all_remembered() -> None:
    guesses = Guesses(Clock())
    for n in range(MOST_ADDRESSES + 1):
        for _ in range(WRONG_TRIES):
            guesses.remember(f"phone {n}")
    guesses.check("phone 0")
    with pytest.raises(TooManyTries):
        guesses.check("phone 1")


@pytest.mark.parametrize("address", ["2001:db8:1:{:x}::7", "127.1.0.{}"])
def test_addresses_that_one_machine_has_by_the_thousand_share_their_guesses(address: str) -> None:
    guesses = Guesses(Clock())
    for n in range(WRONG_TRIES_OF_MANY):
        guesses.check(address.format(n))
        guesses.remember(address.format(n))
    with pytest.raises(TooManyTries):
        guesses.check(address.format(200))
    guesses.check("192.168.1.8")


def test_a_household_of_ipv6_has_the_guesses_of_one() -> None:
    guesses = Guesses(Clock())
    for n in range(WRONG_TRIES):
        guesses.remember(f"2001:db8:1:2::{n + 1:x}")
    with pytest.raises(TooManyTries):
        guesses.check("2001:db8:1:2::ffff")


def test_the_oldest_of_very_many_guests_of_one_address_are_forgotten_and_the_host_is_not() -> None:
    guests = made()
    host = guests.admit_host()
    tokens = [guests.admit_guest(PHONE) for _ in range(MOST_GUESTS + 1)]
    assert guests.who(tokens[0]) is None
    assert guests.who(tokens[1]) and guests.who(tokens[-1]) and guests.who(host)


def test_a_guest_who_sits_or_watches_is_never_forgotten_for_another() -> None:
    here: list[Guest] = []
    guests = made(is_here=here.__contains__)
    here.append(joined(guests))
    for n in range(3 * MOST):
        guests.admit_guest(f"10.0.{n // 250}.{n % 250}")
    assert here[0] in guests.let_in
    assert len(guests.let_in) == MOST


def test_an_address_whose_guests_are_all_here_gets_no_more() -> None:
    guests = made(is_here=lambda _: True)
    for _ in range(MOST_HERE):
        joined(guests)
    with pytest.raises(TooManyGuests):
        guests.admit_guest(PHONE)
    assert guests.admit_guest("192.168.1.8")


def test_a_phone_joins_in_a_household_where_one_device_keeps_all_its_guests_here() -> None:
    here: list[Guest] = []
    guests = made(is_here=here.__contains__)
    here.extend(joined(guests, "2001:db8:1:2::7") for _ in range(MOST_HERE))
    assert guests.admit_guest("2001:db8:1:2::8")
    here.extend(joined(guests, f"2001:db8:1:2::1:{n:x}") for n in range(3 * MOST_HERE))
    with pytest.raises(TooManyGuests):
        guests.admit_guest("2001:db8:1:2::9")
    assert guests.admit_guest("2001:db8:1:3::9")


def test_the_device_with_the_most_idle_guests_loses_the_oldest_where_its_household_has_too_many() -> None:
    guests = made()
    addresses = ["2001:db8:1:2::7", *(f"2001:db8:1:2::{8 + n // MOST_GUESTS}" for n in range(HOUSEHOLD * MOST_GUESTS))]
    tokens = [guests.admit_guest(address) for address in addresses]
    assert [bool(guests.who(token)) for token in tokens] == [True, False] + [True] * (len(tokens) - 2)


def made(is_here: Callable[[Guest], bool] = lambda _: False) -> Guests:
    return Guests(Codes.new(), (), network, is_here)


ACUTE = "\u0301"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Z" + 39 * ACUTE, "Ź" + MOST_MARKS * ACUTE),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("\U0001f468\u200d\U0001f469\u200d", "\U0001f468\u200d\U0001f469"),
        ("o" + 20 * (ACUTE + "\u200b"), "ó" + MOST_MARKS * ACUTE),
        ("e" + ACUTE + "a", "éa"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("दुर्गा", "दुर्गा"),
        ("בְּרֵאשִׁית", "בְּרֵאשִׁית"),
        ("ปิ่น", "ปิ่น"),
    ],
)
def test_a_name_keeps_the_marks_that_languages_have_and_no_tall_stacks(name: str, kept: str) -> None:
    assert plain_name(name) == unicodedata.normalize("NFC", kept)


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "\u2800", "\u115f\u1160 \uffa0", " \u200b", "\u200d", "\ufe0f", "\U000e0100", 3 * ACUTE]
)
def test_a_name_that_would_look_empty_is_none(name: str) -> None:
    assert plain_name(name) == ""


def joined(guests: Guests, address: str = PHONE) -> Guest:
    guest = guests.who(guests.admit_guest(address))
    assert guest
    return guest
