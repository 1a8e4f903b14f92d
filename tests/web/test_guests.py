"""Guests: tokens kept as hashes, a join code that can be guessed only slowly, and seats that belong to one guest."""

from __future__ import annotations

import json
import time
import unicodedata
from pathlib import Path

import pytest

from mouseboard.say import Say
from mouseboard.web.guesses import (
    MINUTE,
    MOST_ADDRESSES,
    WRONG_TRIES,
    WRONG_TRIES_OF_MANY,
    Guesses,
    TooManyTries,
)
from mouseboard.web.guests import (
    CODE_LENGTH,
    HOUSEHOLD,
    LETTERS,
    MOST,
    MOST_GUESTS,
    MOST_HERE,
    MOST_MARKS,
    SECRET_LENGTH,
    Guest,
    Guests,
    Role,
    TooManyGuests,
)

PHONE = "192.168.1.7"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_join_code_has_no_sign_that_looks_like_another(tmp_path: Path) -> None:
    code = Guests(tmp_path / "guests").code
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(LETTERS) and not set(LETTERS) & set("01OIL")


def test_the_code_may_be_typed_in_small_letters(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    token = guests.join(f" {guests.code.lower()} ", PHONE)
    guest = guests.who(token or "")
    assert guest and guest.role is Role.GUEST


def test_after_a_few_wrong_codes_whoever_guessed_must_wait_a_minute_and_nobody_else(tmp_path: Path) -> None:
    clock = Clock()
    guests = Guests(tmp_path / "guests", clock)
    for _ in range(WRONG_TRIES):
        assert guests.join("WRONG", PHONE) is None
    with pytest.raises(TooManyTries):
        guests.join(guests.code, PHONE)
    assert guests.join(guests.code, "192.168.1.8")
    clock.now = MINUTE
    assert guests.join(guests.code, PHONE)


def test_an_invitation_lets_in_where_guesses_have_to_wait_and_a_wrong_one_is_a_guess(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests", Clock())
    wrong = guests.code + SECRET_LENGTH * "A"
    for _ in range(WRONG_TRIES):
        assert guests.join(wrong, PHONE) is None
    for code in (guests.code, wrong):
        with pytest.raises(TooManyTries):
            guests.join(code, PHONE)
    assert guests.join(guests.invitation, PHONE)
    assert guests.join(guests.invitation.lower(), PHONE)


def test_an_invitation_lasts_and_a_file_without_one_still_opens(tmp_path: Path) -> None:
    file = tmp_path / "guests"
    guests = Guests(file)
    token = guests.join(guests.code, PHONE) or ""
    assert Guests(file).invitation == guests.invitation
    kept = json.loads(file.read_text())
    del kept["secret"]
    file.write_text(json.dumps(kept))
    again = Guests(file)
    assert again.who(token)
    assert again.code == guests.code != again.invitation
    assert len(again.invitation) == CODE_LENGTH + SECRET_LENGTH
    again.admit_host()
    assert Guests(file).invitation == again.invitation


def test_guesses_from_very_many_addresses_are_not_all_remembered() -> None:
    guesses = Guesses(Clock())
    for n in range(MOST_ADDRESSES + 1):
        for _ in range(WRONG_TRIES):
            guesses.remember(f"phone {n}")
    guesses.check("phone 0")
    with pytest.raises(TooManyTries):
        guesses.check("phone 1")


def test_what_is_kept_lets_in_again_and_nobody_can_read_a_players_token_there(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "guests"
    guests = Guests(file)
    host, token = guests.admit_host(), guests.join(guests.code, PHONE) or ""
    guest = guests.who(token)
    assert guest
    guests.sit(guest, 2, "Ada")
    assert file.stat().st_mode & 0o777 == 0o600
    assert token not in file.read_text() and host not in file.read_text()
    again = Guests(file)
    assert (again.code, again.names) == (guests.code, {2: "Ada"})
    known = again.who(token)
    assert known and known.seats == [2]
    starter = again.who(host)
    assert starter and starter.role is Role.HOST


@pytest.mark.parametrize("text", ["", "{", '{"code": 7}', "[]"])
def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "guests").write_text(text)
    assert Guests(tmp_path / "guests").who("anything") is None


def test_a_seat_is_one_guests(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    one, other = (guests.who(guests.join(guests.code, PHONE) or "") for _ in range(2))
    assert one and other
    guests.sit(one, 0)
    guests.sit(other, 0)
    assert (one.seats, other.seats) == ([], [0])
    guests.free(0)
    assert guests.holder(0) is None


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


def test_the_oldest_of_very_many_guests_of_one_address_are_forgotten_and_the_host_is_not(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    host = guests.admit_host()
    tokens = [guests.join(guests.code, PHONE) or "" for _ in range(MOST_GUESTS + 1)]
    assert guests.who(tokens[0]) is None
    assert guests.who(tokens[1]) and guests.who(tokens[-1]) and guests.who(host)


def test_a_guest_who_sits_or_is_connected_is_never_forgotten_for_another(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    sits, token = joined(guests), guests.join(guests.code, PHONE) or ""
    watches = guests.who(token)
    assert watches
    guests.sit(sits, 0)
    guests.connected[watches.token] += 1
    for n in range(3 * MOST):
        guests.join(guests.code, f"10.0.{n // 250}.{n % 250}")
    kept = Guests(tmp_path / "guests")
    assert guests.holder(0) is sits
    assert kept.holder(0) == sits
    assert guests.who(token) is watches


def test_an_address_whose_guests_are_all_connected_gets_no_more(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    for _ in range(MOST_HERE):
        guests.connected[joined(guests).token] += 1
    with pytest.raises(TooManyGuests):
        guests.join(guests.code, PHONE)
    assert guests.join(guests.code, "192.168.1.8")


def test_a_phone_joins_in_a_household_where_one_device_keeps_all_its_guests_connected(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    for _ in range(MOST_HERE):
        guests.connected[joined(guests, "2001:db8:1:2::7").token] += 1
    assert guests.join(guests.code, "2001:db8:1:2::8")
    for n in range(3 * MOST_HERE):
        guests.connected[joined(guests, f"2001:db8:1:2::1:{n:x}").token] += 1
    with pytest.raises(TooManyGuests):
        guests.join(guests.code, "2001:db8:1:2::9")
    assert guests.join(guests.code, "2001:db8:1:3::9")


def test_the_device_with_the_most_idle_guests_loses_the_oldest_where_its_household_has_too_many(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    addresses = ["2001:db8:1:2::7", *(f"2001:db8:1:2::{8 + n // MOST_GUESTS}" for n in range(HOUSEHOLD * MOST_GUESTS))]
    tokens = [guests.join(guests.code, address) or "" for address in addresses]
    assert [bool(guests.who(token)) for token in tokens] == [True, False] + [True] * (len(tokens) - 2)


def test_a_guest_who_takes_another_seat_leaves_the_first_and_keeps_the_name(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests")
    guest = joined(guests)
    guests.sit(guest, 0, "Ada")
    guests.sit(guest, 1)
    assert guest.seats == [1]
    assert guests.holder(0) is None
    assert guests.names == {1: "Ada"}
    guests.sit(guest, 1)
    assert guests.names == {1: "Ada"}


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
def test_a_name_keeps_the_marks_that_languages_have_and_no_tall_stacks(tmp_path: Path, name: str, kept: str) -> None:
    guests = Guests(tmp_path / "guests")
    guests.name(0, name)
    assert guests.names[0] == unicodedata.normalize("NFC", kept)


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "\u2800", "\u115f\u1160 \uffa0", " \u200b", "\u200d", "\ufe0f", "\U000e0100", 3 * ACUTE]
)
def test_a_name_that_would_look_empty_is_none(tmp_path: Path, name: str) -> None:
    guests = Guests(tmp_path / "guests")
    guests.name(0, name)
    assert 0 not in guests.names


def test_guests_that_cannot_be_kept_are_known_all_the_same_and_that_is_told_once(tmp_path: Path) -> None:
    told: list[Say] = []
    (tmp_path / "guests").mkdir()  # makes the file impossible to write
    guests = Guests(tmp_path / "guests", trouble=told.append)
    guest = joined(guests)
    guests.sit(guest, 0, "Ada")
    assert guests.holder(0) is guest
    assert len(told) == 1
    assert "every phone has to join again" in str(told[0])


def joined(guests: Guests, address: str = PHONE) -> Guest:
    guest = guests.who(guests.join(guests.code, address) or "")
    assert guest
    return guest


@pytest.mark.parametrize("seconds", [3600.0, -3600.0])
def test_the_file_is_dated_anew_after_the_clock_was_set(tmp_path: Path, seconds: float) -> None:
    clock, file = Clock(), tmp_path / "guests"
    guests = Guests(file, clock)
    guests.join(guests.code, PHONE)
    assert file.stat().st_mtime == pytest.approx(time.time(), abs=60)
    clock.now += seconds  # for the computer's clock this is the same as being set back by that much
    guests.date()
    assert file.stat().st_mtime == pytest.approx(time.time() - seconds, abs=60)


def test_a_file_that_is_not_there_is_not_dated(tmp_path: Path) -> None:
    Guests(tmp_path / "guests").date()
    Guests().date()
    assert list(tmp_path.iterdir()) == []
