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
from mouseboard.testing.stream import Recorded, read, recorded


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


def test_a_capture_counts_as_soon_as_the_next_player_lifts_a_man(skirmish: Game, tmp_path: Path) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            questions = Questions(sat)
            await sat.hands.lift("white-pawn")
            await sat.hands.remove("black-pawn")
            await sat.put("white-pawn", "c3")
            await sat.put("black-king", "d4")
            await sat.until(lambda: sat.played == ["takes", "waits"], within=1)
            assert questions.asked == []

    test()


def test_a_rook_that_might_castle_has_moved_as_soon_as_the_next_player_lifts_a_man(
    skirmish: Game, tmp_path: Path
) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            await sat.put("white-rook", "b1")
            await sat.hands.lift("black-king")
            await sat.until(lambda: sat.played == ["slides"], within=0.1)

    test()


@pytest.mark.parametrize("lifted", [20, 100, 190])
def test_a_reply_that_is_lifted_just_before_the_last_man_lands_comes_after_it(skirmish: Game, lifted: int) -> None:
    start = " ".join(f"{piece}={place}" for piece, place in skirmish.start().placement().items())
    lines = ['{"game":"skirmish","players":2}', f"0 start {start}", "2000 opened a1"]
    lines += [f"{2400 - lifted} opened c4", "2400 closed b1", "2700 closed d4"]
    assert recorded(read("\n".join(lines)), 4.0) == Recorded(("walks", "waits"), asked=False, asks=False)


def test_a_man_that_goes_on_and_takes_another_one_whose_place_is_never_free_has_taken_it(
    skirmish: Game, tmp_path: Path
) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, skirmish) as sat:
            questions = Questions(sat)
            await sat.put("white-pawn", "b3")
            await sat.until(lambda: sat.played == ["steps"], within=1)
            await sat.put("white-pawn", "c3")
            await sat.hands.remove("black-pawn")
            await sat.until(lambda: [str(record.action) for record in sat.situation.history] == ["takes"], within=5)
            assert questions.asked == []

    test()
