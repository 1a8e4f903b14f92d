"""PAGE.md is correct: it names every address and every field, and its example runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.served import Served

from mouseboard import web
from mouseboard.cli import main
from mouseboard.evening import guests
from mouseboard.evening.guests import LONGEST_NAME, MOST_GUESTS, MOST_HERE, MOST_MARKS, SECRET_LENGTH
from mouseboard.evening.seats import HELP
from mouseboard.evening.wish import GameSetup, SeatSetup
from mouseboard.serving import connections
from mouseboard.serving.connections import REQUESTS_AT_ONCE, REQUESTS_PER_S, SILENCE_S, STALL_S
from mouseboard.serving.door import JOINS_AT_ONCE, JOINS_PER_S, POSTS_AT_ONCE, POSTS_PER_S
from mouseboard.serving.guard import READING_S
from mouseboard.serving.guesses import WRONG_TRIES
from mouseboard.serving.limits import MODEST
from mouseboard.web import streams
from mouseboard.web.claiming import CLAIM_S, GONE_S, QUIET_S, TRIES_AT_ONCE, TRIES_PER_S
from mouseboard.web.fields import LobbyPicture, LobbySeat, Picture, Wished
from mouseboard.web.streams import ALIVE_S, MOST, MOST_OF_ONE, MOST_PLAYING, MOST_TVS, MOST_WATCHING

PAGE = Path(web.__file__).with_name("PAGE.md").read_text(encoding="utf-8")


def test_every_field_of_a_picture_is_explained() -> None:
    (table,) = re.findall(r"### The picture\n(.*)", PAGE, re.S)
    named = {name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)}
    assert named == set(Picture.__struct_fields__)


def test_every_field_of_the_lobbys_picture_is_explained() -> None:
    (table,) = re.findall(r"### The lobby's picture\n(.*?)###", PAGE, re.S)
    rows = [re.findall(r"`(\w+)`", row) for row in re.findall(r"^\| (`.*?) \|", table, re.M)]
    assert {name for row in rows for name in row} == set(LobbyPicture.__struct_fields__)
    for kind in (Wished, LobbySeat):
        assert all(f"`{field}`" in table for field in kind.__struct_fields__)


def test_every_field_of_a_game_to_begin_is_explained() -> None:
    (table,) = re.findall(r"### Beginning a game\n(.*?)###", PAGE, re.S)
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.M))
    assert set(rows) == set(GameSetup.__struct_fields__)
    assert all(f"`{field}`" in rows["seats"] for field in SeatSetup.__struct_fields__)
    assert all(f'"{help}"' in rows["seats"] for help in HELP)


@pytest.mark.parametrize("module", ["game_pages", "people_pages", "lobby_pages", "health_pages", "host_pages", "app"])
def test_every_address_is_explained(module: str) -> None:
    source = Path(web.__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
    for path in re.findall(r'Route\("(/\w+)', source):
        assert f" {path}" in PAGE, path


def test_its_numbers_are_those_of_the_program() -> None:
    told = PAGE.replace("\n  ", " ")
    assert f"{connections.EXPECTED} newcomers at an address of a host" in told
    assert f"{MOST} streams are open at most" in told
    assert f"at one address get {MOST_WATCHING}, guests {MOST_PLAYING}, and one guest {MOST_OF_ONE}." in told
    assert f"came by `/tv` get {MOST_TVS}." in told
    reserve = f"has {connections.RESERVED} connections, {streams.RESERVED} streams"
    assert f"{reserve} and {REQUESTS_PER_S:.0f} requests a second" in told
    rate = f"{connections.HOUSEHOLD_PER_S:.0f} requests a second after the first {connections.HOUSEHOLD_AT_ONCE:.0f}"
    assert f"{connections.MOST_OF_HOUSEHOLD} connections, {rate}" in told
    assert (streams.HOUSEHOLD, guests.HOUSEHOLD) == (2, 4) and "twice the streams and four times the guests" in told
    assert (JOINS_PER_S, JOINS_AT_ONCE) == (2, 30) and "twice a second after the first 30 times" in told
    assert f"a secret of {SECRET_LENGTH} more characters" in told
    assert f"of {LONGEST_NAME} characters at most, and no letter has more than {MOST_MARKS} marks" in told
    assert f"asked nothing for {SILENCE_S:.0f} seconds is cut off" in told
    assert f"reads nothing for {STALL_S:.0f}, and a post that has not come in {READING_S:.0f}." in told
    assert f"`event: alive` after {ALIVE_S:.0f} seconds" in told
    assert f"keeps at most {connections.MOST} connections" in told
    assert f"An address gets {connections.MOST_OF_ADDRESS} connections" in told
    assert f"and {REQUESTS_PER_S:.0f} requests a second after the first {REQUESTS_AT_ONCE:.0f}" in told
    head, query = connections.LONGEST_HEAD // 1024, connections.LONGEST_QUERY // 1024
    assert f"a head of {head} kB and {connections.MOST_HEADERS} headers at most, and {query} kB behind" in told
    assert f"An address with more than {MODEST} connections that are not being answered gives up its own" in told
    assert f"may post {POSTS_PER_S:.0f} times a second after the first {POSTS_AT_ONCE:.0f}" in told
    assert f"gets {MOST_HERE} guests, besides {MOST_GUESTS} who" in told
    assert f"`event: alive` after {ALIVE_S:.0f} seconds" in told
    assert f"begin again after {GONE_S:.0f} seconds" in told and f"held both buttons for {QUIET_S:.0f} seconds" in told
    assert (CLAIM_S, TRIES_PER_S, TRIES_AT_ONCE) == (30, 1 / 60, 5) and "five times, then once a minute" in told
    assert WRONG_TRIES == 5 and "five times a minute" in told


def test_its_example_watches_a_game_and_answers(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    names: dict[str, Any] = {}
    exec(example, names)
    with Served(tmp_path, "barriers", "--people", "2", "--option", "first=seat0") as served:
        address = f"http://127.0.0.1:{served.port}"
        answered = False
        for picture in names["events"](address, served.token):
            if picture["sign"] == "choose" and not answered:
                answered = True
                names["answer"](address, served.token, {"action": "d2"})
            if picture["positions"]:
                assert picture["placement"]["red"] == "d2"
                return


def test_help_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "page"]) == 0
    assert "for programs that build on it" in capsys.readouterr().out
