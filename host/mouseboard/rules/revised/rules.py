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
    decline          leave undone what one may do: take, launch, steal, tunnel

The board lists the circle clockwise, Start first. Kinds of place: start, normal, cage (a normal space under the
cage), launch, cheese, steal, lose, and tunnel, whose `to` is the other mouth.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from mouseboard.rules import chance
from mouseboard.rules.core import CHANCE, FIRST, Action, Device, HandTask, Scenery, Score, Setting, layout_option, swap
from mouseboard.rules.revised import words
from mouseboard.rules.revised.moment import (
    DECLINE,
    LAUNCH,
    NOBODY,
    ON_START,
    PARTS,
    TAKE,
    TUNNEL,
    CircleGame,
    Moment,
    Phase,
)
from mouseboard.say import Say

CHEESE = 24

CHOICES = {Phase.TAKE: (DECLINE, TAKE), Phase.LAUNCH: (DECLINE, LAUNCH), Phase.TUNNEL: (DECLINE, TUNNEL)}
"""The questions that always have the same two answers."""


class Revised(CircleGame):
    """The game of the mid-2020s."""

    name = "revised"
    title = "Mouse Trap, revised rules"
    summary = "Go round for cheese, steal it, and trap the others for more; six cheese win."
    seat_counts = (2, 3, 4)
    trap_profile = "launch"
    options = (layout_option("revised"), FIRST, chance.TRAP)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        lot, trap = chance.lot(players), chance.trap(settings["trap"])
        self.odds: dict[Phase, chance.Lasting] = {Phase.LOT: lot, Phase.ROLL: chance.DIE, Phase.TRAP: trap}
        self.brings, self.steals = (tuple(Action(verb, seat) for seat in range(players)) for verb in ("bring", "steal"))
        self._vocabulary = self._actions()
        """Kept here, because a cached property slows down every other attribute of a game (CPython 3.11)."""

    @property
    def vocabulary(self) -> Mapping[str, Action]:
        """Every action of the table above."""
        return self._vocabulary

    def _actions(self) -> dict[str, Action]:
        drawn = (outcome for odds in self.odds.values() for outcome in odds.outcomes)
        own = (*self.brings, *self.steals, TAKE, NOBODY, LAUNCH, TUNNEL, DECLINE)
        return {str(action): action for action in (*drawn, *own)}

    def preparation(self) -> HandTask:
        return words.preparation(self.start())

    def how_to_play(self) -> tuple[Say, ...]:
        return words.how_to_play()

    def start(self) -> RevisedState:
        """All mice on Start, one cheese each, two on Start, the rest in the pile."""
        return RevisedState(
            game=self,
            phase=Phase.LOT if self.settings["first"] == "lot" else Phase.ROLL,
            seat=0,
            at=(self.circle[0],) * self.players,
            hands=(1,) * self.players,
            on_start=ON_START,
            pile=CHEESE - ON_START - self.players,
        )


