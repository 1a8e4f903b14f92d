"""`mouseboard completion`: shell code that completes commands, games, options, layouts and languages by Tab."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from mouseboard import layouts, rules
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.rules.options import typed
from mouseboard.say import say

SHELLS = ("bash", "zsh", "fish")


def add_to(commands: Commands) -> None:
    command = commands.add_parser(
        "completion", help=speak(say('complete words by Tab; for bash and zsh: eval "$(mouseboard completion bash)"'))
    )
    command.add_argument("shell", choices=SHELLS)
    command.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["mouseboard"], shell=args.shell))
    return 0


def complete_by(action: argparse.Action, words: Callable[..., Iterable[str]]) -> None:
    """Complete an argument with these words. `words` is called with `parsed_args`, the arguments before it."""
    action.completer = words  # type: ignore[attr-defined]


def games(**_: object) -> Iterable[str]:
    """Return the names of all games."""
    return rules.games()


def shipped_layouts(**_: object) -> Iterable[str]:
    """Return the names of the shipped layouts. The shell itself adds files."""
    return layouts.shipped()


def options(parsed_args: argparse.Namespace, **_: object) -> Iterable[str]:
    """Yield completions such as `first=lot` for the game on the command line."""
    kind = rules.games().get(str(parsed_args.game))
    for option in kind.options if kind else ():
        for value in option.choices or ("",):
            yield f"{option.name}={typed(value)}"
