"""Contacts that a table felt beside the truth, in plain text: written, read, and given to the referee. See TESTING.md.

A recording has the contacts of a match, to replay it. A stream has places and true positions, to measure how well a
program understands hands. The program may be ours or another one.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mouseboard import store
from mouseboard.match import Match
from mouseboard.match.recording import Line, none_of, parse
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.referee import Referee
from mouseboard.referee.seating import Seating
from mouseboard.referee.situation import Answer, Choose, Chosen, Do, Mend, Move, Situation
from mouseboard.rules import Game
from mouseboard.say import shortened
from mouseboard.store import ActionRecord, Journal, Replay
from mouseboard.table import Missed, PlaceChanged, Placement, Press
from mouseboard.testing.tabletop import Tabletop

SETTING_UP_S = 10.0
"""Seconds before the start, for the referee to see that all pieces are in their places."""
READING_S = 1.0
"""Seconds until somebody presses a button that the start needs."""


class Frame(NamedTuple):
    """What is felt after a change."""

    time: float
    """Seconds by the table's clock."""
    occupied: frozenset[str]
    """The places on which something is felt."""


class Ply(NamedTuple):
    """An action that hands have carried out, and what is true after it."""

    time: float
    """Seconds by the table's clock until which nobody has touched anything else."""
    action: str
    kind: str
    """How hands did it, in one word."""
    position: Placement
    frames: tuple[Frame, ...]
    """The changes since the ply before."""


