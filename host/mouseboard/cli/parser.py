"""The parser of the command line, in the language that is spoken."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from itertools import takewhile
from typing import Any, NoReturn

from mouseboard import lang
from mouseboard.cli.streams import columns_of, complain
from mouseboard.files import named
from mouseboard.lang import translate
from mouseboard.say import Say, did_you_mean, printed, reason, refusal, say

SPOKEN = ContextVar("SPOKEN", default=lang.ENGLISH)
"""The language of this command."""

TEXTS = {
    "usage: ": say("usage: "),
    "positional arguments": say("arguments"),
    "options": say("options"),
    "show this help message and exit": say("show this help"),
    "argument %(argument_name)s: %(message)s": say("{file}: {why}", file="%(argument_name)s", why="%(message)s"),
    "invalid choice: %(value)r (choose from %(choices)s)": say(
        "{value} is none of these: {values}", value="%(value)r", values="%(choices)s"
    ),
    "the following arguments are required: %s": say("missing: {names}", names="%s"),
    "one of the arguments %s is required": say("choose one of these: {names}", names="%s"),
    "unrecognized arguments: %s": say("not understood: {words}", words="%s"),
    "expected one argument": say("a value must follow"),
    "expected at least one argument": say("a value must follow"),
    "not allowed with argument %s": say("cannot be combined with {option}", option="%s"),
    "ignored explicit argument %r": say("takes no value, but got {value}", value="%r"),
    "ambiguous option: %(option)s could match %(matches)s": say(
        "{option} may be one of these: {options}", option="%(option)s", options="%(matches)s"
    ),
}
"""What argparse says, by its own words: what we say instead. Its holes are filled later."""


def speak(said: Say) -> str:
    """Return the sentence in the language of this command."""
    return translate(said, SPOKEN.get())


def _text(text: str) -> str:
    return speak(TEXTS[text]) if text in TEXTS else text


argparse._ = _text  # type: ignore[attr-defined]  # argparse looks its texts up by gettext, which reads other files


def explain(error: Exception) -> str:
    """Return one line: what is wrong, and with which file, in the language of this command."""
    said, file = reason(error), _file_of(error)
    return refusal(speak(say("{file}: {why}", file=file, why=said) if file else said))


def _file_of(error: Exception) -> str | Say | None:
    if not isinstance(error, OSError) or not error.strerror:
        return None
    if error.filename is None and error.errno == errno.ENOSPC:
        return say("standard output")
    return error.filename and str(error.filename)


def language_of(arguments: Sequence[str] | None) -> str:
    """Return the language that `--lang` names, else that of the environment. The help speaks it, too."""
    wanted = _early(arguments)[0].lang
    return wanted if wanted in lang.languages() else lang.from_environment(os.environ)


def without_everywhere(arguments: Sequence[str] | None) -> Sequence[str]:
    """Return the words of a command line without the options that every command takes."""
    return _early(arguments)[1]


def _early(arguments: Sequence[str] | None) -> tuple[argparse.Namespace, list[str]]:
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for option in ("--lang", "--journal"):
        early.add_argument(option, nargs="?")
    return early.parse_known_args(arguments)


class HelpFormatter(argparse.HelpFormatter):
    """Formats help for terminals as narrow as 40 columns, and never breaks a word."""

    def __init__(self, prog: str) -> None:
        width = columns_of(sys.stdout)
        super().__init__(prog, max_help_position=min(24, width // 3), width=width - 2)

    def _format_usage(self, *parts: Any) -> str:
        usage = super()._format_usage(*parts)
        if all(len(line) <= self._width for line in usage.splitlines()):
            return usage
        return self._fill_text(" ".join(usage.split()), self._width, "  ").lstrip() + "\n\n"

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return textwrap.indent("\n".join(self._split_lines(text, width - len(indent))), indent)


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, without the usage. It has the options that every command takes."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=HelpFormatter, **settings)
        everywhere = self.add_argument_group(speak(say("for every command")))
        everywhere.add_argument(
            "--journal",
            type=named,
            default=argparse.SUPPRESS,
            metavar="FILE",
            help=speak(say("the file of the saved games")),
        )
        everywhere.add_argument(
            "--lang",
            choices=lang.languages(),
            default=argparse.SUPPRESS,
            help=speak(say("the language (default: that of your system)")),
        )

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help, the version or an error. argparse itself says nothing if the disk is full."""
        if file is sys.stdout:
            sys.stdout.write(message)
        else:
            super()._print_message(message, file)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse what is not understood here, by the parser of the command that it was typed behind."""
        self._check_options_before_command(sys.argv[1:] if args is None else args)
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self._refuse_unknown(unknown)
        return known, unknown

    def commands(self) -> Mapping[str, Parser]:
        """Return the parsers of its own commands, by name."""
        actions = [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        return actions[0].choices if actions else {}

    def _check_options_before_command(self, args: Sequence[str]) -> None:
        """Refuse an option that is not known. argparse would take the word after it for the command."""
        commands = self.commands()
        for word in takewhile(lambda word: word not in commands, args if commands else ()):
            option = word.partition("=")[0]
            if option.startswith("--") and not any(known.startswith(option) for known in self._option_string_actions):
                self._refuse_unknown([option])

    def _refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        why = _text("unrecognized arguments: %s") % " ".join(words)
        self.refuse_word(why, words[0].partition("=")[0], self._option_string_actions)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            self.refuse_word(str(error), str(value), action.choices or ())

    def refuse_word(self, why: str, word: str, known: Iterable[str]) -> NoReturn:
        """Report a word that is not known: with the known one that it was meant to be, or where to read about them.

        A command of a command, such as `resume` of `log`, is known by both names.
        """
        refused = printed(why)
        deeper = [f"{name} {word}" for name, parser in self.commands().items() if word in parser.commands()]
        meant = did_you_mean(refused, deeper[0] if deeper else word, (*deeper, *known))
        if meant is refused:
            self.error(why)
        self._refuse(meant)

    def error(self, message: str) -> NoReturn:
        self._refuse(say("{why}; try `{command}`", why=message, command=f"{self.prog} --help"))

    def _refuse(self, why: Say) -> NoReturn:
        complain(refusal(speak(why)))
        self.exit(2)
