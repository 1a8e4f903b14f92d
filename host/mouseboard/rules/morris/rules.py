"""Nine men's morris: build mills, and take the other side's men.

Notation, columns a to g from the left and rows 1 to 7 from seat 0's side:

    d2                            a man is placed on d2
    d2-d3                         the man on d2 goes to d3, or with three men left jumps there
    xf4                           after a mill: the other side's man on f4 is taken
    first1                        the lot says that seat 1 begins (only with first=lot)
    resign offer accept decline   see `parley.py`

RULINGS.md settles what the published rules leave open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from mouseboard import layouts
from mouseboard.rules import chance, parley, repeats
from mouseboard.rules.core import CHANCE, Action, Count, Device, Game, Option, Score, Setting, State, by_notation, swap
from mouseboard.rules.looks import Look, Scenery, Side
from mouseboard.rules.morris.layout import MILLS, NEAR, POINTS, check
from mouseboard.rules.options import first_option, layout_option, starter

MEN = 9
"""The men of each side."""
FEWEST = 3
"""A side with fewer men has lost. With just as many it may jump."""
IDLE = 100
"""The game is a draw after this many moves of both sides together without a taking."""

FLYING = Option(
    "flying",
    True,
    "whether a side with three men left may jump to any free point",
    (True, False),
    "May a side with three men jump?",
    ("yes, anywhere", "no, only along the lines"),
)

PLACES = {point: Action(name=point) for point in POINTS}
MOVES = {(here, there): Action(name=f"{here}-{there}") for here in POINTS for there in POINTS if here != there}
TAKES = {point: Action("x", name=point) for point in POINTS}


class MorrisRules(Game):
    """The sides and their men."""

    name = "morris"
    seat_counts = (2,)
    sides = (Side("white", "white"), Side("black", "black"))
    shares_places = False
    options = (layout_option("morris"), first_option(max(seat_counts), sides=("white", "black")), FLYING)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        super().__init__(players, settings)
        self.layout = layouts.load(str(settings["layout"]))
        check(self.layout)
        self.first = starter(self)
        """The seat that starts, or CHANCE."""
        self.flying = bool(settings["flying"])
        self.men = tuple(tuple(f"{side}-man-{n}" for n in range(1, MEN + 1)) for side in self.mice)
        self.pieces = (*self.men[0], *self.men[1])
        self.lot = chance.lot(players)
        actions = (*self.lot.outcomes, *PLACES.values(), *MOVES.values(), *TAKES.values(), *parley.PARLEY)
        self.vocabulary = by_notation(actions)

    def look(self, piece: str) -> Look:
        return Look(int(piece in self.men[1]), "man")


class Moment(State, Struct, frozen=True, dict=True):
    """All that changes in a game, with the legal actions and what follows from them."""

    game: MorrisRules
    turn: int | None
    """The seat whose turn it is, also while the other answers its offer; None until the lot is drawn."""
    at: tuple[tuple[str, ...], tuple[str, ...]]
    """The point of each man, by side; empty for one that is off the board."""
    in_hand: tuple[Count, Count] = (MEN, MEN)
    """The number of men that each side has yet to place."""
    mill: tuple[str, ...] = ()
    """The points of the mill that the seat has closed, sorted, while it takes a man; those of both if it closed two."""
    seen: tuple[str, ...] = ()
    """The positions since the last man was placed or taken, each with the seat to move, the present one last."""
    word: parley.Word = ""

    @classmethod
    def begin(cls, game: MorrisRules) -> Self:
        """Return the first state: an empty board."""
        return cls(game, None if game.first == CHANCE else game.first, (("",) * MEN, ("",) * MEN))

    @property
    def taking(self) -> bool:
        """Whether the seat has closed a mill, and takes a man."""
        return bool(self.mill)

    @property
    def actor(self) -> int | None:
        """The seat that moves, takes, or answers an offer; chance draws the lot; None when the game is over."""
        if self.turn is None:
            return CHANCE
        if self.winners or self._is_drawn:
            return None
        return 1 - self.turn if self.word == "offer" else self.turn

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The other seat, if the one whose turn it is has given up, has too few men, or cannot move."""
        if self.turn is None or (self.taking and self.word != "resign"):
            return ()
        left = len(self.points(self.turn)) + self.in_hand[self.turn]
        has_lost = self.word == "resign" or left < FEWEST or not self._moves
        return (1 - self.turn,) if has_lost else ()

    @property
    def _is_drawn(self) -> bool:
        """Whether the game is over, and nobody has won."""
        return self.word == "accept" or repeats.is_repeated(self.seen) or len(self.seen) > IDLE

    def actions(self) -> tuple[Action, ...]:
        """Return the places, moves or takings, the answers to an offer, or the outcomes of the lot."""
        if self.turn is None:
            return self.game.lot.outcomes
        if self.actor is None:
            return ()
        if self.word == "offer":
            return parley.ACCEPT, parley.DECLINE
        return self._takes if self.taking else self._moves

    def asides(self) -> tuple[Action, ...]:
        return () if self.actor in (CHANCE, None) else parley.asides(self.word)

    def odds(self) -> chance.Odds:
        """Return the odds of the lot."""
        return self.game.lot if self.turn is None else ()

    def after(self, action: Action) -> Self:
        """Return the state after the lot, a move, a taking, or what was said."""
        if self.turn is None:
            return replace(self, turn=action.number)
        if action in parley.PARLEY:
            return replace(self, word=action.verb)
        if self.taking:
            theirs = self.at[1 - self.turn]
            at = swap(self.at, 1 - self.turn, swap(theirs, theirs.index(action.name), ""))
            return replace(self, at=at, mill=(), word="", seen=())._passed()
        return self._moved(self.turn, *action.name.split("-"))

    def placement(self) -> dict[str, str]:
        """Return the point of each man that is on the board."""
        men, points = self.game.pieces, (*self.at[0], *self.at[1])
        return {man: point for man, point in zip(men, points, strict=True) if point}

    def beside(self) -> dict[str, int]:
        """Return the men in hand with their own side, and those taken with the other."""
        return {
            man: seat if n >= MEN - self.in_hand[seat] else 1 - seat
            for seat, men in enumerate(self.game.men)
            for n, man in enumerate(men)
            if not self.at[seat][n]
        }

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads here."""
        if list(map(len, self.at)) != [MEN, MEN] or self.turn not in (None, 0, 1):
            yield f"there are two sides of {MEN} men"
            return
        points = [point for men in self.at for point in men if point]
        if not set(points) <= set(POINTS) or len(set(points)) < len(points):
            yield "each man stands on a point of its own"
        if self.turn is None and self != self.begin(self.game):
            yield "before the lot nothing has happened"
        for men, left in zip(self.at, self.in_hand, strict=True):
            if left > MEN or any(men[MEN - left :]):
                yield "men are placed in their order"
        if self.taking and (self.turn is None or not self._is_closed(self.turn) or not self.points(1 - self.turn)):
            yield "a man is taken after a mill"
        is_counting = not self.taking and not any(self.in_hand)
        if is_counting != bool(self.seen) or self.seen[-1:] not in ((), (self._position,)):
            yield "positions are counted once all men are placed, and the last one is the present one"
        if len(self.seen) > IDLE + 1 or repeats.is_impossible(self.seen):
            yield f"a game lasts {IDLE} moves without a taking, and a position comes up three times"
        if self.word and replace(self, word="").actor is None:
            yield parley.TOO_LATE

    @property
    def device(self) -> Device:
        return Device.LOT

    def scenery(self) -> Scenery:
        """Return the mill that has just been closed."""
        return Scenery(marked=self.mill)

    def scores(self) -> tuple[Score, ...]:
        """Return the men that each side has on the board or in hand."""
        men = (len(self.points(seat)) + self.in_hand[seat] for seat in range(2))
        return (Score("men", tuple(men)),)

    @property
    def comes_again(self) -> bool:
        """Whether this position has come up before."""
        return repeats.comes_again(self.seen)

    def tally(self, action: Action, after: Self) -> tuple[str, ...]:
        """Count the mills, the moves of men that may jump, and draws by repetition."""
        if self.turn is None:
            return ()
        jumped = action in self._moves and self.jumps(self.turn)
        counts = {
            "mill": after.taking and not self.taking,
            "jump": jumped,
            "draw by repetition": repeats.is_repeated(after.seen),
        }
        return tuple(what for what, happened in counts.items() if happened)

    def points(self, seat: int) -> list[str]:
        """Return the points on which a side stands."""
        return [point for point in self.at[seat] if point]

    def jumps(self, seat: int) -> bool:
        """Return whether a side moves to any free point."""
        return self.game.flying and not self.in_hand[seat] and len(self.points(seat)) == FEWEST

    @cached_property
    def _moves(self) -> tuple[Action, ...]:
        """The places or moves of the seat whose turn it is, sorted."""
        assert self.turn is not None
        free = [point for point in POINTS if point not in self.at[0] and point not in self.at[1]]
        if self.in_hand[self.turn]:
            return tuple(PLACES[point] for point in free)
        own, jumps = self.points(self.turn), self.jumps(self.turn)
        return tuple(
            sorted(MOVES[here, there] for here in own for there in (free if jumps else NEAR[here]) if there in free)
        )

    @property
    def _takes(self) -> tuple[Action, ...]:
        """The men of the other side that may be taken: those in no mill, or any if all are in mills."""
        assert self.turn is not None
        theirs = self.points(1 - self.turn)
        loose = [point for point in theirs if not _mill(point, theirs)]
        return tuple(TAKES[point] for point in sorted(loose or theirs))

    def _moved(self, seat: int, first: str, there: str = "") -> Self:
        """Return the state after a man was placed on `first`, or has moved from there."""
        in_hand = list(self.in_hand)
        if there:
            man = self.at[seat].index(first)
        else:
            man, there = MEN - in_hand[seat], first
            in_hand[seat] -= 1
        own = swap(self.at[seat], man, there)
        mill = _mill(there, own) if any(self.at[1 - seat]) else ()
        after = replace(self, at=swap(self.at, seat, own), in_hand=tuple(in_hand), mill=mill, word="")
        return replace(after, seen=()) if after.taking else after._passed()

    def _passed(self) -> Self:
        """Return the state with the other seat to move."""
        assert self.turn is not None
        after = replace(self, turn=1 - self.turn)
        return after if any(after.in_hand) else replace(after, seen=(*after.seen, after._position))

    @property
    def _position(self) -> str:
        """The side to move, and who stands on each point."""
        white, black = self.at
        return f"{self.turn}{''.join('w' if p in white else 'b' if p in black else '-' for p in POINTS)}"

    def _is_closed(self, seat: int) -> bool:
        """Return whether a man of this side can have closed the mill."""
        return any(self.mill == _mill(point, self.at[seat]) for point in self.points(seat))


def _mill(point: str, men: Collection[str]) -> tuple[str, ...]:
    """Return the points, sorted, of the lines through the point that these men hold."""
    held = {one for line in MILLS[point] if all(one in men for one in line) for one in line}
    return tuple(sorted(held))
