"""Who sits where: people and computer players, as the command line says, or as they sat when the game was left."""

from __future__ import annotations

import argparse

from mouseboard import players
from mouseboard.rules import BadSetup, Game
from mouseboard.store import AT_TABLE, PERSON, Seated


def seat(game: Game, args: argparse.Namespace, before: Seated | None = None) -> Seated:
    """Who plays. Where nothing is said, those who played `before`; else one person at a simulated table, all at a real.

    Raises BadSetup.
    """
    dice = args.dice or (before.dice if before else AT_TABLE)
    if before and args.people is None and not args.auto:
        return Seated(before.seats, dice)
    people = _people(game, args)
    best = players.kinds(game)[-1]
    kinds = [best if kind == PERSON else kind for kind in before.seats] if before else [best] * game.players
    return Seated((*[PERSON] * people, *kinds[people:]), dice)


def _people(game: Game, args: argparse.Namespace) -> int:
    if args.auto:
        return 0
    if args.people is None:
        return 1 if args.table == "sim" else game.players
    if not 0 <= args.people <= game.players:
        raise BadSetup(f"--people cannot be {args.people}; the game has seats for 0 to {game.players}")
    return int(args.people)
