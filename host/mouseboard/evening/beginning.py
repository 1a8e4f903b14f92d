"""The choice made into a game: begun or resumed, and remembered for the next time."""

from __future__ import annotations

import dataclasses
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from mouseboard import players, rules, store
from mouseboard.evening.guests import plain_name
from mouseboard.evening.playing import SIMULATED, Plan, TableChoice
from mouseboard.evening.wish import GameSetup
from mouseboard.files import write_whole
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Match, look_for_table
from mouseboard.rules import Game
from mouseboard.store import AT_TABLE, PERSON, Journal, Seated, StoreError


def last_choice(journal: Path) -> GameSetup | None:
    """Return the last choice, read from the file beside the journal, or None."""
    with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
        return msgspec.json.decode(_kept(journal).read_bytes(), type=GameSetup)
    return None


def remember(journal: Path, setup: GameSetup) -> None:
    """Write a choice for next time, as a whole and readable by its owner alone. If that fails, the last one stays."""
    with suppress(OSError):
        write_whole(_kept(journal), msgspec.json.encode(setup), private=True)


def _kept(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-lobby")


async def begin(journal: Journal, setup: GameSetup) -> Plan:
    """Begin a new game as chosen, and record it in the journal.

    Raises RulesError, StoreError; and OSError, LinkError, TableTooSmall if the table cannot be used.
    """
    game = rules.make(setup.game, len(setup.seats), setup.settings)
    seated = Seated(tuple(seat.kind for seat in setup.seats), setup.dice, _names(setup))
    _check_players(seated, game)
    if setup.table != SIMULATED:
        await look_for_table(SerialPort(setup.table), game)
    seed = secrets.randbelow(2**31) if setup.seed is None else setup.seed
    match = Match.begin(journal, game, seed, seated)
    choice = TableChoice(setup.table, setup.quiet)
    return Plan(match, seated, choice, tuple(seat.help for seat in setup.seats))


def _check_players(seated: Seated, game: Game) -> None:
    """Raise UnknownPlayer or BadGame if a computer player cannot be made."""
    for kind in {*seated.seats} - {PERSON}:
        players.load(kind, game)


def _names(setup: GameSetup) -> tuple[str, ...]:
    names = tuple(plain_name(seat.name) for seat in setup.seats)
    return names if any(names) else ()


async def go_on(journal: Journal, number: int, table: str, wish: GameSetup, reseats: bool = False) -> Plan:
    """Resume an unfinished game, as quietly and with as much help as the wish has for such a game.

    With `reseats` the wish also says where people and computers sit. Raises StoreError, and what `begin` raises.
    """
    if table != SIMULATED:
        await look_for_table(SerialPort(table), store.replay(journal, number).game)
    match = Match.resume(journal, number)
    plan = taken_up(match, table, wish)
    if not (reseats and is_alike(wish, match.game)):
        return plan
    seated = replace(plan.seated, seats=tuple(seat.kind for seat in wish.seats))
    if seated == plan.seated:
        return plan
    try:
        _check_players(seated, match.game)
        match.writer.append_at_once(seated)
    except (rules.RulesError, StoreError):
        match.writer.close()
        raise
    return dataclasses.replace(plan, seated=seated)


def taken_up(match: Match, table: str, wish: GameSetup) -> Plan:
    """Return the plan of a game that goes on, as quietly and with as much help as the wish has for such a game."""
    seated = match.seated or Seated((PERSON,) * match.game.players, AT_TABLE)
    help = tuple(seat.help for seat in wish.seats)
    return Plan(match, seated, TableChoice(table, wish.quiet), help if is_alike(wish, match.game) else ())


def is_alike(wish: GameSetup, game: Game) -> bool:
    """Return whether the wish is for such a game with as many players."""
    return (wish.game, len(wish.seats)) == (game.name, game.players)
