"""`mouseboard log`: the games in the journal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from mouseboard import store
from mouseboard.cli.commands.numbers import whole
from mouseboard.cli.commands.page import add_page_option, page_of
from mouseboard.cli.commands.play import add_table_options, prepare, run_match
from mouseboard.cli.commands.record import Write, recording
from mouseboard.cli.commands.seats import seat
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import explain, speak
from mouseboard.cli.streams import complain, tell
from mouseboard.files import named
from mouseboard.lang import translate, word
from mouseboard.match import Match, faults_named
from mouseboard.say import enumeration, plain, say
from mouseboard.setup.games import how_to_list
from mouseboard.setup.record import is_set_up
from mouseboard.store import Damaged, Journal, StoreError, Summary, Unplayable, default_path

UNREADABLE = (
    "journal {journal} is so damaged that no game in it can be read; put a backup in its place, or try what "
    "`sqlite3 {journal} .recover` saves"
)
MOST_NAMED = 20
"""The most damaged games that an export or import names one by one."""


def add_to(commands: Commands) -> None:
    log = commands.add_parser("log", help=speak(say("list, show or continue saved games")))
    actions = log.add_subparsers(metavar="ACTION", required=True)
    actions.add_parser("list", help=speak(say("list all games"))).set_defaults(command=run_list)
    show = actions.add_parser("show", help=speak(say("tell what happened in a game")))
    show.set_defaults(command=run_show)
    replay = actions.add_parser("replay", help=speak(say("print a game as plain text")))
    replay.set_defaults(command=run_replay)
    resume = actions.add_parser("resume", help=speak(say("carry on with a game")))
    add_table_options(resume)
    add_page_option(resume)
    resume.add_argument(
        "--before", type=whole, metavar="ENTRY", help=speak(say("begin a new game from before this entry"))
    )
    resume.set_defaults(command=run_resume)
    check = actions.add_parser("check", help=speak(say("check that no game is damaged; exit with 1 if one is")))
    check.set_defaults(command=run_check)
    export = actions.add_parser(
        "export", help=speak(say("back up all games in a new file; exit with 1 if one is damaged"))
    )
    export.add_argument("file", type=named, metavar="FILE")
    export.set_defaults(command=run_export)
    bring = actions.add_parser(
        "import",
        help=speak(say("add the games of a copy that `log export` made; exit with 1 if one is damaged")),
    )
    bring.add_argument("file", type=named, metavar="FILE")
    bring.set_defaults(command=run_import)
    for command in (show, replay):
        command.add_argument(
            "number", type=whole, metavar="GAME", help=speak(say("its number in `mouseboard log list`"))
        )
    resume.add_argument(
        "number",
        type=whole,
        nargs="?",
        metavar="GAME",
        help=speak(say("its number in `mouseboard log list` (default: the last unfinished)")),
    )
    check.add_argument(
        "number",
        type=whole,
        nargs="?",
        metavar="GAME",
        help=speak(say("its number in `mouseboard log list` (default: every game)")),
    )


def run_list(args: argparse.Namespace) -> int:
    empty = True
    if args.journal is not None or default_path().exists():
        with Journal.open_to_read(args.journal) as journal:
            for summary in store.summaries(journal):
                tell(describe(summary, args.lang), hang=4)
                empty = False
    if empty:
        tell(translate(say("no game yet; `mouseboard play` begins one"), args.lang))
        if is_set_up():
            tell(translate(say("The table's games: `{command}`", command=how_to_list()), args.lang))
    return 0


def describe(summary: Summary, language: str) -> str:
    """Describe a game in one line."""
    heading = summary.heading
    if heading is None:
        return f"{summary.game:4}  {_outcome(summary, language)}"
    setup = heading.setup
    began = datetime.fromisoformat(heading.began).astimezone().strftime("%Y-%m-%d %H:%M")
    parts = [
        setup.game,
        _who(summary, language),
        *([] if setup.seed is None else [translate(say("seed {seed}", seed=setup.seed), language)]),
    ]
    entry = say("{game}: {outcome}", game=", ".join(parts), outcome=_outcome(summary, language))
    return f"{heading.id:4}  {began}  {translate(entry, language)}"


def _who(summary: Summary, language: str) -> str:
    """Return who plays: by name if the journal has any, otherwise how many."""
    assert summary.heading
    players, names = summary.heading.setup.players, _names(summary)
    return word(enumeration(summary.sides) if names else say("{n} players", n=players), language, names)


def _names(summary: Summary) -> dict[str, str]:
    """Return people's names by their sides."""
    names = summary.seated.names if summary.seated else ()
    return {mouse: name for mouse, name in zip(summary.sides, names, strict=False) if name}


def _outcome(summary: Summary, language: str) -> str:
    if summary.trouble:
        return translate(summary.trouble, language)
    names = _names(summary)
    if summary.winners:
        mice = enumeration([summary.sides[seat] for seat in summary.winners])
        return translate(say("won by {mice}", mice=mice), language, names)
    if summary.turn is None:
        return translate(say("a draw"), language)
    entries = say("{n} entries", n=summary.entries)
    if summary.paused:
        return translate(say("{entries}, the game rests", entries=entries), language)
    if summary.mover is None:
        return translate(say("{entries}, chance is next", entries=entries), language)
    mover = summary.sides[summary.mover]
    return translate(say("{entries}, {mouse} is next", entries=entries, mouse=mover), language, names)


