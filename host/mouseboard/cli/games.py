"""`mouseboard games`: what can be played, and what can be chosen before it begins."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mouseboard import rules
from mouseboard.rules import Game, Option

if TYPE_CHECKING:
    from mouseboard.cli.types import Commands


def add_to(commands: Commands) -> None:
    command = commands.add_parser("games", help="what can be played: players, options")
    command.set_defaults(command=run)


def run(_: argparse.Namespace) -> int:
    print("\n\n".join(describe(kind) for kind in rules.games().values()))
    return 0


def describe(kind: type[Game]) -> str:
    """A game with its players and options, as a person chooses by."""
    players = ", ".join(map(str, kind.seat_counts))
    head = f"{kind.name}: {kind.title}, for {players} players"
    return "\n".join([head, *map(_describe_option, kind.options)])


def _describe_option(option: Option) -> str:
    allowed = f" ({', '.join(_text(value) for value in option.allowed)})" if option.allowed else ""
    return f"  {option.name}={_text(option.default)}{allowed}: {option.help}"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
