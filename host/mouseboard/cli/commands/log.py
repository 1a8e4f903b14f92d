"""`mouseboard log`: the games in the journal."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import TYPE_CHECKING

from mouseboard import store
from mouseboard.cli.commands.play import add_table_options, prepare, run_match
from mouseboard.cli.commands.seats import seat
from mouseboard.match import Match
from mouseboard.rules import CHANCE, COLOURS
from mouseboard.store import Journal, Summary

if TYPE_CHECKING:
    from mouseboard.cli.commands.types import Commands


def add_to(commands: Commands) -> None:
    log = commands.add_parser("log", help="the games played so far")
    actions = log.add_subparsers(metavar="ACTION", required=True)
    actions.add_parser("list", help="every game").set_defaults(command=run_list)
    show = actions.add_parser("show", help="what happened in a game, in words")
    show.set_defaults(command=run_show)
    replay = actions.add_parser("replay", help="a game as plain text, played again from its entries")
    replay.set_defaults(command=run_replay)
    resume = actions.add_parser("resume", help="go on with a game")
    add_table_options(resume)
    resume.set_defaults(command=run_resume)
    for command in (show, replay, resume):
        command.add_argument("number", type=int, metavar="GAME", help="its number in `mouseboard log list`")


def run_list(args: argparse.Namespace) -> int:
    with Journal.open(args.journal) as journal:
        empty = True
        for summary in store.summaries(journal):
            print(describe(summary), flush=True)
            empty = False
    if empty:
        print("no game yet; `mouseboard play GAME` begins one")
    return 0


def describe(summary: Summary) -> str:
    """A game in one line."""
    heading = summary.heading
    setup = heading.setup
    began = datetime.fromisoformat(heading.began).astimezone().strftime("%Y-%m-%d %H:%M")
    seed = "" if setup.seed is None else f", seed {setup.seed}"
    return f"{heading.id:4}  {began}  {setup.game}, {setup.players} players{seed}: {_outcome(summary)}"


def _outcome(summary: Summary) -> str:
    if summary.trouble:
        return summary.trouble
    if summary.winners:
        return f"won by {', '.join(map(_seat, summary.winners))}"
    turn = summary.turn
    next_one = "chance" if turn is None or turn == CHANCE else _seat(turn)
    return f"{summary.entries} entries, {next_one} is next"


def _seat(seat: int) -> str:
    return f"{COLOURS[seat]} (seat {seat})"


def run_show(args: argparse.Namespace) -> int:
    with Journal.open(args.journal) as journal:
        for step in store.steps(store.replay(journal, args.number)):
            print(f"{step.number:4}  {' '.join(map(str, step.sentences))}")
    return 0


def run_replay(args: argparse.Namespace) -> int:
    with Journal.open(args.journal) as journal:
        print(store.to_text(store.replay(journal, args.number)), end="")
    return 0


def run_resume(args: argparse.Namespace) -> int:
    with Journal.open(args.journal) as journal:
        match = Match.resume(journal, args.number)
        with match.writer:
            seated = seat(match.game, args, match.seated)
            events = prepare(match.game, args)
            if seated != match.seated:
                match.writer.append(seated)
            return run_match(match, seated, events, args)
