"""Mouse Trap, revised rules: round the circle, collect cheese, trap the others; six cheese win.

A turn is a roll, then whatever the space asks. Notation:

    first<seat>      lot: who starts (only with first=lot)
    roll<n>          die: the mouse moves n spaces clockwise
    take             Cheese: take one from the pile
    bring<seat>      Launch: put that mouse on the cage space; `nobody`: put none there
    launch           Launch: set off the trap
    caught, missed   trap: did the cage come down on the mice under it
    steal<seat>      Steal: take one cheese from that player
    tunnel           Tunnel: walk through to the other mouth
    decline          do not do what the space allows: take, launch, steal, tunnel

The board lists the circle clockwise, Start first. Kinds of place: start, normal, cage (a normal space under the
cage), launch, cheese, steal, lose, and tunnel, whose `to` is the other mouth.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from enum import StrEnum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.core import CHANCE, Action, Count, Device, Game, Score, Setting, State, by_notation, swap
from mouseboard.rules.looks import Scenery
from mouseboard.rules.options import first_option, layout_option, starter
from mouseboard.rules.revised.layout import check

CHEESE = 24
TO_WIN = 6
ON_START = 2
"""Cheese on Start, until the first mouse comes round."""
PARTS = 24
"""Parts of the trap, which is built completely before the game begins (text: Setup)."""

TAKE = Action("take")
NOBODY = Action("nobody")
LAUNCH = Action("launch")
TUNNEL = Action("tunnel")
DECLINE = Action("decline")


class Phase(StrEnum):
    """The decision or outcome that the turn waits for."""

    LOT = "lot"
    ROLL = "roll"
    TAKE = "take"
    BRING = "bring"
    LAUNCH = "launch"
    TRAP = "trap"
    STEAL = "steal"
    TUNNEL = "tunnel"


ASKED_ON = {
    Phase.TAKE: "cheese",
    Phase.BRING: "launch",
    Phase.LAUNCH: "launch",
    Phase.TRAP: "launch",
    Phase.STEAL: "steal",
    Phase.TUNNEL: "tunnel",
}
"""The kind of space on which a turn can be in each of these phases."""

CHOICES = {Phase.TAKE: (DECLINE, TAKE), Phase.LAUNCH: (DECLINE, LAUNCH), Phase.TUNNEL: (DECLINE, TUNNEL)}
"""The phases that always offer the same two actions."""


class RevisedRules(Game):
    """The circle with its tunnels and its cage, and the actions."""

    name = "revised"
    seat_counts = (2, 3, 4)
    trap_profile = "launch"
    options = (layout_option("revised"), first_option(max(seat_counts)), chance.TRAP)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.first = starter(self)
        """The seat that starts, or CHANCE."""
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.circle = tuple(place.name for place in self.layout.place)
        self.index = {name: i for i, name in enumerate(self.circle)}
        self.kind = {place.name: place.kind for place in self.layout.place}
        self.mouth = {place.name: place.to for place in self.layout.place if place.kind == "tunnel"}
        self.cage = next(place.name for place in self.layout.place if place.kind == "cage")
        lot, trap = chance.lot(players), chance.trap(settings["trap"])
        self.odds: dict[Phase, chance.Lasting] = {Phase.LOT: lot, Phase.ROLL: chance.DIE, Phase.TRAP: trap}
        self.brings, self.steals = (tuple(Action(verb, seat) for seat in range(players)) for verb in ("bring", "steal"))
        drawn = (outcome for odds in self.odds.values() for outcome in odds.outcomes)
        own = (*self.brings, *self.steals, TAKE, NOBODY, LAUNCH, TUNNEL, DECLINE)
        self.vocabulary = by_notation((*drawn, *own))


class Moment(State, Struct, frozen=True):
    """All that changes in a game, with the legal actions and what follows from them."""

    game: RevisedRules
    phase: Phase
    seat: Count
    """The seat whose turn it is."""
    at: tuple[str, ...]
    """The space that each mouse is on, by seat."""
    hands: tuple[Count, ...]
    """Each player's cheese."""
    on_start: Count
    """Cheese waiting on Start."""
    pile: Count
    """Cheese beside the board."""

    @classmethod
    def begin(cls, game: RevisedRules) -> Self:
        """Return the first state: all mice on Start with one cheese each, two cheese on Start, the rest in the pile."""
        return cls(
            game=game,
            phase=Phase.LOT if game.first == CHANCE else Phase.ROLL,
            seat=max(game.first, 0),
            at=(game.circle[0],) * game.players,
            hands=(1,) * game.players,
            on_start=ON_START,
            pile=CHEESE - ON_START - game.players,
        )

    @property
    def actor(self) -> int | None:
        """The seat, or chance for lot, die and trap; None when somebody has won."""
        if self.winners:
            return None
        return CHANCE if self.phase in self.game.odds else self.seat

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that holds six or more. Only the moving seat ever gains cheese, so there is at most one."""
        return (self.seat,) if self.hands[self.seat] >= TO_WIN else ()

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None until the lot is drawn."""
        return None if self.phase is Phase.LOT else self.seat

    def odds(self) -> chance.Odds:
        """Return the odds of the lot, the die or the trap."""
        return () if self.winners else self.game.odds.get(self.phase, ())

    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions, or the possible outcomes."""
        if self.winners:
            return ()
        match self.phase:
            case Phase.ROLL:
                return chance.ROLLS
            case Phase.LOT | Phase.TRAP:
                return chance.outcomes(self.odds())
            case Phase.BRING:
                return (*[self.game.brings[seat] for seat in self._bringable()], NOBODY)
            case Phase.STEAL:
                return (DECLINE, *[self.game.steals[seat] for seat in self._robbable()])
            case _:
                return CHOICES[self.phase]

    def after(self, action: Action) -> Self:
        """Return the next state. Every verb except `decline` belongs to one phase, so the verb alone decides."""
        n = action.number
        if n is None:
            return self._done(action.verb)
        match action.verb:
            case "roll":
                return self._rolled(n)
            case "bring":
                return self._put(n, self.game.cage)._at_the_trap()
            case "steal":
                return self._collect((n,))._end()
        return replace(self, phase=Phase.ROLL, seat=n)  # first

    def _done(self, verb: str) -> Self:
        """Return the state after an action that has no number."""
        match verb:
            case "take":
                return self._draw(1)._end()
            case "nobody":
                return self._at_the_trap()
            case "launch":
                return replace(self, phase=Phase.TRAP)
            case "caught":
                return self._collect(self.under_the_cage())._end()
            case "tunnel":
                return self._put(self.seat, self.game.mouth[self.at[self.seat]])._end()
        return self._end()  # decline, missed

    def placement(self) -> dict[str, str]:
        """Return the place of every mouse; all are always on the board."""
        return self.game.on_slots(dict(zip(self.game.mice, self.at, strict=True)))

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        game, seats = self.game, range(self.game.players)
        if {len(self.at), len(self.hands)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if self.seat not in seats or not all(place in game.index for place in self.at):
            yield "there is no such seat or place"
            return
        if self.phase is Phase.LOT and self != self.begin(game):
            yield "before the lot nothing has happened"
        if any(self.hands[seat] >= TO_WIN for seat in self.others()):
            yield f"whoever does not move has less than {TO_WIN} cheese"
        if self.on_start not in (0, ON_START):
            yield "the cheese on Start is taken all at once"
        if self.phase in ASKED_ON and game.kind[self.at[self.seat]] != ASKED_ON[self.phase]:
            yield f"{self.phase} is asked on a space of kind {ASKED_ON[self.phase]}"
        under = self.under_the_cage()
        asked = {Phase.BRING: self._bringable(), Phase.LAUNCH: under, Phase.TRAP: under, Phase.STEAL: self._robbable()}
        if not self.winners and asked.get(self.phase) == []:
            yield f"for {self.phase} there is nobody"

    def conserved(self) -> dict[str, int]:
        """Return the cheese in hands, on Start and in the pile; its sum never changes."""
        return {"cheese": sum(self.hands) + self.on_start + self.pile}

    @property
    def device(self) -> Device:
        """The device of this phase: lot, trap, or otherwise the die."""
        return {Phase.LOT: Device.LOT, Phase.TRAP: Device.TRAP}.get(self.phase, Device.DIE)

    def spots(self, action: Action) -> tuple[str, ...]:
        """Return the place of the mouse to choose, the cage for `launch`, otherwise where the mouse would go."""
        match action:
            case Action("bring" | "steal", int(seat)):
                return (self.at[seat],)
            case Action("launch"):
                return (self.game.cage,)
        return super().spots(action)

    def scores(self) -> tuple[Score, ...]:
        """Return where the 24 cheese are."""
        return (
            Score("cheese", seats=self.hands),
            Score("on Start", shared=self.on_start),
            Score("pile", shared=self.pile),
        )

    def scenery(self) -> Scenery:
        """Return the complete trap, and the cheese left on Start."""
        return Scenery(cheese={self.game.circle[0]: self.on_start} if self.on_start else {}, parts=PARTS)

    def _rolled(self, n: int) -> Self:
        """Move the mouse `n` spaces. The first mouse to come back to Start takes the cheese there (text: Start)."""
        index = self.game.index[self.at[self.seat]] + n
        space = self.game.circle[index % len(self.game.circle)]
        moved = self._put(self.seat, space)
        if index >= len(self.game.circle) and self.on_start:
            moved = replace(moved._gain(self.on_start), on_start=0)
        return moved if moved.winners else moved._arrive()

    def _arrive(self) -> Self:
        """Apply the space on which the mouse's own roll ended (text: Types of Spaces)."""
        match self.game.kind[self.at[self.seat]]:
            case "cheese":
                return replace(self, phase=Phase.TAKE)
            case "launch":
                return replace(self, phase=Phase.BRING) if self._bringable() else self._at_the_trap()
            case "steal" if self._robbable():
                return replace(self, phase=Phase.STEAL)
            case "lose" if self.hands[self.seat]:
                return self._draw(-1)._end()
            case "tunnel":
                return replace(self, phase=Phase.TUNNEL)
            case _:
                return self._end()

    def _bringable(self) -> list[int]:
        """Return the seats of the other mice that are not on the cage space."""
        return [seat for seat in self.others() if self.at[seat] != self.game.cage]

    def _robbable(self) -> list[int]:
        """Return the other seats that have cheese."""
        return [seat for seat in self.others() if self.hands[seat]]

    def _at_the_trap(self) -> Self:
        """Offer the launch if another mouse is under the cage, otherwise end the turn."""
        return replace(self, phase=Phase.LAUNCH) if self.under_the_cage() else self._end()

    def _put(self, seat: int, space: str) -> Self:
        return replace(self, at=swap(self.at, seat, space))

    def _draw(self, n: int) -> Self:
        """Take `n` cheese from the pile for the mover, or put `-n` back if it is negative."""
        return replace(self._gain(n), pile=self.pile - n)

    def _gain(self, n: int) -> Self:
        seat = self.seat
        return replace(self, hands=swap(self.hands, seat, self.hands[seat] + n))

    def _collect(self, payers: Container[int]) -> Self:
        """Take one cheese for the mover from each payer who has any."""
        paid = [seat in payers and self.hands[seat] > 0 for seat in range(self.game.players)]
        hands = tuple(held - pays for held, pays in zip(self.hands, paid, strict=True))
        return replace(self, hands=hands)._gain(sum(paid))

    def _end(self) -> Self:
        """Pass the turn to the left, unless somebody has won."""
        if self.winners:
            return self
        return replace(self, phase=Phase.ROLL, seat=(self.seat + 1) % self.game.players)

    def under_the_cage(self) -> list[int]:
        """Return the seats of the other mice that the trap would catch."""
        return [seat for seat in self.others() if self.at[seat] == self.game.cage]

    def others(self) -> list[int]:
        """Return all seats except the one whose turn it is."""
        return [seat for seat in range(self.game.players) if seat != self.seat]
