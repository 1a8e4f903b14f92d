"""`mouseboard play`: a game on a table, shown in the terminal; with `--auto` it plays itself from start to end."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import shlex
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from mouseboard import program, rules, runner
from mouseboard.actors.match import MATCH_FORMS, play_simulated
from mouseboard.cli.commands.ask import how_many, which_game
from mouseboard.cli.commands.completion import complete_by, games, options, shipped_layouts
from mouseboard.cli.commands.numbers import whole
from mouseboard.cli.commands.page import add_page_option, page_of
from mouseboard.cli.commands.record import Write, recording
from mouseboard.cli.commands.seats import seat
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import can_rewrite, complain, tell
from mouseboard.cli.terminal.answers import Interrupted
from mouseboard.cli.terminal.plain import LineTalk
from mouseboard.evening.playing import SIMULATED, Plan, TableChoice, play_at
from mouseboard.files import LARGEST, check_size, named, read_text
from mouseboard.lang import translate
from mouseboard.link import KnownTables
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Match, Observer, Running, faults_named, look_for_table
from mouseboard.match.recording import Recorder
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Situation
from mouseboard.rules import BadSetup, Game, Setting, State
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, enumeration, plain, quoted, say
from mouseboard.sim import scenario
from mouseboard.sim.clock import run_virtual
from mouseboard.store import AT_TABLE, DRAWN, OWN, Journal, Seated, default_path, setup_text

SIMULATED_ONLY = "{option} is for the simulated table; leave it or --table {table} away"
OTHER_SETTINGS = say("the table's settings have changed; `mouseboard table doctor` looks at it")
INTERRUPTED = "interrupted, nothing is lost: `{command}` goes on"

if TYPE_CHECKING:
    from mouseboard.cli.terminal.screen import Screen
    from mouseboard.serving.where import Where
    from mouseboard.web.opening import Page

    Served = tuple[Where, socket.socket]


def add_to(commands: Commands) -> None:
    command = commands.add_parser("play", help=speak(say("play a game")))
    add_game_options(command, say("see `mouseboard games` (default: you are asked)"))
    add_table_options(command)
    add_page_option(command)
    command.set_defaults(command=run)


def add_game_options(command: argparse.ArgumentParser, without: Say) -> None:
    """Add the options of a new game. `without` says in the help what happens if no game is named."""
    game = command.add_argument("game", nargs="?", help=speak(without))
    command.add_argument("--players", type=whole, metavar="N", help=speak(say("how many play")))
    layout = command.add_argument(
        "--layout", metavar="LAYOUT", help=speak(say("your own board: a file ending in .toml"))
    )
    option = command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=speak(say("an option of the game, such as first=lot")),
    )
    command.add_argument("--seed", type=whole, help=speak(say("the same seed plays the same game")))
    complete_by(game, games)
    complete_by(layout, shipped_layouts)
    complete_by(option, options)


def add_table_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the table and its players, for a new or a resumed game."""
    command.add_argument(
        "--table",
        default=SIMULATED,
        metavar="TABLE",
        help=speak(say("sim (on the screen), auto (the table plugged in), a serial port, or its URL")),
    )
    who = command.add_mutually_exclusive_group()
    who.add_argument(
        "--people", type=whole, metavar="N", help=speak(say("the first N seats are people, the others computers"))
    )
    who.add_argument(
        "--auto", action="store_true", help=speak(say("computers play to the end, simulated hands move the pieces"))
    )
    command.add_argument(
        "--level",
        metavar="KIND",
        help=speak(say("how computers play: random, child, learner, sensible (usual), strong")),
    )
    command.add_argument(
        "--dice",
        choices=(AT_TABLE, OWN, DRAWN),
        help=speak(say("how people roll: by a button (table), with their own die (own), or not at all (drawn)")),
    )
    command.add_argument("--quiet", action="store_true", help=speak(say("the table makes no sound")))
    command.add_argument(
        "--scenario",
        metavar="FILE",
        help=speak(say("a file with what happens to the simulated table; - for standard input")),
    )
    command.add_argument(
        "--record",
        type=named,
        metavar="FILE",
        help=speak(say("write down what the table feels, in a new file")),
    )


def run(args: argparse.Namespace) -> int:
    """Begin a game, play it and return the exit status."""
    chosen = options_of(args)
    try:
        name, players = _chosen(args)
    except EOFError:  # the person left without choosing a game
        return 0
    game = rules.make(name, players, chosen)
    seated = seat(game, args)
    events, served = prepare(game, args), page_of(args)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    with Journal.open(args.journal) as journal, recording(args.record) as write:
        match = Match.begin(journal, game, seed, seated)
        with match.writer:
            return run_match(match, seated, events, write, args, served)


def _chosen(args: argparse.Namespace) -> tuple[str, int | None]:
    """Return the game and its number of players; ask for both if no game is named. Raises BadSetup, EOFError."""
    if args.game:
        return args.game, args.players
    name = which_game(args.journal, args.lang)
    return name, args.players or how_many(rules.games()[name].seat_counts, args.lang)


def prepare(game: Game, args: argparse.Namespace) -> str:
    """Check table and scenario before anything is written to the journal. Return the scenario's text.

    Raises BadSetup, ScenarioError, OSError, LinkError, TableTooSmall.
    """
    if args.table != SIMULATED:
        for option, given in (("--auto", args.auto), ("--scenario", args.scenario)):
            if given:
                raise BadSetup(say(SIMULATED_ONLY, option=option, table=args.table))
        info = runner.run(look_for_table(SerialPort(args.table), game))
        if KnownTables.beside(args.journal or default_path()).differs(info.serial, info.config):
            complain(speak(OTHER_SETTINGS))
    if args.scenario is None:
        return ""
    if args.scenario == "-":
        text = sys.stdin.read(LARGEST + 1)
        check_size(len(text), "standard input")
    else:
        text = read_text(named(args.scenario), "replace", pipe=True)
    scenario.parse(text, MATCH_FORMS)
    return text


