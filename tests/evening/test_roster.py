"""The roster: seats belong to one guest each, and a file keeps them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from tests.evening.test_guests import PHONE, Clock, joined
from tests.referee.sitting import virtual

from mouseboard.evening.changes import Asked, Changed, Sat, StoodIn
from mouseboard.evening.guests import CODE_LENGTH, SECRET_LENGTH, Role
from mouseboard.evening.wish import GameSetup, SeatSetup, lobby
from mouseboard.say import Say

CARDS = GameSetup("cards", (SeatSetup(), SeatSetup(), SeatSetup()))


@virtual
async def test_what_is_kept_lets_in_again_and_nobody_can_read_a_players_token_there(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "guests"
    roster = lobby(CARDS, file=file).roster
    host, token = roster.guests.admit_host(), roster.guests.admit_guest(PHONE)
    guest = roster.guests.who(token)
    assert guest
    roster.apply(Sat(guest, 2, "Ada", "owl"))
    assert file.stat().st_mode & 0o777 == 0o600
    assert token not in file.read_text() and host not in file.read_text()
    again = lobby(CARDS, file=file).roster
    assert (again.guests.code, again.seats.names) == (roster.guests.code, ("", "", "Ada"))
    known, starter = again.guests.who(token), again.guests.who(host)
    assert known and again.seats.of(known) == 2 and again.seats.seats[2].face == "owl"
    assert starter and starter.role is Role.HOST


@virtual
async def test_a_phone_that_sat_keeps_its_seat_whatever_the_lobby_wishes_for_after_a_restart(tmp_path: Path) -> None:
    roster = lobby(CARDS, file=tmp_path / "guests").roster
    guest = joined(roster.guests)
    roster.apply(Sat(guest, 2, "Ada"))
    for wish in (None, GameSetup("cards", (SeatSetup(), SeatSetup("random"), SeatSetup("random")))):
        again = lobby(wish, file=tmp_path / "guests").roster
        assert again.seats.seats[2].holder == guest
        assert (again.seats.seats[2].kind, again.seats.seats[2].name) == ("person", "Ada")


@virtual
async def test_whoever_plays_on_for_an_away_phone_has_the_seat_after_a_restart_however_soon_they_took_it(
    tmp_path: Path,
) -> None:
    roster = lobby(CARDS, file=tmp_path / "guests").roster
    old, new = joined(roster.guests), joined(roster.guests)
    roster.apply(Sat(old, 0, "Mia"))
    with roster.watching(new):
        roster.apply(StoodIn(new, 0))
        assert roster.seats.acts_for(new) == frozenset()  # in the lobby nobody plays for another
        again = lobby(CARDS, file=tmp_path / "guests").roster
    assert again.seats.of(new) == 0
    with again.watching(new), again.watching(old):
        assert (again.seats.of(new), again.seats.of(old)) == (None, 0)


@virtual
async def test_whoever_plays_on_for_two_away_phones_keeps_only_one_of_the_seats_over_a_restart(tmp_path: Path) -> None:
    roster = lobby(CARDS, file=tmp_path / "guests").roster
    mia, ben, new = (joined(roster.guests) for _ in range(3))
    roster.apply(Sat(mia, 0, "Mia"))
    roster.apply(Sat(ben, 1, "Ben"))
    with roster.watching(new):
        roster.apply(StoodIn(new, 0))
        roster.apply(StoodIn(new, 1))
    again = lobby(CARDS, file=tmp_path / "guests").roster
    assert (again.seats.of(new), again.seats.of(ben)) == (0, 1)
    with again.watching(mia):
        assert again.seats.of(mia) == 0


@virtual
async def test_a_seat_that_could_not_be_written_is_written_with_the_next_event(tmp_path: Path) -> None:
    roster = lobby(CARDS, file=tmp_path / "guests").roster
    guest = joined(roster.guests)
    (tmp_path / "guests").unlink()
    (tmp_path / "guests").mkdir()  # makes the file impossible to write
    roster.apply(Sat(guest, 0, "Ada"))
    (tmp_path / "guests").rmdir()
    with roster.watching(guest):
        assert lobby(CARDS, file=tmp_path / "guests").roster.seats.of(guest) == 0


@virtual
async def test_an_invitation_lasts_and_a_file_without_one_still_opens(tmp_path: Path) -> None:
    file = tmp_path / "guests"
    guests = lobby(file=file).roster.guests
    token = guests.admit_guest(PHONE)
    assert lobby(file=file).roster.guests.invitation == guests.invitation
    kept = json.loads(file.read_text())
    del kept["secret"]
    file.write_text(json.dumps(kept))
    again = lobby(file=file).roster.guests
    assert again.who(token)
    assert again.code == guests.code != again.invitation
    assert len(again.invitation) == CODE_LENGTH + SECRET_LENGTH
    again.admit_host()
    assert lobby(file=file).roster.guests.invitation == again.invitation


@pytest.mark.parametrize("text", ["", "{", '{"code": 7}', "[]"])
@virtual
async def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "guests").write_text(text)
    roster = lobby(file=tmp_path / "guests").roster
    assert roster.is_new
    assert roster.guests.who("anything") is None


@virtual
async def test_a_guest_who_takes_another_seat_leaves_the_first_and_keeps_the_name() -> None:
    roster = lobby(CARDS).roster
    guest = joined(roster.guests)
    roster.apply(Sat(guest, 0, "Ada"))
    for _ in range(2):
        roster.apply(Sat(guest, 1))
        assert roster.seats.of(guest) == 1
        assert roster.seats.holder(0) is None
        assert roster.seats.names == ("", "Ada", "")


@virtual
async def test_a_host_names_somebody_without_a_phone_and_whoever_sits_there_keeps_that_name() -> None:
    roster = lobby(CARDS).roster
    roster.apply(Changed(1, name="Gran"))
    roster.apply(Sat(joined(roster.guests), 1))
    assert roster.seats.names == ("", "Gran", "")


@virtual
async def test_guests_that_cannot_be_kept_are_known_all_the_same_and_that_is_told_once(tmp_path: Path) -> None:
    told: list[Say] = []
    (tmp_path / "guests").mkdir()  # makes the file impossible to write
    roster = lobby(file=tmp_path / "guests", trouble=told.append).roster
    guest = joined(roster.guests)
    roster.apply(Sat(guest, 0, "Ada"))
    assert roster.seats.holder(0) == guest
    assert len(told) == 1
    assert "every phone has to join again" in str(told[0])


@virtual
async def test_what_changes_nothing_that_is_kept_is_not_written(tmp_path: Path) -> None:
    roster = lobby(CARDS, file=tmp_path / "guests").roster
    guest = joined(roster.guests)
    (tmp_path / "guests").unlink()
    with roster.watching(guest):
        roster.apply(Asked(guest, "Ada"))
    assert not (tmp_path / "guests").exists()


@pytest.mark.parametrize("seconds", [3600.0, -3600.0])
@virtual
async def test_the_file_is_dated_anew_after_the_clock_was_set(tmp_path: Path, seconds: float) -> None:
    clock, file = Clock(), tmp_path / "guests"
    roster = lobby(file=file, now=clock).roster
    joined(roster.guests)
    assert file.stat().st_mtime == pytest.approx(time.time(), abs=60)
    clock.now += seconds  # for the computer's clock this is the same as being set back by that much
    roster.date()
    assert file.stat().st_mtime == pytest.approx(time.time() - seconds, abs=60)


@virtual
async def test_a_file_that_is_not_there_is_not_dated(tmp_path: Path) -> None:
    lobby(file=tmp_path / "guests").roster.date()
    lobby().roster.date()
    assert list(tmp_path.iterdir()) == []
