"""Classic Mouse Trap: build the trap while your mouse walks to the Loop, then catch the others with it.

Notation, an action's verb with what it is about:

    first2            the lot says that seat 2 begins
    roll4             the die shows 4: the player's own mouse moves, after `pay` the mouse that was named
    take1             one of the cheese due comes from seat 1; asked only where opponents tie for most
    pay3              on Turn Crank: one cheese to the pile, and seat 3's mouse will be moved by a roll
    crank             on Turn Crank, with an opponent on the Cheese Wheel: set off the trap
    stop              on Turn Crank: end the turn without setting it off
    caught, missed    whether the cage came down on the Cheese Wheel

A turn is one `roll`, then whatever the space asks for. The rules follow the published text; "text:" in a docstring
names its section. RULINGS.md settles what the text leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance
from mouseboard.rules.classic.layout import PARTS, SAFE, SPACES, WHEEL, check, walk
from mouseboard.rules.core import CHANCE, Action, Count, Device, Game, Score, Setting, State, by_notation, swap
from mouseboard.rules.looks import Scenery
from mouseboard.rules.options import first_option, layout_option, starter

CHEESE = 52
ON_WHEEL = 2
"""Cheese for the player whose roll ends on the Cheese Wheel."""
FROM_RIVAL = 3
"""Cheese taken from the rival who has most."""
CAPTURED = -1
"""The space number of a captured mouse."""

UNMOVED = (CAPTURED, SAFE, WHEEL)
"""The spaces on which no opponent may pay to move a mouse."""

CRANK, STOP = Action("crank"), Action("stop")


class Phase(StrEnum):
    """The decision that comes next."""

    LOT = "lot"  # who begins
    ROLL = "roll"  # how far the mover goes
    TAKE = "take"  # from which of the tied opponents the next cheese comes
    AIM = "aim"  # on Turn Crank: pay, crank or stop
    TRAP = "trap"  # whether the cage comes down
    OVER = "over"


class ClassicRules(Game):
    """The path, which ends in the Loop, and the actions."""

    name = "classic"
    seat_counts = (2, 3, 4)
    options = (layout_option("classic"), first_option(max(seat_counts)), chance.TRAP)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.first = starter(self)
        """The seat that starts, or CHANCE."""
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.seats = tuple(range(players))
        self.others = tuple(tuple(other for other in self.seats if other != seat) for seat in self.seats)
        """The other seats, by seat."""
        self.walks = tuple(tuple(walk(space, n) for n in range(7)) for space in range(SPACES))
        self.following = (*self.seats[1:], 0)
        """The next seat in turn order, by seat."""
        self.takes = tuple(Action("take", seat) for seat in self.seats)
        self.pays = tuple(Action("pay", seat) for seat in self.seats)
        lot, trap = chance.lot(players), chance.trap(settings["trap"])
        self.odds: dict[Phase, chance.Lasting] = {Phase.LOT: lot, Phase.ROLL: chance.DIE, Phase.TRAP: trap}
        index = {place.name: i for i, place in enumerate(self.layout.place)}
        self.sent = {i: index[place.to] for i, place in enumerate(self.layout.place) if place.to}
        drawn = (outcome for odds in self.odds.values() for outcome in odds.outcomes)
        self.vocabulary = by_notation((*drawn, *self.takes, *self.pays, CRANK, STOP))


class Moment(State, Struct, frozen=True):
    """All that changes in a game, with the legal actions and what follows from them.

    A field that has a meaning in only some phases is at its default in the others.
    """

    game: ClassicRules
    phase: Phase
    seat: Count
    """The seat whose turn it is; when the game is over, the seat that has won."""
    mover: Count
    """The seat whose mouse the next roll moves: `seat` itself, unless it has paid to move another mouse."""
    at: tuple[int, ...]
    """The space each mouse is on, 0 at Start, or CAPTURED."""
    cheese: tuple[Count, ...]
    pile: Count
    built: Annotated[int, Meta(ge=0, le=PARTS)]
    """The number of trap parts built."""
    due: Count = 0
    """Cheese that the seat has yet to take from the tied opponents."""
    tied: tuple[int, ...] = ()

    @classmethod
    def begin(cls, game: ClassicRules) -> Self:
        """Return the first state: all mice at Start, all cheese in the pile, nothing built."""
        none = (0,) * game.players
        phase = Phase.LOT if game.first == CHANCE else Phase.ROLL
        seat = max(game.first, 0)
        return cls(game, phase, seat=seat, mover=seat, at=none, cheese=none, pile=CHEESE, built=0)

    @property
    def actor(self) -> int | None:
        if self.phase in self.game.odds:
            return CHANCE
        return None if self.phase is Phase.OVER else self.seat

    @property
    def turn(self) -> int | None:
        return None if self.phase in (Phase.LOT, Phase.OVER) else self.seat

    @property
    def winners(self) -> tuple[int, ...]:
        return (self.seat,) if self.phase is Phase.OVER else ()

    def actions(self) -> tuple[Action, ...]:
        odds = self.game.odds.get(self.phase)
        if odds:
            return odds.outcomes
        match self.phase:
            case Phase.AIM:
                return self._at_the_crank()
            case Phase.TAKE:
                return tuple(self.game.takes[seat] for seat in self.tied)
        return ()

    def odds(self) -> chance.Odds:
        return self.game.odds.get(self.phase, ())

    def after(self, action: Action) -> Self:
        n = action.number
        if n is None:
            return self._done(action.verb)
        match action.verb:
            case "roll":
                return self._rolled(n)
            case "take":
                return self._took(n)
            case "pay":
                cheese, pile = self._drawn(-1)
                return replace(self, phase=Phase.ROLL, mover=n, cheese=cheese, pile=pile)
        return replace(self, phase=Phase.ROLL, seat=n, mover=n)  # first

    def _done(self, verb: str) -> Self:
        """Return the state after an action that has no number."""
        match verb:
            case "crank":
                return replace(self, phase=Phase.TRAP)
            case "caught":
                return self._caught()
            case "missed":
                return self._missed()
        return self._next_turn()  # stop

    def placement(self) -> dict[str, str]:
        places = self.game.layout.place
        at = zip(self.game.mice, self.at, strict=True)
        return self.game.on_slots({mouse: places[space].name for mouse, space in at if space != CAPTURED})

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        game, seat, mover = self.game, self.seat, self.mover
        if {len(self.at), len(self.cheese)} != {game.players}:
            yield f"there are {game.players} players"
            return
        if seat not in game.seats or mover not in game.seats or not all(CAPTURED <= at < SPACES for at in self.at):
            yield "there is no such seat or space"
            return
        if self.phase is Phase.LOT and self != self.begin(game):
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
        """Return whether the seats in `tied` are opponents who can each give all the cheese due."""
        rivals = [seat for seat in self.opponents() if seat in self.tied]
        return rivals == list(self.tied) and all(self.cheese[seat] >= self.due for seat in rivals)

    def conserved(self) -> dict[str, int]:
        return {"cheese": self.pile + sum(self.cheese)}

    @property
    def device(self) -> Device:
        return {Phase.LOT: Device.LOT, Phase.TRAP: Device.TRAP}.get(self.phase, Device.DIE)

    def spots(self, action: Action) -> tuple[str, ...]:
        """Return the place of the mouse to choose; the Cheese Wheel for `crank`, the player's own space for `stop`."""
        match action:
            case Action("take" | "pay", int(seat)):
                space = self.at[seat]
            case Action("stop"):
                space = self.at[self.seat]
            case Action("crank"):
                space = WHEEL
            case _:
                return super().spots(action)
        return (self.game.layout.place[space].name,)

    def stations(self, action: Action) -> dict[str, tuple[str, ...]]:
        """Return the space that sends the player's own mouse back or ahead, if the roll ends there."""
        if action.verb != "roll" or action.number is None or self.mover != self.seat:
            return {}
        space = self.game.walks[self.at[self.seat]][action.number]
        return {self.game.mice[self.seat]: (self.game.layout.place[space].name,)} if space in self.game.sent else {}

    def scores(self) -> tuple[Score, ...]:
        """Return each player's cheese, who is captured, the pile, and the parts built."""
        return (
            Score("cheese", self.cheese),
            Score("captured", tuple(int(space == CAPTURED) for space in self.at)),
            Score("pile", shared=self.pile),
            Score("parts built", shared=self.built),
        )

    def scenery(self) -> Scenery:
        return Scenery(parts=self.built)

    def _rolled(self, n: int) -> Self:
        """Move the mover `n` spaces. The space it reaches takes effect only if players move their own mouse."""
        space = self.game.walks[self.at[self.mover]][n]
        at = swap(self.at, self.mover, space)
        return self._land(space, at) if self.mover == self.seat else replace(self, at=at, mover=self.seat)._aim()

    def _land(self, space: int, at: tuple[int, ...]) -> Self:
        """Apply the space on which the player's own roll ended (text: Types of Spaces)."""
        place = self.game.layout.place[space]
        match place.kind:
            case "build" if self.game.players in place.players:
                parts = min(2 if space > SAFE else 1, PARTS - self.built)
                return self._end_turn(at, parts, parts)
            case "take":
                return self._collect(place.count, at)
            case "lose":
                return self._end_turn(at, -min(place.count, self.cheese[self.seat]))
            case "back" | "ahead":
                return self._end_turn(swap(at, self.seat, self.game.sent[space]))
            case "rival":
                return replace(self, at=at)._rob(FROM_RIVAL)
            case "wheel":
                return self._collect(ON_WHEEL, at)
            case "crank" if self.built == PARTS:
                return replace(self, at=at)._aim()
        return self._end_turn(at)

    def _next_turn(self) -> Self:
        """Pass the turn to the next uncaptured player."""
        return self._end_turn(self.at)

    def _end_turn(self, at: tuple[int, ...], n: int = 0, parts: int = 0) -> Self:
        """End the turn with the mice at `at`, `n` cheese drawn and `parts` built; the next uncaptured player rolls.

        Nearly every roll ends here. For speed, its outcome is built in one step, without intermediate states.
        """
        following = self.game.following
        seat = following[self.seat]
        while at[seat] == CAPTURED:
            seat = following[seat]
        cheese, pile = self._drawn(n) if n else (self.cheese, self.pile)
        return type(self)(self.game, Phase.ROLL, seat, seat, at, cheese, pile, self.built + parts)

    # Cheese.

    def _drawn(self, n: int) -> tuple[tuple[int, ...], int]:
        """Return everybody's cheese and the pile after the player draws up to `n`, or puts back `-n` if negative."""
        n = min(n, self.pile)
        return swap(self.cheese, self.seat, self.cheese[self.seat] + n), self.pile - n

    def _collect(self, n: int, at: tuple[int, ...]) -> Self:
        """Take `n` cheese from the pile; any shortfall comes from the opponent with most (text: Take Cheese Spaces)."""
        if n <= self.pile:
            return self._end_turn(at, n)
        cheese, pile = self._drawn(n)
        return replace(self, at=at, cheese=cheese, pile=pile)._rob(n - self.pile)

    def _rob(self, n: int) -> Self:
        """Take up to `n` cheese from the opponent with most. If several tie for most, the player chooses among them."""
        rivals = self.opponents()
        most = max(self.cheese[seat] for seat in rivals)
        due = min(n, most)
        if not due:
            return self._next_turn()
        tied = tuple(seat for seat in rivals if self.cheese[seat] == most)
        if len(tied) > 1:
            return replace(self, phase=Phase.TAKE, due=due, tied=tied)
        return self._given(tied[0], due)._next_turn()

    def _took(self, rival: int) -> Self:
        """Take one of the cheese due from `rival`. Each tied opponent had at least all that is due: none runs out."""
        taken = replace(self._given(rival, 1), due=self.due - 1)
        return taken if taken.due else taken._next_turn()

    def _given(self, rival: int, n: int) -> Self:
        """Move `n` cheese from `rival` to the player."""
        poorer = swap(self.cheese, rival, self.cheese[rival] - n)
        return replace(self, cheese=swap(poorer, self.seat, poorer[self.seat] + n))

    # The trap.

    def _at_the_crank(self) -> tuple[Action, ...]:
        """Return the options on Turn Crank: crank if an opponent is on the wheel, pay to move a mouse, or stop.

        Mice on the wheel or on Safe cannot be moved (text: Trapping Mice, Moving Opponents' Mice, Safe Space).
        """
        game, at, seat = self.game, self.at, self.seat
        moved = game.others[seat] if self.cheese[seat] else ()
        pays = [game.pays[other] for other in moved if at[other] not in UNMOVED]
        return (CRANK, *pays, STOP) if WHEEL in at else (*pays, STOP)

    def _aim(self) -> Self:
        """Let the player decide on Turn Crank, if there is anything to decide."""
        return replace(self, phase=Phase.AIM) if len(self._at_the_crank()) > 1 else self._next_turn()

    def _caught(self) -> Self:
        """Capture all mice on the wheel and give their cheese to the player (text: Trapping Mice)."""
        caught = self.on_wheel()
        won = self.cheese[self.seat] + sum(self.cheese[seat] for seat in caught)
        kept = tuple(0 if seat in caught else cheese for seat, cheese in enumerate(self.cheese))
        at = tuple(CAPTURED if seat in caught else space for seat, space in enumerate(self.at))
        then = replace(self, at=at, cheese=swap(kept, self.seat, won))
        return then._next_turn() if then.opponents() else replace(then, phase=Phase.OVER)

    def _missed(self) -> Self:
        """Let all mice on the wheel escape to Safe (text: Trapping Mice)."""
        missed = self.on_wheel()
        at = tuple(SAFE if seat in missed else space for seat, space in enumerate(self.at))
        return replace(self, at=at)._next_turn()

    def opponents(self) -> tuple[int, ...]:
        """Return the other seats whose mice are free."""
        at = self.at
        return tuple([seat for seat in self.game.others[self.seat] if at[seat] != CAPTURED])

    def on_wheel(self) -> tuple[int, ...]:
        """Return the opponents that the trap would catch."""
        at = self.at
        return tuple([seat for seat in self.game.others[self.seat] if at[seat] == WHEEL])
