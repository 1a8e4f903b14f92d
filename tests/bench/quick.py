"""How well quick hands are understood at games of men: the share of streams whose plies are all recorded in order.

The streams are those of `mouseboard.testing.quick`. Nothing may be asked some seconds after the last touch. Where a
reply lifts a man that the last player might have taken, contacts do not tell who lifts it; these are counted apart.
Chess is left out unless it is installed; beside it is picochess's Sentio, where `sentio.py` finds it.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.bench import sentio

from mouseboard import rules
from mouseboard.testing.quick import Case, cases
from mouseboard.testing.stream import read, recorded

GAMES = ("morris", "draughts", "chess")
SEEDS = range(40)
LEFT_ALONE = 4.0
"""Seconds after the last touch."""


def run() -> None:
    """Print the figures."""
    for name in GAMES:
        if name in rules.games():
            _report(name)
        else:
            print(f"quick: {name} is left out: it is not installed", file=sys.stderr)


def is_recorded(case: Case) -> bool:
    """Return whether the plies are recorded in order, and nothing is asked."""
    found = recorded(read(case.text), LEFT_ALONE)
    return found.actions == case.actions and not found.asks


def _report(name: str) -> None:
    readers = {"right": is_recorded}
    if name == "chess" and sentio.FOLDER:
        readers["Sentio"] = sentio.is_recorded
    streams, right = Counter[tuple[str, bool]](), Counter[tuple[str, bool, str]]()
    for case in cases(rules.load(name, 2), SEEDS):
        streams[case.kind, case.is_told] += 1
        for reader, reads in readers.items():
            right[case.kind, case.is_told, reader] += reads(case)
    print(f"quick hands at {name:<16}" + "".join(f"{word:>9}" for word in 2 * ("streams", *readers)), "(untold)")
    for kind in dict.fromkeys(kind for kind, _ in streams):
        counts = ((streams[kind, told], *(right[kind, told, reader] for reader in readers)) for told in (True, False))
        print(f"  {kind:<29}" + "".join(f"{count:>9}" for each in counts for count in each))