class RevisedState(Moment, frozen=True):
    """A moment of the game, with what is legal in it and what follows."""

    game: Revised

    @property
    def actor(self) -> int | None:
        """The seat, the die or the trap; None once somebody has won."""
        if self.winners:
            return None
        return CHANCE if self.phase in self.game.odds else self.seat

    def odds(self) -> chance.Odds:
        """The lot, the die, or the trap."""
        return () if self.winners else self.game.odds.get(self.phase, ())

    def actions(self) -> tuple[Action, ...]:
        """What may be done, or can happen."""
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

    def after(self, action: Action) -> RevisedState:
        """The next state. Every verb belongs to one phase, so the verb alone tells what to do."""
        match action.verb:
            case "first":
                return replace(self, phase=Phase.ROLL, seat=int(action.arg))
            case "roll":
                return self._rolled(int(action.arg))
            case "take":
                return self._draw(1)._end()
            case "bring":
                return self._put(int(action.arg), self.game.cage)._at_the_trap()
            case "nobody":
                return self._at_the_trap()
            case "launch":
                return replace(self, phase=Phase.TRAP)
            case "caught":
                return self._collect(self.under_the_cage())._end()
            case "steal":
                return self._collect((int(action.arg),))._end()
            case "tunnel":
                return self._put(self.seat, self.game.mouth[self.at[self.seat]])._end()
            case _:  # decline, missed
                return self._end()

    def placement(self) -> dict[str, str]:
        """Every mouse, always on the board."""
        return self.game.on_slots(dict(zip(self.game.mice, self.at, strict=True)))

    def _rolled(self, n: int) -> RevisedState:
        """The mouse goes n spaces on; the first to come back to Start takes what lies there (text: Start)."""
        index = self.game.index[self.at[self.seat]] + n
        space = self.game.circle[index % len(self.game.circle)]
        moved = self._put(self.seat, space)
        if index >= len(self.game.circle) and self.on_start:
            moved = replace(moved._gain(self.on_start), on_start=0)
        return moved if moved.winners else moved._arrive()

    def _arrive(self) -> RevisedState:
        """What the space asks of a mouse whose own roll ended there (text: Types of Spaces)."""
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
        """The other mice that do not stand on the cage space yet."""
        return [seat for seat in self.others() if self.at[seat] != self.game.cage]

    def _robbable(self) -> list[int]:
        """The other players with cheese."""
        return [seat for seat in self.others() if self.hands[seat]]

    def _at_the_trap(self) -> RevisedState:
        """With another mouse under the cage the trap may be launched."""
        return replace(self, phase=Phase.LAUNCH) if self.under_the_cage() else self._end()

    def _put(self, seat: int, space: str) -> RevisedState:
        return replace(self, at=swap(self.at, seat, space))

    def _draw(self, n: int) -> RevisedState:
        """The mover takes n from the pile, or where n is negative, puts them back."""
        return replace(self._gain(n), pile=self.pile - n)

    def _gain(self, n: int) -> RevisedState:
        seat = self.seat
        return replace(self, hands=swap(self.hands, seat, self.hands[seat] + n))

    def _collect(self, payers: list[int] | tuple[int, ...]) -> RevisedState:
        """Each payer who has cheese gives the mover one."""
        paid = [seat in payers and self.hands[seat] > 0 for seat in range(self.game.players)]
        hands = tuple(held - pays for held, pays in zip(self.hands, paid, strict=True))
        return replace(self, hands=hands)._gain(sum(paid))

    def _end(self) -> RevisedState:
        """The turn goes to the left, unless somebody has won."""
        if self.winners:
            return self
        return replace(self, phase=Phase.ROLL, seat=(self.seat + 1) % self.game.players)

    # For people and tables.

    @property
    def device(self) -> Device:
        """Lot and trap have phases of their own; all else is the die."""
        return {Phase.LOT: Device.LOT, Phase.TRAP: Device.TRAP}.get(self.phase, Device.DIE)

    def prompt(self) -> Say:
        return words.prompt(self)

    def tell(self, action: Action, after: RevisedState) -> tuple[Say, ...]:
        return words.tell(self, action, after)

    def describe(self, action: Action) -> Say:
        return super().describe(action) if action.verb == "roll" else words.describe(self, action)

    def hand_tasks(self, action: Action, after: RevisedState) -> tuple[HandTask, ...]:
        return words.hand_tasks(self, action, after)

    def scores(self) -> tuple[Score, ...]:
        return words.scores(self)

    def scenery(self) -> Scenery:
        """The whole trap, and what cheese is left on Start."""
        return Scenery(cheese={self.game.circle[0]: self.on_start} if self.on_start else {}, parts=PARTS)

    def spots(self, action: Action) -> tuple[str, ...]:
        """The mouse that is meant, the cage for the launch, else where the mouse would go."""
        if action.verb in ("bring", "steal"):
            return (self.at[int(action.arg)],)
        return (self.game.cage,) if action == LAUNCH else super().spots(action)

    def conserved(self) -> dict[str, int]:
        """Cheese in hands, on Start and in the pile."""
        return {"cheese": sum(self.hands) + self.on_start + self.pile}
