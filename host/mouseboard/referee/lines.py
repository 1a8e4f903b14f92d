"""Lines: a move, or a move and its reply, that together explain what contacts have felt since the board was at rest.

The belief follows hands move by move. Quick hands reply before a move has held, and sleeves knock men over meanwhile.
Then only a whole legal line fits, and all changes at once tell which. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from mouseboard.table import PlaceChanged, Placement
from mouseboard.table.expectation import Key

Changes = Sequence[PlaceChanged]

EARLY = 0.25
"""Seconds before the landing of a man within which a reply to it may begin."""
AT_ONCE = 0.15
"""Seconds between two landings that are too few for a move and its reply: a man is felt on two places."""
MOST_UNEXPLAINED = 4
"""The most changes that a line may leave unexplained: two men that were knocked over and put up again."""


class Line(NamedTuple):
    """A move that was made, and what has changed since."""

    unexplained: int
    """The number of changes that are part of no move: what was lifted has been put back."""
    key: Key
    made_at: float
    """When the move was complete, on the table's clock."""
    since: tuple[PlaceChanged, ...]
    """The changes that belong to a reply, empty without one."""


class _Made(NamedTuple):
    """The changes that show a move, by their numbers, and the last of them that lands a man or takes one."""

    changes: frozenset[int]
    last: int


def only_line(
    changes: Changes,
    here: Placement,
    moves: Mapping[Key, Placement],
    replies: Callable[[Key], Iterable[Placement]],
    fits: Callable[[Placement], bool],
) -> Line | None:
    """Return the line that leaves the fewest of these changes unexplained, or None if that may be several moves.

    `moves` are the placements that may follow `here`, and `replies` returns those that follow a move; `fits` returns
    whether contacts show a placement now. Of moves to the same places, such as promotions, the game lists the
    likeliest first.
    """
    found = [line for key, there in moves.items() for line in _lines(changes, here, key, there, replies, fits)]
    least = min((line.unexplained for line in found), default=MOST_UNEXPLAINED + 1)
    best = [line for line in found if line.unexplained == least]
    places = {frozenset(moves[line.key].values()) for line in best}
    return best[0] if least <= MOST_UNEXPLAINED and len(places) == 1 else None


def _lines(
    changes: Changes,
    here: Placement,
    key: Key,
    there: Placement,
    replies: Callable[[Key], Iterable[Placement]],
    fits: Callable[[Placement], bool],
) -> Iterable[Line]:
    """Yield the lines that begin with this move."""
    move = _made(changes, here, there)
    if move is None:
        return
    if fits(there):
        yield Line(len(changes) - len(move.changes), key, changes[move.last].time, ())
    for after in filter(fits, replies(key)):
        if both := _both(changes, here, there, after):
            move, reply = both
            unexplained = len(changes) - len(move.changes | reply.changes)
            made_at = changes[move.last].time
            yield Line(unexplained, key, made_at, _since(changes, move))


def _both(changes: Changes, here: Placement, there: Placement, after: Placement) -> tuple[_Made, _Made] | None:
    """Return how changes show a move and its reply, or None if they do not."""
    reply = _made(changes, there, after)
    if reply is None:
        return None
    lands = changes[reply.last].occupied
    move = _made(changes[: reply.last] if lands else changes, here, there)
    if move is None or move.changes & reply.changes:
        return None
    landed_at = changes[move.last].time
    if lands and changes[move.last].occupied and changes[reply.last].time < landed_at + AT_ONCE:
        return None
    landed = _left(there, here)
    for number in reply.changes:
        change = changes[number]
        if change.time < landed_at - EARLY or (change.place in landed and number < move.last):
            return None
    return move, reply


def _made(changes: Changes, before: Placement, after: Placement) -> _Made | None:
    """Return how changes show a move between two placements, or None if they do not."""
    found, landings = set[int](), dict[str, int]()
    for place in _left(after, before):
        landing = _last(changes, place, True)
        if landing is None:
            return None
        landings[place] = landing
    for piece, place in before.items():
        goal = after.get(piece)
        if goal != place:
            by = goal if goal is not None else place
            lifted = _last(changes[: landings.get(by, len(changes))], place, False)
            if lifted is None:
                return None
            found.add(lifted)
    last = max(landings.values(), default=max(found, default=0))
    return _Made(frozenset(found.union(landings.values())), last)


def _since(changes: Changes, move: _Made) -> tuple[PlaceChanged, ...]:
    """Return the changes that are no part of a move. Of those before its end, only what was not put right by then."""
    before = [n for n in range(move.last) if n not in move.changes]
    open_still = [n for n in before if sum(changes[m].place == changes[n].place for m in before) % 2]
    since = (changes[n] for n in (*open_still, *range(move.last + 1, len(changes))) if n not in move.changes)
    return tuple(replace(change, time=max(change.time, changes[move.last].time)) for change in since)


def _last(changes: Changes, place: str, occupied: bool) -> int | None:
    """Return the number of the last change that closes, or opens, this place."""
    found = (n for n, change in enumerate(changes) if change.place == place and change.occupied == occupied)
    return max(found, default=None)


def _left(before: Placement, after: Placement) -> set[str]:
    """Return the places that pieces leave between two placements."""
    return {place for piece, place in before.items() if after.get(piece) != place}
