"""Each seat gets the help chosen for it: hints, warnings of blunders, or none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.served import Client, Served, barriers_to_choose


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with barriers_to_choose(tmp_path) as served:
        yield served


def helped(served: Served, help: str) -> Client:
    host = served.host()
    assert host.post("/seats", {"seat": 0, "help": help}).status == 200
    return host


def asked_next(host: Client, seat: int) -> None:
    with host.watch() as stream:
        stream.until(lambda picture: picture["sign"] == "choose" and picture["turn"] == seat)


def test_a_hint_is_one_of_the_options_in_words(served: Served) -> None:
    said = helped(served, "hints").post("/answer?lang=de", {"hint": True})
    assert said.status == 200
    with served.host().watch("de") as stream:
        options = stream.until(lambda picture: picture["sign"] == "choose")["options"]
    assert said.json in [{"action": option["action"], "text": option["text"]} for option in options]


def test_who_plays_without_help_gets_no_hint_and_no_other_seat_either(served: Served) -> None:
    assert helped(served, "none").post("/answer", {"hint": True}).status == 403
    blue = served.guest(1)
    helped(served, "hints")
    assert blue.post("/answer", {"hint": True}).status == 403
    blue.post("/join", {})
    assert served.host().post("/seats", {"seat": 1, "free": True}).status == 200


def test_who_wants_to_be_warned_of_blunders_must_say_that_it_is_meant(served: Served) -> None:
    host = helped(served, "warnings")
    for seat, action in enumerate(("d2", "e7", "d3", "f7")):
        assert host.post("/answer", {"action": action}).status == 200
        asked_next(host, 1 - seat % 2)
    said = host.post("/answer", {"action": "d2"})
    assert (said.status, said.json["blunder"]) == (409, True)
    assert host.post("/answer", {"action": "d2", "sure": True}).json == {}
    with host.watch() as stream:
        stream.until(lambda picture: picture["positions"] == 5)


@pytest.mark.real
@pytest.mark.parametrize(
    ("game", "begun", "blunder"), [("draughts", "g3-h4 d6-e5", "h4-g5"), ("morris", "a4 b2 b4 d7", "g1")]
)
def test_a_game_of_men_hints_and_warns_of_a_man_that_is_given_away(
    tmp_path: Path, game: str, begun: str, blunder: str
) -> None:
    with Served(tmp_path, game, "--people", "2") as served:
        host = served.host()
        assert host.post("/seats", {"seat": 0, "help": "warnings"}).status == 200
        with host.watch() as stream:
            stream.until(lambda picture: picture.get("sign") == "do")
            host.post("/answer", {"press": "b"})
            stream.until(lambda picture: picture.get("sign") == "choose")
        for n, action in enumerate(begun.split()):
            assert host.post("/answer", {"action": action, "sure": True}).status == 200
            asked_next(host, (n + 1) % 2)
        hint = host.post("/answer", {"hint": True}).json["action"]
        assert host.post("/answer", {"action": blunder}).json["blunder"] is True
        assert host.post("/answer", {"action": hint}).json == {}
