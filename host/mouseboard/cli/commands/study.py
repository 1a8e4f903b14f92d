"""`mouseboard study`: the effect of a rule on a game, over many games through the rules alone."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mouseboard import players, rules
from mouseboard.cli.commands import completion
from mouseboard.cli.commands.completion import complete_by
from mouseboard.cli.commands.numbers import above_zero, whole
from mouseboard.cli.commands.play import options_of
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import complain, tell
from mouseboard.cli.terminal.progress import Progress
from mouseboard.files import named, write_whole
from mouseboard.lang import translate
from mouseboard.rules import BadSetup
from mouseboard.rules.options import LAYOUT, typed
from mouseboard.say import plain, quoted, reason, say
from mouseboard.study.conducting import Plan, conduct
from mouseboard.study.crew import Cluster, Crew, Processes
from mouseboard.study.database import Database
from mouseboard.study.definition import StudyError, define
from mouseboard.study.export import export
from mouseboard.study.report import page, told

GAMES = 20_000
"""The default number of games, enough for most questions: a share of one half is known to 0.7 percentage points."""
NARROWEST = 0.002
"""The narrowest interval of a share that a million games can give."""
SEATS = "seats"
"""The name for the players in `--against`; every other name there is an option of the game."""


def add_to(commands: Commands) -> None:
    command = commands.add_parser("study", help=speak(say("find out what a rule does, over thousands of games")))
    game = command.add_argument("game", help="see `mouseboard games`")
    command.add_argument("--players", type=whole, metavar="N", help="how many play")
    layout = command.add_argument("--layout", metavar="LAYOUT", help="a shipped one, or your own file ending in .toml")
    option = command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    command.add_argument(
        "--seats", nargs="+", metavar="KIND", help="who plays: one kind on all seats, or one for each; they change"
        " seats from game to game (default: the usual)",
    )  # fmt: skip
    command.add_argument(
        "--against", action="append", default=[], metavar="NAME=VALUE", help="compare with another option, or with"
        f" other players: {SEATS}=random or {SEATS}=sensible,random",
    )  # fmt: skip
    enough = command.add_mutually_exclusive_group()
    enough.add_argument("--games", type=above_zero, metavar="N", help=f"how many (default: {GAMES})")
    enough.add_argument(
        "--until-width",
        type=_width,
        metavar="W",
        help="as many as make the 95 %% intervals of wins that narrow, say 0.02",
    )
    who = command.add_mutually_exclusive_group()
    who.add_argument("--workers", type=above_zero, metavar="N", help="processes on this machine (default: one a core)")
    who.add_argument(
        "--on", metavar="ADDRESS", help="the scheduler of a Dask cluster: tcp://HOST:PORT, tls://HOST:PORT"
    )
    command.add_argument("--seed", type=whole, default=0, help="other games, but the same each time (default: 0)")
    command.add_argument("--out", type=named, metavar="DIR", help="for database and report (default: study-GAME)")
    command.add_argument("--export", action="store_true", help="write the rows to DIR/games.parquet, too")
    command.set_defaults(command=run)
    complete_by(game, completion.games)
    complete_by(layout, completion.shipped_layouts)
    complete_by(option, completion.options)


def run(args: argparse.Namespace) -> int:
    """Play the missing games, print the findings and write the report."""
    plan, out = plan_of(args), args.out or Path(f"study-{args.game}")
    command = command_of(plan, out)
    out.mkdir(parents=True, exist_ok=True)
    with Database.open(out / "study.db") as database:
        try:
            crew: Crew = Cluster(args.on) if args.on else Processes(args.workers or os.cpu_count() or 1)
            with crew, Progress(sys.stderr, args.lang) as progress:
                findings = conduct(plan, database, crew, progress.tell)
        except KeyboardInterrupt:
            complain(f"interrupted, what is played is kept: `{command}` goes on")
            raise
        for name, said in told(findings):
            sentences = [f"  {translate(sentence, args.lang)}" for sentence in said]
            tell("\n".join([translate(name, args.lang), *sentences]), hang=2)
        if args.export:
            with _writing(rows := out / "games.parquet"):
                export(database, findings.parts, rows)
    with _writing(report := out / "report.html"):
        write_whole(report, page(findings, command, args.lang).encode())
    tell(translate(say("The report is in {folder}", folder=plain(str(report))), args.lang))
    print(f"digest: {findings.digest}")
    return 0


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn an OSError while writing a file into a StudyError that names the file; a full disk gives no name."""
    try:
        yield
    except OSError as error:
        raise StudyError(f"{path}: {reason(error)}; what is played is kept") from error


def plan_of(args: argparse.Namespace) -> Plan:
    """Return what to play. Raises RulesError."""
    options = options_of(args)
    game = rules.make(args.game, args.players, options)
    seats = args.seats or [players.usual(game)]
    studies = [define(game, seats, args.seed)]
    if args.against:
        others = dict(_changed(text) for text in args.against)
        seats = others.pop(SEATS).split(",") if SEATS in others else seats
        studies.append(define(rules.make(args.game, game.players, {**options, **others}), seats, args.seed))
        if studies[0] == studies[1]:
            raise BadSetup(f"--against {' '.join(args.against)} is the same rule set: name what differs")
    return Plan(studies, args.games or (None if args.until_width else GAMES), args.until_width or 0.0)


def _changed(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadSetup(f"--against {quoted(text)} must look like name=value")
    return name, value


def command_of(plan: Plan, out: Path) -> str:
    """Return the command that repeats this study, as it can be typed; a name that no text can hold is escaped."""
    study = plan.studies[0]
    words = ["mouseboard", "study", study.game, "--players", str(study.players), "--seats", *study.seats]
    for name, value in study.unusual.items():
        words += ["--layout", value] if name == LAYOUT else ["--option", f"{name}={value}"]
    for other in plan.studies[1:]:
        for name, setting in other.options.items():
            words += ["--against", f"{name}={typed(setting)}"] if setting != study.options[name] else []
        words += ["--against", f"{SEATS}={','.join(other.seats)}"] if other.seats != study.seats else []
    words += ["--games", str(plan.games)] if plan.games else ["--until-width", str(plan.width)]
    return plain(shlex.join([*words, "--seed", str(study.seed), "--out", str(out)]))


def _width(text: str) -> float:
    try:
        width = float(text)
    except ValueError:
        width = 0.0
    if not NARROWEST <= width < 1:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no share from {NARROWEST} to 1, such as 0.02")
    return width
