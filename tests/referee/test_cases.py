"""Runs each case beside this file: some minutes of hands, and what a good table makes of them.

A case begins with `game NAME PLAYERS` and, where it does not begin at the start, with the actions `so far`; every piece
is where they have left it. After an empty line come deeds in the language of scenarios (SCENARIOS.md), and those below.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.referee.sitting import Sitting, sitting, virtual

from mouseboard import rules
from mouseboard.referee.situation import Ask, Choose, Situation, TakeBack, wording
from mouseboard.rules import CHANCE, Game
from mouseboard.sim.commands import COMMANDS, EXPECTATIONS, Commands, Expectations
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import BESIDE, IN_HAND, LYING
from mouseboard.store import Source, TakenBack

CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))

STOPS = ("consent", "mend", "missing", "suspect", "trouble", "which", "who")
"""Kinds of questions that interrupt a game."""


class Case:
    """A running case, and the kinds of questions since it began."""

    def __init__(self, sat: Sitting) -> None:
        self._sat = sat
        self._before = len(sat.situation.history)
        self._asked = {kind(sat.situation.ask)}
        sat.watch = self._watch

    def _watch(self, situation: Situation) -> None:
        self._asked.add(kind(situation.ask))

    @property
    def commands(self) -> Commands:
        return {
            **COMMANDS,
            "answer NOTATION": lambda _, notation: self._sat.answer(notation),
            "take back": lambda _: self._sat.answer(TakeBack()),
        }

    @property
    def expectations(self) -> Expectations:
        return {
            **EXPECTATIONS,
            "expect asked KIND": lambda _: (kind(self._sat.situation.ask),),
            "expect stops WORDS": lambda _: (tuple(stop for stop in STOPS if stop in self._asked) or ("none",),),
            "expect sentence WORDS": lambda _: (tuple(str(wording(self._sat.situation)).split()),),
            "expect told WORDS": lambda _: (tuple(str(self._sat.situation.story[-1]).split()),),
            "expect played WORDS": lambda _: (self._played(),),
            "expect takebacks NUMBER": lambda _: (float(self._takebacks()),),
            "expect the truth, or a question": lambda _: self._mistaken(),
        }

    def _played(self) -> tuple[str, ...]:
        played = self._sat.situation.history[self._before :]
        return tuple(str(record.action) for record in played) or ("nothing",)

    def _takebacks(self) -> int:
        return sum(isinstance(entry, TakenBack) for entry in self._sat.entries)

    def _mistaken(self) -> tuple[str, ...]:
        """Return the pieces that are elsewhere than the game has them, unless the table asks about something."""
        situation = self._sat.situation
        if kind(situation.ask) in (*STOPS, "move") or situation.doubts:
            return ()
        there = situation.state.placement()
        return tuple(piece for piece in situation.state.game.pieces if self._truth(piece) != there.get(piece))

    def _truth(self, piece: str) -> str | None:
        at = self._sat.table.truth(piece)
        return None if at in (BESIDE, IN_HAND, LYING) else at


def kind(ask: Ask | None) -> str:
    """Return the kind of an ask in one word."""
    match ask:
        case None:
            return "nothing"
        case Choose(missing=str()):
            return "missing"
        case Choose(ambiguous=True):
            return "which"
    return type(ask).__name__.lower()


def read(text: str) -> tuple[Game, list[tuple[str, Source]], str]:
    """Return the game of a case, the actions so far, each with how it became known, and the deeds."""
    head, _, deeds = text.partition("\n\n")
    lines = [line.split() for line in head.splitlines() if not line.startswith("#")]
    told = {words[0]: words[1:] for words in lines}
    game = rules.load(told["game"][0], int(told["game"][1]))
    before, state = list[tuple[str, Source]](), game.start()
    drawn = {"so": [], **told}["so"][1:]
    firsts = [str(action) for action in state.actions() if str(action).startswith("first")]
    if state.actor == CHANCE and firsts and drawn[:1] not in [[first] for first in firsts]:
        drawn = ["first0", *drawn]
    for notation in drawn:
        before.append((notation, Source.DRAWN if state.actor == CHANCE else Source.HANDS))
        state = state.play(notation)
    return game, before, deeds


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_the_table_understands_what_hands_did(case: Path, tmp_path: Path) -> None:
    game, before, deeds = read(case.read_text())

    @virtual
    async def test() -> None:
        async with sitting(tmp_path, game, before) as sat:
            for _ in range(5):
                await sat.confirm()
                await sat.prepare()
            running = Case(sat)
            await Runner(sat.table, running.commands, running.expectations).run(deeds)

    test()
