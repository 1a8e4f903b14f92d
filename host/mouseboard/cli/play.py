"""`mouseboard play`: a game on a table, watched in the terminal; or from beginning to end by itself."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mouseboard import players, rules
from mouseboard.cli.lines import LineTalk
from mouseboard.cli.screen import Screen
from mouseboard.link.port import SerialPort
from mouseboard.play import Company, Round, play, play_simulated
from mouseboard.referee.referee import Ply, think_here
from mouseboard.referee.situation import Situation
from mouseboard.rules import BadSetup, Game, State
from mouseboard.sim.clock import run_virtual
from mouseboard.store import Journal, first_line

if TYPE_CHECKING:
    from mouseboard.cli.types import Commands

SIMULATED = "sim"
PACE = 2.0
"""The simulated hands are quicker than a person's when a person waits for them."""


def add_to(commands: Commands) -> None:
    command = commands.add_parser("play", help="play a game")
    command.add_argument("game", help="see `mouseboard games`")
    command.add_argument("--players", type=int, metavar="N", help="how many play")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    command.add_argument("--seed", type=int, help="the same seed plays the same game")
    add_table_options(command)
    command.set_defaults(command=run)


def add_table_options(command: argparse.ArgumentParser) -> None:
    """What is to be said of the table and those around it, for a new game or one taken up again."""
    command.add_argument("--board", default=SIMULATED, metavar="TABLE", help="sim, auto, or a serial port")
    command.add_argument("--people", type=int, metavar="N", help="the first N seats are people, the others computers")
    command.add_argument("--dice", choices=("table", "drawn"), default="table", help="rolled by people, or drawn")
    command.add_argument("--auto", action="store_true", help="computers play to the end, simulated hands move the mice")
    command.add_argument("--scenario", metavar="FILE", help="what befalls the simulated table; - for standard input")


def run(args: argparse.Namespace) -> int:
    """Begin a game and play it."""
    game = rules.load(args.game, args.players, **_options(args.option))
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    with Journal.open(args.journal) as journal:
        round = Round.begin(journal, game, seed)
        with round.writer:
            return run_round(round, args)


def run_round(round: Round, args: argparse.Namespace) -> int:
    """Play a round as the command line says, telling at its end who has won or how it can go on."""
    try:
        state = _auto(round, args) if args.auto else asyncio.run(_watched(round, args))
    except (KeyboardInterrupt, asyncio.CancelledError):
        print(f"\nInterrupted. `mouseboard log resume {round.writer.game}` goes on.", file=sys.stderr)
        raise KeyboardInterrupt from None
    if state is None:
        print(f"Nothing is lost: `mouseboard log resume {round.writer.game}` goes on.")
        return 0
    for seat in state.winners:
        print(f"winner: {seat}")
    return 0


def _auto(round: Round, args: argparse.Namespace) -> State:
    """Everything by itself, in simulated time."""
    if args.board != SIMULATED:
        raise BadSetup("--auto plays on the simulated table: leave --board away, or let people play")
    print(first_line(round.game, round.seed))
    for ply in round.line:
        print(ply.action)
    everybody = frozenset(range(round.game.players))
    company = Company(_computers(round.game, 0), everybody, _nobody_watches, _print_action, think_here)
    return run_virtual(play_simulated(round, company, scenario=_scenario(args)))


async def _watched(round: Round, args: argparse.Namespace) -> State | None:
    """People at the terminal; None if they leave before the end."""
    people = _people(round.game, args)
    rollers = frozenset(range(people)) if args.dice == "table" else frozenset()
    talk = Screen() if sys.stdin.isatty() and sys.stdout.isatty() else LineTalk()
    company = Company(_computers(round.game, people), rollers, talk.show)
    if args.board == SIMULATED:
        game = play_simulated(round, company, PACE, talk.meet, _scenario(args))
    else:
        game = play(round, SerialPort(args.board), company, talk.meet)
    playing, talking = asyncio.create_task(game), asyncio.create_task(talk.run())
    try:
        await asyncio.wait((playing, talking), return_when=asyncio.FIRST_COMPLETED)
        return await playing if playing.done() else None
    finally:
        for task in (playing, talking):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


def _people(game: Game, args: argparse.Namespace) -> int:
    """How many seats people have: one at the simulated table, all at a real one, unless it is said."""
    if args.people is None:
        return 1 if args.board == SIMULATED else game.players
    if not 0 <= args.people <= game.players:
        raise BadSetup(f"--people cannot be {args.people}; the game has 0 to {game.players} seats for them")
    return int(args.people)


def _computers(game: Game, people: int) -> tuple[players.Player | None, ...]:
    """The best computer players there are, behind so many people."""
    player = players.load(players.kinds(game)[-1], game)
    return (None,) * people + (player,) * (game.players - people)


def _options(given: list[str]) -> dict[str, str]:
    """`["first=lot"]` as a dictionary. Raises BadSetup."""
    options = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals:
            raise BadSetup(f"--option {option!r} must look like name=value")
        options[name] = value
    return options


def _scenario(args: argparse.Namespace) -> str:
    """The text of the scenario, if one is named. Raises OSError."""
    if args.scenario is None:
        return ""
    if args.scenario == "-":
        return sys.stdin.read()
    return Path(args.scenario).read_text(encoding="utf-8")


def _print_action(ply: Ply) -> None:
    print(ply.action, flush=True)


def _nobody_watches(_: Situation) -> None:
    pass