@dataclass(frozen=True)
class Stream:
    """A game as a table felt it, ply by ply."""

    before: Replay
    """The game as it was when the stream began."""
    lines: tuple[Line, ...]

    @property
    def start(self) -> Placement:
        """The true position at the start."""
        return _position(self.lines[0].values)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies, each with its changes."""
        found: list[Ply] = []
        frames: list[Frame] = []
        occupied = frozenset(self.start.values())
        for time, word, values in self.lines[1:]:
            if word in ("closed", "opened"):
                occupied = occupied | set(values) if word == "closed" else occupied - set(values)
                frames.append(Frame(time / 1000, occupied))
            elif word == "ply":
                action, kind, *position = values
                found.append(Ply(time / 1000, action, kind, _position(position), tuple(frames)))
                frames = []
        return tuple(found)


# Writing


class Recorder:
    """Writes what the referee is told of the places, a line at a time. Call `ply` after each one."""

    def __init__(self, inbox: Inbox, before: Replay, position: Placement, write: Callable[[str], object]) -> None:
        """`before` is the game up to now, and the pieces are at their true `position`."""
        self._write = write
        self._felt_at, self._heard_at = 0.0, _now()  # the last change, on the table's clock and on ours
        self._time = 0.0  # of the last line
        self._occupied = frozenset(position.values())
        write(store.to_text(before))
        self._tell("start", *_said(position))
        inbox.listen(self._hear)

    def ply(self, action: object, kind: str, position: Placement) -> None:
        """Write down which action hands have carried out, how, and where the pieces truly are now."""
        self._tell("ply", str(action), kind, *_said(position))

    def _hear(self, answer: Answer) -> None:
        match answer:
            case PlaceChanged(time=time, occupancy=occupied):
                self._felt_at, self._heard_at = time, _now()
                self._feel(occupied)
            case Missed(occupied):
                self._feel(occupied)
            case Chosen(action):
                self._tell("said", str(action))

    def _feel(self, occupied: frozenset[str]) -> None:
        """Write which places have changed, those of changes that the table has lost included."""
        for place in sorted(occupied ^ self._occupied):
            self._tell("closed" if place in occupied else "opened", place)
        self._occupied = occupied

    def _tell(self, *words: str) -> None:
        # A change may be heard late, after a pulled cable: what we have written down meanwhile came first.
        self._time = max(self._time, self._felt_at + _now() - self._heard_at)
        self._write(f"{1000 * self._time:.0f} {' '.join(words)}\n")


def _now() -> float:
    return asyncio.get_running_loop().time()


def _said(position: Placement) -> list[str]:
    return [f"{piece}={place}" for piece, place in position.items()]


# Reading


def read(text: str) -> Stream:
    """Return the stream in a text. Raises BadRecording."""
    return Stream(*parse(text, _Course().complaint, ("start",)))


class _Course:
    """What the lines up to here leave possible: later times, and changes of places."""

    def __init__(self) -> None:
        self._time = 0
        self._occupied: set[str] = set()

    def complaint(self, words: Sequence[str], before: Replay) -> str:
        """Return why these words are not the next line, or an empty string."""
        return _complaint(words, before) or self._contradiction(int(words[0]), words[1], words[2:])

    def _contradiction(self, time: int, word: str, values: Sequence[str]) -> str:
        if time < self._time:
            return f"the time goes back; allowed: {self._time} or later"
        self._time = time
        if word == "start":
            self._occupied = {*_position(values).values()}
        elif word in ("closed", "opened"):
            possible = "opened" if values[0] in self._occupied else "closed"
            if word != possible:
                return f"{values[0]} is {word} already; allowed: `{possible} {values[0]}`"
            self._occupied ^= {values[0]}
        return ""


def _complaint(words: Sequence[str], before: Replay) -> str:
    """Return why these words are not a line of a stream of this game, or an empty string."""
    game = before.game
    match words:
        case [_, "closed" | "opened", place]:
            return none_of("place", [place], _places(game))
        case [_, "said", action]:
            return none_of("action", [action], game.vocabulary)
        case [_, "ply", _, kind, *_] if "=" in kind:
            return f"{shortened(kind)} says no manner; allowed: a word, such as quiet, before the position"
        case [_, "ply", action, _, *position]:
            return none_of("action", [action], game.vocabulary) or _misplaced(position, game)
        case [_, "start", *_] if before.state.actor is None:
            return "the game is over by then; allowed: a game that goes on"
        case [_, "start", *position]:
            return _misplaced(position, game)
    return "nothing of that kind is in a stream; allowed: `12873 closed e4` and the like"


def _misplaced(position: Sequence[str], game: Game) -> str:
    """Return why these words are not a position, or an empty string."""
    for word in position:
        if not all(word.partition("=")):
            return f"{shortened(word)} is no piece with its place; allowed: such as {game.pieces[0]}={_places(game)[0]}"
    pieces, places = zip(*(word.partition("=")[::2] for word in position), strict=True) if position else ((), ())
    return (
        none_of("piece", pieces, game.pieces)
        or none_of("place", places, _places(game))
        or _twice(pieces, "one place a piece")
        or ("" if game.shares_places else _twice(places, "one piece a place"))
    )


def _twice(words: Sequence[str], allowed: str) -> str:
    """Return which of these words comes twice, or an empty string."""
    word = next((word for n, word in enumerate(words) if word in words[:n]), None)
    return "" if word is None else f"{word} comes twice; allowed: {allowed}"


def _places(game: Game) -> list[str]:
    return [place.name for place in game.layout.stands]


def _position(words: Sequence[str]) -> Placement:
    return {piece: place for piece, _, place in (word.partition("=") for word in words)}


# Giving it to the referee


class Understood(NamedTuple):
    """What the referee made of a ply."""

    ply: Ply
    told: tuple[str, ...]
    """The actions that it told everybody since the ply before, those that it amended included."""
    told_at: float
    """When it told the last one, in seconds by the table's clock."""
    position: Placement
    """Where it has the pieces at the end of the ply."""
    asked: bool
    """Whether it asked on the way what happened, or for something to be put right."""
    asks: bool
    """Whether it still asks at the end."""

    @property
    def is_right(self) -> bool:
        return self.position == self.ply.position and not self.asks


def asks_back(situation: Situation) -> bool:
    """Return whether people are asked what happened, or to put something right."""
    ask = situation.ask
    is_turn = isinstance(ask, Choose) and not ask.ambiguous and not ask.missing
    return not (ask is None or is_turn or situation.over)


