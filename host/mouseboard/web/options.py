"""The options that can be taken now, as the page shows them: with their arrows, seats and cheese. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import atan2, degrees, dist, hypot

from msgspec.structs import replace

from mouseboard.evening.ending import CHEESE
from mouseboard.layouts import Layout
from mouseboard.referee.offers import offered
from mouseboard.referee.situation import Roll, Situation
from mouseboard.rules import CHANCE, Action, Device, State
from mouseboard.say import Say
from mouseboard.web.fields import OptionShown

NEAR = 3.2
"""The longest step that is shown as an arrow, in pitches: a card may send a mouse three ahead."""

SLANT = 0.2
"""Most that a way may differ from straight or diagonal, in eighths of a turn: squares of a board may be oblong."""

Arrow = tuple[str | None, float | None, int | None, str | None]
"""Where an option starts, which way it leads, by how much it turns a card, and the piece that only looks that way."""

NO_ARROW: Arrow = (None, None, None, None)


def choosable(situation: Situation, own_die: bool) -> tuple[Action, ...]:
    """Return the actions that a phone can take now: what chance brings only with `own_die`, where people bring it."""
    return () if isinstance(situation.ask, Roll) and not own_die else offered(situation)


def options(situation: Situation, own_die: bool, say_it: Callable[[Say], str]) -> tuple[OptionShown, ...]:
    """Return the options, with arrows only if no two of them look alike."""
    shown = [_option(situation.state, action, say_it) for action in choosable(situation, own_die)]
    if _are_clear(shown):
        return tuple(shown)
    return tuple(replace(option, way=None, turn=None, looks=None) for option in shown)


def pips(state: State, action: Action) -> int | None:
    """Return the number on the die, if the action is a roll of it."""
    by_die = state.actor == CHANCE and state.device is Device.DIE
    return action.number if by_die else None


def _option(state: State, action: Action, say_it: Callable[[Say], str]) -> OptionShown:
    after, spots, number = state.after(action), state.spots(action), pips(state, action)
    now, then = state.placement(), state.on_the_way(action) or after.placement()
    moved = next((piece for piece, place in then.items() if now.get(piece) not in (None, place)), None)
    sign = state.sign(action)
    has_arrow = state.game.shares_places and not sign and state.actor != CHANCE
    start, way, turn, looks = _arrow(state, action, after, spots) if has_arrow else NO_ARROW
    if moved and state.actor != CHANCE:
        start = now[moved]
    return OptionShown(
        action=str(action),
        text=say_it(state.describe(action)),
        places=spots,
        piece=moved,
        number=number,
        seat=None if number is not None else _seat(state, action),
        cheese=0 if state.actor == CHANCE else _gained(state, after),
        sign=sign,
        start=start,
        via=() if state.game.shares_places or not moved else state.stations(action).get(moved, ()),
        way=way,
        turn=turn,
        looks=looks,
    )


def _seat(state: State, action: Action) -> int | None:
    """Return the seat that an action is about."""
    return action.number if action.number in range(state.game.players) else None


def _gained(state: State, after: State) -> int:
    """Return the cheese that whoever decides has more, or less, after the action."""
    return _held(after, state.actor) - _held(state, state.actor)


def _held(state: State, seat: int | None) -> int:
    return sum(
        score.seats[seat] for score in state.scores() if seat is not None and score.name in CHEESE and score.seats
    )


def _arrow(state: State, action: Action, after: State, spots: Sequence[str]) -> Arrow:
    """Return the arrow of a step, of a heading, of a turn of a card, or to a card."""
    now = state.placement()
    moves = state.on_the_way(action) or after.placement()
    steps = [(now[piece], place) for piece, place in moves.items() if now.get(piece) not in (None, place)]
    if steps:
        ((start, target), *others) = steps
        is_step = not others and tuple(spots) == (target,)
        return (start, _way(state.game.layout, start, target), None, None) if is_step else NO_ARROW
    before, then = state.scenery(), after.scenery()
    for place, card in before.cards.items():
        if place in then.cards and then.cards[place].heading != card.heading:
            heading = then.cards[place].heading
            return place, heading, (heading - card.heading) % 4, None
    for piece, heading in then.facing.items():
        if piece in now and heading != before.facing.get(piece):
            return now[piece], heading, None, piece
    if len(now) == len(spots) == 1:  # a card beside the only mouse
        start = next(iter(now.values()))
        return start, _way(state.game.layout, start, spots[0]), None, None
    return NO_ARROW


def _way(layout: Layout, start: str, target: str) -> float | None:
    """Return which way a neighbour lies, straight or diagonally: quarter turns clockwise from the far side."""
    (x, y), (to_x, to_y) = layout.by_name[start].at, layout.by_name[target].at
    right, up = to_x - x, to_y - y
    eighths = degrees(atan2(right, up)) / 45
    if start == target or hypot(right, up) > NEAR * _pitch(layout) or abs(eighths - round(eighths)) > SLANT:
        return None
    return round(eighths) % 8 / 2


@lru_cache(maxsize=16)
def _pitch(layout: Layout) -> float:
    """Return the smallest distance between two places."""
    felt = [place.at for place in layout.place if place.sensors]
    return min((dist(one, other) for one, other in combinations(felt, 2)), default=0.0)


def _are_clear(shown: Sequence[OptionShown]) -> bool:
    """Return whether all arrows start at one place, and no two point the same way."""
    starts = {option.start for option in shown if option.way is not None}
    ways = Counter(option.way for option in shown if option.way is not None)
    return len(starts) < 2 and all(n == 1 for n in ways.values())
