"""The end of a game: everybody's place, facts from its history, and the next game of the same people."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from mouseboard import players
from mouseboard.evening.wish import GameSetup, SeatSetup
from mouseboard.referee.record import is_trap
from mouseboard.referee.situation import Situation
from mouseboard.rules import CHANCE, Device, Game, State
from mouseboard.rules.options import FIRST
from mouseboard.store import ActionRecord

CHEESE = ("cheese", "safe", "pieces of cheese")
CAPTURED, BARRIERS = "captured", "barriers left"
"""Names of scores that places and facts are read from."""

FactKind = Literal["minutes", "catches", "cheese", "sixes", "barriers", "turns"]
"""What is told of a game at its end; `cheese` is the most that a seat had at once."""


class Fact(msgspec.Struct, frozen=True):
    """Something that happened in a game, as a number. `seat` did or had most of it."""

    kind: FactKind
    value: int
    seat: int | None = None


BREAK_MS = 10 * 60_000
"""Time without an entry of the journal that counts as a break, not as play."""

MINUTE_MS = 60_000
SIX = 6


def minutes_played(written: Sequence[int]) -> int:
    """Return how long people played, by the times of the journal's entries in ms: without breaks, at least 1."""
    gaps = (later - earlier for earlier, later in pairwise(written))
    return max(1, round(sum(gap for gap in gaps if 0 < gap < BREAK_MS) / MINUTE_MS))


# Places


def places(situation: Situation) -> tuple[int | None, ...]:
    """Return each seat's place: the winners', then the others' if the game knows an order, else None.

    Seats that are equal share a place; in a draw all seats share the first.
    """
    winners = situation.state.winners or range(situation.state.game.players)
    ranks = _ranks(situation)
    others = [seat for seat in range(len(ranks)) if seat not in winners]
    knows = len(others) == 1 or len({ranks[seat] for seat in others}) > 1

    def place(seat: int) -> int | None:
        if seat in winners:
            return 1
        return 1 + len(winners) + sum(ranks[other] > ranks[seat] for other in others) if knows else None

    return tuple(place(seat) for seat in range(len(ranks)))


def _ranks(situation: Situation) -> list[tuple[int, int]]:
    """Return a value for each seat, higher for a better place: who is caught later, then who has come further."""
    state, history = situation.state, situation.history
    lasted = [sum(not one for one in course) for course in zip(*_course(history, CAPTURED), strict=True)]
    nothing = [0] * state.game.players
    come = [-left for left in state.to_go()] or _score(state, *CHEESE) or nothing
    return [*zip(lasted or nothing, come, strict=True)]


def _score(state: State, *names: str) -> Sequence[int]:
    """Return the seats' numbers of the first score with one of these names; () if there is none."""
    return next((score.seats for score in state.scores() if score.name in names), ())


def _course(history: Sequence[ActionRecord], *names: str) -> Iterator[Sequence[int]]:
    """Yield a score of the seats after each action, if the game has it."""
    return (found for record in history if (found := _score(record.after, *names)))


# Facts


def facts(situation: Situation, minutes: int | None) -> Iterator[Fact]:
    """Yield what can be told of a game that is over. Ties between seats are left out."""
    history = situation.history
    if minutes is not None:
        yield Fact("minutes", minutes)
    yield from _most("catches", _counted(situation, [_is_catch(record) for record in history]))
    yield from _most("cheese", [max(course) for course in zip(*_course(history, *CHEESE), strict=True)])
    yield from _most("sixes", _counted(situation, [_is_six(record) for record in history]))
    yield from _most("barriers", _counted(situation, [_is_barrier(record) for record in history]))
    yield Fact("turns", turns(history))


def turns(history: Sequence[ActionRecord]) -> int:
    """Return the number of turns. A seat's turns in a row, while others are out or wait, count once."""
    return len([*groupby(record.before.turn for record in history if record.before.turn is not None)])


def _most(kind: FactKind, counts: Sequence[int]) -> Iterator[Fact]:
    """Yield the seat that has most, if it is a single one."""
    best = max(counts, default=0)
    if best and list(counts).count(best) == 1:
        yield Fact(kind, best, list(counts).index(best))


def _counted(situation: Situation, happened: Sequence[bool]) -> list[int]:
    """Count for each seat in how many actions of its turns something happened."""
    by = [record.before.turn for record, is_one in zip(situation.history, happened, strict=True) if is_one]
    return [by.count(seat) for seat in range(situation.state.game.players)]


def _is_catch(record: ActionRecord) -> bool:
    return is_trap(record) and record.action.verb == "caught"


def _is_six(record: ActionRecord) -> bool:
    before = record.before
    return before.actor == CHANCE and before.device is Device.DIE and record.action.number == SIX


def _is_barrier(record: ActionRecord) -> bool:
    """Return whether a barrier was put on the board."""
    return record.before.actor != CHANCE and sum(_score(record.after, BARRIERS)) < sum(_score(record.before, BARRIERS))


# The next game


def next_beginner(situation: Situation) -> int | None:
    """Return the seat after the one that began this game; None if the game's options cannot let it begin."""
    game = situation.state.game
    states = (*(record.before for record in situation.history), situation.state)
    began = next((state.turn for state in states if state.turn is not None), 0)
    beginner = (began + 1) % game.players
    return beginner if any(o.name == FIRST and f"seat{beginner}" in o.allowed for o in game.options) else None


def swaps_seats(game: Game) -> bool:
    """Return whether two players swap seats for the next game, because its options cannot let the other one begin."""
    return game.players == 2 and all(option.name != FIRST for option in game.options)


def next_game(game: Game, setup: GameSetup, beginner: int | None, done: Collection[int]) -> GameSetup:
    """Return the choice of the next game of the same people. A computer plays for those who are `done`."""
    seats = [SeatSetup(players.usual(game)) if n in done else seat for n, seat in enumerate(setup.seats)]
    first = {} if beginner is None else {FIRST: f"seat{beginner}"}
    return replace(setup, seats=tuple(seats[::-1] if swaps_seats(game) else seats), options=setup.options | first)
