"""The figures of a study, computed from its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from hashlib import sha256
from typing import NamedTuple

from mouseboard.study.database import GAMES, Database, Part
from mouseboard.study.definition import Study
from mouseboard.study.measures import Look
from mouseboard.study.statistics import Estimate, Spread, mean, mean_of_sums, share, spread

TOLERANCE = 1 / 10
"""The largest relative difference between a fair share of wins and an even share."""


class Verdict(Enum):
    """Whether all players have the same chances."""

    FAIR = "fair"
    UNFAIR = "unfair"
    UNSURE = "unsure"


class Trap(NamedTuple):
    """The figures of the trap, in a game that has one."""

    cranks: Estimate
    """The number of cranks in a game."""
    catches: Estimate
    """The share of cranks that catch."""
    first: Spread
    """The turn of the first crank."""


class Figures(NamedTuple):
    """The findings for one study: one rule set, played by its kinds of player."""

    study: Study
    games: int
    by_order: tuple[Estimate, ...]
    """The share of wins of the player with the first turn, the second, and so on. Several winners share one win."""
    by_kind: Mapping[str, Estimate]
    """The share of wins of a player of each kind."""
    shared: Estimate
    unended: Estimate
    lengths: Mapping[int, int]
    """The number of games, by their number of turns."""
    minutes: Mapping[int, int]
    """The number of closely measured games, by their minutes at a table."""
    forced: Estimate
    """The share of turns without a choice."""
    offered: frozenset[str]
    chosen: frozenset[str]
    changes: Estimate | None
    """The number of changes of the lead in a game."""
    decided: Mapping[int, int]
    """The number of games, by the percentage of their turns after which they were decided."""
    trap: Trap | None
    own: Mapping[str, Estimate]

    @property
    def even(self) -> float:
        """The even share of wins."""
        return 1 / self.study.players

    @property
    def verdict(self) -> Verdict:
        """FAIR if every share's interval is within the tolerance, UNFAIR if one is wholly outside, otherwise UNSURE.

        More games can settle an unsure verdict.
        """
        least, most = self.even * (1 - TOLERANCE), self.even * (1 + TOLERANCE)
        if any(wins.high < least or wins.low > most for wins in self.by_order):
            return Verdict.UNFAIR
        if all(least <= wins.low and wins.high <= most for wins in self.by_order):
            return Verdict.FAIR
        return Verdict.UNSURE

    @property
    def width(self) -> float:
        """The width of the widest interval of a share of wins."""
        return max(wins.width for wins in self.by_order)


Ends = Mapping[tuple[int, int, int], int]
"""The number of games, by their first seat, their winners, and their number modulo the number of players."""


def figures(database: Database, part: Part) -> Figures:
    """Compute the figures of a part, which must have at least one game."""
    study, _, games = part
    ends = _ends(database, part)
    looks = database.looks(part)
    led = [look.changes for _, look in looks if look.changes is not None]
    return Figures(
        study=study,
        games=games,
        by_order=tuple(share(_won_by_order(k, study, ends), games) for k in range(study.players)),
        by_kind={kind: _won_by_kind(kind, study, ends) for kind in dict.fromkeys(study.seats)},
        shared=share(sum(n for (_, winners, _), n in ends.items() if winners.bit_count() > 1), games),
        unended=share(sum(n for (_, winners, _), n in ends.items() if not winners), games),
        lengths=dict(database.run(f"SELECT turns, count(*) {GAMES} GROUP BY 1 ORDER BY 1", part.id, part.games)),
        minutes=Counter(round(look.seconds / 60) for _, look in looks),
        forced=mean(look.forced / max(turns, 1) for turns, look in looks),
        offered=frozenset(verb for _, look in looks for verb in look.offered),
        chosen=frozenset(verb for _, look in looks for verb in look.chosen),
        changes=mean(led) if led else None,
        decided=Counter(look.decided for _, look in looks if look.decided is not None),
        trap=_trap([look for _, look in looks]),
        own=_own([look for _, look in looks]),
    )


def _ends(database: Database, part: Part) -> Ends:
    rows = database.run(
        f"SELECT first, winners, number % ?, count(*) {GAMES} GROUP BY 1, 2, 3",
        part.study.players,
        part.id,
        part.games,
    )
    return {(first, winners, shift): count for first, winners, shift, count in rows}


def _won_by_order(k: int, study: Study, ends: Ends) -> float:
    """Return how many games the player with the k-th turn, counted from 0, has won."""
    return sum(n * won(winners, (first + k) % study.players) for (first, winners, _), n in ends.items())


def _won_by_kind(kind: str, study: Study, ends: Ends) -> Estimate:
    """Return the share of wins of a player of that kind."""
    own = [player for player, its in enumerate(study.seats) if its == kind]
    hits = sum(
        n * won(winners, study.seat_of(player, number)) for (_, winners, number), n in ends.items() for player in own
    )
    return share(hits, sum(ends.values()) * len(own))


def won(winners: int, seat: int) -> float:
    """Return the part of a game that a seat wins. `winners` has one bit per seat."""
    return (winners >> seat & 1) / winners.bit_count() if winners else 0


def _trap(looks: Sequence[Look]) -> Trap | None:
    cranks = sum(look.cranks for look in looks)
    if not cranks:
        return None
    firsts = Counter(look.first_crank for look in looks if look.first_crank is not None)
    catches = share(sum(look.catches for look in looks), cranks)
    return Trap(mean(look.cranks for look in looks), catches, spread(firsts))


def _own(looks: Sequence[Look]) -> Mapping[str, Estimate]:
    """Return the mean count per game of each thing that the game itself tallies."""
    names = sorted({name for look in looks for name in look.own})
    return {name: mean(look.own.get(name, 0) for look in looks) for name in names}


# Two rule sets over the same games


class Differences(NamedTuple):
    """The increase of each figure from the first rule set to the second, compared game by game."""

    by_order: tuple[Estimate, ...]
    turns: Estimate
    minutes: Estimate


def differences(database: Database, one: Part, other: Part) -> Differences:
    """Compare two studies with the same seed and the same number of games."""
    pairs = list(
        database.run(
            "SELECT a.first, a.winners, b.first, b.winners, count(*), sum(b.turns - a.turns),"
            " sum((b.turns - a.turns) * (b.turns - a.turns)) FROM game a JOIN game b ON a.number = b.number"
            " WHERE a.study = ? AND b.study = ? AND a.number < ? GROUP BY 1, 2, 3, 4",
            one.id,
            other.id,
            one.games,
        )
    )
    players = one.study.players
    looks = zip(database.looks(one), database.looks(other), strict=True)

    def by_order(k: int) -> Estimate:
        gains = [
            (won(its, (first + k) % players) - won(mine, (start + k) % players), n)
            for start, mine, first, its, n, *_ in pairs
        ]
        return mean_of_sums(one.games, sum(gain * n for gain, n in gains), sum(gain * gain * n for gain, n in gains))

    return Differences(
        by_order=tuple(by_order(k) for k in range(players)),
        turns=mean_of_sums(one.games, sum(pair[5] for pair in pairs), sum(pair[6] for pair in pairs)),
        minutes=mean((its.seconds - mine.seconds) / 60 for (_, mine), (_, its) in looks),
    )


def digest(database: Database, parts: Iterable[Part]) -> str:
    """Return a digest of all rows, in order. It depends neither on who played them nor on interruptions."""
    whole = sha256()
    for part in parts:
        whole.update(part.study.text.encode())
        for row in database.rows(part):
            whole.update(repr(row).encode())
    return whole.hexdigest()
