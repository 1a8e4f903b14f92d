"""Installs Cheese Dash, the toy game of `cheese_dash/`, with slips of the pen, to see their effects."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

DASH = Path(__file__).with_name("cheese_dash")
PLAYER = """

class Player:
    def __init__(self, game):
        pass

    def choose(self, state, rng):
"""
_NUMBERS = count()

DRAWN = (
    ("    def winners(self)", "    def arrived(self)"),
    ("None if self.winners", "None if self.arrived"),
    ("() if self.winners", "() if self.arrived"),
    (
        "    def prompt(self)",
        "    winners = ()\n    result = property(lambda self: say('The cheese is gone.') if self.arrived else None)\n\n"
        "    def prompt(self)",
    ),
)
"""The slips that make every game a draw."""


def install(folder: Path, *slips: tuple[str, str], player: str = "") -> Path:
    """Install the game as a package in this folder, and return the module with its rules.

    Each slip's first text is replaced by its second. `player` is the body of `choose(self, state, rng)` of a computer
    player, if the game is to have one. Each package has a new name, because Python imports a module only once. The
    folder must be on Python's path.
    """
    package = f"mouseboard_dash_{next(_NUMBERS)}"
    rules = (DASH / "__init__.py").read_text(encoding="utf-8")
    for right, wrong in slips:
        assert right in rules, right
        rules = rules.replace(right, wrong, 1)
    module = folder / package / "__init__.py"
    module.parent.mkdir(parents=True)
    if player:
        rules += PLAYER + f"        {player}\n\n\nLEVELS = {{'sensible': Player}}\n"
    module.write_text(rules, encoding="utf-8")
    shutil.copy(DASH / "dash.toml", module.parent)
    shutil.copytree(DASH / "lang", module.parent / "lang")
    info = folder / f"{package}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", encoding="utf-8")
    points = f"[mouseboard.games]\ndash = {package}:Dash\n"
    if player:
        points += f"[mouseboard.players]\ndash = {package}:LEVELS\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return module


def line_of(module: Path, text: str) -> int:
    """Return the number of the first line with this text."""
    return next(n for n, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1) if text in line)
