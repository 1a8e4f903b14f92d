"""`mouseboard games`: the games, and the options of each; and a new one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from mouseboard import rules
from mouseboard.cli.commands import completion, games_new
from mouseboard.cli.commands.completion import complete_by
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import Parser, speak
from mouseboard.cli.streams import tell
from mouseboard.cli.terminal.how import rules_of
from mouseboard.lang import translate, word
from mouseboard.rules import Game, Option
from mouseboard.rules.options import typed
from mouseboard.say import alternatives, say

NEW = "new"
HOW = say(
    "How to play one: `mouseboard games revised`\nPlay it: `mouseboard play revised --players 3 --option first=lot`"
)


def add_to(commands: Commands) -> None:
    command = commands.add_parser("games", help=speak(say("list the games and their options")))
    complete_by(
        command.add_argument("game", nargs="?", help=speak(say("tell how this one is played"))), completion.games
    )
    command.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help=speak(
            say(
                "after `new`: write a game of your own into a folder of this name (one word of small letters and "
                "digits): rules, board, computer players, translations and tests"
            )
        ),
    )
    command.set_defaults(command=partial(run, command))


def run(parser: Parser, args: argparse.Namespace) -> int:
    if args.game == NEW:
        if args.name is None:
            parser.error(speak(say("missing: {names}", names="NAME")))
        return games_new.run(args.name)
    if args.name is not None:
        words = f"{args.game} {args.name}"
        parser.refuse_word(speak(say("not understood: {words}", words=words)), args.game, (NEW,))
    if args.game is None:
        tell("\n\n".join([*_describe_all(args.lang), speak(HOW)]))
    else:
        game = rules.load(args.game)
        ready = game.preparation()
        setup = [translate(ready.say, args.lang)] if ready else []
        _, *how = rules_of(game, args.lang)
        told = [describe(type(game), args.lang), *setup, *how, f"mouseboard play {game.name}"]
        tell("\n\n".join(told))
    return 0


def _describe_all(language: str) -> Iterator[str]:
    """Describe every installed game, then say what is wrong with those that cannot be played."""
    faults = rules.unplayable()
    for name, kind in rules.games().items():
        try:
            yield describe(kind, language)
        except rules.BadGame as error:
            faults[name] = str(error)
        except rules.RulesError as error:  # it refuses its own default players and options
            faults[name] = f"{name}: {error}"
    for why in faults.values():
        yield translate(say("cannot be played: {why}", why=why), language)


def describe(kind: type[Game], language: str) -> str:
    """Describe a game for people who are choosing one: players, board and options."""
    layout = rules.load(kind.name).layout
    players = alternatives([str(count) for count in kind.seat_counts])
    said = (
        say("{title}, for {counts} players", title=kind.title, counts=players),
        say(kind.summary),
        say("on the board {title}, {edition}", title=f"'{word(layout.title, language)}'", edition=layout.edition),
    )
    first, *others = (translate(each, language) for each in said)
    lines = [f"{kind.name}: {first}", *others, *(_describe_option(option, language) for option in kind.options)]
    return "\n  ".join(line for line in lines if line)


def _describe_option(option: Option, language: str) -> str:
    allowed = f" ({', '.join(typed(value) for value in option.allowed)})" if option.allowed else ""
    return f"{option.name}={typed(option.default)}{allowed}: {word(option.help, language)}"
