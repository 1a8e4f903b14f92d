"""`mouseboard games`: what can be played, and what can be chosen before it begins."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mouseboard import rules
from mouseboard.rules import Game, Option
from mouseboard.say import one_of

if TYPE_CHECKING:
    from mouseboard.cli.commands.types import Commands

HOW = "Play one: mouseboard play revised --players 3 --option first=lot"


def add_to(commands: Commands) -> None:
    command = commands.add_parser("games", help="what can be played: editions, players, options")
    command.set_defaults(command=run)


def run(_: argparse.Namespace) -> int:
    print("\n\n".join([*map(describe, rules.games().values()), HOW]))
    return 0


def describe(kind: type[Game]) -> str:
    """A game with its players, board and options, as a person chooses by."""
    layout = rules.load(kind.name).layout
    lines = [
        f"{kind.name}: {kind.title}, for {one_of(kind.seat_counts)} players",
        kind.summary,
        f"on the board {layout.title!r}, {layout.edition}",
        *map(_describe_option, kind.options),
    ]
    return "\n  ".join(line for line in lines if line)


def _describe_option(option: Option) -> str:
    allowed = f" ({', '.join(_text(value) for value in option.allowed)})" if option.allowed else ""
    return f"{option.name}={_text(option.default)}{allowed}: {option.help}"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
