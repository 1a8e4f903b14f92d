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

from msgspec.structs import replace

from mouseboard.rules import chance
from mouseboard.rules.classic import words
from mouseboard.rules.classic.layout import PARTS, SAFE, WHEEL
from mouseboard.rules.classic.moment import CAPTURED, CHEESE, CRANK, FROM_RIVAL, ON_WHEEL, STOP, Moment, PathGame, Phase
from mouseboard.rules.core import CHANCE, FIRST, Action, Device, HandTask, Scenery, Score, Setting, layout_option, swap
from mouseboard.say import Say

UNMOVED = (CAPTURED, SAFE, WHEEL)
"""Where nobody's mouse is moved by another."""


class Classic(PathGame):
    """The game for two to four."""

    name = "classic"
    title = "Classic Mouse Trap"
    summary = "Build the trap on the way to the Loop, then turn its crank on the others; the last mouse free wins."
    seat_counts = (2, 3, 4)
    options = (layout_option("classic"), FIRST, chance.TRAP)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.following = (*self.seats[1:], 0)
        """By seat, who is next."""
        self.takes = tuple(Action("take", seat) for seat in self.seats)
        self.pays = tuple(Action("pay", seat) for seat in self.seats)
        lot, trap = chance.lot(players), chance.trap(settings["trap"])
        self.odds: dict[Phase, chance.Lasting] = {Phase.LOT: lot, Phase.ROLL: chance.DIE, Phase.TRAP: trap}
        index = {place.name: i for i, place in enumerate(self.layout.place)}
        self.sent = {i: index[place.to] for i, place in enumerate(self.layout.place) if place.to}
        self._vocabulary = self._actions()
        """Kept here, because a cached property slows down every other attribute of a game (CPython 3.11)."""

    @property
    def vocabulary(self) -> Mapping[str, Action]:
        return self._vocabulary

    def _actions(self) -> dict[str, Action]:
        drawn = (outcome for odds in self.odds.values() for outcome in odds.outcomes)
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
        if self.phase in self.game.odds:
            return CHANCE
        return None if self.phase is Phase.OVER else self.seat

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

    def after(self, action: Action) -> ClassicState:
        match action.verb:
            case "roll":
                return self._rolled(int(action.arg))
            case "pay":
                cheese, pile = self._drawn(-1)
                return replace(self, phase=Phase.ROLL, mover=int(action.arg), cheese=cheese, pile=pile)
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
        at = swap(self.at, self.mover, space)
        return self._land(space, at) if self.mover == self.seat else replace(self, at=at, mover=self.seat)._aim()

    def _land(self, space: int, at: tuple[int, ...]) -> ClassicState:
        """What the space says happens to the player who stands there now (text: Types of Spaces)."""
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

    def _next_turn(self) -> ClassicState:
        """The next uncaptured player rolls."""
        return self._end_turn(self.at)

    def _end_turn(self, at: tuple[int, ...], n: int = 0, parts: int = 0) -> ClassicState:
        """The mice are there now, `n` cheese is drawn and some parts are built; the next uncaptured player rolls.

        Nearly every roll ends here: its outcome is made in one go, without states in between.
        """
        following = self.game.following
        seat = following[self.seat]
        while at[seat] == CAPTURED:
            seat = following[seat]
        cheese, pile = self._drawn(n) if n else (self.cheese, self.pile)
        return ClassicState(self.game, Phase.ROLL, seat, seat, at, cheese, pile, self.built + parts)

    # Cheese.

    def _drawn(self, n: int) -> tuple[tuple[int, ...], int]:
        """Everybody's cheese and the pile, up to `n` drawn by the player; where `n` is negative, so many put back."""
        n = min(n, self.pile)
        return swap(self.cheese, self.seat, self.cheese[self.seat] + n), self.pile - n

    def _collect(self, n: int, at: tuple[int, ...]) -> ClassicState:
        """`n` cheese from the pile, and what it lacks from the opponent with most (text: Take Cheese Spaces)."""
        if n <= self.pile:
            return self._end_turn(at, n)
        cheese, pile = self._drawn(n)
        return replace(self, at=at, cheese=cheese, pile=pile)._rob(n - self.pile)

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
        return taken if taken.due else taken._next_turn()

    def _given(self, rival: int, n: int) -> ClassicState:
        """`n` cheese from `rival` to the player."""
        poorer = swap(self.cheese, rival, self.cheese[rival] - n)
        return replace(self, cheese=swap(poorer, self.seat, poorer[self.seat] + n))

    # The trap.

    def _at_the_crank(self) -> tuple[Action, ...]:
        """Crank if an opponent is on the wheel, pay for one's mouse that is neither there nor on Safe, or make an end
        (text: Trapping Mice, Moving Opponents' Mice, Safe Space)."""
        game, at, seat = self.game, self.at, self.seat
        moved = game.others[seat] if self.cheese[seat] else ()
        pays = [game.pays[other] for other in moved if at[other] not in UNMOVED]
        return (CRANK, *pays, STOP) if WHEEL in at else (*pays, STOP)

    def _aim(self) -> ClassicState:
        """The player decides on Turn Crank, if there is anything to decide."""
        return replace(self, phase=Phase.AIM) if len(self._at_the_crank()) > 1 else self._next_turn()

    def _caught(self) -> ClassicState:
        """All on the wheel are out, and their cheese is the player's (text: Trapping Mice)."""
        caught = self.on_wheel()
        won = self.cheese[self.seat] + sum(self.cheese[seat] for seat in caught)
        kept = tuple(0 if seat in caught else cheese for seat, cheese in enumerate(self.cheese))
        at = tuple(CAPTURED if seat in caught else space for seat, space in enumerate(self.at))
        then = replace(self, at=at, cheese=swap(kept, self.seat, won))
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
