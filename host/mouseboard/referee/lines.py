"""Lines: a move, or a move and its replies, that together explain what contacts have felt since the board was at rest.

The belief follows hands move by move. Quick hands reply before a move has held or even landed, and sleeves knock men
over meanwhile. Then only a whole legal line fits, and all changes at once tell which. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from mouseboard.referee.choice import action_of, outcomes_of
from mouseboard.rules import State
from mouseboard.table import PlaceChanged, Placement
from mouseboard.table.expectation import Key
from mouseboard.table.prices import AT_ONCE_S

Changes = Sequence[PlaceChanged]

EARLY_S = 0.25
"""Seconds before the landing of a man within which a reply to it may begin."""
BOUNCE_S = 0.05
"""Seconds within which a contact that opens and closes again has only bounced."""
MOST_MOVES = 4
"""The most moves of a line. People see after a few that the table has lost them."""
MOST_UNEXPLAINED = 6
"""The most changes that a line may leave unexplained: three men that were knocked over and put up again."""
MOST_CHANGES = 24
"""The most changes that are explained. Where more has happened, people are told what to do."""


class Line(NamedTuple):
    """A move that was made, and what has changed since."""

    key: Key
    made_at: float
    """When the move was complete, on the table's clock."""
    since: tuple[PlaceChanged, ...]
    """The changes of its further moves, none before `made_at`. The last move may have just begun."""
    unexplained: int
    """The number of changes that are part of no move: what was lifted has been put back."""
    early: int
    """The number of changes that came before one of the move before theirs."""


class Lines:
    """The lines that explain some changes since the board was at rest `here`."""

    def __init__(
        self,
        changes: Changes,
        here: Placement,
        felt: frozenset[str],
        occupancy: Callable[[Placement], frozenset[str]],
        seats: Collection[int],
    ) -> None:
        """`felt` are the places that are felt now; `occupancy` returns those that a placement closes.

        Only `seats` are played by hand.
        """
        self._seats = seats
        self._changes = changes = _settled(changes)
        self._here = here
        self._felt = felt
        self._occupancy = occupancy
        self._opened = {change.place for change in changes if not change.occupied}
        self._closed = {change.place for change in changes if change.occupied}
        since = changes[-1].time - EARLY_S if changes and changes[-1].occupied else inf
        self._just_lifted = frozenset(change.place for change in changes if change.time >= since) - felt

    def only(self, moves: Mapping[Key, Placement], after: Callable[[Key], State | None]) -> Line | None:
        """Return the best line: fewest unexplained changes, then fewest out of order. None if there are several.

        `after` returns the state after a move.
        """
        if len(self._changes) > MOST_CHANGES:
            return None
        found = [
            line
            for key, there in moves.items()
            for move in self._makings(self._here, there, moves.values())
            for line in self._lines(key, _left(there, self._here), there, (move,), after(key))
        ]
        found = [line for line in found if line.unexplained <= MOST_UNEXPLAINED]
        least = min(((line.unexplained, line.early) for line in found), default=None)
        best = [line for line in found if (line.unexplained, line.early) == least]
        return best[0] if len({(line.key, line.since) for line in best}) == 1 else None

    def _lines(
        self, key: Key, landed: set[str], here: Placement, made: tuple[_Made, ...], state: State | None
    ) -> Iterator[Line]:
        """Yield the lines that go on from a placement to one that contacts show.

        The moves up to there are `made` so, and the last one has put pieces on the places `landed`.
        """
        begun = self.begun_after(here)
        goes_on = len(made) < MOST_MOVES and state is not None and state.actor in self._seats
        replies = outcomes_of(state) if state and (begun or goes_on) else {}
        if begun is not None and (not begun or any(_begins(begun, here, there) for there in replies.values())):
            yield self._line(key, made, begun)
        if state and goes_on:
            for reply, there in replies.items():
                for move in self._makings(here, there, replies.values()):
                    is_shared = any(move.changes & earlier.changes for earlier in made)
                    if not is_shared and self._follows(move, made[-1], landed):
                        after = state.after(action_of(reply))
                        yield from self._lines(key, _left(there, here), there, (*made, move), after)

    def _makings(self, before: Placement, after: Placement, others: Collection[Placement]) -> Iterator[_Made]:
        """Yield how the changes may show a move, and none of the others, first those that land soonest."""
        left, filled = _left(before, after), sorted(_left(after, before))
        if not left <= self._opened or not self._closed.issuperset(filled):
            return
        for landings in product(*(_numbers(self._changes, place, True) for place in filled)):
            landed = dict(zip(filled, landings, strict=True))
            lifts = set[int | None]()
            for piece, place in before.items():
                if after.get(piece) != place:
                    until = landed.get(after.get(piece, place), len(self._changes))
                    lifts.add(_last(self._changes[:until], place, False))
            numbers = frozenset(number for number in (*landings, *lifts) if number is not None)
            if numbers and None not in lifts:
                made = _Made(numbers, max(landings or numbers))
                if not is_on_two_places(self._changes, self._felt, made.last, after, others):
                    yield made

    def begun_after(self, placement: Placement) -> frozenset[str] | None:
        """Return the places whose men the next move may lift already, or None if contacts differ otherwise."""
        filled = self._occupancy(placement)
        lifted = filled - self._felt
        return lifted if self._felt <= filled and lifted <= self._just_lifted else None

    def _follows(self, reply: _Made, move: _Made, landed: set[str]) -> bool:
        """Return whether one may be the reply to the other, which has put pieces on the places `landed`.

        It may not if both land almost at once, if it begins too early, or if it takes a man before that has landed.
        """
        changes, made, replied = self._changes, self._changes[move.last], self._changes[reply.last]
        if made.occupied and replied.occupied and replied.time < made.time + AT_ONCE_S:
            return False
        is_early = any(changes[n].time < made.time - EARLY_S for n in reply.changes)
        return not is_early and not any(changes[n].place in landed and n < move.last for n in reply.changes)

    def _line(self, key: Key, moves: Sequence[_Made], begun: frozenset[str]) -> Line:
        """Return the line of these moves, after which men have been lifted from the places `begun`."""
        changes, move = self._changes, moves[0]
        made_at = changes[move.last].time
        replies = {number for reply in moves[1:] for number in reply.changes}
        replies |= {number for place in begun if (number := _last(changes, place, False)) is not None}
        since = tuple(replace(changes[n], time=max(changes[n].time, made_at)) for n in sorted(replies))
        early = sum(n < max(earlier.changes) for earlier, later in pairwise(moves) for n in later.changes)
        return Line(key, made_at, since, len(changes) - len(move.changes) - len(replies), early)


