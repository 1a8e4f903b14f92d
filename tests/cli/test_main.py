"""The entry point: the command that was typed is all that is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mouseboard.cli.main import COMMANDS, make_parser

LOADED = """
import sys
from mouseboard.cli import main
main(sys.argv[1:])
print(*(name for name in sys.modules if name == "asyncio" or name.startswith("mouseboard.")), file=sys.stderr)
"""


def loaded_by(*words: str) -> set[str]:
    """Return the modules that this command line has loaded when it ends."""
    ran = subprocess.run([sys.executable, "-c", LOADED, *words], capture_output=True, text=True, check=True)
    return {*ran.stderr.split()}


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["--version"], None),
        (["games", "classic"], "games"),
        (["--lang", "de", "games"], "games"),
        (["setup", "--help"], "setup"),
    ],
)
def test_a_command_loads_the_modules_of_no_other(words: list[str], command: str | None) -> None:
    loaded = loaded_by(*words)
    assert loaded.isdisjoint(
        f"mouseboard.cli.commands.{other}" for other in COMMANDS if other not in (command, "completion")
    )
    if command in (None, "games"):
        assert loaded.isdisjoint({"asyncio", "mouseboard.referee", "mouseboard.study", "mouseboard.web"})


def test_a_command_that_is_named_as_the_journal_is_none() -> None:
    assert "mouseboard.cli.commands.log" in loaded_by("--journal", "games", "log", "--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_alone_has_the_same_options_as_among_all(name: str) -> None:
    alone, among = (parser.commands()[name].format_help() for parser in (make_parser((name,)), make_parser()))
    assert alone == among
