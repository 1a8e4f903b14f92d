"""A game as plain text: its setup as JSON, then one line an entry.

An action is its notation and its source (`roll4 drawn`, or just `roll4`). A correction of entry 12 adds that (`c1 hands
instead 12`). Any other entry is its JSON. A line `winner: 2` is checked; a line that begins with `#` is for people.
`mouseboard play --auto` prints such a text.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mouseboard.rules import Game, State
from mouseboard.say import quoted
from mouseboard.store.entries import UNREADABLE, Entry, Played, Setup, Source, StoreError, decode
from mouseboard.store.history import Replay, after, earlier, load

WINNER = "winner:"
INSTEAD = "instead"
DIGITS = 9
"""The longest number of an entry. Python refuses to read numbers of thousands of digits."""


def setup_text(game: Game, seed: int | None = None) -> str:
    """Return the first line of a game's text: its setup and seed as JSON."""
    return msgspec.json.encode(Setup(game.name, game.players, game.settings, seed)).decode()


def to_text(played: Replay) -> str:
    """Return the whole game as plain text, for people and for `from_text`."""
    lines = [setup_text(played.game, played.seed), *map(_entry_text, played.entries)]
    lines += [f"{WINNER} {seat}" for seat in played.state.winners]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> Replay:
    """Return the game in a text, with each action checked. Raises StoreError, naming the line that is wrong."""
    first, *lines = text.splitlines() or [""]
    try:
        setup = msgspec.json.decode(first, type=Setup)
        game = load(setup)
    except (*UNREADABLE, StoreError) as error:
        raise StoreError(f"line 1 must be a game's setup as JSON: {error}") from error
    entries: list[Entry] = []
    states = [game.start()]
    for number, line in enumerate(lines, start=2):
        try:
            entry = _read(line.strip(), states)
            if entry is not None:
                states.append(after(states, entry))
                entries.append(entry)
        except (*UNREADABLE, StoreError) as error:
            raise StoreError(f"line {number}: {error}") from error
    return Replay(game, setup.seed, tuple(entries), tuple(states))


def _entry_text(entry: Entry) -> str:
    match entry:
        case Played(_, action, source, None):
            return f"{action} {source}"
        case Played(_, action, source, instead):
            return f"{action} {source} {INSTEAD} {instead}"
    return msgspec.json.encode(entry).decode()


def _read(line: str, states: Sequence[State]) -> Entry | None:
    """Return the entry in a line, or None for an empty line, a comment or a winner. Raises StoreError, UNREADABLE."""
    if not line or line.startswith("#"):
        return None
    if line.startswith(WINNER):
        if line.removeprefix(WINNER).strip() not in map(str, states[-1].winners):
            raise StoreError(f"{quoted(line)}, but here the winners are {list(states[-1].winners)}")
        return None
    if line.startswith("{"):
        return decode(line)
    known, _, corrected = line.partition(f" {INSTEAD} ")
    action, _, source = known.partition(" ")
    if source and source not in set(Source):
        raise StoreError(f"{quoted(source)} is not where an action can come from; that is {', '.join(Source)}")
    instead = _number(corrected) if corrected else None
    state = states[-1] if instead is None else earlier(states, instead)
    if state.actor is None:
        raise StoreError(f"{action} comes after the end of the game")
    return Played(state.actor, action, Source(source or Source.TEXT), instead)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > DIGITS:
        raise StoreError(f"{quoted(text)} is not the number of an entry")
    return int(text)
