"""`mouseboard log`: the games in the journal."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import TYPE_CHECKING

from mouseboard import store
from mouseboard.cli.commands.page import add_page_option, page_of
from mouseboard.cli.commands.play import add_table_options, prepare, run_match
from mouseboard.cli.commands.seats import seat
from mouseboard.lang import translate
from mouseboard.match import Match, faults_named
from mouseboard.rules import CHANCE, COLOURS
from mouseboard.say import enumeration, say
from mouseboard.store import Journal, StoreError, Summary, default_path

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
    add_page_option(resume)
    resume.set_defaults(command=run_resume)
    number = "its number in `mouseboard log list`"
    for command in (show, replay):
        command.add_argument("number", type=int, metavar="GAME", help=number)
    resume.add_argument("number", type=int, nargs="?", metavar="GAME", help=f"{number} (default: the last unfinished)")


def run_list(args: argparse.Namespace) -> int:
    empty = True
    if args.journal is not None or default_path().exists():
        with Journal.open_existing(args.journal) as journal:
            for summary in store.summaries(journal):
                print(describe(summary, args.lang), flush=True)
                empty = False
    if empty:
        print(translate(say("no game yet; `mouseboard play` begins one"), args.lang))
    return 0


def describe(summary: Summary, language: str) -> str:
    """A game in one line."""
    heading = summary.heading
    setup = heading.setup
    began = datetime.fromisoformat(heading.began).astimezone().strftime("%Y-%m-%d %H:%M")
    parts = [
        setup.game,
        translate(say("{n} players", n=setup.players), language),
        *([] if setup.seed is None else [translate(say("seed {seed}", seed=setup.seed), language)]),
    ]
    entry = say("{game}: {outcome}", game=", ".join(parts), outcome=_outcome(summary, language))
    return f"{heading.id:4}  {began}  {translate(entry, language)}"


def _outcome(summary: Summary, language: str) -> str:
    if summary.trouble:
        return summary.trouble
    if summary.winners:
        return translate(say("won by {mice}", mice=enumeration([COLOURS[seat] for seat in summary.winners])), language)
    entries = say("{n} entries", n=summary.entries)
    if summary.paused:
        return translate(say("{entries}, the game rests", entries=entries), language)
    if summary.turn is None or summary.turn == CHANCE:
        return translate(say("{entries}, chance is next", entries=entries), language)
    return translate(say("{entries}, {mouse} is next", entries=entries, mouse=COLOURS[summary.turn]), language)


def run_show(args: argparse.Namespace) -> int:
    with Journal.open_existing(args.journal) as journal, faults_named(journal, args.number):
        for step in store.steps(store.replay(journal, args.number)):
            print(f"{step.number:4}  {' '.join(translate(said, args.lang) for said in step.sentences)}")
    return 0


def run_replay(args: argparse.Namespace) -> int:
    with Journal.open_existing(args.journal) as journal:
        print(store.to_text(store.replay(journal, args.number)), end="")
    return 0


def run_resume(args: argparse.Namespace) -> int:
    with Journal.open_existing(args.journal) as journal:
        match = Match.resume(journal, _last_unfinished(journal) if args.number is None else args.number)
        with match.writer:
            seated = seat(match.game, args, match.seated)
            events, served = prepare(match.game, args), page_of(args)
            with args.record.open("w", 1, "utf-8") as recording:
                if seated != match.seated:
                    match.writer.append(seated)
                return run_match(match, seated, events, recording, args, served)


def _last_unfinished(journal: Journal) -> int:
    """Its number. Raises StoreError where every game is over."""
    for summary in store.summaries(journal):
        if summary.turn is not None:
            return summary.heading.id
    raise StoreError("every game is over; `mouseboard play` begins one")
