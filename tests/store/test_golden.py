"""A journal written by commit 92b5409 can still be listed, shown, replayed and resumed.

People played its games by hand, with takebacks, corrections, pauses, mishaps and broken reeds; computers played too.
One game is a copy of another. The file beside it has what that commit made of each game.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.referee.evening import go_on

from mouseboard import store
from mouseboard.cli import main
from mouseboard.match import Match
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Pause, Paused, Situation
from mouseboard.store import Entry, Journal

WRITTEN = Path(__file__).with_name("golden-92b5409.db.gz")
GAMES: list[dict[str, Any]] = json.loads(WRITTEN.with_name("golden-92b5409.json").read_text("ascii"))
NUMBERS = range(1, len(GAMES) + 1)
UNFINISHED = [number for number in NUMBERS if GAMES[number - 1]["actor"] is not None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    path.write_bytes(gzip.decompress(WRITTEN.read_bytes()))
    return path


def named(number: int) -> str:
    return f"{number}-{GAMES[number - 1]['game']}"


def test_the_golden_journal_has_entries_of_every_kind(path: Path) -> None:
    with Journal.open(path) as journal:
        kinds = {type(entry) for number in NUMBERS for entry in journal.entries(number)}
    assert kinds == set(get_args(Entry))


def test_every_game_of_the_golden_journal_is_listed(path: Path) -> None:
    with Journal.open(path) as journal:
        listed = sorted(store.summaries(journal), key=lambda summary: summary.game)
    assert [summary.trouble for summary in listed] == [None] * len(GAMES)
    told = [(summary.entries, summary.turn, list(summary.winners), summary.paused) for summary in listed]
    assert told == [(game["entries"], game["actor"], game["winners"], game["paused"]) for game in GAMES]


def test_the_golden_journal_is_sound(path: Path) -> None:
    assert main(["--journal", str(path), "log", "check"]) == 0


@pytest.mark.parametrize("number", NUMBERS, ids=named)
def test_a_golden_game_is_replayed_to_where_it_was(path: Path, number: int) -> None:
    with Journal.open(path) as journal:
        replay = store.replay(journal, number)
    game = GAMES[number - 1]
    assert (replay.game.name, len(replay.history), replay.state.actor) == (game["game"], game["history"], game["actor"])
    assert replay.state.placement() == game["placement"]
    assert store.from_text(store.to_text(replay)).state == replay.state


@pytest.mark.parametrize("number", NUMBERS, ids=named)
def test_a_golden_game_is_shown_step_by_step(path: Path, capsys: pytest.CaptureFixture[str], number: int) -> None:
    assert main(["--journal", str(path), "log", "show", str(number)]) == 0
    assert len(capsys.readouterr().out.splitlines()) >= GAMES[number - 1]["entries"]


@pytest.mark.parametrize("number", UNFINISHED, ids=named)
def test_a_golden_game_is_resumed_and_played_to_its_end(path: Path, number: int) -> None:
    def unpause(situation: Situation, inbox: Inbox) -> None:
        if isinstance(situation.ask, Paused):
            inbox.put_nowait(Pause())

    with Journal.open(path) as journal:
        match = Match.resume(journal, number)
        with match.writer:
            evening = go_on(journal, match, watch=unpause)
    assert evening.state.winners
    assert len(evening.journal.entries) > GAMES[number - 1]["entries"]