def replay(stream: Stream) -> Iterator[Understood]:
    """Give a stream to a referee, and yield what it makes of each ply. Nothing sets it right in between."""
    with _following(stream) as follower:
        plies = iter(stream.plies)
        for line in stream.lines[1:]:
            follower.happen(line)
            if line.word == "ply":
                yield follower.understood(next(plies))


class Recorded(NamedTuple):
    """The record of the referee at the end of a stream."""

    actions: tuple[str, ...]
    """The actions since its beginning that hold, oldest first."""
    asked: bool
    """Whether it asked on the way what happened, or for something to be put right."""
    asks: bool
    """Whether it still asks."""


def recorded(stream: Stream, after: float) -> Recorded:
    """Give a stream to a referee, and return what holds some seconds `after` its last line."""
    with _following(stream) as follower:
        for line in stream.lines[1:]:
            follower.happen(line)
        return follower.recorded(stream.lines[-1].time / 1000 + after)


@contextmanager
def _following(stream: Stream) -> Iterator[_Follower]:
    """Yield a referee at the beginning of the stream."""
    before = stream.before
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder, "journal.db")) as journal:
        with journal.begin(before.game, before.seed, before.entries) as writer:
            number = writer.game
        match = Match.resume(journal, number)
        with match.writer:
            yield _Follower(match, stream.start, stream.lines[0].time / 1000)


class _Follower:
    """A referee on the clock of a stream."""

    def __init__(self, match: Match, start: Placement, began: float) -> None:
        game = match.game
        self._vocabulary = game.vocabulary
        self._table = Tabletop(game.layout, frozenset(start.values()))
        seating = Seating((None,) * game.players, frozenset(range(game.players)))
        self._referee = Referee(match.played, match.writer, self._table, seating, self._tell)
        self._told: list[str] = []
        self._told_at = self._now = began - SETTING_UP_S
        self._asked = False
        self._receive(None)
        self._wait(began - SETTING_UP_S / 2)
        while self._needs_a_button():
            self._receive(Press("b"))
            self._wait(self._now + READING_S)
        self._wait(began)
        self._began_with = len(self._referee.situation.history)
        self._asked = False

    def _needs_a_button(self) -> bool:
        ask = self._referee.situation.ask
        return isinstance(ask, Do) or (isinstance(ask, Move | Mend) and ask.confirm)

    def happen(self, line: Line) -> None:
        """Let this happen, and before it whatever the silence until then brings."""
        self._wait(line.time / 1000)
        match line:
            case Line(_, "closed" | "opened" as word, (place,)):
                self._table.occupied ^= {place}
                self._receive(PlaceChanged(place, word == "closed", self._now, self._table.occupied))
            case Line(_, "said", (action,)):
                self._receive(Chosen(self._vocabulary[action]))

    def _wait(self, until: float) -> None:
        while (due := self._referee.due) <= until:
            self._now = max(due, self._now)
            self._receive(None)
        self._now = max(until, self._now)

    def _receive(self, event: Answer | None) -> None:
        self._referee.receive(event, self._now)
        self._asked |= asks_back(self._referee.situation)

    def _tell(self, record: ActionRecord) -> None:
        self._told.append(str(record.action))
        self._told_at = self._now

    def recorded(self, now: float) -> Recorded:
        """Return what holds at that time."""
        self._wait(now)
        actions = tuple(str(record.action) for record in self._referee.situation.history[self._began_with :])
        return Recorded(actions, self._asked, asks_back(self._referee.situation))

    def understood(self, ply: Ply) -> Understood:
        """Return what the referee makes of a ply that has just ended."""
        there = self._referee.state.placement()
        understood = Understood(
            ply, tuple(self._told), self._told_at, there, self._asked, asks_back(self._referee.situation)
        )
        self._told.clear()
        self._asked = False
        return understood