class _Made(NamedTuple):
    """The changes that show a move, by their numbers, and the last of them that lands a man or takes one."""

    changes: frozenset[int]
    last: int


def _begins(lifted: frozenset[str], before: Placement, after: Placement) -> bool:
    """Return whether a move between two placements lifts these men, and carries one of them elsewhere."""
    moved = {place for piece, place in before.items() if after.get(piece, place) != place}
    return lifted <= _left(before, after) and bool(lifted & moved)


def is_on_two_places(
    changes: Changes, felt: frozenset[str], last: int, after: Placement, others: Iterable[Placement]
) -> bool:
    """Return whether the man whose landing is the `last` change of a move is felt where others take it, too."""
    landing = changes[last]
    near = (change.place for change in changes if change.occupied and abs(change.time - landing.time) < AT_ONCE_S)
    at_once = felt.intersection(near) - {landing.place}
    men = {man for man, goal in after.items() if goal == landing.place} if at_once else ()
    return any(other.get(man) in at_once for other in others for man in men)


def _settled(changes: Changes) -> Changes:
    """Return the changes without those of contacts that bounce."""
    settled = list[PlaceChanged]()
    for change in changes:
        opened = _last(settled, change.place, False)
        if change.occupied and opened is not None and change.time < settled[opened].time + BOUNCE_S:
            del settled[opened]
        else:
            settled.append(change)
    return settled


def _last(changes: Changes, place: str, occupied: bool) -> int | None:
    """Return the number of the last change that closes, or opens, this place."""
    return max(_numbers(changes, place, occupied), default=None)


def _numbers(changes: Changes, place: str, occupied: bool) -> list[int]:
    """Return the numbers of the changes that close, or open, this place."""
    return [n for n, change in enumerate(changes) if change.place == place and change.occupied == occupied]


def _left(before: Placement, after: Placement) -> set[str]:
    """Return the places that pieces leave between two placements."""
    return {place for piece, place in before.items() if after.get(piece) != place}
