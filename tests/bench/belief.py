"""What a change at the table costs the belief in each game: the change itself, and all verdicts until the next one.

Hands make random plies of men in every manner (`plies.py`). With mice they carry out what computers decide. A `Tracker`
is given what the table felt, and the bench takes the processor time. The goals, in milliseconds a change: 0.15 on
average with mice and 0.4 with men, 2 while men are set up, and 10 at worst.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import NamedTuple

from tests.bench import plies
from tests.referee.evening import play

from mouseboard import rules
from mouseboard.match import Match
from mouseboard.referee.choice import Choice
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.questions import Moving
from mouseboard.referee.record import Record
from mouseboard.referee.situation import Answer, Situation
from mouseboard.referee.tracker import Tracker
from mouseboard.rules import Action, Game
from mouseboard.store import Journal, Source
from mouseboard.table import AtRest, PlaceChanged, Placement, Settled, Silence, judge
from mouseboard.table.departure import last_departure
from mouseboard.table.doubt import exchanges
from mouseboard.testing.stream import Stream
from mouseboard.testing.tabletop import Tabletop

SEED = 7
STREAMS = 4
"""The number of games of men."""
ROUNDS = 3
"""A cost is the least of this many rounds, because other programs disturb each."""
LATER = 1e-4
"""Seconds added to the end of a verdict, so that the next one is another."""
SETTING_UP_S = 1.5
"""Seconds from one piece to the next while the board is set up."""


class Made(NamedTuple):
    """An action, and what was felt of it."""

    action: Action
    by_hand: bool
    """Whether hands decided it; otherwise they carried it out."""
    changes: Sequence[PlaceChanged]


def run() -> None:
    """Print the figures."""
    print("belief: milliseconds of processor time a change, with all verdicts until the next")
    print("  game          changes    mean  median    99 %   worst   set up: mean   worst")
    for name, kind in rules.games().items():
        game = rules.load(name, max(kind.seat_counts))
        if name in plies.GAMES:
            _report(game, [_of_men(stream) for stream in islice(plies.streams(name), STREAMS)])
        else:
            _report(game, [_of_mice(game)])


def _report(game: Game, games: Sequence[Sequence[Made]]) -> None:
    costs = sorted(cost for made in games for cost in _least(partial(_playing, game, made)))
    setting_up = _least(partial(_setting_up, game)) or [0.0]
    print(
        f"  {game.name:<12}{len(costs):>9}{mean(costs):>8.3f}{median(costs):>8.3f}{costs[int(0.99 * len(costs))]:>8.2f}"
        f"{costs[-1]:>8.2f}{mean(setting_up):>15.2f}{max(setting_up):>8.2f}"
    )


def _least(measure: Callable[[], list[float]]) -> list[float]:
    """Return the least cost of each change, of several rounds."""
    return [min(costs) for costs in zip(*(measure() for _ in range(ROUNDS)), strict=True)]


# What was felt


def _of_men(stream: Stream) -> list[Made]:
    """Return a game whose actions hands decided."""
    vocabulary, felt, made = stream.before.game.vocabulary, frozenset(stream.start.values()), []
    for ply in stream.plies:
        changes = []
        for time_, occupied in ply.frames:
            (place,) = occupied ^ felt
            changes.append(PlaceChanged(place, place in occupied, time_, occupied))
            felt = occupied
        made.append(Made(vocabulary[ply.action], True, changes))
    return made


def _of_mice(game: Game) -> list[Made]:
    """Return a whole game of computers, whose actions hands carried out."""
    made: list[Made] = []
    felt: list[list[PlaceChanged]] = []

    def hear(answer: Answer) -> None:
        if felt and isinstance(answer, PlaceChanged):
            felt[-1].append(answer)

    def watch(situation: Situation, inbox: Inbox) -> None:
        if not felt and situation.history:
            inbox.listen(hear)
        for record in situation.history[len(made) :]:
            felt.append([])
            made.append(Made(record.action, False, felt[-1]))

    with tempfile.TemporaryDirectory() as folder:
        play(Path(folder), game, SEED, watch=watch)
    return made


# What it costs


def _playing(game: Game, made: Sequence[Made]) -> list[float]:
    """Return the cost of each change of a game."""
    with _record(game) as record:
        tracker = _tracker(record, record.state.placement())
        return [cost for one in made for cost in _making(tracker, record, one)]


def _making(tracker: Tracker, record: Record, made: Made) -> list[float]:
    """Return the cost of each change of an action, which is then settled."""
    state, now = record.state, made.changes[0].time if made.changes else tracker.belief.time
    there = state.after(made.action).placement()
    if made.by_hand:
        assert state.actor is not None
        tracker.expect(Choice(state.actor, state, tracker.belief.occupancy(tracker.here)), now)
        costs = _feeling(tracker, made.changes)
        record.play(made.action, Source.HANDS)
    else:
        record.play(made.action, Source.COMPUTER)
        tracker.expect(Moving(there), now)
        costs = _feeling(tracker, made.changes)
    tracker.here = there
    if isinstance(judge(tracker.belief, Silence(plies.LEFT_ALONE)), Settled):
        tracker.go_on()
    else:
        tracker.stand(there, now)  # a button said so
    return costs


def _setting_up(game: Game) -> list[float]:
    """Return the cost of each change while all pieces are put on the empty board, in any order."""
    with _record(game) as record:
        tracker, there = _tracker(record, {}), record.state.placement()
        tracker.expect(Moving(there), 0.0)
        places = Random(SEED).sample(sorted(set(there.values())), len(set(there.values())))
        changes = [
            PlaceChanged(place, True, SETTING_UP_S * number, frozenset(places[:number]))
            for number, place in enumerate(places, 1)
        ]
        return _feeling(tracker, changes)


def _feeling(tracker: Tracker, changes: Sequence[PlaceChanged]) -> list[float]:
    """Return the cost of each of these changes."""
    ends = [*(change.time for change in changes[1:]), *(change.time + plies.LEFT_ALONE for change in changes[-1:])]
    return [_feel(tracker, change, end - change.time) for change, end in zip(changes, ends, strict=True)]


def _feel(tracker: Tracker, change: PlaceChanged, lasts: float) -> float:
    """Return the milliseconds that a change and the verdicts cost while it lasts, unless an outcome is settled."""
    began, silence, belief = time.thread_time(), 0.0, tracker.belief
    tracker.done_before(change)
    tracker.feel(change, change.time, None)
    while silence < lasts:
        quiet = Silence(silence)
        verdict = judge(belief, quiet)
        if isinstance(verdict, Settled):
            break
        if verdict == AtRest():
            exchanges(belief)
            last_departure(belief)
        silence = quiet.until + LATER
    return 1000 * (time.thread_time() - began)


@contextmanager
def _record(game: Game) -> Iterator[Record]:
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder, "journal.db")) as journal:
        match = Match.begin(journal, game, SEED)
        with match.writer:
            yield Record(match.played, match.writer)


def _tracker(record: Record, placement: Placement) -> Tracker:
    """Return a tracker of pieces that are there."""
    tracker = Tracker(Tabletop(record.state.game.layout, frozenset(placement.values())), record)
    tracker.begin(placement, None)
    tracker.start(0.0)
    return tracker
