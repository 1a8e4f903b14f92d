"""Matches for tests: hands play the moves that a test gives them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mouseboard import testing
from mouseboard.actors.chooser import Chooser
from mouseboard.referee.situation import TakeBack
from mouseboard.rules import CHANCE, Action, IllegalAction
from mouseboard.sim.clock import Standstill
from mouseboard.store import ActionRecord, Source
from mouseboard.testing.match import play_match

CAPTURE = ("c3-b4", "d6-c5", "b4xd6")  # black-man-10 takes white-man-2 on c5


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.mark.parametrize(
    ("attacker_first", "attacker"), [(False, "b4"), (True, "d6")], ids=["taken first", "attacker first"]
)
def test_hands_capture_in_the_given_order_and_the_table_understands_them(
    journal: Path, attacker_first: bool, attacker: str
) -> None:
    scenario = (
        "expect truth white-man-2 c5 within 300 s\n"
        "expect truth white-man-2 in hand within 60 s\n"
        f"expect truth black-man-10 {attacker} within 0 s"
    )
    match = play_match(journal, "draughts", moves=CAPTURE, attacker_first=attacker_first, scenario=scenario)
    assert [(str(record.action), record.source) for record in match.history] == [
        (move, Source.HANDS) for move in CAPTURE
    ]


def test_chance_is_drawn_between_the_given_moves(journal: Path) -> None:
    match = play_match(journal, "pantry", moves=("a2", "b3"), seed=3)
    assert [str(record.action) for record in match.history if record.source is not Source.DRAWN] == ["a2", "b3"]
    assert [record.before.actor for record in match.history if record.source is Source.DRAWN] == [CHANCE, CHANCE]


def test_an_offer_among_the_given_moves_is_made_on_the_page(journal: Path) -> None:
    match = play_match(journal, "draughts", moves=("offer", "accept"))
    assert [str(record.action) for record in match.history] == ["offer", "accept"]
    assert str(match.state.result) == "You agree on a draw. Well played, both!"


def test_a_given_move_that_is_illegal_is_refused_with_the_legal_ones(journal: Path) -> None:
    with pytest.raises(IllegalAction, match="c3-d4 is not legal now; legal: b2-c3, "):
        play_match(journal, "draughts", moves=("c3-b4", "b6-c5", "c3-d4"))


def test_a_given_move_after_the_end_of_the_game_is_refused(journal: Path) -> None:
    with pytest.raises(IllegalAction, match="legal: nothing, the game is over"):
        play_match(journal, "draughts", moves=("resign", "c3-b4"))


def test_a_last_move_that_the_table_understands_as_another_raises_standstill_with_both(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def choose_another(chooser: Chooser, action: Action) -> None:
        await choose(chooser, Action(name={"b6-c5": "d6-c5"}.get(action.name, action.name)))

    choose = Chooser.choose
    monkeypatch.setattr(Chooser, "choose", choose_another)
    said = "^after 1 actions, hands have played `b6-c5` and the table has understood `d6-c5`: "
    with pytest.raises(Standstill, match=said):
        play_match(journal, "draughts", moves=("c3-b4", "b6-c5"))


def test_moves_that_are_taken_for_a_takeback_raise_standstill(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def take_back(chooser: Chooser, action: Action) -> None:
        if action.name == "b6-c5":
            chooser._inbox.put_nowait(TakeBack())
            await chooser._until(lambda now: not now.history)
        else:
            await choose(chooser, action)

    choose = Chooser.choose
    monkeypatch.setattr(Chooser, "choose", take_back)
    said = "^after 0 actions, hands have played `c3-b4 b6-c5` and the table has understood nothing: "
    with pytest.raises(Standstill, match=said):
        play_match(journal, "draughts", moves=("c3-b4", "b6-c5"))


def test_the_page_names_every_field_and_every_source_of_a_record() -> None:
    page = Path(testing.__file__).with_name("TESTING.md").read_text(encoding="utf-8")
    table = page.partition("`match.history` has a record")[2].partition("\n## ")[0]
    assert {*ActionRecord._fields, *Source} <= set(re.findall(r"`(\w+)`", table))
