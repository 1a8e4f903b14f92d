"""What judges saw in one game, or in many."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec


class Bad(msgspec.Struct, frozen=True):
    """Something that must not happen."""

    time: float
    kind: str
    what: str
    cases: tuple[str, ...] = ()
    """What led to it, to be replayed; the shortest first."""


@dataclass
class Findings:
    """Counts, durations in seconds, and bad events."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    bad: list[Bad] = field(default_factory=list)
    spent: float = field(default=0.0, compare=False)
    """Seconds of processor time that the host took."""


class Report:
    """Collects what the judges see in one game. `note` is told of each event, `cases` says what led to it."""

    def __init__(self, note: Callable[[str], None], cases: Callable[[], Sequence[str]] = lambda: ()) -> None:
        self.found = Findings()
        self.counts = self.found.counts
        self.note = note
        self._cases = cases

    def bad(self, kind: str, what: str) -> None:
        self.counts[kind] += 1
        self.found.bad.append(Bad(round(self.now(), 3), kind, what, tuple(self._cases())))
        self.note(f"!!! {kind}: {what}")

    def now(self) -> float:
        return asyncio.get_running_loop().time()
