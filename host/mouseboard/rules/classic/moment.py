"""A moment of `classic`: where the mice, the cheese and the trap are, and what is decided next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mouseboard import layouts
from mouseboard.rules.classic.layout import PARTS, SAFE, SPACES, WHEEL, check, walk
from mouseboard.rules.core import Action, Count, Game, Setting, State

CHEESE = 52
ON_WHEEL = 2
"""Cheese due to the player whose roll ends on the Cheese Wheel."""
FROM_RIVAL = 3
"""Cheese due from the rival with most."""
CAPTURED = -1
"""Where a captured mouse is."""

CRANK, STOP = Action("crank"), Action("stop")


class Phase(StrEnum):
    """What is decided next."""

    LOT = "lot"  # who begins
    ROLL = "roll"  # how far the mover goes
    TAKE = "take"  # from which of the tied opponents the next cheese comes
    AIM = "aim"  # on Turn Crank: pay, crank or stop
    TRAP = "trap"  # whether the cage comes down
    OVER = "over"


class PathGame(Game):
    """The way of a game: its path, which ends in the Loop."""

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.seats = tuple(range(players))
        self.others = tuple(tuple(other for other in self.seats if other != seat) for seat in self.seats)
        """By seat."""
        self.walks = tuple(tuple(walk(space, n) for n in range(7)) for space in range(SPACES))


class Moment(State, Struct, frozen=True):
    """All that changes in a game; what a field means in only some phases is at its default in the others."""

    game: PathGame
    phase: Phase
    seat: Count
    """Whose turn it is; when the game is over, who has won."""
    mover: Count
    """Whose mouse the next roll moves: the seat's own, unless it has paid to move another."""
    at: tuple[int, ...]
    """The space each mouse is on, 0 at Start, or CAPTURED."""
    cheese: tuple[Count, ...]
    pile: Count
    built: Annotated[int, Meta(ge=0, le=PARTS)]
    """Parts of the trap that stand."""
    due: Count = 0
    """Cheese that the seat has still to take from the tied."""
    tied: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        return (self.seat,) if self.phase is Phase.OVER else ()

    @property
    def turn(self) -> int | None:
        return None if self.phase in (Phase.LOT, Phase.OVER) else self.seat

    def impossible(self) -> Iterator[str]:
        """Why no play leads here."""
        game, seat, mover = self.game, self.seat, self.mover
        if {len(self.at), len(self.cheese)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if seat not in game.seats or mover not in game.seats or not all(CAPTURED <= at < SPACES for at in self.at):
            yield "there is no such seat or space"
            return
        if self.phase is Phase.LOT and self != game.start():
            yield "before the lot nothing has happened"
        if CAPTURED in (self.at[seat], self.at[mover]):
            yield "a captured mouse does not play"
        if any(cheese and at == CAPTURED for cheese, at in zip(self.cheese, self.at, strict=True)):
            yield "a captured mouse has no cheese"
        if (self.phase is Phase.OVER) == bool(self.opponents()):
            yield "the game is over when one mouse is left"
        if mover != seat and (self.phase is not Phase.ROLL or self.at[mover] in (SAFE, WHEEL)):
            yield "another's mouse is moved by a roll, and not from Safe or the Wheel"
        at_crank = self.built == PARTS and game.layout.place[self.at[seat]].kind == "crank"
        if not at_crank and (mover != seat or self.phase in (Phase.AIM, Phase.TRAP)):
            yield "that wants a trap that is built, and a mouse on Turn Crank"
        if self.phase is Phase.TRAP and not self.on_wheel():
            yield "there is nobody to be trapped"
        if self.phase is not Phase.TAKE:
            if self.due or self.tied:
                yield "no cheese is due"
        elif not (self.due and len(self.tied) > 1 and self._can_be_tied()):
            yield "nobody is tied for the cheese that is due"

    def _can_be_tied(self) -> bool:
        """Whether those who are said to be tied can each give what is due."""
        rivals = [seat for seat in self.opponents() if seat in self.tied]
        return rivals == list(self.tied) and all(self.cheese[seat] >= self.due for seat in rivals)

    def opponents(self) -> tuple[int, ...]:
        """The other seats whose mice are free."""
        at = self.at
        return tuple([seat for seat in self.game.others[self.seat] if at[seat] != CAPTURED])

    def on_wheel(self) -> tuple[int, ...]:
        """The opponents whom the trap would catch."""
        at = self.at
        return tuple([seat for seat in self.game.others[self.seat] if at[seat] == WHEEL])
