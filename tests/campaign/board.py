"""Where each piece is in the simulation, and where the table believes it to be by what it shows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping

from tests.campaign.acts import Acts
from tests.campaign.asks import Want, steps, want
from tests.campaign.moving import WELL

from mouseboard.referee.situation import Situation
from mouseboard.rules import State
from mouseboard.sim.table import BESIDE, IN_HAND, LYING, SimulatedTable
from mouseboard.store import ActionRecord

AWAY = (BESIDE, IN_HAND, LYING)


class Board:
    """The true and the believed positions."""

    def __init__(self, table: SimulatedTable, pieces: Collection[str], acts: Acts) -> None:
        self.table = table
        self.pieces = tuple(pieces)
        self.acts = acts
        self.broken = ""
        """The place whose reed is broken, or the piece whose magnet is weak."""
        self.situation: Situation | None = None
        """The situation shown now."""
        self._looked, self._truth = -1.0, dict[str, str]()
        self._placed: tuple[State | None, dict[str, str]] = None, {}

    @property
    def want(self) -> Want:
        """What the table asks of hands now."""
        return want(self.situation) if self.situation else Want.NOTHING

    @property
    def shown(self) -> Situation:
        assert self.situation
        return self.situation

    @property
    def untold(self) -> frozenset[str]:
        """The places whose contacts tell nothing."""
        return self.shown.blind | {self.broken}

    def placement(self, state: State) -> dict[str, str]:
        """Return where the mice stand in a state. No sensor feels barriers and the like. The last result is cached."""
        if state is not self._placed[0]:
            mice = {piece: place for piece, place in state.placement().items() if piece in self.pieces}
            self._placed = state, mice
        return self._placed[1]

    def truth(self, piece: str) -> str:
        """Return where the piece is: a place, in a hand, lying or beside the board. Looks once at any time."""
        now = self.table.world.now()
        if now != self._looked:
            self._looked, self._truth = now, {piece: self.table.truth(piece) for piece in self.table.world.pieces}
        return self._truth[piece]

    def where(self, piece: str) -> str | None:
        """Return the place where the piece stands, or None."""
        truth = self.truth(piece)
        return None if truth in AWAY else truth

    def standing(self) -> dict[str, str]:
        """Return where the pieces truly stand; those that stand nowhere are missing."""
        return {piece: place for piece in self.pieces if (place := self.where(piece))}

    def believed(self) -> dict[str, str]:
        """Return where the steady lamps say that the pieces stand."""
        return {piece: place for piece, place in self.shown.standing.items() if piece in self.pieces}

    def wrong(self) -> frozenset[str]:
        """Return the pieces outside hands that are elsewhere than the table believes."""
        believed, standing = self.believed(), self.standing()
        return frozenset(
            piece for piece, place in believed.items() if standing.get(piece) != place and not self.is_held(piece)
        )

    def overlooked(self) -> frozenset[str]:
        """Return the pieces outside hands that are not where the game needs them, though nothing asks for them.

        While steps are shown, more may follow for those that the table knows to be elsewhere.
        """
        if self.want not in (Want.CHOOSE, Want.ROLL, Want.TASK, Want.MOVE):
            return frozenset()
        wanted, standing = self.placement(self.shown.state), self.standing()
        asked = {step.piece for step in steps(self.shown)}
        if asked:
            asked |= {piece for piece, place in self.believed().items() if standing.get(piece) == place}
        return frozenset(
            piece
            for piece in wanted
            if piece not in asked and standing.get(piece) != wanted[piece] and not self.is_held(piece)
        )

    def is_amiss(self) -> bool:
        """Return whether a piece is not where the game has it, or off the middle of its place."""
        wanted = self.placement(self.shown.state)
        return any(self.where(piece) != wanted.get(piece) or self.is_crooked(piece) for piece in self.pieces)

    def is_crooked(self, piece: str) -> bool:
        """Return whether the piece is too far from the middle of its place to be felt reliably."""
        place = self.where(piece)
        return place is not None and math.dist(self.table.world.where(piece), self.table.place(place)) > WELL

    def is_held(self, piece: str) -> bool:
        return self.truth(piece) == IN_HAND

    def was_done(self, record: ActionRecord) -> bool:
        """Return whether the pieces that an action moves stand where it takes them."""
        return all(self.truth(piece) == place for piece, place in self.moved(record).items())

    def moved(self, record: ActionRecord) -> Mapping[str, str]:
        """Return the new place of each mouse that this action moves."""
        before, after = self.placement(record.before), self.placement(record.after)
        return {piece: place for piece, place in after.items() if before.get(piece) != place}

    def felt(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[bool, bool]:
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
