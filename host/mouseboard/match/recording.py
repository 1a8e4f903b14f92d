"""A match as the table felt it, in plain text: written down while it is played, and read again. See TESTING.md."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mouseboard import store
from mouseboard.link import ContactChange, Disconnected, Gap, Link, LinkEvent, Reconnected
from mouseboard.match.running import Observer, Running
from mouseboard.referee.situation import Answer, Chosen, Pause, Stop, TakeBack
from mouseboard.say import Explained, listed, quoted, shortened
from mouseboard.store import ActionRecord, Replay, Source, StoreError
from mousetable import wire

CONTACTS = (*map(str, range(144)), *wire.DIRECT)
"""Inputs of the longest chain, and the contacts that have names."""

DIGITS = 15
"""The most digits of a time."""

LONGEST_GAP_MS = 24 * 60 * 60 * 1000
"""The most time between two lines. A replay of a day takes minutes, because firmware and host talk all the time."""

BEGINNING = ("people", "rolls", "start")
"""The words of the first lines after the game, in this order."""


class BadRecording(Explained, ValueError):
    """The text is not a recording. The message names the line and what is wrong with it."""


class Line(NamedTuple):
    """Something that happened."""

    time: int
    """Milliseconds by the table's own clock. They go on after a restart of the table."""
    word: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Recording:
    """A match as its table felt it."""

    before: Replay
    """The game as it was when the recording began."""
    lines: tuple[Line, ...]

    @property
    def played(self) -> tuple[str, ...]:
        """The actions that were accepted, one after the other."""
        return tuple(line.values[0] for line in self.lines if line.word == "played")

    @property
    def people(self) -> frozenset[int]:
        """The seats on which persons decide."""
        return frozenset(map(int, self.lines[0].values))

    @property
    def rollers(self) -> frozenset[int]:
        """The seats for which a person rolls."""
        return frozenset(map(int, self.lines[1].values))

    @property
    def start(self) -> Line:
        """The line with the time at which it began, and the contacts that were closed then."""
        return self.lines[2]


# Writing


class Recorder:
    """Writes a match down while it is played, a line at a time."""

    def __init__(self, running: Running, write: Callable[[str], object]) -> None:
        self._running = running
        self._write = write
        self._begun = 0  # the time at which the table's clock began
        self._ahead = -math.inf  # ms that the table's time is ahead of ours, the delay of the line left out
        running.watch(Observer(on_played=self._played, on_link=self._begin))
        running.inbox.listen(self._answered)

    def _begin(self, link: Link) -> None:
        """Begin the recording, because the link to the table is open."""
        self._link = link
        self._hear_clock(link.clock)
        writer, seating = self._running.match.writer, self._running.seating
        self._write(store.to_text(store.replay(writer.journal, writer.game)))
        self._tell("people", *(str(seat) for seat, player in enumerate(seating.players) if player is None))
        self._tell("rolls", *map(str, sorted(seating.rollers)))
        self._tell("start", *self._closed())
        link.watch(self._hear)

    def _hear(self, event: LinkEvent) -> None:
        match event:
            case ContactChange(time=time):
                self._hear_clock(time)
                self._write_line(self._begun + time, "closed" if event.closed else "opened", self._name(event.contact))
            case Gap():
                self._tell("gap", *self._closed())
            case Disconnected():
                self._tell("lost")
            case Reconnected(rebooted=True):
                self._begun = self._now() - self._link.clock
                self._tell("restarted", *self._closed())
            case Reconnected():
                self._tell("found")

    def _answered(self, answer: Answer) -> None:
        match answer:
            case Chosen(action):
                self._tell("said", str(action))
            case TakeBack():
                self._tell("undo")
            case Pause():
                self._tell("pause")
            case Stop():
                self._tell("stop")

    def _played(self, record: ActionRecord) -> None:
        self._tell("played", str(record.action), record.source)

    def _name(self, contact: int) -> str:
        assert self._link.info
        return self._link.info.direct_name(contact) or str(contact)

    def _closed(self) -> list[str]:
        return [self._name(n) for n in range(8 * len(self._link.contacts)) if self._link.closed(n)]

    def _hear_clock(self, time: int) -> None:
        """Compare the table's clock with ours. Only the earliest news counts: after a pulled cable it comes late."""
        self._ahead = max(self._ahead, self._begun + time - self._our_time())

    def _now(self) -> int:
        return math.ceil(self._our_time() + self._ahead)

    def _our_time(self) -> float:
        return 1000 * asyncio.get_running_loop().time()

    def _tell(self, word: str, *values: str) -> None:
        self._write_line(self._now(), word, *values)

    def _write_line(self, time: int, *words: str) -> None:
        self._write(f"{time} {' '.join(words)}\n")


