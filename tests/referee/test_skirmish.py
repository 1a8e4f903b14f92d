"""Captures on the victim's own place, and castling, in a tiny game of men."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.sitting import Sitting, sitting, virtual

from mouseboard import rules
from mouseboard.referee.situation import Choose, Consent, Mend, Situation, Suspect, Who
from mouseboard.rules import Game
from mouseboard.store import TakenBack


@pytest.fixture
def skirmish(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.syspath_prepend(Path(__file__).with_name("skirmish"))
    return rules.load("skirmish")


class Questions:
    """The questions that stop a game, counted while it is played."""

    def __init__(self, sat: Sitting) -> None:
        self.asked: list[object] = []
        sat.watch = self._watch

    def _watch(self, situation: Situation) -> None:
        ask = situation.ask
        stops = isinstance(ask, Consent | Mend | Suspect | Who) or (isinstance(ask, Choose) and ask.missing)
        if stops and ask not in self.asked:
            self.asked.append(ask)


def test_a_man_put_beside_its_victim_is_asked_about_once_and_named(skirmish: Game, tmp_path: Path) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            questions = Questions(sat)
            await sat.put("white-pawn", "c3")
            await sat.hands.remove("black-pawn")
            await sat.asked(Choose, lambda ask: ask.missing == "white-pawn")
            sat.answer("takes")
            await asyncio.sleep(5)
            assert sat.played == ["takes"]
            assert len(questions.asked) == 1

    test()


def test_a_man_put_beside_its_victim_is_found_when_it_is_put_down_again(skirmish: Game, tmp_path: Path) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            await sat.put("white-pawn", "c3")
            await sat.hands.remove("black-pawn")
            await sat.asked(Choose, lambda ask: ask.missing == "white-pawn")
            await sat.put("white-pawn", "c3")
            await sat.until(lambda: sat.played == ["takes"], within=1)

    test()


def test_a_capture_with_both_hands_at_once_is_understood(skirmish: Game, tmp_path: Path) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            questions = Questions(sat)
            await asyncio.gather(sat.hands.remove("black-pawn"), sat.put("white-pawn", "c3"))
            await sat.until(lambda: sat.played == ["takes"], within=1)
            assert questions.asked == []

    test()


def test_a_capture_is_taken_back_by_putting_both_men_back(skirmish: Game, tmp_path: Path) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            questions = Questions(sat)
            await sat.hands.lift("black-pawn")
            await sat.put("white-pawn", "c3")
            await sat.until(lambda: sat.played == ["takes"], within=1)
            await sat.put("white-pawn", "b2")
            await sat.put("black-pawn", "c3")
            await sat.until(lambda: any(isinstance(entry, TakenBack) for entry in sat.entries), within=2)
            assert questions.asked == []

    test()


@pytest.mark.parametrize("order", [("white-king", "white-rook"), ("white-rook", "white-king")])
def test_castling_with_both_hands_is_understood(order: tuple[str, str], skirmish: Game, tmp_path: Path) -> None:
    @virtual
    async def test() -> None:
        goals = {"white-king": "c1", "white-rook": "b1"}
        async with sitting(tmp_path, skirmish) as sat:
            questions = Questions(sat)
            for piece in order:
                await sat.hands.lift(piece)
            for piece in order:
                await sat.put(piece, goals[piece])
            await sat.until(lambda: sat.played == ["castles"], within=1)
            assert questions.asked == []

    test()


def test_castling_rook_first_is_played_as_one_move(skirmish: Game, tmp_path: Path) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            await sat.put("white-rook", "b1")
            await sat.put("white-king", "c1")
            await sat.until(lambda: sat.played != [], within=1)
            assert sat.played == ["castles"]

    test()
