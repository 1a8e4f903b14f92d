"""A whole study: everything that is to be played, until it is enough, and what is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from mouseboard import players
from mouseboard.rules import Game
from mouseboard.study import playouts
from mouseboard.study.crew import Crew
from mouseboard.study.database import Database, Part
from mouseboard.study.definition import Study, prepare
from mouseboard.study.figures import Differences, Figures, differences, digest, figures
from mouseboard.study.measures import is_choice
from mouseboard.study.playing import play, streams
from mouseboard.study.running import Count, play_missing

CONTEST = 400
"""At most so many games between one player of the kind that is studied and the weakest ones."""

FEWEST, MOST = 200, 1_000_000
"""Games that are played before it is first looked whether they are enough, and after which no more are."""
STEP = 100
"""Their number is a multiple of this."""


class Plan(NamedTuple):
    """What is wanted."""

    studies: Sequence[Study]
    """One; or two of one seed, which are compared."""
    games: int | None
    """Of each; None to play on until the intervals are as narrow as `width`."""
    width: float = 0.0


class Findings(NamedTuple):
    """What came of it."""

    parts: Sequence[Part]
    """Everything that was played."""
    found: Sequence[Figures]
    """Of each study."""
    contests: Sequence[Figures | None]
    """Of one of its players among the weakest there are, beside each study where that makes sense."""
    differences: Differences | None
    digest: str


def conduct(plan: Plan, database: Database, crew: Crew, tell: Callable[[Count], None]) -> Findings:
    """Play what is missing and sum it up. Raises StudyError, BadGame; what is done is kept."""
    games = FEWEST if plan.games is None else plan.games
    while True:
        parts = [_begin(database, study, games) for study in plan.studies]
        contests = [
            _begin(database, contest, min(games, CONTEST)) if (contest := contest_of(study)) else None
            for study in plan.studies
        ]
        everything = [part for part in (*parts, *contests) if part]
        play_missing(everything, database, crew, tell)
        found = [figures(database, part) for part in parts]
        width = max(each.width for each in found)
        if plan.games is not None or width <= plan.width or games == MOST:
            break
        games = further(games, width / plan.width)
    return Findings(
        everything,
        found,
        [figures(database, contest) if contest else None for contest in contests],
        differences(database, *parts) if len(parts) > 1 else None,
        digest(database, everything),
    )


def further(games: int, too_wide: float) -> int:
    """How many games may be enough where the intervals of so many are so many times too wide.

    An interval narrows with the root of the number of games. It depends on rows alone, so wherever and however often
    a study is begun, it stops after the same game.
    """
    enough = games * min(max(too_wide**2, 1.1), 10)
    return min(MOST, STEP * -(-int(enough) // STEP))


def contest_of(study: Study) -> Study | None:
    """One player of the kind that plays a study among the weakest there are; None where that is no other kind.

    Where a game has no better kind than the weakest, it is the one that plays any game.
    """
    game = prepare(study.text).game
    kind, (weakest, *better) = study.seats[0], players.kinds(game)
    if kind == weakest and not better and has_choices(game):
        kind = playouts.KIND
    if set(study.seats) != {study.seats[0]} or kind == weakest:
        return None
    return msgspec.structs.replace(study, seats=(kind, *[weakest] * (study.players - 1)))


def has_choices(game: Game) -> bool:
    """Whether a random game offers any."""
    anybody = [players.RandomPlayer()] * game.players
    return any(is_choice(before) for before, _, _ in play(game.start(), anybody, streams("trial")))


def _begin(database: Database, study: Study, games: int) -> Part:
    return database.begin(study, prepare(study.text).versions, games)
