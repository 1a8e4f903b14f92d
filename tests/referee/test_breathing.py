"""People are given time to see what has just happened, before a computer goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.sitting import sitting, virtual, way_to

from mouseboard import players, rules
from mouseboard.referee.showing import GRACE_S
from mouseboard.referee.situation import Choose, Do, Roll
from mouseboard.rules import Game

BREATH = 5.0
BARRIERS, PANTRY, SOURICIERE = (
    rules.load("barriers", 2, first="seat0"),
    rules.load("pantry", 2),
    rules.load("souriciere", 2),
)


@pytest.mark.parametrize(
    ("game", "ask", "answer", "square"),
    [(BARRIERS, Choose, "d2", "d2"), (PANTRY, Choose, "a2", "a2"), (SOURICIERE, Roll, "roll2", "2")],
    ids=["barriers", "pantry", "souriciere"],
)
@virtual
async def test_a_computers_turn_begins_after_people_have_seen_how_theirs_ended(
    tmp_path: Path, game: Game, ask: type[Choose | Roll], answer: str, square: str
) -> None:
    async with sitting(tmp_path, game, seats=(None, players.load("random", game))) as sat:
        sat.seating.breath, sat.seating.rollers = BREATH, frozenset({0})
        await sat.asked(ask)
        sat.answer(answer)
        await sat.put("red", square)
        await sat.until(lambda: sat.situation.state.turn == 1)
        played = len(sat.played)
        await asyncio.sleep(BREATH - 0.5)
        assert len(sat.played) == played
        await sat.until(lambda: len(sat.played) > played, within=10)


@virtual
async def test_each_step_of_a_computers_turn_with_cards_is_seen_before_the_next(tmp_path: Path) -> None:
    game = rules.load("cards", 2)
    before = way_to(game, lambda state: state.actor == 1 and state.placement() != {})
    async with sitting(tmp_path, game, before, seats=(None, players.load("random", game))) as sat:
        sat.seating.breath = BREATH
        await sat.asked(Do)
        await asyncio.sleep(GRACE_S)
        await sat.press("b")
        await sat.until(lambda: not isinstance(sat.situation.ask, Do))
        played = len(sat.played)
        await asyncio.sleep(BREATH - 0.5)
        assert len(sat.played) == played
        await sat.until(lambda: len(sat.played) > played, within=10)
