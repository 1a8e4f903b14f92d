"""Classic Mouse Trap: build the trap while your mouse walks to the Loop, then catch the others with it.

Notation, an action's verb with what it is about:

    first2            the lot says that seat 2 begins
    roll4             the die shows 4: the player's own mouse moves, after `pay` the mouse that was named
    take1             one of the cheese due comes from seat 1; asked only where opponents tie for most
    pay3              on Turn Crank: one cheese to the pile, and seat 3's mouse will be moved by a roll
    crank             on Turn Crank, with an opponent on the Cheese Wheel: set off the trap
    stop              on Turn Crank: end the turn without setting it off
    caught, missed    whether the cage came down on the Cheese Wheel

A turn is one `roll`, then whatever the space asks for. The rules are the published text's, whose section stands behind
"text:"; what it leaves open is settled in RULINGS.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec.structs import replace

from mouseboard.rules import chance
from mouseboard.rules.chance import ROLLS
from mouseboard.rules.classic import words
from mouseboard.rules.classic.layout import PARTS, SAFE, WHEEL
from mouseboard.rules.classic.moment import CAPTURED, CHEESE, CRANK, FROM_RIVAL, ON_WHEEL, STOP, Moment, PathGame, Phase
from mouseboard.rules.core import CHANCE, FIRST, Action, Device, HandTask, Scenery, Score, Setting, layout_option
from mouseboard.say import Say


class Classic(PathGame):
    """The game for two to four."""

    name = "classic"
    title = "Classic Mouse Trap"
    summary = "Build the trap on the way to the Loop, then turn its crank on the others; the last mouse free wins."
    seat_counts = (2, 3, 4)
    options = (layout_option("classic"), FIRST, chance.TRAP)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.following = tuple((*self.seats[seat + 1 :], *self.seats[: seat + 1]) for seat in self.seats)
        """After each seat, the order in which the others are asked whether it is their turn."""
        self.takes = tuple(Action("take", seat) for seat in self.seats)
        self.pays = tuple(Action("pay", seat) for seat in self.seats)
        lot, trap = chance.lot(players), chance.trap(settings["trap"])
        self.odds = {Phase.LOT: lot, Phase.ROLL: chance.DIE, Phase.TRAP: trap}
        index = {place.name: i for i, place in enumerate(self.layout.place)}
        self.sent = {i: index[place.to] for i, place in enumerate(self.layout.place) if place.to}

    @cached_property
    def vocabulary(self) -> Mapping[str, Action]:
        drawn = (outcome for odds in self.odds.values() for outcome in chance.outcomes(odds))
        return {str(action): action for action in (*drawn, *self.takes, *self.pays, CRANK, STOP)}

    def preparation(self) -> HandTask:
        return words.preparation(self.start())

    def how_to_play(self) -> tuple[Say, ...]:
        return words.how_to_play()

    def start(self) -> ClassicState:
        none = (0,) * self.players
        phase = Phase.LOT if self.settings["first"] == "lot" else Phase.ROLL
        return ClassicState(self, phase, seat=0, mover=0, at=none, cheese=none, pile=CHEESE, built=0)


class ClassicState(Moment, frozen=True):
    """A moment of the game, with what is legal in it and what follows."""

    game: Classic

    @property
    def actor(self) -> int | None:
        if self.phase is Phase.OVER:
            return None
        return CHANCE if self.phase in self.game.odds else self.seat

    def actions(self) -> tuple[Action, ...]:
        match self.phase:
            case Phase.ROLL:
                return ROLLS
            case Phase.AIM:
                return self._at_the_crank()
            case Phase.TAKE:
                return tuple(self.game.takes[seat] for seat in self.tied)
        return chance.outcomes(self.odds())

    def odds(self) -> chance.Odds:
        return self.game.odds.get(self.phase, ())

    def after(self, action: Action) -> ClassicState:
        match action.verb:
            case "roll":
                return self._rolled(int(action.arg))
            case "pay":
                return replace(self._draw(-1), phase=Phase.ROLL, mover=int(action.arg))
            case "crank":
                return replace(self, phase=Phase.TRAP)
            case "caught":
                return self._caught()
            case "missed":
                return self._missed()
            case "take":
                return self._took(int(action.arg))
            case "first":
                return replace(self, phase=Phase.ROLL, seat=int(action.arg), mover=int(action.arg))
        return self._next_turn()

    def _rolled(self, n: int) -> ClassicState:
        """The mover walks `n` spaces; what is printed there counts for a player's own roll alone."""
        space = self.game.walks[self.at[self.mover]][n]
        moved = replace(self, at=_with(self.at, self.mover, space), mover=self.seat)
        return moved._land(space) if self.mover == self.seat else moved._aim()

    def _land(self, space: int) -> ClassicState:
        """What the space says happens to the player who stands there now (text: Types of Spaces)."""
        place = self.game.layout.place[space]
        match place.kind:
            case "build" if self.game.players in place.players:
                parts = min(2 if space > SAFE else 1, PARTS - self.built)
                return replace(self, built=self.built + parts)._draw(parts)._next_turn()
            case "take":
                return self._collect(place.count)
            case "lose":
                return self._draw(-min(place.count, self.cheese[self.seat]))._next_turn()
            case "back" | "ahead":
                return replace(self, at=_with(self.at, self.seat, self.game.sent[space]))._next_turn()
            case "rival":
                return self._rob(FROM_RIVAL)
            case "wheel":
                return self._collect(ON_WHEEL)
            case "crank" if self.built == PARTS:
                return self._aim()
        return self._next_turn()

    def _next_turn(self) -> ClassicState:
        """The next uncaptured player rolls."""
        seat = next(seat for seat in self.game.following[self.seat] if self.at[seat] != CAPTURED)
        return replace(self, phase=Phase.ROLL, seat=seat, mover=seat)

    # Cheese.

    def _draw(self, n: int) -> ClassicState:
        """Up to `n` cheese from the pile to the player, or where `n` is negative, back to it."""
        n = min(n, self.pile)
        return replace(self, cheese=_with(self.cheese, self.seat, self.cheese[self.seat] + n), pile=self.pile - n)

    def _collect(self, n: int) -> ClassicState:
        """`n` cheese from the pile, and what it lacks from the opponent with most (text: Take Cheese Spaces)."""
        drawn = self._draw(n)
        return drawn._rob(n - self.pile) if n > self.pile else drawn._next_turn()

    def _rob(self, n: int) -> ClassicState:
        """`n` cheese, or as many as they have, from the opponent with most; from which of several, the player says."""
        rivals = self.opponents()
        most = max(self.cheese[seat] for seat in rivals)
        due = min(n, most)
        if not due:
            return self._next_turn()
        tied = tuple(seat for seat in rivals if self.cheese[seat] == most)
        if len(tied) > 1:
            return replace(self, phase=Phase.TAKE, due=due, tied=tied)
        return self._given(tied[0], due)._next_turn()

    def _took(self, rival: int) -> ClassicState:
        """One of the cheese due comes from `rival`. Each of the tied held all that was due, so any can give more."""
        taken = replace(self._given(rival, 1), due=self.due - 1)
        return taken if taken.due else replace(taken, tied=())._next_turn()

    def _given(self, rival: int, n: int) -> ClassicState:
        """`n` cheese from `rival` to the player."""
        poorer = _with(self.cheese, rival, self.cheese[rival] - n)
        return replace(self, cheese=_with(poorer, self.seat, poorer[self.seat] + n))

    # The trap.

    def _at_the_crank(self) -> tuple[Action, ...]:
        """Crank if an opponent is on the wheel, pay for one's mouse that is neither there nor on Safe, or make an end
        (text: Trapping Mice, Moving Opponents' Mice, Safe Space)."""
        meant = self.opponents() if self.cheese[self.seat] else ()
        pays = [self.game.pays[seat] for seat in meant if self.at[seat] not in (SAFE, WHEEL)]
        return (*((CRANK,) if self.on_wheel() else ()), *pays, STOP)

    def _aim(self) -> ClassicState:
        """The player decides on Turn Crank, if there is anything to decide."""
        choices = self._at_the_crank()
        return replace(self, phase=Phase.AIM) if len(choices) > 1 else self.after(choices[0])

    def _caught(self) -> ClassicState:
        """All on the wheel are out, and their cheese is the player's (text: Trapping Mice)."""
        caught = self.on_wheel()
        won = self.cheese[self.seat] + sum(self.cheese[seat] for seat in caught)
        kept = tuple(0 if seat in caught else cheese for seat, cheese in enumerate(self.cheese))
        at = tuple(CAPTURED if seat in caught else space for seat, space in enumerate(self.at))
        then = replace(self, at=at, cheese=_with(kept, self.seat, won))
        return then._next_turn() if then.opponents() else replace(then, phase=Phase.OVER)

    def _missed(self) -> ClassicState:
        """All on the wheel escape to Safe (text: Trapping Mice)."""
        missed = self.on_wheel()
        at = tuple(SAFE if seat in missed else space for seat, space in enumerate(self.at))
        return replace(self, at=at)._next_turn()

    # For people and tables.

    def placement(self) -> dict[str, str]:
        places = self.game.layout.place
        at = zip(self.game.mice, self.at, strict=True)
        return self.game.on_slots({mouse: places[space].name for mouse, space in at if space != CAPTURED})

    def conserved(self) -> dict[str, int]:
        return {"cheese": self.pile + sum(self.cheese)}

    @property
    def device(self) -> Device:
        return {Phase.LOT: Device.LOT, Phase.TRAP: Device.TRAP}.get(self.phase, Device.DIE)

    def prompt(self) -> Say:
        return words.prompt(self)

    def tell(self, action: Action, after: ClassicState) -> tuple[Say, ...]:
        return words.tell(self, action, after)

    def describe(self, action: Action) -> Say:
        return super().describe(action) if action.verb == "roll" else words.describe(self, action)

    def hand_tasks(self, action: Action, after: ClassicState) -> tuple[HandTask, ...]:
        return words.hand_tasks(self, action, after)

    def spots(self, action: Action) -> tuple[str, ...]:
        """The mouse that is meant; the Cheese Wheel for the crank, the player's own mouse for going without."""
        meant = {"take": action.arg, "pay": action.arg, "stop": self.seat}.get(action.verb)
        if isinstance(meant, int):
            return (self.game.layout.place[self.at[meant]].name,)
        return (self.game.layout.place[WHEEL].name,) if action == CRANK else super().spots(action)

    def scores(self) -> tuple[Score, ...]:
        return words.scores(self)

    def scenery(self) -> Scenery:
        return Scenery(parts=self.built)


def _with(row: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """The row with one seat's value changed."""
    return (*row[:seat], value, *row[seat + 1 :])
