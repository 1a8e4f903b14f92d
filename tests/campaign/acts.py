"""What hands did in a game, as lines of the scenario language, so that anybody can do it again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

LEAST_WAIT = 0.05
"""Seconds. Shorter waits between two lines are left out."""


@dataclass
class Act:
    """One line, with the seconds at which it began and ended."""

    line: str
    began: float
    by_visitor: bool
    """Whether the second pair of hands did it."""
    ended: float = math.inf


class Acts:
    """All acts of a game. `hear` is called with each one as it begins."""

    def __init__(self) -> None:
        self.all: list[Act] = []
        self.hear: Callable[[Act], None] = lambda _: None
        self.under_way = 0
        self._away = 0

    @contextmanager
    def act(self, line: str, by_visitor: bool = False) -> Iterator[None]:
        """Note an act that takes as long as the block."""
        act = Act(line, _now(), by_visitor)
        self.all.append(act)
        self.hear(act)
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1
            act.ended = _now()

    def note(self, line: str) -> None:
        """Note something that happens at once."""
        with self.act(line):
            pass

    @contextmanager
    def away(self) -> Iterator[None]:
        """Be away with a mouse as long as the block takes."""
        self._away += 1
        try:
            yield
        finally:
            self._away -= 1

    @property
    def is_away(self) -> bool:
        """Whether somebody is away with a mouse, so that nobody can obey."""
        return self._away > 0

    @property
    def idle_since(self) -> float:
        """When the last act ended; math.inf while one is under way."""
        if self.under_way:
            return math.inf
        return self.all[-1].ended if self.all else 0.0

    def touched(self, pieces: frozenset[str]) -> float:
        """Return when the last act with one of these pieces ended; now if it goes on."""
        last = next((act.ended for act in reversed(self.all) if not pieces.isdisjoint(act.line.split())), 0.0)
        return min(last, _now())

    def replace_press(self, line: str) -> None:
        """Put this line in place of the last press, whose effect depends on chance."""
        press = next((act for act in reversed(self.all[-5:]) if act.line == "press b"), None)
        if press:
            press.line = line


def scenario(acts: Sequence[Act], began: float) -> list[str]:
    """Return the lines that do these acts again, with the waits between them.

    An act by the second pair of hands that fell within another act is marked `meanwhile`. So is an act during which
    something happened to the table.
    """
    lines, now, visitor, holder = list[str](), began, began, None
    for act in sorted(acts, key=lambda act: act.began):
        if act.by_visitor and holder and act.began < holder.ended:
            wait = [f"meanwhile {wait}" for wait in _wait(act.began - max(visitor, holder.began))]
            lines[-1:] = [*wait, f"meanwhile {act.line}", lines[-1]]
            visitor = act.ended
            continue
        lines += _wait(act.began - now)
        if any(act.began < other.began == other.ended < act.ended for other in acts):
            lines.append(f"meanwhile {act.line}")
            now, holder = act.began, None
        else:
            lines.append(act.line)
            now, holder = act.ended, act
    return lines


def _wait(seconds: float) -> list[str]:
    return [f"wait {1000 * seconds:.0f} ms"] if LEAST_WAIT < seconds < math.inf else []


def _now() -> float:
    return asyncio.get_running_loop().time()
