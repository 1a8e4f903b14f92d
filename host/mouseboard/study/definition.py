"""What is studied, and by which versions of everything that decides how a game goes."""

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
from mouseboard.say import refusal
from mouseboard.study import measures, playing, playouts, standing
from mouseboard.study.playouts import Playouts


class StudyError(Exception):
    """A study that cannot begin or go on; its text is one line for a person."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))


class Study(msgspec.Struct, frozen=True):
    """One game with its options, who plays it, and what its random numbers are drawn from. Games count from 0."""

    game: str
    players: int
    options: dict[str, Setting]
    seats: tuple[str, ...]
    """The kind of player on each seat in game 0; from game to game all move on by a seat, so none has the best one."""
    seed: int

    @property
    def text(self) -> str:
        """All of it on one line, the same for the same study."""
        return msgspec.json.encode(self, order="sorted").decode()

    @property
    def unusual(self) -> dict[str, str]:
        """The options that are not at their defaults, as they are typed."""
        usual = {option.name: option.default for option in rules.games()[self.game].options}
        return {name: typed(setting) for name, setting in self.options.items() if setting != usual[name]}

    def stream(self, number: int) -> str:
        """The name of a game's random numbers: the same for studies of one seed, which can be compared game by game."""
        return f"{self.seed}/{number}"

    def seat_of(self, player: int, number: int) -> int:
        """Where the player whose kind stands there in `seats` sits in a game."""
        return (player + number) % self.players


class Versions(msgspec.Struct, frozen=True):
    """What must be equal for the same study to play the same games."""

    python: str
    mouseboard: str
    code: str
    """A digest of the source of rules, players and measures: rules may change without a new version."""
    layout: str
    """A digest of the layout."""

    def differ(self, other: Versions) -> str:
        """What differs first, as a person says it; empty where nothing does."""
        for name in self.__struct_fields__:
            if (mine := getattr(self, name)) != (its := getattr(other, name)):
                return f"{name.capitalize()} {mine}, not {its}"
        return ""


class Prepared(msgspec.Struct, frozen=True):
    """A study with everything made that its games need."""

    study: Study
    game: Game
    kinds: dict[str, Player]
    versions: Versions

    def seated(self, number: int) -> list[Player]:
        """Who plays a game, by seat."""
        count = self.study.players
        return [self.kinds[self.study.seats[(seat - number) % count]] for seat in range(count)]


def typed(setting: Setting) -> str:
    """The value of an option as it is typed."""
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


def define(game: Game, seats: Sequence[str], seed: int = 0) -> Study:
    """A study of that game; one kind of player is meant for every seat. Raises BadSetup, UnknownPlayer."""
    kinds = tuple(seats) * game.players if len(seats) == 1 else tuple(seats)
    if len(kinds) != game.players:
        raise BadSetup(f"{len(kinds)} players are named for {game.players} seats; name one for all, or one for each")
    for kind in kinds:
        load_player(kind, game)
    return Study(game.name, game.players, game.settings, kinds, seed)


def load_player(kind: str, game: Game) -> Player:
    """A player of that kind: one of the game's, or the one that plays any. Raises UnknownPlayer, BadGame."""
    return Playouts() if kind == playouts.KIND else players.load(kind, game)


@cache
def prepare(text: str) -> Prepared:
    """The study of that text, ready to be played; kept, because a worker plays many tasks of it."""
    study = msgspec.json.decode(text, type=Study)
    game = rules.make(study.game, study.players, study.options)
    kinds = {kind: load_player(kind, game) for kind in study.seats}
    modules = {type(made).__module__ for made in (game, *kinds.values())}
    layout = sha256(msgspec.json.encode(game.layout)).hexdigest()
    versions = Versions(platform.python_version(), version("mouseboard"), _digest_of_code(modules), layout[:16])
    return Prepared(study, game, kinds, versions)


def _digest_of_code(modules: set[str]) -> str:
    """Of the source files that decide how a game goes and what is measured of it, wherever they lie."""
    files = [Path(str(module.__file__)) for module in (measures, playing, playouts, standing)]
    for module in {*modules, rules.__name__, players.__name__}:
        package = ".".join(module.split(".")[:2]) if module.startswith("mouseboard.") else module.partition(".")[0]
        path = Path(str(sys.modules[package].__file__))
        files += path.parent.rglob("*.py") if path.name == "__init__.py" else [path]
    texts = {(path.name, path.read_bytes()) for path in files}
    return sha256(repr(sorted(texts)).encode()).hexdigest()[:16]
