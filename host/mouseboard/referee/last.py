"""The last move of a game of men, for pictures of the board."""

from __future__ import annotations

from itertools import groupby

from mouseboard.referee.situation import Situation

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
        for piece in [piece for piece in before | after if before.get(piece) != after.get(piece)]:
            way = (*ways.get(piece, ()), before.get(piece), *stations.get(piece, ()), after.get(piece))
            ways[piece] = tuple(place for place, _ in groupby(filter(None, way)))
    return ways
