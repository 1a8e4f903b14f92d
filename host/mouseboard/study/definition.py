"""The definition of a study, and the versions of everything that decides how its games go."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec

from mouseboard import players, rules
from mouseboard.players import Player
from mouseboard.rules import BadSetup, Game, Setting
from mouseboard.rules.options import typed
from mouseboard.say import Explained
from mouseboard.study import measures, playing, playouts, standing
from mouseboard.study.playouts import Playouts


class StudyError(Explained):
    """A study that cannot begin or go on; its text is one line for a person."""


class Study(msgspec.Struct, frozen=True):
    """One game with its options, its players, and the seed of its random numbers. Games are numbered from 0."""

    game: str
    players: int
    options: dict[str, Setting]
    seats: tuple[str, ...]
    """The kind of player on each seat in game 0. After each game all move one seat on, so no player keeps the best."""
    seed: int

    @property
    def text(self) -> str:
        """The study as JSON on one line. Equal studies have equal texts."""
        return msgspec.json.encode(self, order="sorted").decode()

    @property
    def unusual(self) -> dict[str, str]:
        """The options that differ from their defaults, as they are typed."""
        usual = {option.name: option.default for option in rules.kind_of(self.game).options}
        return {name: typed(setting) for name, setting in self.options.items() if setting != usual[name]}

    def stream(self, number: int) -> str:
        """Return the name of a game's random stream. Studies with one seed share it, so their games are comparable."""
        return f"{self.seed}/{number}"

    def seat_of(self, player: int, number: int) -> int:
        """Return the seat, in game `number`, of the player that has index `player` in `seats`."""
        return (player + number) % self.players


class Versions(msgspec.Struct, frozen=True):
    """The versions that must be equal for the same study to play the same games."""

    python: str
    mouseboard: str
    code: str
    """A digest of the source of rules, players and measures, because they may change without a new version."""
    layout: str
    """A digest of the layout."""

    def differ(self, other: Versions) -> str:
        """Return the first difference in words, or "" if there is none."""
        for name in self.__struct_fields__:
            if (mine := getattr(self, name)) != (its := getattr(other, name)):
                return f"{name.capitalize()} {mine}, not {its}"
        return ""


class Prepared(msgspec.Struct, frozen=True):
    """A study with its game and players made, ready to be played."""

    study: Study
    game: Game
    kinds: dict[str, Player]
    versions: Versions

    def seated(self, number: int) -> list[Player]:
        """Return the players of a game, by seat."""
        count = self.study.players
        return [self.kinds[self.study.seats[(seat - number) % count]] for seat in range(count)]


def define(game: Game, seats: Sequence[str], seed: int = 0) -> Study:
    """Return a study of a game. A single kind in `seats` fills every seat. Raises BadSetup, UnknownPlayer, BadGame."""
    kinds = tuple(seats) * game.players if len(seats) == 1 else tuple(seats)
    if len(kinds) != game.players:
        raise BadSetup(f"{len(kinds)} players are named for {game.players} seats; name one for all, or one for each")
    for kind in kinds:
        load_player(kind, game)
    return Study(game.name, game.players, game.settings, kinds, seed)


def load_player(kind: str, game: Game) -> Player:
    """Make a player of that kind: one of the game's own, or Playouts. Raises UnknownPlayer, BadGame."""
    return Playouts() if kind == playouts.KIND else players.load(kind, game)


@cache
def prepare(text: str) -> Prepared:
    """Return the study with this text, ready to be played. Cached, because a worker plays many tasks of one study."""
    study = msgspec.json.decode(text, type=Study)
    game = rules.make(study.game, study.players, study.options)
    kinds = {kind: load_player(kind, game) for kind in study.seats}
    modules = {type(made).__module__ for made in (game, *kinds.values())}
    layout = sha256(msgspec.json.encode(game.layout)).hexdigest()
    versions = Versions(platform.python_version(), version("mouseboard"), _digest_of_code(modules), layout[:16])
    return Prepared(study, game, kinds, versions)


def _digest_of_code(modules: set[str]) -> str:
    """Return a digest of the source files that decide how a game goes and what is measured.

    It covers whole packages, third-party ones too. Files are hashed byte by byte, so an edited comment changes it.
    """
    files = [Path(str(module.__file__)) for module in (measures, playing, playouts, standing)]
    for module in {*modules, rules.__name__, players.__name__}:
        package = ".".join(module.split(".")[:2]) if module.startswith("mouseboard.") else module.partition(".")[0]
        path = Path(str(sys.modules[package].__file__))
        files += path.parent.rglob("*.py") if path.name == "__init__.py" else [path]
    texts = {(path.name, path.read_bytes()) for path in files}
    return sha256(repr(sorted(texts)).encode()).hexdigest()[:16]
