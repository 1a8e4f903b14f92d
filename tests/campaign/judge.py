"""Watches a game at the simulated table and compares what the table believes with what hands really did.

The truth is the simulation's own: where each piece stands, and what the people meant.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from tests.campaign.asks import Want, is_stop, want, wants_button
from tests.campaign.board import Board
from tests.campaign.decisions import Decisions
from tests.campaign.fault import FaultJudge
from tests.campaign.findings import Findings, Report
from tests.campaign.people import People

from mouseboard.layouts import Layout
from mouseboard.referee.situation import Situation, Watch, wording
from mouseboard.rules import State
from mouseboard.sim.table import IN_HAND, SimulatedTable
from mouseboard.store import ActionRecord, Source

LOOK = 0.1
"""Seconds between two looks at the board."""
SILENT = 2.5
"""Seconds after which a wrong piece that the table does not mention is a silent mistake."""
SILENT_MOVER = 4.0
"""The same for the mouse whose move is awaited."""
FLICKER = 0.5
"""Seconds for which a text must be shown to be readable."""
FOREVER = 120.0
"""Seconds without progress after which a game is stuck."""


@dataclass
class Move:
    """A move that the table awaits. `since` is in seconds; `felt`: contacts show it; `joins`: a mouse joins others;
    `stopped`: the table said or asked something meanwhile.
    """

    state: State
    since: float
    felt: bool
    joins: bool
    stopped: bool = False


class Stuck(Exception):
    """The game makes no progress any more."""


class Judge:
    """An observer of the match. `watch` looks at the board until it is cancelled; raises Stuck."""

    def __init__(self, table: SimulatedTable, people: People, layout: Layout, note: Callable[[str], None]) -> None:
        self._report = Report(note)
        self._board = Board(table, people)
        self._decisions = Decisions(self._board, people, self._report)
        self._faults = FaultJudge(table, self._board, layout, self._report)
        self._table = table
        self._people = people
        self._mover = people.mover
        self._move: Move | None = None
        self._touched = 0.0
        self._progress = 0.0
        self._since: dict[str, float] = defaultdict(float)
        self._silent: set[str] = set()
        self._wrong_since: dict[str, float] = {}
        self._unfelt: set[str] = set()
        """The pieces that became wrong in a way that no contact shows."""
        self._stop_began: float | None = None
        self._stop_mends = False
        self._answered = False
        """Whether people have answered the question that stops the game."""
        self._mended_at: float | None = None
        self._contacts = bytes(table.world.levels[:-1])
        self._forward = table.world.changed
        table.world.changed = self._feel

    @property
    def found(self) -> Findings:
        return self._report.found

    def expect_fault(self, name: str) -> None:
        """Expect from now on that the reed of this place, or the magnet of this piece, is broken."""
        self._board.broken = name

    def _feel(self) -> None:
        contacts = bytes(self._table.world.levels[:-1])
        if contacts != self._contacts:
            self._contacts = contacts
            self._touched = self._report.now()
        self._forward()

    # Situations and actions

    def show(self, situation: Situation) -> None:
        if self._decisions.see_taking_back(situation):
            self._progress = self._report.now()
        wanted = want(situation)
        changed = self._board.situation is None or situation.ask != self._board.situation.ask
        if changed and (not self._board.situation or wording(situation) != wording(self._board.situation)):
            self._report.note(f"    shows {wanted.name}: {wording(situation)}")
        self._board.see(situation)
        if changed:
            self._faults.see_question(situation)
        self._faults.see_names(situation)
        if wanted is Want.MOVE:
            self._expect_move(situation)
        elif wanted in (Want.CHOOSE, Want.ROLL, Want.TASK) or situation.ask is None:
            self._accept_move()
            if wanted is not Want.TASK:
                self._board.stood = self._board.placement(situation.state)
        if wanted is Want.CHOOSE and (self._move is None or self._move.state is not situation.state):
            self._move = Move(situation.state, self._report.now(), felt=True, joins=False)
        self._see_stop(wanted, situation)
        self._board.want = wanted

    def forget(self) -> None:
        """Forget the situation and the awaited move, because the host was killed."""
        self._board.situation = self._move = self._stop_began = self._mended_at = None
        self._board.want = Want.NOTHING
        self._since.update(dict.fromkeys(self._mover.pieces, self._report.now()))

    def played(self, record: ActionRecord) -> None:
        self._report.note(f"    plays {record.action} ({record.source})")
        self._progress = self._report.now()
        self._answered = record.source is Source.PLAYER
        by_hand = record.source is Source.HANDS or (record.source is Source.PLAYER and self._people.by_hand)
        before, after = self._board.placement(record.before), self._board.placement(record.after)
        if by_hand and before != after:
            move = self._move or Move(record.before, self._report.now(), True, False)
            move.felt, move.joins = self._board.felt(before, after)
            move.felt &= not self._board.has_a_double(record)
            move.stopped |= record.source is Source.PLAYER
            self._count(move)
            if record.source is Source.HANDS or self._board.was_done(record):
                self._board.stood = after
        self._move = None
        self._decisions.played(record)

    def _expect_move(self, situation: Situation) -> None:
        if self._move is None or self._move.state is not situation.state:
            felt, joins = self._board.felt(self._board.stood, self._board.placement(situation.state))
            self._move = Move(situation.state, self._report.now(), felt, joins)

    def _accept_move(self) -> None:
        """Count the awaited move, because the board is now as the game wants it."""
        move, board = self._move, self._board
        if move and board.want in (Want.MOVE, Want.MEND, Want.NOTHING) and board.placement(move.state) != board.stood:
            if board.stood:  # setting up is not a move
                self._count(move)
            board.stood = board.placement(move.state)
            self._move = None
            self._progress = self._report.now()

    def _count(self, move: Move) -> None:
        counts = self._report.counts
        if not move.felt:
            counts["unfelt moves"] += 1
            return
        counts["moves"] += 1
        counts["moves stopped"] += move.stopped
        if not move.stopped:
            done = (
                max(self._touched, *(deed.time for deed in self._mover.deeds.values())) if move.joins else self._touched
            )
            self._report.found.seconds["join" if move.joins else "felt"].append(self._report.now() - done)

    # What the table says

    def _see_stop(self, wanted: Want, situation: Situation) -> None:
        confirms = wants_button(situation) and self._move is not None and self._move.felt
        stop = is_stop(wanted) or confirms
        if stop and self._move:
            self._move.stopped = True
        if stop and self._stop_began is None:
            self._stop_began, self._stop_mends = self._report.now(), wanted is Want.MEND
            self._mended_at = None
            self._answered = False
            self._report.counts[f"stops: {wanted.name.lower()}"] += 1
            if wanted is Want.MEND:
                self._judge_need()
        elif not stop and self._stop_began is not None:
            shown = self._report.now() - self._stop_began
            if round(shown, 3) < FLICKER and not self._answered:
                self._report.bad("flicker", f"shown for {shown:.2f} s")
            self._mended_at = self._report.now() if self._stop_mends else None
            self._stop_began = None

    def _judge_mending(self) -> None:
        """Check, a moment after the table is content again, that each piece is where it is believed to be."""
        if self._mended_at is None or self._report.now() - max(self._mended_at, self._touched) < FLICKER:
            return
        self._mended_at = None
        self._report.counts["mended"] += 1
        assert self._board.situation is not None
        apart = self._mover.course | self._board.to_move(self._board.situation).keys()
        apart |= {piece for doubt in self._board.situation.doubts for piece, _ in doubt.pieces} | self._unfelt
        wrong = [p for p in self._board.wrong() if p not in apart and self._table.truth(p) != IN_HAND]
        if wrong:
            self._report.bad("obeyed in vain", ", ".join(wrong))

    def _judge_need(self) -> None:
        """Check that something was wrong that hands would not have put right by themselves."""
        now = self._report.now()
        astray = self._board.astray()
        wrong = [p for p in astray if p not in self._mover.course or now - self._mover.deeds[p].time > 3.3]
        assert self._board.situation
        moving = self._board.to_move(self._board.situation)
        spoken = {piece for doubt in self._board.situation.doubts for piece, _ in doubt.pieces}
        for piece in wrong:
            if piece in self._wrong_since and piece not in self._silent | spoken:
                still = now - max(self._wrong_since[piece], self._touched)
                self._report.found.seconds[self._board.part_in_move(piece, moving)].append(still)
        if not astray:
            self._report.bad("needless", str(wording(self._board.situation)))
        elif not wrong:
            self._report.counts["hands at it"] += 1

    # The board

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            situation = self._board.situation
            if situation is None or situation.state.actor is None:  # nothing is shown, or the game is over
                continue
            self._look(situation)
            self._faults.look()
            self._decisions.look(self._unfelt)
            self._judge_mending()
            if self._report.now() - self._progress > FOREVER:
                self._report.bad("stuck", f"at {self._board.want.name}: {wording(situation)}")
                raise Stuck

    def end(self) -> None:
        self._decisions.look(self._unfelt, 0)
        self._faults.end()

    def _look(self, situation: Situation) -> None:
        now = self._report.now()
        spoken = (
            not situation.connected
            or is_stop(self._board.want)
            or (wants_button(situation) and self._board.want is Want.MOVE)
            or isinstance(situation.ask, Watch)  # hands off: the table mentions errors after the trap has run
        )
        wrong = set(self._board.wrong())
        causes = set()
        for piece in self._mover.pieces:
            if piece not in wrong or self._table.truth(piece) == IN_HAND:
                self._wrong_since.pop(piece, None)
                if piece not in wrong:
                    self._unfelt.discard(piece)
                self._silent.discard(piece)
                self._since[piece] = now
                continue
            if piece not in self._wrong_since and self._board.cause(piece, wrong, now) == "no contact":
                self._unfelt.add(piece)
            self._wrong_since.setdefault(piece, now)
            if spoken or any(piece == doubtful for doubt in situation.doubts for doubtful, _ in doubt.pieces):
                self._since[piece] = now
            patience = SILENT_MOVER if piece in self._mover.course | self._board.to_move(situation).keys() else SILENT
            silent = now - self._since[piece]
            still = min(silent, now - self._touched)
            if (still >= patience or silent >= 2 * patience) and piece not in self._silent:
                self._silent.add(piece)
                truth, believed = self._table.truth(piece), self._board.placement(situation.state).get(piece)
                why = (
                    "no contact" if piece in self._unfelt else self._board.cause(piece, wrong, self._wrong_since[piece])
                )
                if why not in causes:  # two exchanged pieces are one mistake
                    self._report.bad(
                        f"silent: {why}", f"{piece} is {truth}, believed {believed}; {self._mover.deeds.get(piece)}"
                    )
                causes.add(why)
