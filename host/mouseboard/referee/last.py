"""The last move: whose turn it is while hands carry it out, whose is next, and in a game of men where it led.

For pictures.
"""

from __future__ import annotations

from itertools import groupby

from mouseboard.referee.record import moved
from mouseboard.referee.situation import Do, Move, Situation
from mouseboard.rules.turns import next_turn, turn_of

Ways = dict[str, tuple[str, ...]]
"""The places of each piece that moved, in order; one place of a piece that was only put down or taken off."""


def last_ways(situation: Situation) -> Ways:
    """Return, in a game of men, the way of each piece that the last turn has moved; landings of a chain included."""
    if situation.state.game.shares_places:
        return {}
    moves = (record for record in reversed(situation.history) if record.before.placement() != record.after.placement())
    turn = next(groupby(moves, key=lambda record: record.before.turn), (None, ()))[1]
    ways: Ways = {}
    for record in reversed(tuple(turn)):
        before, after = record.before.placement(), record.after.placement()
        stations = record.before.stations(record.action)
        for piece in before | after:
            if before.get(piece) != after.get(piece) or piece in stations:  # a chain of jumps may end where it began
                way = (*ways.get(piece, ()), before.get(piece), *stations.get(piece, ()), after.get(piece))
                ways[piece] = tuple(place for place, _ in groupby(filter(None, way)))
    return ways


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
