"""Watches a game at the simulated table and compares what the table believes with what hands really did.

The truth is the simulation's own: where each piece stands, and what the people meant. Each count has its own judge.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.campaign.acts import Act, Acts
from tests.campaign.alike import Alike
from tests.campaign.asks import Want, want
from tests.campaign.board import Board
from tests.campaign.decisions import Decisions, Intent
from tests.campaign.doubts import Doubts
from tests.campaign.fault import FaultJudge
from tests.campaign.findings import Findings, Report
from tests.campaign.moves import Moves
from tests.campaign.orders import Orders
from tests.campaign.silence import Silence
from tests.campaign.tape import Tape

from mouseboard.referee.situation import Answer, Chosen, Situation, TakeBack, wording
from mouseboard.rules import Game
from mouseboard.sim.table import SimulatedTable
from mouseboard.sim.trap import SET
from mouseboard.store import ActionRecord, Source
from mouseboard.table import PlaceChanged, Press, Released

LOOK = 0.1
"""Seconds between two looks at the board."""
DEAD_END = 180.0
"""Seconds of mere obeying without any progress after which a game is at a dead end."""


class DeadEnd(Exception):
    """The game makes no progress any more, whatever people do that the table says."""


class Judge:
    """An observer of the match. `watch` looks at the board until it is cancelled; raises DeadEnd."""

    def __init__(
        self,
        table: SimulatedTable,
        game: Game,
        acts: Acts,
        intent: Intent,
        note: Callable[[str], None],
        alike: Alike,
    ) -> None:
        self._tape = Tape(game, acts, alike)
        self.report = Report(note, self._tape.cases)
        self.board = Board(table, game, acts, alike)
        self._acts = acts
        self._decisions = Decisions(self.board, intent, self.report)
        self._doubts = Doubts(self.board, self.report)
        self._faults = FaultJudge(table, self.board, game.layout, self.report)
        self._moves = Moves(self.board, acts, self.report)
        self._orders = Orders(self.board, self.report)
        self._silence = Silence(self.board, self.report)
        self._progress = 0.0
        acts.hear = self._see_act

    @property
    def found(self) -> Findings:
        return self.report.found

    def expect_fault(self, name: str) -> None:
        """Expect from now on that the reed of this place, or the magnet of this piece, is broken."""
        self.board.broken = name

    def hear(self, answer: Answer) -> None:
        """Take what the referee hears."""
        if isinstance(answer, PlaceChanged):
            self.report.note(f"  feels {answer.place} {'+' if answer.occupied else '-'}")
            self._silence.feel(answer)
            self._decisions.feel(answer)
        if isinstance(answer, Released) and self.board.situation:
            self._silence.obedience.hear_button(answer.button)
        if isinstance(answer, PlaceChanged | Press | Chosen | TakeBack):
            self._moves.touch(by_contact=isinstance(answer, PlaceChanged))

    def show(self, situation: Situation) -> None:
        """Take the situation shown now."""
        before, self.board.situation = self.board.situation, situation
        self.board.recognise()
        if before is None or wording(situation) != wording(before):
            self.report.note(f"    shows {want(situation).name}: {wording(situation)}")
        self._silence.obedience.see(before, self.report.now())
        if before is None or situation.ask != before.ask:
            self._faults.see_question(situation)
        self._faults.see_names(situation)
        self._decisions.see(situation)
        if self._moves.see(situation) or (before and len(situation.history) != len(before.history)):
            self._progress = self.report.now()
        self._doubts.see(self._moves.touched)

    def played(self, record: ActionRecord, by_hand: bool) -> None:
        """Take an action that was played. `by_hand`: people showed it by a move."""
        self.report.note(f"    plays {record.action} ({record.source})")
        if record.source is Source.ROLLED:
            self._acts.replace_press(f"answer {record.action}")
        self._moves.played(record, by_hand)

    def forget(self) -> None:
        """Forget the situation and the awaited move, because the host was killed."""
        self.board.situation = None
        self._moves.forget()

    def _see_act(self, act: Act) -> None:
        self.report.note(act.line)
        if self.board.situation and not self._silence.obedience.hear(act):
            self._progress = self.report.now()

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            situation = self.board.situation
            if situation is None or situation.state.actor is None:  # nothing is shown, or the game is over
                continue
            self._look()
            if self._acts.is_away:
                self._progress = self.report.now()
            if self.report.now() - self._progress > DEAD_END:
                self.report.bad("dead end", f"at {want(situation).name}: {wording(situation)}")
                raise DeadEnd

    def _look(self) -> None:
        self.board.recognise()
        self._silence.look()
        self._doubts.look()
        self._faults.look()
        self._orders.look()
        self._decisions.look(self._silence.possible)
        if self._is_all_right():
            self._tape.mark(self.report.now(), self.board.shown.history)

    def _is_all_right(self) -> bool:
        """Return whether a replay can begin here."""
        board = self.board
        if board.want not in (Want.CHOOSE, Want.ROLL) or board.shown.doubts or board.table.trap.stage != SET:
            return False
        return not self._acts.under_way and board.standing() == board.believed() and not board.overlooked()

    def end(self) -> None:
        """Judge what is left at the end of the game."""
        if self.board.situation:
            self._decisions.look(self._silence.possible, 0)
        self._faults.end()
