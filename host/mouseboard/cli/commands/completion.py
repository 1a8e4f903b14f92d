"""`mouseboard completion`: what a shell needs to complete commands, games, options, layouts and languages by Tab."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from mouseboard import layouts, rules
from mouseboard.cli.commands.types import Commands
from mouseboard.study.definition import typed

SHELLS = ("bash", "zsh", "fish")


def add_to(commands: Commands) -> None:
    command = commands.add_parser(
        "completion", help='completion by Tab; for bash and zsh: eval "$(mouseboard completion bash)"'
    )
    command.add_argument("shell", choices=SHELLS)
    command.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["mouseboard"], shell=args.shell))
    return 0


def complete_by(action: argparse.Action, words: Callable[..., Iterable[str]]) -> None:
    """Have Tab offer these words for an argument; they are asked for with `parsed_args`, what stands before it."""
    action.completer = words  # type: ignore[attr-defined]


def games(**_: object) -> Iterable[str]:
    """The names of all games."""
    return rules.games()


def shipped_layouts(**_: object) -> Iterable[str]:
    """The names of the layouts that come with Mouseboard; a shell adds the files it finds."""
    return layouts.shipped()


def options(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """`first=lot` and the like, for the game that is named."""
    kind = rules.games().get(str(parsed_args.game))
    for option in kind.options if kind else ():
        for value in option.allowed or ("",):
            yield f"{option.name}={typed(value)}"
