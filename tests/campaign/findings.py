"""What judges saw in one game, or in many."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple


class Bad(NamedTuple):
    """Something that must not happen."""

    time: float
    kind: str
    what: str


@dataclass
class Findings:
    """Counts, durations in seconds, and bad events."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    bad: list[Bad] = field(default_factory=list)


class Report:
    """Collects what the judges see in one game. `note` is told of each event."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self.found = Findings()
        self.counts = self.found.counts
        self.note = note

    def bad(self, kind: str, what: str) -> None:
        self.counts[kind] += 1
        self.found.bad.append(Bad(self.now(), kind, what))
        self.note(f"!!! {kind}: {what}")

    def now(self) -> float:
        return asyncio.get_running_loop().time()
