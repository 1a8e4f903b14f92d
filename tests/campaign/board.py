"""Where each piece is in the simulation, and where the table believes it to be by what it shows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping

from tests.campaign.acts import Acts
from tests.campaign.alike import Alike, Kind
from tests.campaign.asks import Want, steps, want
from tests.campaign.moving import WELL

from mouseboard.referee.situation import Situation
from mouseboard.rules import Game, State
from mouseboard.sim.table import BESIDE, IN_HAND, LYING, SimulatedTable
from mouseboard.store import ActionRecord

AWAY = (BESIDE, IN_HAND, LYING)


class Board:
    """The true and the believed positions. Pieces are called by the parts that they play, see `alike`."""

    def __init__(self, table: SimulatedTable, game: Game, acts: Acts, alike: Alike) -> None:
        self.table = table
        self.pieces = tuple(game.pieces)
        self.shares_places = game.shares_places
        self.acts = acts
        self.alike = alike
        self._broken = ""
        self.situation: Situation | None = None
        """The situation shown now."""
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
    def broken(self) -> str:
        """The place whose reed is broken, or the piece whose magnet is weak."""
        return self.alike.part(self._broken)

    @broken.setter
    def broken(self, name: str) -> None:
        self._broken = name

    @property
    def kinds(self) -> list[Kind]:
        """The looks of each piece."""
        return [self.alike.kind(piece) for piece in self.pieces]

    def recognise(self) -> None:
        """See which of the men that look alike plays which part."""
        if self.alike.has_any and self.situation:
            state = self.situation.state
            crowned = state.scenery().crowned
            self.alike.recognise({**self.placement(state), **self.believed()}, crowned, self.table.truth)

    @property
    def untold(self) -> frozenset[str]:
        """The places whose contacts tell nothing."""
        return self.shown.blind | ({self.broken} - {""})

    def placement(self, state: State) -> dict[str, str]:
        """Return where the mice stand in a state. No sensor feels barriers and the like. The last result is cached."""
        if state is not self._placed[0]:
            mice = {piece: place for piece, place in state.placement().items() if piece in self.pieces}
            self._placed = state, mice
        return self._placed[1]

    def truth(self, piece: str) -> str:
        """Return where the piece is: a place, in a hand, lying or beside the board."""
        return self.table.truth(self.alike.piece(piece))

    def where(self, piece: str) -> str | None:
        """Return the place where the piece stands, or None."""
        truth = self.truth(piece)
        return None if truth in AWAY else truth

    def standing(self) -> dict[str, str]:
        """Return the pieces' true places, without those that are on none."""
        return {piece: place for piece in self.pieces if (place := self.where(piece))}

    def on(self, place: str) -> list[str]:
        """Return the pieces that truly stand on a place."""
        return [piece for piece in self.pieces if self.truth(piece) == place]

    def touched(self, pieces: Collection[str]) -> float:
        """Return when the last act with one of these pieces ended; now if it goes on."""
        return self.acts.touched(frozenset(map(self.alike.piece, pieces)))

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
            for piece in self.pieces
            if piece not in asked and standing.get(piece) != wanted.get(piece) and not self.is_held(piece)
        )

    def is_amiss(self) -> bool:
        """Return whether a piece is not where the game has it, or off the middle of its place."""
        wanted = self.placement(self.shown.state)
        return any(self.where(piece) != wanted.get(piece) or self.is_crooked(piece) for piece in self.pieces)

    def is_crooked(self, piece: str) -> bool:
        """Return whether the piece is too far from the middle of its place to be felt reliably."""
        place = self.where(piece)
        here = self.table.world.where(self.alike.piece(piece))
        return place is not None and math.dist(here, self.table.place(place)) > WELL

    def is_held(self, piece: str) -> bool:
        return self.truth(piece) == IN_HAND

    def was_done(self, record: ActionRecord) -> bool:
        """Return whether the pieces that an action moves stand where it takes them."""
        return all(self.where(piece) == place for piece, place in self.moved(record).items())

    def moved(self, record: ActionRecord) -> Mapping[str, str | None]:
        """Return the new place of each piece that this action moves, None for one that it takes off the board."""
        before, after = self.placement(record.before), self.placement(record.after)
        return {piece: after.get(piece) for piece in self.pieces if before.get(piece) != after.get(piece)}

    def off(self, placement: Mapping[str, str]) -> dict[str, None]:
        """Return the men that are off the board in a placement. Without them, any other man could pass for one."""
        return {} if self.shares_places else {piece: None for piece in self.pieces if piece not in placement}

    def takes(self, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
        """Return whether a man is taken off the board."""
        return not self.shares_places and not before.keys() <= after.keys()

    def felt(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[bool, bool]:
        """Return whether contacts show the whole move, and whether a moved piece joins others."""
        stood, stand = Counter(before.values()), Counter(after.values())
        moved = [piece for piece in after if before.get(piece) != after[piece]]
        arrives = {piece: after[piece] not in stood and stand[after[piece]] == 1 for piece in moved}
        leaves = {piece: stand[before[piece]] == 0 for piece in moved if piece in before}
        changes = stood.keys() != stand.keys()  # not where another man takes the place of one that is taken off
        is_felt = all(arrives[p] or leaves.get(p) for p in moved) or (self.takes(before, after) and changes)
        return is_felt, not all(arrives.values())

    def has_a_double(self, record: ActionRecord) -> bool:
        """Return whether another legal action leads to the same occupied places."""
        occupied = set(self.placement(record.after).values())
        others = (record.before.after(action) for action in record.before.actions() if action != record.action)
        return any(set(self.placement(other).values()) == occupied for other in others)
