"""A third-party game that fails, in whatever way, ends with a sentence in the lobby, and the evening goes on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.helpers.broken_games import install
from tests.web.served import Served

START = "        if action == DASH:"
PROMPT = "    def prompt(self) -> Say:"
FAILED = (
    "The computer player of Cheese Dash has failed. Your game is saved. "
    "Choose people or another computer, then carry on."
)
COMPUTERS = [{"kind": "random"}, {"kind": "random"}]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        pytest.param(
            "while True: pass",
            "Endless: no end after 10 s",
            marks=[
                pytest.mark.real,
                pytest.mark.skipif(os.name != "posix", reason="there are no timers that could end it"),
            ],
        ),
    ],
)
def test_a_game_that_would_end_the_evening_ends_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, said: str
) -> None:
    install(tmp_path / "site", (START, f"        {what}\n{START}"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    with Served(tmp_path) as served:
        host = served.host()
        with host.watch() as stream:
            assert host.post("/lobby", {"begin": {"game": "dash", "seats": COMPUTERS}}).status == 200
            picture = stream.until(lambda picture: picture["at"] == "lobby" and picture["prompt"])
            assert "dash: DashState.after() fails at " in picture["prompt"]
            assert picture["prompt"].endswith(said)
            assert host.post("/lobby", {"begin": {"game": "revised", "seats": COMPUTERS}}).status == 200
            stream.until(lambda picture: picture.get("game", {}).get("name") == "revised")
        status, err = served.interrupt()
    assert status == 130
    complaint, farewell = err.splitlines()
    assert complaint.startswith("mouseboard: game 1: dash: DashState.after() fails at ")
    assert farewell.endswith("log resume 2` goes on")


def test_a_game_that_cannot_say_what_to_do_is_named_and_the_evening_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speechless = "    def prompt(self):\n        return {}['cheese']\n\n    def _prompt(self) -> Say:"
    install(tmp_path / "site", (PROMPT, speechless))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    with Served(tmp_path) as served:
        host = served.host()
        with host.watch() as stream:
            assert host.post("/lobby", {"begin": {"game": "dash", "seats": [{}, {}]}}).status == 200
            picture = stream.until(lambda picture: picture["at"] == "lobby" and picture["prompt"])
            assert "dash: DashState.prompt() fails at " in picture["prompt"]
            assert host.post("/lobby", {"begin": {"game": "revised", "seats": COMPUTERS}}).status == 200
            stream.until(lambda picture: picture.get("game", {}).get("name") == "revised")


def install_unplayable(folder: Path, levels: str = "{'sensible': lambda _: 1 / 0}") -> None:
    """Install Cheese Dash with these `levels` in place of its computer player: by default one that cannot be made."""
    module = install(folder, player="return state.actions()[0]")
    rules = module.read_text(encoding="utf-8")
    module.write_text(rules.replace("{'sensible': Player}", levels), encoding="utf-8")


def test_people_play_on_where_no_computer_player_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_unplayable(tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    with Served(tmp_path, "dash", "--people", "2") as served:
        host = served.host()
        assert host.post("/seats", {"seat": 1, "help": "warnings"}).status == 200
        with host.watch() as stream:
            stream.until(lambda picture: picture.get("sign") == "choose")
            assert host.post("/answer", {"action": "walk"}).json == {}
            stream.until(lambda picture: picture["sign"] == "choose" and picture["actor"] == 1)
            assert host.post("/answer", {"action": "walk"}).json == {}
            stream.until(lambda picture: picture["sign"] == "choose" and picture["actor"] == 0)
        assert host.post("/seats", {"seat": 0, "help": "hints"}).status == 200
        said = host.post("/answer", {"hint": True})
        assert said.status == 409
        assert said.json["error"].startswith("dash: making its computer player fails")


def test_a_seat_is_refused_to_a_computer_player_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_unplayable(tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    with Served(tmp_path, "dash", "--people", "2") as served:
        host = served.host()
        with host.watch() as stream:
            stream.until(lambda picture: picture.get("sign") == "choose")
            said = host.post("/seats", {"seat": 1, "kind": "sensible"})
            assert said.status == 409
            assert said.json["error"].startswith("dash: making its computer player fails")
            assert host.post("/answer", {"action": "walk"}).json == {}
            stream.until(lambda picture: picture["sign"] == "choose" and picture["actor"] == 1)


def test_a_game_whose_computer_players_cannot_be_listed_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_unplayable(tmp_path / "site", levels="'sensible'")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    with Served(tmp_path) as served:
        host = served.host()
        said = host.post("/lobby", {"begin": {"game": "dash", "seats": [{}, {}]}})
        assert said.status == 409
        assert said.json["error"].endswith("LEVELS is 'sensible'; it must map kinds of computer player to makers")


def test_a_computer_player_that_fails_is_told_to_the_family_and_in_detail_on_standard_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", player="pass")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)
    with Served(tmp_path) as served:
        host = served.host()
        with host.watch() as stream:
            seats = [{"kind": "person"}, {"kind": "sensible"}]
            assert host.post("/lobby", {"begin": {"game": "dash", "seats": seats}}).status == 200
            stream.until(lambda picture: picture.get("sign") == "choose")
            assert host.post("/answer", {"action": "walk"}).json == {}
            picture = stream.until(lambda picture: picture["at"] == "lobby" and picture["prompt"])
            assert picture["prompt"] == FAILED
            assert host.post("/seats", {"seat": 1, "kind": "person"}).status == 200
            assert host.post("/lobby", {"resume": 1}).status == 200
            stream.until(lambda picture: picture.get("sign") == "choose" and picture["actor"] == 1)
            assert host.post("/answer", {"action": "walk"}).json == {}
            stream.until(lambda picture: picture["sign"] == "choose" and picture["actor"] == 0)
        _, err = served.interrupt()
    assert err.splitlines()[0] == (
        "mouseboard: game 1: dash: the computer player's choose() gives None; legal: dash, walk"
    )
