"""`mouseboard play`: a game on a table, watched in the terminal; or from beginning to end by itself."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mouseboard import lang, rules
from mouseboard.cli.lines import LineTalk
from mouseboard.cli.screen import Interrupted, Screen
from mouseboard.cli.seats import AT_TABLE, DRAWN, computers, rollers, seat
from mouseboard.link.port import SerialPort
from mouseboard.play import Company, Round, look_for_table, play, play_simulated
from mouseboard.referee.record import Ply
from mouseboard.referee.referee import think_here
from mouseboard.referee.situation import Situation
from mouseboard.rules import BadSetup, Game, Setting, State
from mouseboard.sim import scenario
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.deeds import FORMS
from mouseboard.store import Journal, Seated, first_line

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
    who = command.add_mutually_exclusive_group()
    who.add_argument("--people", type=int, metavar="N", help="the first N seats are people, the others computers")
    who.add_argument("--auto", action="store_true", help="computers play to the end, simulated hands move the mice")
    command.add_argument("--dice", choices=(AT_TABLE, DRAWN), help="people's dice: rolled at the table, or drawn")
    command.add_argument("--lang", choices=lang.languages(), default=lang.ENGLISH, help="what the table is to speak")
    command.add_argument("--quiet", action="store_true", help="the table makes no sound")
    command.add_argument("--scenario", metavar="FILE", help="what befalls the simulated table; - for standard input")


def run(args: argparse.Namespace) -> int:
    """Begin a game and play it."""
    game = rules.make(args.game, args.players, _options(args.option))
    seated = seat(game, args)
    events = prepare(game, args)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    with Journal.open(args.journal) as journal:
        round = Round.begin(journal, game, seed, seated)
        with round.writer:
            return run_round(round, seated, events, args)


def prepare(game: Game, args: argparse.Namespace) -> str:
    """Whatever can be refused is, before anything is written down; the text of the scenario.

    Raises BadSetup, ScenarioError, OSError, LinkError, TableTooSmall.
    """
    if args.board != SIMULATED:
        for option, given in (("--auto", args.auto), ("--scenario", args.scenario)):
            if given:
                raise BadSetup(f"{option} is for the simulated table; leave it or --board {args.board} away")
        asyncio.run(look_for_table(SerialPort(args.board), game))
    if args.scenario is None:
        return ""
    text = sys.stdin.read() if args.scenario == "-" else Path(args.scenario).read_text("utf-8", "replace")
    scenario.parse(text, FORMS)
    return text


def run_round(round: Round, seated: Seated, events: str, args: argparse.Namespace) -> int:
    """Play a round, telling at its end who has won or how it can go on."""
    go_on = f"`{_me(args)} log resume {round.writer.game}{' --auto' if args.auto else ''}` goes on"
    try:
        state = _auto(round, seated, events) if args.auto else asyncio.run(_watched(round, seated, events, args))
    except (KeyboardInterrupt, asyncio.CancelledError, Interrupted):
        print(f"mouseboard: interrupted, nothing is lost: {go_on}", file=sys.stderr)
        raise KeyboardInterrupt from None
    if state is None:
        print(f"Nothing is lost: {go_on}.")
        return 0
    for winner in state.winners:
        print(f"winner: {winner}")
    return 0


def _auto(round: Round, seated: Seated, events: str) -> State:
    """Everything by itself, in simulated time."""
    print(first_line(round.game, round.seed))
    for ply in round.line:
        print(ply.action)
    everybody = frozenset(range(round.game.players))
    company = Company(computers(round.game, seated), everybody, _nobody_watches, _print_action, think_here)
    return run_virtual(play_simulated(round, company, scenario=events))


async def _watched(round: Round, seated: Seated, events: str, args: argparse.Namespace) -> State | None:
    """People at the terminal; None if they leave before the end."""
    on_screen = sys.stdin.isatty() and sys.stdout.isatty()
    talk = Screen(args.lang) if on_screen else LineTalk(sys.stdin, args.lang)
    seen = round.game.start()

    def show(situation: Situation) -> None:
        nonlocal seen
        seen = situation.state
        talk.show(situation)

    company = Company(computers(round.game, seated), rollers(seated), show, quiet=args.quiet)
    if args.board == SIMULATED:
        game = play_simulated(round, company, PACE, talk.meet, events)
    else:
        game = play(round, SerialPort(args.board), company, talk.meet)
    playing, talking = asyncio.create_task(game), asyncio.create_task(talk.run())
    try:
        await asyncio.wait((playing, talking), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            talking.result()
            return seen if seen.actor is None else None  # over, though the last piece may not stand where it belongs
        state = playing.result()
        await talking  # the end of a game wants to be looked at
        return state
    finally:
        for task in (playing, talking):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


def _options(given: list[str]) -> dict[str, Setting]:
    """`["first=lot"]` as a dictionary. Raises BadSetup."""
    options: dict[str, Setting] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals:
            raise BadSetup(f"--option {option!r} must look like name=value")
        options[name] = value
    return options


def _me(args: argparse.Namespace) -> str:
    """This very command with this very journal, as it can be typed here."""
    command = "mouseboard" if shutil.which("mouseboard") else sys.argv[0]
    return command if args.journal is None else f"{command} --journal {shlex.quote(str(args.journal))}"


def _print_action(ply: Ply) -> None:
    print(ply.action, flush=True)


def _nobody_watches(_: Situation) -> None:
    pass
