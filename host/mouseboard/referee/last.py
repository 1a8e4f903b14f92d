"""The last moves: whose turn it is while hands carry one out, whose is next, and in a game of men where it led.

For pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from mouseboard.referee.record import moved
from mouseboard.referee.situation import Do, Move, Situation
from mouseboard.rules.turns import next_turn, turn_of
from mouseboard.store import ActionRecord

Ways = dict[str, tuple[str, ...]]
"""The places of each piece that moved, in order; one place of a piece that was only put down or taken off."""


def last_ways(situation: Situation) -> Ways:
    """Return, in a game of men, the way of each piece that the last turn has moved; landings of a chain included."""
    if situation.state.game.shares_places:
        return {}
    turn = next(_turns(reversed(situation.history)), (None, ()))[1]
    ways: Ways = {}
    for record in reversed(tuple(turn)):
        before, after = record.before.placement(), record.after.placement()
        stations = record.before.stations(record.action)
        for piece in before | after:
            if before.get(piece) != after.get(piece) or piece in stations:  # a chain of jumps may end where it began
                way = (*ways.get(piece, ()), before.get(piece), *stations.get(piece, ()), after.get(piece))
                ways[piece] = tuple(place for place, _ in groupby(filter(None, way)))
    return ways


class Made(Struct, frozen=True):
    """The moves of a seat in one turn."""

    n: int
    """The number of the turn, from 1."""
    seat: int
    text: str
    """Its actions in notation, as the journal has them."""


def last_turns(situation: Situation, most: int) -> tuple[Made, ...]:
    """Return, in a game of men, what was moved in each of the last turns, oldest first."""
    if situation.state.game.shares_places:
        return ()
    turns = [
        (seat, " ".join(str(record.action) for record in records))
        for seat, records in _turns(situation.history)
        if seat is not None
    ]
    return tuple(Made(n, seat, text) for n, (seat, text) in enumerate(turns, 1))[-most:]


def _turns(history: Iterable[ActionRecord]) -> Iterator[tuple[int | None, Iterator[ActionRecord]]]:
    """Yield each turn with its actions that moved pieces; in this order, so that the last one can be found first."""
    moves = (record for record in history if record.before.placement() != record.after.placement())
    return groupby(moves, key=lambda record: record.before.turn)


def whose_turn(situation: Situation) -> int | None:
    """Return the seat that decides, or whose last action hands must still carry out; None after the end."""
    if situation.over:
        return None
    return situation.history[-1].seat if _is_carried_out(situation) else turn_of(situation.state)


def whose_next(situation: Situation) -> int | None:
    """Return the seat whose turn comes next, whatever happens in the present one; None where that is not certain."""
    turn = whose_turn(situation)
    return None if turn is None else next_turn(situation.state, turn)


def _is_carried_out(situation: Situation) -> bool:
    """Return whether people are asked to do what the last action brings with it, rather than to undo a takeback."""
    last = situation.history[-1] if situation.history else None
    match situation.ask:
        case Move(steps) if last:
            return {step.piece for step in steps} <= moved(last)
        case Do(task) if last:
            return task in last.hand_tasks
    return False