# Reading


def read(text: str) -> Recording:
    """Return the recording in a text: a game as `log replay` prints it, then the lines. Raises BadRecording."""
    return Recording(*parse(text, _complaint, BEGINNING))


def parse(
    text: str, complain: Callable[[Sequence[str], Replay], str], beginning: Sequence[str]
) -> tuple[Replay, tuple[Line, ...]]:
    """Return the game in a text and the lines after it. The first of those have the words `beginning`.

    `complain` returns why the words of a line are wrong, or an empty string. It is called for each line in order, once
    its time and its place are right. Raises BadRecording.
    """
    lines = text.splitlines()
    begin = next((n for n, line in enumerate(lines) if line.lstrip("-")[:1].isdecimal()), len(lines))
    try:
        before = store.from_text("\n".join(lines[:begin]))
    except StoreError as error:
        raise BadRecording(str(error)) from error
    happened: list[Line] = []
    for number, line in enumerate(lines[begin:], begin + 1):
        words = line.partition("#")[0].split()
        if words:
            why = (
                _mistimed(words[0], happened)
                or _misplaced(words[1:], len(happened), beginning)
                or complain(words, before)
            )
            if why:
                raise BadRecording(f"line {number}: {quoted(' '.join(words))}: {why}")
            happened.append(Line(int(words[0]), words[1], tuple(words[2:])))
    if len(happened) < len(beginning):
        raise BadRecording(f"line {len(lines) + 1}: `{beginning[len(happened)]}` is missing")
    return before, tuple(happened)


def _mistimed(time: str, before: Sequence[Line]) -> str:
    """Return why this is not the time of the next line, or an empty string."""
    if not time.isdecimal() or len(time) > DIGITS:
        return f"a line begins with its time in milliseconds; allowed: 0 or more, in at most {DIGITS} digits"
    if before and abs(int(time) - before[-1].time) > LONGEST_GAP_MS:
        return f"it is more than a day from the line before; allowed: at most {LONGEST_GAP_MS} ms"
    return ""


def _complaint(words: Sequence[str], before: Replay) -> str:
    """Return why these words are not a line, or an empty string."""
    game = before.game
    match words:
        case [_, "people" | "rolls", *seats]:
            return none_of("seat", seats, [str(seat) for seat in range(game.players)])
        case [_, "start" | "gap" | "restarted", *contacts]:
            return none_of("contact", contacts, CONTACTS)
        case [_, "closed" | "opened", contact]:
            return none_of("contact", [contact], CONTACTS)
        case [_, "said", action]:
            return none_of("action", [action], game.vocabulary)
        case [_, "played", action, source]:
            return none_of("action", [action], game.vocabulary) or none_of("source", [source], tuple(Source))
        case [_, "undo" | "pause" | "stop" | "lost" | "found"]:
            return ""
    return "nothing of that kind happens; allowed: `12873 closed 15` and the like"


def none_of(kind: str, words: Iterable[str], allowed: Collection[str]) -> str:
    """Return which of these words is no such kind, or an empty string."""
    wrong = next((word for word in words if word not in allowed), None)
    return "" if wrong is None else f"{shortened(wrong)} is no {kind}; allowed: {listed(allowed)}"


def _misplaced(words: Sequence[str], place: int, beginning: Sequence[str]) -> str:
    """Return why a line with these words after its time cannot come at this place, or an empty string."""
    word = words[0] if words else ""
    expected = beginning[place] if place < len(beginning) else None
    if expected and word != expected:
        return f"`{expected}` comes first"
    return f"`{word}` comes once" if not expected and word in beginning else ""
