"""A sensible player of barriers: it looks ahead by alpha-beta search, assuming that everyone else plays against it.

What a position is worth depends on paths: how much longer the nearest rival's is than the seat's own. Of the barriers
only those are looked at that cut a rival's shortest path. The search goes deeper step by step until it has looked at a
set number of positions, not for a set time: the same position and random stream give the same choice on any machine.
"""

from __future__ import annotations

import math
from random import Random

from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.barriers.grid import ALONG, BIT, open_steps, shortest_way
from mouseboard.rules.core import CHANCE, Action, Game, State

POSITIONS = 2000
"""Looked at for one choice: about a tenth of a second."""
DEEPEST = 12
"""Actions ahead; enough even where there are few choices."""

BLUNDER = 2.0
"""Who falls back by so many squares, compared to the best choice, is warned, if that is wanted."""

WIN = 1000.0
TURN = 0.5
"""What it is worth to be next, in squares."""
IN_HAND = 0.1
"""How much more a barrier in hand is worth than one on the board."""


def sensible(_: Game) -> Sensible:
    """The player for any game of barriers."""
    return Sensible(POSITIONS)


class Sensible:
    """Looks at no more than `positions` for one choice."""

    def __init__(self, positions: int) -> None:
        self.positions = positions

    def choose(self, state: State, rng: Random) -> Action:
        """The best action found. Raises ValueError where no seat decides."""
        assert isinstance(state, BarriersState)
        if state.actor is None or state.actor == CHANCE:
            raise ValueError("no seat decides here")
        actions = candidates(state)
        rng.shuffle(actions)
        search = Search(state.actor, self.positions)
        try:
            for depth in range(1, DEEPEST + 1):
                best = search.best(state, actions, depth)
                actions.remove(best)
                actions.insert(0, best)
        except Exhausted:
            pass
        return actions[0]

    def warns(self, state: State, action: Action) -> bool:
        """Whether the action, after the best reply, is squares behind the best one."""
        assert isinstance(state, BarriersState)
        assert state.actor is not None
        search = Search(state.actor, 10 * self.positions)
        try:
            worth = search.worth(state.after(action), 1, -math.inf, math.inf)
            best = max(search.worth(state.after(other), 1, worth, math.inf) for other in candidates(state))
        except Exhausted:
            return False
        return best - worth >= BLUNDER


class Exhausted(Exception):
    """The search has looked at as many positions as it may."""


class Search:
    """One search for what is best for `seat`."""

    def __init__(self, seat: int, positions: int) -> None:
        self.seat = seat
        self.positions = positions

    def best(self, state: BarriersState, actions: list[Action], depth: int) -> Action:
        """The first of the actions that is worth most, looking `depth` ahead. Raises Exhausted."""
        best, most = actions[0], -math.inf
        for action in actions:
            worth = self.worth(state.after(action), depth - 1, most, math.inf)
            if worth > most:
                best, most = action, worth
        return best

    def worth(self, state: BarriersState, depth: int, least: float, most: float) -> float:
        """What the state is worth, looking `depth` further, as far as that lies between `least` and `most`.

        Raises Exhausted.
        """
        if self.positions == 0:
            raise Exhausted
        self.positions -= 1
        if state.actor is None:
            return WIN + depth if state.winners == (self.seat,) else -WIN - depth  # the sooner the more
        if depth == 0:
            return estimate(state, self.seat)
        for action in candidates(state):
            worth = self.worth(state.after(action), depth - 1, least, most)
            if state.actor == self.seat:
                least = max(least, worth)
            else:
                most = min(most, worth)
            if least >= most:
                break
        return least if state.actor == self.seat else most


def candidates(state: BarriersState) -> list[Action]:
    """The actions worth looking at, likely good ones first: all moves, and barriers that cut a rival's shortest way."""
    assert state.actor is not None
    ways = [way(state, seat) for seat in range(state.game.players)]
    own = ways.pop(state.actor)
    moves = [action for action in state.actions() if action.verb not in ALONG]
    moves.sort(key=lambda action: not BIT.get(action.verb, 0) & own)
    return moves + [action for action in state.actions() if action.verb in ALONG and cuts(action.verb, ways)]


def cuts(barrier: str, ways: list[int]) -> bool:
    """Whether a barrier lies across any of these ways."""
    side = sum(BIT[square] for square in ALONG[barrier])
    shift = 1 if barrier.endswith("h") else 8
    return any(way & way >> shift & side for way in ways)


def estimate(state: BarriersState, seat: int) -> float:
    """What a state is worth to a seat, in squares: how much sooner it is across than the nearest of the others."""
    steps = [way(state, k).bit_count() for k in range(state.game.players)]
    left = list(state.left)
    own, own_left = steps.pop(seat), left.pop(seat)
    turn = TURN if state.actor == seat else -TURN
    return min(steps) - own + turn + IN_HAND * (own_left - max(left))


def way(state: BarriersState, seat: int) -> int:
    """The squares of one of a mouse's shortest ways; the mice in between do not count."""
    return shortest_way(BIT[state.mice[seat]], state.game.goals[seat], *open_steps(state.h, state.v))
