"""The seats of people and computer players: from the command line, or as they were when the game was left."""

from __future__ import annotations

import argparse

from mouseboard import players
from mouseboard.rules import BadSetup, Game
from mouseboard.rules.chance import has_dice
from mouseboard.say import say
from mouseboard.store import AT_TABLE, OWN, PERSON, Seated

NO_DICE = "--dice cannot be own in {game}, which has no dice and no cards; it is table or drawn"


def seat(game: Game, args: argparse.Namespace, before: Seated | None = None) -> Seated:
    """Return who plays on each seat. Raises BadSetup, UnknownPlayer, BadGame.

    The default is the same players as `before`. A new game has one person at a simulated table, and only people at a
    real one.
    """
    seats = _seats(game, args, before)
    if args.level:
        players.load(args.level, game)
        seats = tuple(kind if kind == PERSON else args.level for kind in seats)
    if args.dice == OWN and not has_dice(game):
        raise BadSetup(say(NO_DICE, game=game.name))
    names = tuple(
        name if kind == PERSON else "" for kind, name in zip(seats, before.names if before else (), strict=False)
    )
    return Seated(seats, args.dice or (before.dice if before else AT_TABLE), names if any(names) else ())


def _seats(game: Game, args: argparse.Namespace, before: Seated | None) -> tuple[str, ...]:
    """Return the seats before `--level` is applied to the computer players."""
    if before and args.people is None and not args.auto:
        return before.seats
    people, usual = _people(game, args), players.usual(game)
    computers = [usual if kind == PERSON else kind for kind in before.seats] if before else [usual] * game.players
    return (*[PERSON] * people, *computers[people:])


def _people(game: Game, args: argparse.Namespace) -> int:
    if args.auto:
        return 0
    if args.people is None:
        return 1 if args.table == "sim" else game.players
    if not 0 <= args.people <= game.players:
        most = game.players
        raise BadSetup(say("--people cannot be {number}; it is 0 to {most}", number=args.people, most=most))
    return int(args.people)
