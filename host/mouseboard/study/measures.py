"""Measures of a game: a few for every game of a study, and a closer look at the first ones.

The duration of a game at a table is computed, not measured. Each chance outcome and each hand task takes a fixed number
of seconds. A choice takes longer the more options it has, by the law that Hick (1952) found for choices in general.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from mouseboard.players import Player
from mouseboard.rules import CHANCE, Device, Game, State
from mouseboard.rules.chance import CAUGHT
from mouseboard.rules.core import BadGame, shares, winners_fault
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
"""The number of games of a study that are measured closely."""
PLAYED_ON = 50
"""The number of games that are played on at random to find out who is ahead, if no score shows it."""

SECONDS = {Device.LOT: 5, Device.DIE: 10, Device.DRAW: 10, Device.DEAL: 5, Device.TRAP: 20, Device.HIDDEN: 2}
"""Seconds for a chance outcome and what follows: roll and walk, draw and run, turn the crank and watch, listen."""
HANDS_S = 15
"""Seconds for a hand task: build a part, set the trap again."""
CHOICE_S = 3
"""Seconds for a choice with one option. With n options it is multiplied by log2(n + 1)."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """The measures of a game that is measured closely."""

    seconds: int
    """The computed duration at a table."""
    forced: int
    """The number of turns without a choice."""
    offered: tuple[str, ...] = ()
    """The verbs of the actions that a choice offered, sorted; one is empty if an action only names a place."""
    chosen: tuple[str, ...] = ()
    changes: int | None = None
    """How often another seat took the lead; None if the leads are unknown."""
    decided: int | None = None
    """The percentage of the game after which the winner was ahead for good; None without leads or a single winner."""
    cranks: int = 0
    catches: int = 0
    first_crank: int | None = None
    """The number of its turn, from 1; None if nobody turned the crank."""
    own: dict[str, int] = {}
    """The game's own tallies."""


class Row(msgspec.Struct, frozen=True):
    """The stored measures of one game."""

    number: int
    first: int
    """The seat that had the first turn; 0 in a game without turns."""
    winners: int
    """One bit per seat, in a draw of all seats; 0 if the game did not end."""
    turns: int
    """How often the turn went to another seat. A seat's turns in a row, while others are out or wait, count once."""
    actions: int
    """The number of actions, of seats and of chance."""
    look: Look | None = None


def measure(game: Game, seats: Sequence[Player], number: int, name: str) -> Row:
    """Play a game with the random streams of that name, and measure it."""
    steps = play(game.start(), seats, streams(name))
    if number >= CLOSELY:
        return brief(number, steps)
    taken = list(steps)
    return msgspec.structs.replace(brief(number, taken), look=look(taken, number, name))


def brief(number: int, steps: Iterable[Step]) -> Row:
    """Return the measures that every game gets. Raises BadGame if its winners are no seats."""
    first = turn = -1
    turns = actions = 0
    for before, _, after in steps:  # noqa: B007 - the last one counts
        actions += 1
        seat = before.turn
        if seat is not None and seat != turn:
            first = seat if first < 0 else first
            turn = seat
            turns += 1
    if why := winners_fault(after):
        raise BadGame(f"{after.game.name}: {why}")
    winners = sum(1 << seat for seat, share in enumerate(shares(after)) if share)
    return Row(number, max(first, 0), winners, turns, actions)


def look(steps: Sequence[Step], number: int, name: str) -> Look:
    """Return the measures that only closely measured games get. `name` is the name of the game's random streams."""
    turns = turns_of(steps)
    cranks = [step for step in steps if is_crank(step)]
    choices = [(before, action) for before, action, _ in steps if is_choice(before)]
    leads = leads_of(turns, steps[-1][2], number, name)
    winners = steps[-1][2].winners
    return Look(
        seconds=round(sum(map(seconds, steps))),
        forced=sum(not any(is_choice(before) for before, _, _ in turn) for turn in turns),
        offered=tuple(sorted({action.verb for state, _ in choices for action in state.actions()})),
        chosen=tuple(sorted({action.verb for _, action in choices})),
        changes=changes(leads) if leads else None,
        decided=100 * decided(leads, winners[0]) // len(leads) if leads and len(winners) == 1 else None,
        cranks=len(cranks),
        catches=sum(action == CAUGHT for _, action, _ in cranks),
        first_crank=next((n for n, turn in enumerate(turns, start=1) if any(map(is_crank, turn))), None),
        own=own(steps),
    )


def turns_of(steps: Iterable[Step]) -> list[list[Step]]:
    """Return the steps of each turn, with chance outcomes up to the next. Steps before the first are left out."""
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
    """Return who was ahead at the start of the turns, or of some of them; empty if that is not determined."""
    moments = [turn[0][0] for turn in turns]
    if line := telling_line(last.game):
        return leads_by_score(moments, line)
    return leads_by_playing(some_of(moments), name) if number < PLAYED_ON else []


def own(steps: Iterable[Step]) -> dict[str, int]:
    """Return the game's own tallies, sorted by name."""
    return dict(
        sorted(Counter(what for before, action, after in steps for what in before.tally(action, after)).items())
    )


def is_crank(step: Step) -> bool:
    """Return whether the trap was set off."""
    return step[0].actor == CHANCE and step[0].device is Device.TRAP


def is_choice(state: State) -> bool:
    """Return whether a seat has more than one legal action."""
    return state.actor != CHANCE and len(state.actions()) > 1


def seconds(step: Step) -> float:
    """Return the seconds that a step takes at a table."""
    before, action, after = step
    hands = HANDS_S * len(before.hand_tasks(action, after))
    if before.actor == CHANCE:
        return hands + SECONDS[before.device]
    return hands + CHOICE_S * math.log2(len(before.actions()) + 1)
