"""Where each piece is in the simulation, and where the table believes it to be by what it shows."""

from __future__ import annotations

from collections import Counter

from tests.campaign.asks import Want
from tests.campaign.moving import Mover
from tests.campaign.people import People

from mouseboard.referee.situation import Situation
from mouseboard.rules import State
from mouseboard.sim.table import BESIDE, IN_HAND, LYING, SimulatedTable
from mouseboard.store import ActionRecord

AWAY = (BESIDE, IN_HAND, LYING)
AT_ONCE = 5.0
"""Seconds within which a wrong instruction that hands obeyed shows as a mistake."""


class Board:
    """The true and the believed positions. The judge keeps `want` and `stood` up to date."""

    def __init__(self, table: SimulatedTable, people: People) -> None:
        self.truth = table.truth
        self.mover: Mover = people.mover
        self.want = Want.NOTHING
        """What the table asks of hands now."""
        self.stood: dict[str, str] = {}
        """Where each piece stood when the table was last content."""
        self.broken = ""
        """The place whose reed is broken, or the piece whose magnet is weak."""
        self.situation: Situation | None = None
        """The situation shown now."""
        self._people = people
        self._doubted: set[frozenset[str]] = set()
        """Groups of pieces that were exchanged and have since been shown as in doubt."""
        self._placed: tuple[State | None, dict[str, str]] = None, {}
        self._choosable: tuple[State | None, dict[str, str]] = None, {}

    def see(self, situation: Situation) -> None:
        """Take the situation shown now."""
        self.situation = situation
        shown = {frozenset(piece for piece, _ in doubt.pieces) for doubt in situation.doubts}
        doubted = self._doubted | set(filter(self._are_exchanged, shown))
        self._doubted = {pieces for pieces in doubted if pieces.issubset(self.wrong())}

    def _are_exchanged(self, pieces: frozenset[str]) -> bool:
        return any(self.truth(piece) in self.believed(other) for piece in pieces for other in pieces - {piece})

    def placement(self, state: State) -> dict[str, str]:
        """Return where the mice stand in a state. No sensor feels barriers and the like. The last result is cached."""
        if state is not self._placed[0]:
            mice = {piece: place for piece, place in state.placement().items() if piece in self.mover.pieces}
            self._placed = state, mice
        return self._placed[1]

    def was_done(self, record: ActionRecord) -> bool:
        """Return whether hands did exactly this, so no sensor shows that they meant another mouse or place."""
        return all(self.truth(piece) == place for piece, place in self._moved(record).items())

    def to_move(self, situation: Situation) -> dict[str, str]:
        """Return where each piece that is to move goes."""
        state, meant = situation.state, self._people.meant
        after = self.placement(state)
        moves = {piece: place for piece, place in after.items() if self.stood.get(piece) != place}
        if self.want is Want.CHOOSE:
            moves |= self._goals(state)
        if self.want is Want.CHOOSE and meant in state.actions():
            there = self.placement(state.after(meant))
            moves |= {piece: place for piece, place in there.items() if place != after.get(piece)}
        return moves

    def _goals(self, state: State) -> dict[str, str]:
        """Return one possible goal of each piece that a decision may move. The last result is cached."""
        if state is not self._choosable[0]:
            here = self.placement(state)
            others = (state.after(action).placement() for action in state.actions())
            goals = {
                p: there[p] for there in others for p in self.mover.pieces if there.get(p) not in (None, here.get(p))
            }
            self._choosable = state, goals
        return self._choosable[1]

    def believed(self, piece: str) -> set[str | None]:
        assert self.situation is not None
        belief: set[str | None] = {self.placement(self.situation.state).get(piece)}
        if self.want in (Want.MOVE, Want.MEND, Want.SUSPECT, Want.TASK, Want.NOTHING):
            belief.add(self.stood.get(piece))
        return belief

    def wrong(self) -> list[str]:
        """Return the pieces that are not where the table believes them to be."""
        return [p for p in self.mover.pieces if not self._is_right(p, self.truth(p))]

    def _is_right(self, piece: str, truth: str) -> bool:
        believed = self.believed(piece)
        return truth in believed or (None in believed and truth in (BESIDE, LYING, IN_HAND))

    def astray(self) -> list[str]:
        """Return the pieces that are wrong, or too far off the middle to be felt reliably."""
        return [p for p in self.mover.pieces if p in self.wrong() or self.mover.stands_badly(p)]

    def part_in_move(self, piece: str, moving: dict[str, str]) -> str:
        """Return a piece's part in a move: "mover", "instead" (in a hand or on a mover's goal) or "bystander"."""
        if piece in moving:
            return "mover"
        goals = {goal for mover, goal in moving.items() if self.truth(mover) == self.stood.get(mover)}
        return "instead" if self.truth(piece) in goals | {IN_HAND} else "bystander"

    def is_held_over(self, record: ActionRecord) -> bool:
        """Return whether a hand holds a moved piece low over its goal. No contact tells this from standing there."""
        deeds = self.mover.deeds
        held = [piece for piece in self._moved(record) if self.truth(piece) == IN_HAND and piece in deeds]
        return any(deeds[piece].why == "hover" for piece in held)

    def concerned(self, record: ActionRecord) -> frozenset[str]:
        """Return the mice that this action moves, and those that the intended action would have moved."""
        before, meant = self.placement(record.before), self._people.meant
        there = self.placement(record.before.after(meant)) if meant in record.before.actions() else before
        return frozenset(self._moved(record)) | {piece for piece, place in there.items() if before.get(piece) != place}

    def _moved(self, record: ActionRecord) -> dict[str, str]:
        """Return the new place of each mouse that this action moves."""
        before, after = self.placement(record.before), self.placement(record.after)
        return {piece: place for piece, place in after.items() if before.get(piece) != place}

    def cause(self, piece: str, wrong: set[str], since: float) -> str:
        """Return why the table has been wrong about a piece since then. "no contact": no sensor could have shown it."""
        assert self.situation is not None
        truth, deed = self.truth(piece), self.mover.deeds.get(piece)
        other = next((q for q in wrong if q != piece and truth in self.believed(q)), None)
        later = other and self.mover.deeds.get(other)
        if deed and deed.why == "mend" and since < deed.time + AT_ONCE and not (later and later.time > deed.time):
            return "obeyed"
        untold = {self.broken} | self.situation.blind
        if not untold.isdisjoint({piece, other, truth, self.stood.get(piece), other and self.stood.get(other)}):
            return "no contact"  # a sensor that is broken, or called so, shows neither arrival nor departure
        if deed is None:
            return "other"
        if not deed.felt or (other and not self.mover.deeds.get(other, deed).felt):
            return "no contact"
        instead = [q for q in wrong if self.truth(q) in self.believed(piece)]
        if any(not self.mover.deeds.get(q, deed).felt for q in instead):
            return "no contact"  # another piece stands in its place, and no contact showed that piece leaving
        others = (self.believed(q) - {None} for q in self.mover.pieces if q != piece)
        is_felt = truth not in AWAY and self.mover.stands_well(piece, truth)
        if not is_felt and any(self.believed(piece) & believed for believed in others):
            return "no contact"  # others stand on its place, so no contact shows that it is missing
        if other:
            return "doubted" if frozenset((piece, other)) in self._doubted else "exchanged"
        return "other"

    def felt(self, before: dict[str, str], after: dict[str, str]) -> tuple[bool, bool]:
        """Return whether contacts show the whole move, and whether a moved piece joins others."""
        stood, stand = Counter(before.values()), Counter(after.values())
        moved = [piece for piece in after if before.get(piece) != after[piece]]
        arrives = {piece: after[piece] not in stood and stand[after[piece]] == 1 for piece in moved}
        leaves = {piece: stand[before[piece]] == 0 for piece in moved if piece in before}
        return all(arrives[p] or leaves.get(p) for p in moved), not all(arrives.values())

    def has_a_double(self, record: ActionRecord) -> bool:
        """Return whether another legal action leads to the same occupied places."""
        occupied = set(self.placement(record.after).values())
        others = (record.before.after(action) for action in record.before.actions() if action != record.action)
        return any(set(self.placement(other).values()) == occupied for other in others)
