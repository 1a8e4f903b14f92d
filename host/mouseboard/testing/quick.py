"""Streams of men moved by quick hands, with the actions that should be recorded in the end.

Plies are random and legal, at any game of men for two. Nobody waits until the table has understood the last ply. Each
`Case` is a stream (see `stream.py`) of one kind; the same seed makes the same case.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import NamedTuple

from mouseboard.rules import Action, Game, State
from mouseboard.store import setup_text
from mouseboard.table import Placement

CARRY_S = (0.35, 0.8)
"""Seconds from the first lift of a ply until its man lands."""
FETCH = 0.4
"""The share of that time after which all men of a capture have been lifted."""
EARLY_S = (0.02, 0.2)
"""Seconds between the lift of an early reply and the landing of the last man."""
SOON_S = (0.02, 0.2)
"""Seconds after a landing until the next man is touched."""
PUT_UP_S = (0.2, 2.0)
"""Seconds after the reply until a man that was knocked over stands again."""
RETHOUGHT_S = (2.0, 4.0)
"""Seconds after which a capture is taken back."""
AT_ONCE_S = 0.05
"""Seconds within which a man that is put down between two places is felt on both."""
ON_TWO_S = 1.2
"""Seconds for which it stays there."""
BLITZ_S = (0.4, 0.6, 0.8, 1.0, 1.5)
"""Seconds a ply."""
BLITZ_PLIES = 8
LANDS = 0.6
"""The share of the time of a ply in blitz after which its man has landed."""
CAPTURES = 0.3
"""The share of plies in blitz that capture, where one does."""
LONGEST_OPENING = 40
"""Plies before a stream begins."""
LATER = 0.3
"""The share of fitting plies that replace one found earlier."""
BEGIN_S = 10.0
"""When the first ply of a stream begins, in seconds."""


class Case(NamedTuple):
    """A stream, and what is to be recorded at its end."""

    kind: str
    text: str
    """The stream, as `stream.read` reads it."""
    actions: tuple[str, ...]
    """The actions that hold in the end, in order."""
    is_told: bool
    """Whether contacts tell that the reply is one: its man is none that the last player might have taken instead."""


def cases(game: Game, seeds: Sequence[int]) -> Iterator[Case]:
    """Yield a case of each kind and seed, where the game has such plies."""
    for kind, (fits, make) in KINDS.items():
        for seed in seeds:
            rng = Random(f"{kind} {seed}")
            if opened := _opened(game, rng, fits):
                tape, action = opened
                actions = make(tape, action, rng)
                if actions is not None:
                    yield Case(kind, tape.text, tuple(map(str, actions)), tape.is_told)


class _Tape:
    """What a table feels of hands, and what is true."""

    def __init__(self, opening: Sequence[Action], state: State) -> None:
        self.state = state
        self.actions: list[Action] = []
        self.is_told = True
        self._before = state
        self._begins = [setup_text(state.game), *map(str, opening), f"0 start {_said(state.placement())}".rstrip()]
        self._happened: list[tuple[float, int, str]] = []

    def tell(self, time: float, words: str) -> None:
        """Write down what happens, in any order of times."""
        self._happened.append((time, len(self._happened), words))

    @property
    def ends(self) -> float:
        """When the last thing happens."""
        return max(time for time, _, _ in self._happened)

    @property
    def text(self) -> str:
        """The stream up to here."""
        lines = (f"{1000 * time:.0f} {words}" for time, _, words in sorted(self._happened))
        return "\n".join((*self._begins, *lines)) + "\n"

    def ply(self, begins: float, lands: float, action: Action, rng: Random) -> None:
        """Carry out an action between two times. Hands that take lift either man first."""
        here, there = self.state.placement(), self.state.after(action).placement()
        lifted = _lifted(here, there)
        if self.actions:
            self.is_told &= not _takeable(self._before, self.actions[-1]) & lifted
        taker_first = rng.random() < 0.5
        for n, man in enumerate(sorted(lifted, key=lambda man: ((man in there) != taker_first, man))):
            self.tell(begins + FETCH * (lands - begins) * n / max(1, len(lifted) - 1), f"opened {here[man]}")
        for man, place in there.items():
            if here.get(man) != place:
                self.tell(lands, f"closed {place}")
        self._before, self.state = self.state, self.state.after(action)
        self.actions.append(action)
        self.tell(lands, f"ply {action} quick {_said(there)}".rstrip())


def _opened(game: Game, rng: Random, fits: Callable[[State], Sequence[Action]]) -> tuple[_Tape, Action] | None:
    """Return a random opening until a ply fits, and one that does."""
    state, opening, found = game.start(), list[Action](), None
    for number in range(LONGEST_OPENING):
        if state.actor is None:
            break
        if number > 1 and (fitting := fits(state)) and (found is None or rng.random() < LATER):
            found = _Tape(tuple(opening), state), rng.choice(fitting)
        action = rng.choice(state.actions())
        opening.append(action)
        state = state.after(action)
    return found


Actions = Sequence[Action] | None
"""The actions that should be recorded; None where the game has no such plies."""


def _reply_after(latest: float) -> Callable[[_Tape, Action, Random], Actions]:
    """Return what lets the other player lift a man some time after the ply has landed."""

    def make(tape: _Tape, action: Action, rng: Random) -> Actions:
        lands = BEGIN_S + rng.uniform(*CARRY_S)
        tape.ply(BEGIN_S, lands, action, rng)
        return _replied(tape, lands + rng.uniform(0.0, latest), rng)

    return make


def _reply_before(tape: _Tape, action: Action, rng: Random) -> Actions:
    """Let the other player lift a man just before the ply lands."""
    lands = BEGIN_S + rng.uniform(*CARRY_S)
    aloft, player = _lifted(tape.state.placement(), tape.state.after(action).placement()), tape.state.actor
    tape.ply(BEGIN_S, lands, action, rng)
    if tape.state.actor == player:  # a mill, and the same player takes a man
        return None
    return _replied(tape, lands - rng.uniform(*EARLY_S), rng, aloft)


def _replied(tape: _Tape, lifted: float, rng: Random, aloft: Collection[str] = frozenset()) -> Actions:
    """Let the other player reply at that time, with men that are not `aloft`."""
    here = tape.state.placement()
    lifts = {reply: _lifted(here, tape.state.after(reply).placement()) for reply in _by_hand(tape.state)}
    replies = [reply for reply, men in lifts.items() if men and men.isdisjoint(aloft)]
    if not replies:
        return None
    tape.ply(lifted, lifted + rng.uniform(*CARRY_S), rng.choice(replies), rng)
    return tape.actions


def _blitz(seconds: float) -> Callable[[_Tape, Action, Random], Actions]:
    """Return what makes some plies, each a number of `seconds` after the one before."""

    def make(tape: _Tape, action: Action, rng: Random) -> Actions:
        tape.ply(BEGIN_S, BEGIN_S + LANDS * seconds, action, rng)
        for begins in (BEGIN_S + seconds * number for number in range(1, BLITZ_PLIES)):
            plies = _captures(tape.state) if rng.random() < CAPTURES else []
            plies = plies or _by_hand(tape.state)
            if not plies:
                return None
            tape.ply(begins, begins + LANDS * seconds, rng.choice(plies), rng)
        return tape.actions

    return make


def _knocked(tape: _Tape, action: Action, rng: Random) -> Actions:
    """Knock a man over that stands by, and put it up again after the reply."""
    before, player = tape.state, tape.state.actor
    lands = BEGIN_S + rng.uniform(*CARRY_S)
    tape.ply(BEGIN_S, lands, action, rng)
    between = tape.state
    if between.actor == player or _replied(tape, lands + rng.uniform(*SOON_S), rng) is None:
        return None
    after = tape.state.placement().items()
    touched = _at_stake(before) | _at_stake(between)
    standing = [place for man, place in before.placement().items() if man not in touched and (man, place) in after]
    if not standing:
        return None
    place = rng.choice(standing)
    tape.tell(rng.uniform(BEGIN_S, lands), f"opened {place}")
    tape.tell(tape.ends + rng.uniform(*PUT_UP_S), f"closed {place}")
    return tape.actions


def _straightened(tape: _Tape, action: Action, rng: Random) -> Actions:
    """Straighten the man that has landed while the reply is made."""
    here, player = tape.state.placement(), tape.state.actor
    lands = BEGIN_S + rng.uniform(*CARRY_S)
    tape.ply(BEGIN_S, lands, action, rng)
    between = tape.state
    (goal,) = {*between.placement().values()} - {*here.values()}
    if between.actor == player or _replied(tape, lands + SOON_S[1], rng) is None:
        return None
    if goal not in tape.state.placement().values() or between.placement() == here:
        return None
    lifted = lands + rng.uniform(*SOON_S)
    tape.tell(lifted, f"opened {goal}")
    tape.tell(lifted + rng.uniform(*CARRY_S), f"closed {goal}")
    return tape.actions


def _undone(tape: _Tape, capture: Action, rng: Random) -> Actions:
    """Put all men of a capture back."""
    before, after = tape.state.placement(), tape.state.after(capture).placement()
    now = BEGIN_S + rng.uniform(*CARRY_S)
    tape.ply(BEGIN_S, now, capture, rng)
    now += rng.uniform(*RETHOUGHT_S)
    for man in (man for man in before if man in after and before[man] != after[man]):
        tape.tell(now, f"opened {after[man]}")
        now += rng.uniform(*CARRY_S)
        tape.tell(now, f"closed {before[man]}")
    for man in sorted(before.keys() - after.keys()):
        now += rng.uniform(*CARRY_S)
        tape.tell(now, f"closed {before[man]}")
    return ()


def _on_two(tape: _Tape, action: Action, rng: Random) -> Actions:
    """Put a man down between two places, and straighten it later."""
    here, there = tape.state.placement(), tape.state.after(action).placement()
    (goal,) = {*there.values()} - {*here.values()}
    beside = _free_beside(tape.state.game, {*here.values(), *there.values()}, goal)
    if not beside:
        return None
    lands, other = BEGIN_S + rng.uniform(*CARRY_S), rng.choice(beside)
    tape.tell(lands + rng.uniform(-AT_ONCE_S, AT_ONCE_S), f"closed {other}")
    tape.ply(BEGIN_S, lands, action, rng)
    tape.tell(lands + ON_TWO_S, f"opened {other}")
    return tape.actions


def _by_hand(state: State) -> list[Action]:
    """Return the plies that hands alone can show: each leads to a position of its own."""
    if state.actor is None:
        return []
    here = state.placement()
    there = [(action, state.after(action).placement()) for action in state.actions()]
    return [action for action, one in there if one != here and sum(one == other for _, other in there) == 1]


def _captures(state: State) -> list[Action]:
    """Return the plies that move one man and take others off the board."""
    here = state.placement()
    return [
        action
        for action in _by_hand(state)
        if len(there := state.after(action).placement()) < len(here) and _lifted(here, there) & there.keys()
    ]


def _quiet(state: State) -> list[Action]:
    """Return the plies that move one man and no other."""
    here = state.placement()
    found = ((action, state.after(action).placement()) for action in _by_hand(state))
    return [action for action, there in found if len(there) == len(here) and len(_lifted(here, there)) == 1]


def _halves(state: State) -> list[Action]:
    """Return the plies that may be the first half of another."""
    here = state.placement()
    ends = {action: state.after(action).placement().items() - here.items() for action in _by_hand(state)}
    return [one for one, moved in ends.items() if moved and any(moved < other for other in ends.values())]


def _lifted(here: Placement, there: Placement) -> set[str]:
    """Return the men that leave their places between two positions."""
    return {man for man, place in here.items() if there.get(man) != place}


def _at_stake(state: State) -> set[str]:
    """Return the men that an action moves or takes."""
    here = state.placement()
    return {man for action in state.actions() for man in _lifted(here, state.after(action).placement())}


def _takeable(state: State, made: Action) -> set[str]:
    """Return the men that another action than the one made would have taken."""
    here = state.placement()
    moved = {man for man, place in state.after(made).placement().items() if here.get(man) != place}
    others = (state.after(other).placement() for other in state.actions() if other != made)
    further = (there for there in others if all(there.get(man) != here.get(man) for man in moved))
    return {man for there in further for man in here.keys() - there.keys()}


def _free_beside(game: Game, taken: set[str], goal: str) -> list[str]:
    """Return the free places that are as near to one as any."""
    at = {place.name: place.at for place in game.layout.stands if place.name not in taken or place.name == goal}
    far = {name: math.dist(where, at[goal]) for name, where in at.items() if name != goal}
    return [name for name, distance in far.items() if distance <= 1.5 * min(far.values())]


def _said(position: Placement) -> str:
    return " ".join(f"{man}={place}" for man, place in position.items())


KINDS = {
    "reply-after-capture": (_captures, _reply_after(0.45)),
    "reply-after-half": (_halves, _reply_after(0.9)),
    "reply-before-landing": (_by_hand, _reply_before),
    **{f"blitz-{seconds}": (_by_hand, _blitz(seconds)) for seconds in BLITZ_S},
    "neighbour-knocked": (_quiet, _knocked),
    "straightened": (_quiet, _straightened),
    "capture-undone": (_captures, _undone),
    "on-two-places": (_quiet, _on_two),
}
"""The kinds of cases: the plies with which one may begin, and what makes it."""
