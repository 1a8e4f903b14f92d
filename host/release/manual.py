"""The manual page mouseboard(1), made from what each command says of itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from mouseboard.cli.main import make_parser

from .facts import Release

EVERYWHERE = "for every command"


def manual(release: Release) -> str:
    """Return the page as troff."""
    parser = make_parser()
    head = [
        f'.TH MOUSEBOARD 1 "{release.made:%Y-%m-%d}" "Mouseboard {release.version}"',
        ".SH NAME",
        f"mouseboard \\- {_text(release.description.rstrip('.'))}",
        ".SH SYNOPSIS",
        ".B mouseboard",
        "COMMAND ...",
        ".SH OPTIONS",
        *_arguments(parser),
        *_arguments(parser, EVERYWHERE),
        ".SH COMMANDS",
    ]
    tail = [".SH SEE ALSO", ".B mouseboard help", "lists the pages that come with it.", _text(release.source)]
    return "\n".join([*head, *_commands(parser), *tail, ""])


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, command in action.choices.items():
                yield f".SS {_text(' '.join(command.format_usage().split()).removeprefix('usage: '))}"
                yield _text(helps[name])
                yield from _arguments(command)
                yield from _commands(command)


def _arguments(parser: argparse.ArgumentParser, *extra: str) -> Iterator[str]:
    """Yield the arguments of a command, or only those of an extra group."""
    formatter = parser._get_formatter()
    for group in parser._action_groups:
        if ([group.title] == [*extra]) if extra else group.title != EVERYWHERE:
            for action in group._group_actions:
                if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
                    yield ".TP"
                    yield f".B {_text(formatter._format_action_invocation(action))}"
                    yield _text(formatter._expand_help(action) if action.help else "")


def _text(text: str) -> str:
    """Write a text so that troff shows it as it is."""
    escaped = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
