"""The lobby: every choice explained, the last choice, and unfinished games."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.helpers.broken_games import install
from tests.helpers.full_disk import full_disk, needs_limits
from tests.web.served import Client, Served

from mouseboard import rules
from mouseboard.evening.beginning import last_choice, remember
from mouseboard.evening.wish import GameSetup, SeatSetup
from mouseboard.lang import languages
from mouseboard.rules import CHANCE
from mouseboard.say import LONGEST_REFUSAL
from mouseboard.store import Journal, Played, Source
from mouseboard.web.lobby import MOST_TO_GO_ON, LeftGames, games_offered

BARRIERS: dict[str, Any] = {
    "game": "barriers",
    "seats": [{"kind": "person", "name": "Ada", "help": "hints"}, {"kind": "sensible"}],
    "options": {"first": "seat0"},
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("lobby")) as served:
        yield served


@pytest.fixture
def host(served: Served) -> Client:
    client = served.host()
    client.post("/lobby", {"leave": True})
    return client


def asked_of(client: Client, sign: str) -> dict[str, Any]:
    with client.watch() as stream:
        return stream.until(lambda picture: picture.get("sign") == sign)


def journal_of(served: Served) -> Path:
    return served.folder / "journal.db"


@pytest.mark.parametrize("language", languages())
def test_every_game_is_offered_with_each_option_explained(language: str) -> None:
    games = {game.name: game for game in games_offered(language)}
    assert set(games) == set(rules.games())
    for game in games.values():
        assert game.summary and game.layouts and game.usual in {level.name for level in game.levels}
        assert tuple(game.minutes) == game.seat_counts
        assert len(game.in_short) == 3 and all(step.word for step in game.in_short)
        for option in game.options:
            assert option.title.endswith("?")
            assert len(option.meanings) == len(option.choices) > 1
    assert [layout.name for layout in games["classic"].layouts] == ["classic"]


def test_only_games_with_a_die_or_cards_ask_about_dice() -> None:
    asking = {game.name for game in games_offered("en") if game.dice}
    assert asking == {"cards", "classic", "revised", "souriciere"}


def test_a_game_of_one_s_own_asks_about_its_die_whatever_its_outcomes_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_die = "ROLLS = tuple(Action('wurf', n) for n in range(1, 5))\nDIE = even(ROLLS)\nVOCABULARY = {"
    install(tmp_path, ("import DIE, ROLLS, Odds", "import Odds, even"), ("VOCABULARY = {", own_die))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert next(game for game in games_offered("en") if game.name == "dash").dice


def test_what_is_offered_speaks_the_language_asked_for(host: Client) -> None:
    offered = host.get("/lobby?lang=de").json
    (barriers,) = (game for game in offered["games"] if game["name"] == "barriers")
    first = next(option for option in barriers["options"] if option["name"] == "first")
    assert first["title"] == "Wer fängt an?"
    assert dict(zip(first["choices"], first["meanings"], strict=True))["seat1"] == "Blau"
    assert [level["title"] for level in barriers["levels"]] == [
        "Pebble: rät nur", "Robo: wie ein kleines Kind", "Pixel: lernt es noch", "Bolt: spielt gut",
        "Turbo: gibt alles",
    ]  # fmt: skip
    (souriciere,) = (game for game in offered["games"] if game["name"] == "souriciere")
    assert (souriciere["minutes"]["2"], souriciere["remedy"]) == ([5, 8], {})
    assert (souriciere["age"], souriciere["luck"], barriers["age"], barriers["luck"]) == (5, 3, None, 0)
    assert barriers["remedy"]["2"] == {
        "text": "Soll, wer beginnt, einen Zaun weniger haben?",
        "options": {"handicap": 1},
    }
    assert offered["tables"][0] == {"name": "sim", "title": "Dieser Bildschirm"}
    assert offered["tables"][1] == {"name": "auto", "title": "Der angeschlossene Tisch"}


def test_a_game_begins_as_it_was_chosen_and_the_choice_is_remembered(served: Served, host: Client) -> None:
    assert host.post("/lobby", {"begin": BARRIERS}).json == {}
    picture = asked_of(host, "do")
    assert picture["game"]["name"] == "barriers"
    assert [(s["name"], s["kind"], s["help"]) for s in picture["seats"]] == [
        ("Ada", "person", "hints"),
        ("Blue", "computer", "none"),
    ]
    last = last_choice(journal_of(served))
    assert last and last.seats[0].name == "Ada" and last.options == {"first": "seat0"}


def test_a_game_that_was_left_is_offered_and_goes_on(host: Client) -> None:
    host.post("/lobby", {"begin": BARRIERS})
    number = asked_of(host, "do")["game"]["number"]
    host.post("/lobby", {"leave": True})
    offered = host.get("/lobby").json["resumable"]
    assert offered[0] | {"began": "", "last": ""} == {
        "number": number, "game": "barriers", "title": "Mouse Barriers",
        "began": "", "last": "", "turn": 0, "paused": False,
        "seats": [
            {"mouse": "red", "shape": "", "word": "Red", "name": "Ada", "kind": "person"},
            {"mouse": "blue", "shape": "", "word": "Blue", "name": "", "kind": "sensible"},
        ],
    }  # fmt: skip
    assert offered[0]["began"] <= offered[0]["last"]
    left = host.get(f"/left/{number}").json
    assert (left["board"]["game"], left["moment"]["standing"]) == ("barriers", {"red": "d1", "blue": "d7"})
    assert host.get("/left/9999").status == 404
    assert host.post("/lobby", {"resume": number}).status == 200
    assert asked_of(host, "do")["game"]["number"] == number


def test_the_newest_game_of_each_kind_is_offered_first_and_old_ones_without_a_move_are_not(tmp_path: Path) -> None:
    barriers, souriciere = [Played(0, "d2", Source.TEXT)], [Played(CHANCE, "roll3", Source.TEXT)]
    games = {"barriers": barriers, "souriciere": souriciere, "cards": []}
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        for game in ("souriciere", "barriers", "barriers", "cards", "cards"):
            journal.begin(rules.load(game, players=2, first="seat0"), entries=games[game]).close()
    assert [game.number for game in LeftGames(path).newest("en")] == [5, 3, 1, 2]


def test_a_game_that_was_played_again_since_is_offered_before_a_newer_one(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(2):
            entries = [Played(0, "d2", Source.TEXT)]
            journal.begin(rules.load("barriers", players=2, first="seat0"), entries=entries).close()
        time.sleep(0.01)
        with journal.resume(1) as writer:
            writer.append(Played(1, "d6", Source.TEXT))
    assert [game.number for game in LeftGames(path).newest("en")] == [1, 2]


def test_a_kind_of_game_is_offered_though_many_newer_ones_of_another_were_left(tmp_path: Path) -> None:
    games = {"barriers": Played(0, "d2", Source.TEXT), "souriciere": Played(CHANCE, "roll3", Source.TEXT)}
    with Journal.open(tmp_path / "journal.db") as journal:
        for game in ("barriers", *["souriciere"] * MOST_TO_GO_ON):
            journal.begin(rules.load(game, players=2, first="seat0"), entries=[games[game]]).close()
    offered = [game.game for game in LeftGames(tmp_path / "journal.db").newest("en")]
    assert offered == ["souriciere", "barriers", *["souriciere"] * (MOST_TO_GO_ON - 2)]


def test_a_game_that_is_not_in_the_journal_is_told_without_the_journals_path(served: Served, host: Client) -> None:
    for number in ("9999", "9" * 5000, "-1", "x"):
        said = host.get(f"/left/{number}")
        assert (said.status, said.json["error"]) == (404, "There is no such game.")
        assert served.stranger().get(f"/left/{number}").status == 403
    assert host.post("/lobby", {"resume": 9999}).json["error"] == "There is no such game."


def test_two_games_in_a_row_are_both_journaled(served: Served, host: Client) -> None:
    numbers = []
    for game in ("barriers", "souriciere"):
        host.post("/lobby", {"begin": {"game": game, "seats": [{}, {}]}})
        with host.watch() as stream:
            numbers.append(
                stream.until(lambda picture: picture.get("game", {}).get("name") == game)["game"]["number"]  # noqa: B023
            )
    with Journal.open(journal_of(served)) as journal:
        assert [journal.heading(number).setup.game for number in numbers] == ["barriers", "souriciere"]


@pytest.mark.parametrize(
    ("begin", "why"),
    [
        ({"game": "ludo", "seats": [{}, {}]}, "there is no game 'ludo'"),
        ({"game": "barriers", "seats": [{}]}, "barriers cannot be played by 1; it takes 2 or 4 players"),
        ({"game": "classic", "seats": [{}, {}], "options": {"trap": "always"}}, "trap cannot be 'always'"),
        ({"game": "classic", "seats": [{}, {"kind": "genius"}]}, "classic has no 'genius' player"),
        ({"game": "classic", "seats": [{}, {}], "layout": "/nowhere.toml"}, "nowhere.toml"),
        ({"game": "classic", "seats": [{}, {}], "table": "/dev/ttyNONE"}, "/dev/ttyNONE"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(host: Client, begin: dict[str, object], why: str) -> None:
    said = host.post("/lobby", {"begin": begin})
    assert said.status == 409
    assert why in said.json["error"]
    with host.watch() as stream:
        assert stream.until(lambda _: True)["at"] == "lobby"


@pytest.mark.parametrize("field", ["layout", "table"])
def test_a_refusal_is_a_sentence_however_long_what_it_quotes(host: Client, field: str) -> None:
    said = host.post("/lobby", {"begin": {"game": "classic", "seats": [{}, {}], field: "x" * 60_000}})
    assert said.status == 409
    assert len(said.json["error"]) <= LONGEST_REFUSAL


def test_what_no_lobby_would_send_is_refused(host: Client) -> None:
    unclear: list[object] = [{}, {"leave": False}, {"begin": BARRIERS, "leave": True}, {"begin": {"game": "barriers"}}]
    assert [host.post("/lobby", wrong).status for wrong in unclear] == [400] * 4
    assert host.post("/lobby", {"begin": BARRIERS | {"seats": [{"help": "all"}, {}]}}).status == 400
    assert host.post("/lobby", {"resume": 999}).status == 409
    assert host.post("/lobby", {"resume": 1, "table": "/dev/ttyNONE"}).status == 409
    assert host.get("/tables//dev/ttyNONE").status == 404


def test_a_guest_sees_the_games_and_chooses_none(served: Served) -> None:
    guest = served.guest()
    offered = guest.get("/lobby").json
    assert offered["games"] and not (offered["tables"] or offered["resumable"])
    assert guest.get("/left/1").status == 403
    said = guest.post("/lobby", {"leave": True})
    assert (said.status, said.json["error"]) == (403, "Only the big screen and the first player can do that.")


def test_a_seat_is_given_to_the_computer_and_back(host: Client) -> None:
    host.post("/lobby", {"begin": {"game": "barriers", "seats": [{}, {}], "options": {"first": "seat0"}}})
    asked_of(host, "do")
    host.post("/answer", {"press": "b"})
    asked_of(host, "choose")
    assert host.post("/seats", {"seat": 0, "kind": "random"}).json == {}
    with host.watch() as stream:
        picture = stream.until(lambda picture: picture["positions"] > 0)
        assert picture["seats"][0]["kind"] == "computer"
        assert host.post("/seats", {"seat": 0, "kind": "person", "name": "Bo"}).json == {}
        assert stream.until(lambda picture: picture["seats"][0]["name"] == "Bo")["seats"][0]["kind"] == "person"
    assert host.post("/seats", {"seat": 5}).status == 409
    assert host.post("/seats", {"seat": 0, "kind": "genius"}).status == 409


def test_how_a_game_is_played_can_be_asked_before_it_is_on(host: Client) -> None:
    told = host.get("/how/barriers?lang=nl").json
    assert told["moment"]["game"]["title"] == "Muizen en hekjes"
    assert told["board"]["sort"] == "raster"
    assert host.get("/how/chess").status == 404
    assert host.get("/how").status == 409  # no game is on


def test_the_last_choice_is_its_owners_alone_and_whole(tmp_path: Path) -> None:
    journal, kept = tmp_path / "journal.db", tmp_path / "journal.db-lobby"
    before = os.umask(0)
    try:
        kept.write_text("{")  # readable by everybody, as earlier versions left it
        kept.chmod(0o644)
        remember(journal, GameSetup("revised", (SeatSetup(), SeatSetup())))
    finally:
        os.umask(before)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert last_choice(journal) == GameSetup("revised", (SeatSetup(), SeatSetup()))
    assert [file.name for file in tmp_path.iterdir()] == ["journal.db-lobby"]


@needs_limits
def test_a_full_disk_keeps_the_choice_before(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    remember(journal, GameSetup("revised", (SeatSetup(), SeatSetup())))
    with full_disk(8):
        remember(journal, GameSetup("classic", (SeatSetup(), SeatSetup())))
    kept = last_choice(journal)
    assert kept and kept.game == "revised"
