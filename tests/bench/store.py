"""Entries a second that are on the disk when `append` returns, and entries a second replayed.

The same run compares this with two peers, on the same disk with the same entries. One is a plain file with an fsync
after each line: no durable journal can do less. The other is SQLite's rollback journal, which promises the same. The
disk decides what an fsync costs, so only the ratios carry over from one machine to another.
"""

import itertools
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec

from mouseboard import players, rules
from mouseboard.rules import CHANCE, Game
from mouseboard.rules.chance import draw
from mouseboard.store import Entry, Journal, Played, Source, replay

ENTRIES = 1000
ROUNDS = 5
"""Measurements of each, in turn; the figure is their median."""


def run() -> None:
    """Print the figures. The journal is in the folder for temporary files: set TMPDIR to try another disk."""
    game = rules.load("classic", players=4)
    once = _some_game(game)
    entries = list(itertools.islice(itertools.cycle(once), ENTRIES))
    measures: dict[str, Callable[[Path], float]] = {
        "plain file, fsync each": lambda folder: _plain(folder, entries),
        "journal, WAL": lambda folder: _journal(folder, game, entries),
        "SQLite, rollback journal": lambda folder: _rollback(folder, entries),
        "replay from the journal": lambda folder: _replay(folder, game, once) / len(once) * len(entries),
    }
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            with tempfile.TemporaryDirectory() as folder:
                found[name].append(len(entries) / measure(Path(folder)))
    print(f"store: {ENTRIES} entries of classic, median of {ROUNDS} rounds (slowest to fastest)")
    for name, rates in found.items():
        low, *_, high = rates = sorted(rates)
        print(f"  {name:<26}{rates[ROUNDS // 2]:>9,.0f} entries/s  ({low:,.0f} to {high:,.0f})")


def _some_game(game: Game) -> list[Entry]:
    """Return the entries of one game by random players."""
    player, rng, state = players.RandomPlayer(), Random(1), game.start()
    entries: list[Entry] = []
    while state.actor is not None:
        by_chance = state.actor == CHANCE
        action = draw(state.odds(), rng) if by_chance else player.choose(state, rng)
        entries.append(Played(state.actor, str(action), Source.DRAWN if by_chance else Source.COMPUTER))
        state = state.play(action)
    return entries


def _journal(folder: Path, game: Game, entries: list[Entry]) -> float:
    with Journal.open(folder / "journal.db") as journal, journal.begin(game) as writer:
        start = time.perf_counter()
        for entry in entries:
            writer.append(entry)
        return time.perf_counter() - start


def _plain(folder: Path, entries: list[Entry]) -> float:
    with (folder / "journal.txt").open("wb", buffering=0) as file:
        start = time.perf_counter()
        for entry in entries:
            file.write(msgspec.json.encode(entry) + b"\n")
            os.fsync(file.fileno())
        return time.perf_counter() - start


def _rollback(folder: Path, entries: list[Entry]) -> float:
    with closing(sqlite3.connect(folder / "journal.db", isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = EXTRA")
        db.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, entry TEXT)")
        start = time.perf_counter()
        for entry in entries:
            db.execute("INSERT INTO entry (entry) VALUES (?)", (msgspec.json.encode(entry).decode(),))
        return time.perf_counter() - start


def _replay(folder: Path, game: Game, entries: list[Entry]) -> float:
    with Journal.open(folder / "journal.db") as journal, journal.begin(game, entries=entries) as writer:
        start = time.perf_counter()
        replay(journal, writer.game)
        return time.perf_counter() - start


if __name__ == "__main__":
    run()