def run_match(
    match: Match, seated: Seated, events: str, write: Write, args: argparse.Namespace, served: Served | None
) -> int:
    """Play a match, then print who has won or the command that continues it. Return the exit status. Raises BadGame.

    On Ctrl-C, raises KeyboardInterrupt after printing that command, or nothing if the game is over.
    """

    def again() -> str:
        return f"{me(args)} log resume {match.writer.game}{' --auto' if args.auto else ''}"

    try:
        with _kept(match.writer.journal), faults_named(match.replay, again):
            state = (
                _auto(match, seated, events, write)
                if args.auto
                else runner.run(_watched(match, seated, events, write, args, served))
            )
    except (KeyboardInterrupt, asyncio.CancelledError, Interrupted):
        if match.replay().state.actor is not None:  # else nothing goes on
            complain(speak(say(INTERRUPTED, command=again())))
        raise KeyboardInterrupt from None
    if state is None:
        tell(translate(say("Nothing is lost: `{command}` goes on.", command=again()), args.lang))
        return 0
    if args.auto:
        for winner in state.winners:
            print(f"winner: {winner}")
        if not state.winners:
            print(f"draw: {state.result}")
    if (not args.auto or sys.stdout.isatty()) and (ended := _ending(state)):
        tell(translate(ended, args.lang))
    return 0


@contextlib.contextmanager
def _kept(journal: Journal) -> Iterator[None]:
    """Make sure at the end that the games are in the journal's file, and tell if they had to be written into another.

    Until then that would be printed over the picture.
    """
    moves: list[Say] = []
    journal.on_moved = moves.append
    try:
        yield
    finally:
        try:
            journal.keep()
        finally:
            for moved in moves:
                complain(speak(moved))


def _ending(state: State) -> Say | None:
    """Return who has won, as people know them, or why nobody has."""
    if not state.winners:
        return state.result
    mice = [state.game.mice[seat] for seat in state.winners]
    return say("{mice} wins!", mice=enumeration(mice), n=len(mice))


def _auto(match: Match, seated: Seated, events: str, write: Write) -> State:
    """Play the whole match with simulated hands, in simulated time."""
    print(setup_text(match.game, match.seed))
    for record in match.played.history:
        print(record.action)
    everybody = frozenset(range(match.game.players))
    seating = replace(Seating.of(match.game, seated, think_here), rollers=everybody)
    running = Running(match, seating, Observer(on_played=lambda record: print(record.action, flush=True)))
    Recorder(running, write)
    return run_virtual(play_simulated(running, scenario=events, alone=True))


async def _watched(
    match: Match, seated: Seated, events: str, write: Write, args: argparse.Namespace, served: Served | None
) -> State | None:
    """Play with people at the terminal and, if `served`, on the page. Return None as `_talked` does."""
    plan = Plan(match, seated, TableChoice(args.table, args.quiet, events), write=write)
    if served is None:
        return await _talked(plan, args, None)
    from mouseboard.web.opening import page

    where, listening = served
    with listening:
        async with page(where, listening, match.writer.journal, args.lang, lobby=False) as opened:
            return await _talked(plan, args, opened)


async def _talked(plan: Plan, args: argparse.Namespace, page: Page | None) -> State | None:
    """Play with people at the terminal and on `page`, if any. Return None if the terminal's person leaves early."""
    shown = plan.match.game.start()

    def show(situation: Situation) -> None:
        nonlocal shown
        shown = situation.state
        talk.show(situation)

    running = plan.run()
    running.watch(Observer(show))
    talk = _talk(
        args.lang, running.inbox, page.url if page else None, lambda: bool(page and page.stage.evening.moves_mice)
    )
    if page:
        page.stage.evening.enter(plan, running)
    game = play_at(plan.choice, running, page.stage.evening.meet if page else None)
    playing, talking = asyncio.create_task(game), asyncio.create_task(talk.run())
    try:
        (ended, *_), _ = await asyncio.wait((playing, talking), return_when=asyncio.FIRST_COMPLETED)
        ended.result()
        return shown if shown.actor is None else None  # over, even if the last piece is not in place
    finally:
        for task in (playing, talking):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


def _talk(language: str, inbox: Inbox, url: str | None, moved_there: Callable[[], bool]) -> Screen | LineTalk:
    """Return a full-screen view if there is a terminal for one, otherwise plain lines."""
    if not (sys.stdin.isatty() and can_rewrite(sys.stdout)):
        return LineTalk(sys.stdin, inbox, language, url, stay=sys.stdin.isatty())
    from mouseboard.cli.terminal.screen import Screen  # loading it takes a quarter of every command's start-up time

    return Screen(inbox, language, url, moved_there)


def options_of(args: argparse.Namespace) -> dict[str, Setting]:
    """Return options such as `--option first=lot` as a dictionary, the layout included. Raises BadSetup."""
    options: dict[str, Setting] = {} if args.layout is None else {LAYOUT: args.layout}
    for option in args.option:
        name, equals, value = option.partition("=")
        if not equals:
            raise BadSetup(say("--option {option} must look like name=value", option=quoted(option)))
        if name == LAYOUT:
            raise BadSetup(say("the layout is no --option: use --layout {layout}", layout=value))
        options[name] = value
    return options


def me(args: argparse.Namespace) -> str:
    """Return this program and its `--journal` option, as they can be typed in this shell."""
    command = program.typed()
    return command if args.journal is None else f"{command} --journal {plain(shlex.quote(str(args.journal)))}"