def run_show(args: argparse.Namespace) -> int:
    with Journal.open_to_read(args.journal) as journal, faults_named(partial(store.replay, journal, args.number)):
        for step in store.narrate(store.replay(journal, args.number)):
            told = " ".join(translate(said, args.lang) for said in step.sentences)
            tell(f"{step.number:4}  {told}", hang=4)
    return 0


def run_replay(args: argparse.Namespace) -> int:
    with Journal.open_to_read(args.journal) as journal:
        print(store.to_text(store.replay(journal, args.number)), end="")
    return 0


def run_resume(args: argparse.Namespace) -> int:
    with Journal.open_existing(args.journal) as journal, recording(args.record) as write:
        number = _last_unfinished(journal) if args.number is None else args.number
        if args.before is not None:
            return _run_branch(journal, number, write, args)
        match = Match.resume(journal, number)
        with match.writer:
            return _go_on(match, prepare(match.game, args), write, args)


def _run_branch(journal: Journal, number: int, write: Write, args: argparse.Namespace) -> int:
    """Continue from the middle of a game, as a new game. It is copied only after everything has been checked."""
    played = store.replay(journal, number, args.before)
    seat(played.game, args, played.seated)
    events = prepare(played.game, args)
    match = Match.resume(journal, store.branch(journal, number, args.before))
    with match.writer:
        return _go_on(match, events, write, args)


def _go_on(match: Match, events: str, write: Write, args: argparse.Namespace) -> int:
    seated, served = seat(match.game, args, match.seated), page_of(args)
    if seated != match.seated:
        match.writer.append(seated)
    return run_match(match, seated, events, write, args, served)


def run_check(args: argparse.Namespace) -> int:
    """Print one line per game, and one if SQLite finds the file damaged. Return 1 if anything is not sound.

    Raises Damaged if no game can be read.
    """
    try:
        return _check_all(args)
    except Damaged as error:
        raise Damaged(say(UNREADABLE, journal=str(args.journal or default_path()))) from error


def _check_all(args: argparse.Namespace) -> int:
    status = 0
    with Journal.open_to_read(args.journal) as journal:
        for game in journal.games() if args.number is None else [args.number]:
            try:
                entries = say("{n} entries", n=_check(journal, game))
                found = translate(say("sound, {entries}", entries=entries), args.lang)
            except (Damaged, Unplayable) as error:
                found, status = explain(error), 1
            tell(f"{game:4}  {found}", hang=4)
        trouble = journal.trouble() if args.number is None else None
    if trouble:
        complain(speak(trouble))
    return 1 if trouble else status


def _check(journal: Journal, game: int) -> int:
    """Check a game and return its number of entries. Raises Damaged, Unplayable, and StoreError if there is none."""
    journal.heading(game)
    entries = len(journal.entries(game))
    try:
        store.replay(journal, game)
    except (Damaged, Unplayable):
        raise
    except StoreError:
        pass  # its rules are not installed here, so only its hashes can be checked
    return entries


def run_export(args: argparse.Namespace) -> int:
    """Copy every game into a new file. Return 1 if any game in the copy is damaged."""
    with Journal.open_to_read(args.journal) as journal:
        store.export_journal(journal, args.file)
    with Journal.open_copy(args.file) as copy:
        sound, damaged = copy.sound_games()
    games = say("{n} games", n=len(sound) + len(damaged))
    tell(translate(say("{file} has {games}.", file=plain(str(args.file)), games=games), args.lang))
    return _named(damaged, args.file)


def run_import(args: argparse.Namespace) -> int:
    """Add the games of another journal. Return 1 if a game was left out because it is damaged."""
    with Journal.open(args.journal) as journal:
        added, known, damaged = store.import_games(journal, args.file)
    tell(translate(say("Added: {games}.", games=say("{n} games", n=len(added))), args.lang))
    if known:
        tell(translate(say("There already: {games}.", games=say("{n} games", n=known)), args.lang))
    return _named(damaged, args.file)


def _named(damaged: Sequence[Damaged], file: Path) -> int:
    """Print what is wrong with the damaged games of a file and return the exit status."""
    for error in damaged[:MOST_NAMED]:
        complain(explain(error))
    if (more := len(damaged) - MOST_NAMED) > 0:
        rest = say("{n} more games are damaged; `{log} check` names each", n=more, log=store.log_command(file))
        complain(speak(rest))
    return 1 if damaged else 0


def _last_unfinished(journal: Journal) -> int:
    """Return the number of the last unfinished game. Raises StoreError if every game is over."""
    for summary in store.summaries(journal):
        if summary.turn is not None:
            return summary.game
    raise StoreError(say("every game is over; `mouseboard play` begins one"))
