"""A whole study: play all its games until there are enough, and collect the findings."""

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
"""The most games of a contest between one player of the kind studied and the weakest ones."""

FEWEST, MOST = 200, 1_000_000
"""The number of games before the first check of the intervals' width, and the number after which a study stops."""
STEP = 100
"""The number of games is rounded up to a multiple of this."""


class Plan(NamedTuple):
    """What to play."""

    studies: Sequence[Study]
    """One study, or two with the same seed to compare."""
    games: int | None
    """The number of games of each study; None to play until the intervals are as narrow as `width`."""
    width: float = 0.0


class Findings(NamedTuple):
    """The results of a plan."""

    parts: Sequence[Part]
    """Everything that was played."""
    found: Sequence[Figures]
    """The figures of each study."""
    contests: Sequence[Figures | None]
    """For each study, one of its players against the weakest kind; None where `contest_of` has no contest."""
    differences: Differences | None
    digest: str


def conduct(plan: Plan, database: Database, crew: Crew, tell: Callable[[Count], None]) -> Findings:
    """Play the missing games and sum them up. Raises StudyError, BadGame; finished games are kept."""
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
    """Return how many games to try next if the intervals after `games` are `too_wide` times too wide.

    The width of an interval is inversely proportional to the square root of the number of games. The result depends on
    the rows alone. So a study stops after the same game wherever it runs and however often it is interrupted.
    """
    enough = games * min(max(too_wide**2, 1.1), 10)
    return min(MOST, STEP * -(-int(enough) // STEP))


def contest_of(study: Study) -> Study | None:
    """Return a contest between one player of the study's kind and the weakest kind.

    None if the study mixes kinds, or its kind is the weakest. If the game has choices but only one kind of player, the
    better player is `Playouts`, which can play any game.
    """
    game = prepare(study.text).game
    kind, (weakest, *better) = study.seats[0], players.kinds(game)
    if kind == weakest and not better and has_choices(game):
        kind = playouts.KIND
    if set(study.seats) != {study.seats[0]} or kind == weakest:
        return None
    return msgspec.structs.replace(study, seats=(kind, *[weakest] * (study.players - 1)))


def has_choices(game: Game) -> bool:
    """Return whether one random game offers any choices."""
    anybody = [players.RandomPlayer()] * game.players
    return any(is_choice(before) for before, _, _ in play(game.start(), anybody, streams("trial")))


def _begin(database: Database, study: Study, games: int) -> Part:
    return database.begin(study, prepare(study.text).versions, games)
