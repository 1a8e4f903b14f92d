"""What is measured of a game: a little of every one, much of the first of them, which are looked at more closely.

How long a game takes at a table is computed, not measured: so many seconds for each thing that chance decides, for each
task of hands, and for each choice more the more there is to choose from, as Hick (1952) found of choices in general.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from mouseboard.players import Player
from mouseboard.rules import CHANCE, Device, Game, State
from mouseboard.rules.chance import CAUGHT
from mouseboard.study.playing import Step, play, streams
from mouseboard.study.standing import (
    Leads,
    changes,
    decided,
    leads_by_playing,
    leads_by_score,
    some_of,
    telling_line,
)

CLOSELY = 1000
"""So many games of a study are looked at closely."""
PLAYED_ON = 50
"""In so many it is found out by playing on at random who is ahead, where no score tells it."""

SECONDS = {Device.LOT: 5, Device.DIE: 10, Device.DRAW: 10, Device.TRAP: 20, Device.HIDDEN: 2}
"""To decide something by chance and do as it says: roll and walk, draw and run, turn the crank and watch, listen."""
HANDS = 15
"""Seconds for a task of hands: build a part, set the trap again."""
CHOICE = 3
"""Seconds for a choice between one and nothing; it grows with the logarithm of what there is to choose from."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is measured of a game that is looked at closely."""

    seconds: int
    """At a table."""
    forced: int
    """Turns in which there was nothing to choose."""
    offered: tuple[str, ...] = ()
    """The kinds of action there were to choose from, sorted."""
    chosen: tuple[str, ...] = ()
    changes: int | None = None
    """How often another seat took the lead."""
    decided: int | None = None
    """How many hundredths of the game were over when the winner had taken the lead for good."""
    cranks: int = 0
    catches: int = 0
    first_crank: int | None = None
    """In which turn, from 1."""
    own: dict[str, int] = {}
    """What the game itself counts."""


class Row(msgspec.Struct, frozen=True):
    """What is kept of a game."""

    number: int
    first: int
    """The seat that had the first turn; 0 where nobody ever has one."""
    winners: int
    """A bit a seat; 0 where the game did not end."""
    turns: int
    """How often the turn went to another seat: who is next again, because the others are out or wait, has one."""
    actions: int
    """Everything that was decided, by seats and by chance."""
    look: Look | None = None


def measure(game: Game, seats: Sequence[Player], number: int, name: str) -> Row:
    """Play a game, its random numbers drawn from that name, and measure it."""
    steps = play(game.start(), seats, streams(name))
    if number >= CLOSELY:
        return brief(number, steps)
    taken = list(steps)
    return msgspec.structs.replace(brief(number, taken), look=look(taken, number, name))


def brief(number: int, steps: Iterable[Step]) -> Row:
    """What is measured of every game."""
    first = turn = -1
    turns = actions = 0
    for before, _, after in steps:  # noqa: B007 - the last one counts
        actions += 1
        seat = before.turn
        if seat is not None and seat != turn:
            first = seat if first < 0 else first
            turn = seat
            turns += 1
    return Row(number, max(first, 0), sum(1 << seat for seat in after.winners), turns, actions)


def look(steps: Sequence[Step], number: int, name: str) -> Look:
    """What is measured of a game that is looked at closely."""
    turns = turns_of(steps)
    cranks = [step for step in steps if is_crank(step)]
    choices = [(before, action) for before, action, _ in steps if is_choice(before)]
    leads = leads_of(turns, steps[-1][2], number, name)
    winners = steps[-1][2].winners
    return Look(
        seconds=round(sum(map(seconds, steps))),
        forced=sum(not any(is_choice(before) for before, _, _ in turn) for turn in turns),
        offered=tuple(sorted({action.kind for state, _ in choices for action in state.actions()})),
        chosen=tuple(sorted({action.kind for _, action in choices})),
        changes=changes(leads) if leads else None,
        decided=100 * decided(leads, winners[0]) // len(leads) if leads and len(winners) == 1 else None,
        cranks=len(cranks),
        catches=sum(action == CAUGHT for _, action, _ in cranks),
        first_crank=next((n for n, turn in enumerate(turns, start=1) if any(map(is_crank, turn))), None),
        own=own(steps),
    )


def turns_of(steps: Iterable[Step]) -> list[list[Step]]:
    """The steps of each turn, without those before the first; what chance decides in between belongs to the turn."""
    turns: list[list[Step]] = []
    turn: int | None = None
    for step in steps:
        seat = step[0].turn
        if seat is not None and seat != turn:
            turns.append([])
            turn = seat
        if turns:
            turns[-1].append(step)
    return turns


def leads_of(turns: Sequence[Sequence[Step]], last: State, number: int, name: str) -> Leads:
    """Who was ahead as the turns began; nothing where that is not found out."""
    moments = [turn[0][0] for turn in turns]
    if line := telling_line(last.game):
        return leads_by_score(moments, line)
    return leads_by_playing(some_of(moments), name) if number < PLAYED_ON else []


def own(steps: Iterable[Step]) -> dict[str, int]:
    """What the game itself counts, sorted."""
    return dict(
        sorted(Counter(what for before, action, after in steps for what in before.tally(action, after)).items())
    )


def is_crank(step: Step) -> bool:
    """Whether a trap was set off."""
    return step[0].actor == CHANCE and step[0].device is Device.TRAP


def is_choice(state: State) -> bool:
    """Whether a seat has more than one thing to choose from."""
    return state.actor != CHANCE and len(state.actions()) > 1


def seconds(step: Step) -> float:
    """How long a step takes at a table."""
    before, action, after = step
    hands = HANDS * len(before.hand_tasks(action, after))
    if before.actor == CHANCE:
        return hands + SECONDS[before.device]
    return hands + CHOICE * math.log2(len(before.actions()) + 1)
