"""How well quick hands are understood at games of men: the share of streams whose plies are all recorded in order.

The streams are those of `mouseboard.testing.quick`. Nothing may be asked some seconds after the last touch. Where a
reply lifts a man that the last player might have taken, contacts do not tell who lifts it; these are counted apart.
Chess is left out unless it is installed.
"""

from __future__ import annotations

import sys
from collections import Counter

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
    streams, right = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    for case in cases(rules.load(name, 2), SEEDS):
        streams[case.kind, case.is_told] += 1
        right[case.kind, case.is_told] += is_recorded(case)
    print(f"quick hands at {name:<16} streams   right   untold   right")
    for kind in dict.fromkeys(kind for kind, _ in streams):
        told, untold = (kind, True), (kind, False)
        print(f"  {kind:<28}{streams[told]:>9}{right[told]:>8}{streams[untold]:>9}{right[untold]:>8}")
