"""`mouseboard games new`: write a game of your own. It is the example of NEWGAME.md under another name."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import mouseboard
from mouseboard import program, rules
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import tell
from mouseboard.files import write_whole
from mouseboard.say import Explained, quoted, say

EXAMPLE = "hunt"
HOME = Path(mouseboard.__file__).parent
SUFFIXES = (".md", ".py", ".toml")
RESERVED = re.compile("new|con|prn|aux|nul|(com|lpt)[0-9]")
"""The names that `mouseboard games` reads otherwise, and those that no folder can have on Windows."""


class NoNewGame(Explained):
    """A game that cannot be written; the text says why, and what is allowed."""


def run(name: str) -> int:
    """Write the folder, and print what to do next."""
    _check(name)
    _write(name)
    tell(speak(say("{folder} is a game that works. Install it, test it and play it:", folder=f"{name}/")))
    print(f"    {sys.executable} -m pip install -e '{name}[test]'")
    print(f"    {sys.executable} -m pytest {name}")
    print(f"    {program.typed()} play {name}")
    tell(speak(say("Then make it yours: `mouseboard help newgame` explains its files.")))
    return 0


def _write(name: str) -> None:
    """Write the folder as a whole or not at all. Raises OSError that names it."""
    try:
        with TemporaryDirectory(prefix=".mouseboard-", dir=".") as beside:
            for path, text in files(name):
                new = Path(beside, path)
                new.parent.mkdir(parents=True, exist_ok=True)
                write_whole(new, text.encode())
            Path(beside, name).rename(name)
    except OSError as error:
        error.filename = name
        raise


def files(name: str) -> Iterator[tuple[Path, str]]:
    """Yield each file of a game of this name, as a relative path and its text."""
    home = _example()
    for path in sorted(path for path in home.rglob("*") if path.suffix in SUFFIXES):
        inside = path.relative_to(home)
        if not any(part.startswith(".") for part in inside.parts):  # a checkout may have .venv or caches there
            yield Path(name, _renamed(str(inside), name)), _renamed(path.read_text(encoding="utf-8"), name)


def _example() -> Path:
    """Return the folder of the example, which a wheel packs from the checkout."""
    packed = HOME / EXAMPLE
    return packed if packed.exists() else HOME.parent / "examples" / EXAMPLE


def _renamed(text: str, name: str) -> str:
    return text.replace(EXAMPLE, name).replace(EXAMPLE.capitalize(), name.capitalize())


def _check(name: str) -> None:
    """Raise NoNewGame for a name that a game cannot have, or that is taken."""
    if not re.fullmatch("[a-z][a-z0-9]{0,30}", name):
        text = "a game cannot be called {name}; take one word of small letters and digits, such as `foxes`"
        raise NoNewGame(say(text, name=quoted(name)))
    if RESERVED.fullmatch(name):
        text = "{name} means something else to Windows or to `mouseboard games`; take another name, such as `foxes`"
        raise NoNewGame(say(text, name=quoted(name)))
    if name in {*rules.games(), *rules.unplayable()}:
        raise NoNewGame(say("there is a game {name} already; take another name", name=quoted(name)))
    if Path(name).exists():
        text = "{folder} is here already, and is not overwritten; take another name, or another folder"
        raise NoNewGame(say(text, folder=quoted(name)))
