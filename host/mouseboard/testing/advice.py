"""What people at the table will miss in a game that keeps the contract, and what to do about it."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from mouseboard import lang, layouts, players
from mouseboard.lang import brought
from mouseboard.rules import CHANCE, SIGNS, Action, Game, State
from mouseboard.say import NUMBER, Say, listed

ALIKE = 0.8
"""How like a misspelt name is to the one that is meant, by difflib's ratio."""


def look_faults(game: Game) -> Iterator[str]:
    """Yield pieces that look alike and are called differently, or the other way round."""
    looks: dict[tuple[str, str], str] = {}
    names: dict[str, str] = {}
    for piece in game.pieces:
        look, name = (game.colour(piece), game.look(piece).shape), NUMBER.sub("", piece)
        if NUMBER.sub("", other := looks.setdefault(look, piece)) != name:
            what = " ".join(filter(None, look))
            yield f"{other} and {piece} look alike, each a {what}; give them other seats or shapes in look()"
        twin = names.setdefault(name, piece)
        if (game.colour(twin), game.look(twin).shape) != look:
            yield f"{twin} and {piece} look different, but both are called {name}; give them other names"


def side_faults(game: Game) -> Iterator[str]:
    """Yield sides with a small letter, which would begin sentences."""
    for side in game.mice:
        called = lang.word(side, lang.ENGLISH)
        if called[0].islower():
            yield f"sentences begin with the side {called!r}; write it with a capital letter"


def spelling_faults(game: Game) -> Iterator[str]:
    """Yield members that are spelled like an optional one, which the game lacks. Nobody would notice: it has a default.

    A helper is not suspected if it takes other arguments.
    """
    for kind, base in ((type(game), Game), (type(game.start()), State)):
        parts = [part for part in kind.__mro__ if not issubclass(base, part)]
        own = {name: member for part in parts for name, member in vars(part).items() if not name.startswith("_")}
        for name, member in own.items():
            if hasattr(base, name):
                continue
            optional = [other for other in vars(base) if other not in own and _sort(vars(base)[other]) == _sort(member)]
            for meant in get_close_matches(name, optional, 1, ALIKE):
                call = "()" if inspect.isfunction(member) else ""
                yield f"nothing asks for {kind.__name__}.{name}{call}; is {meant} meant?"


def _sort(member: object) -> object:
    """Return what distinguishes a method from a property, a value, a field, and a method with other arguments."""
    if inspect.isfunction(member):
        return len(inspect.signature(member).parameters)
    return "property" if isinstance(member, property | cached_property) else type(member)


def sign_faults(game: Game) -> Iterator[str]:
    """Yield steps of `in_short` with a sign that the page need not have."""
    for step in game.in_short:
        if step.sign not in SIGNS:
            yield f"in_short has the sign {step.sign!r}; it must be one of {', '.join(SIGNS)}"


def layout_faults(game: Game) -> Iterator[str]:
    """Yield that the layout of a game names another game. It may use one that Mouseboard ships."""
    layout = game.layout
    if layout.game != game.name and layout.source.removesuffix(".toml") not in layouts.shipped():
        yield f'{layout.source} is a layout of {layout.game!r}; write `game = "{game.name}"`'


def level_faults(game: Game) -> Iterator[str]:
    """Yield kinds of computer player that have no name for people."""
    for kind in players.kinds(game):
        if kind not in players.KINDS:
            yield f"people know no computer player {kind!r}; the kinds are {listed(players.KINDS)}"


def touch_faults(state: State, action: Action) -> Iterator[str]:
    """Yield that an action of a seat has no place to touch, though it is about one."""
    if state.actor == CHANCE or state.spots(action):
        return
    moves = state.placement() != state.after(action).placement()
    if moves or action.name in state.game.layout.by_name:
        yield f"`{action}` has no place that people could touch; spots() must give the places that it is about"


def choice_faults(state: State) -> Iterator[str]:
    """Yield two actions of a seat that people cannot tell apart: the same words, picture, man and place."""
    if state.actor in (None, CHANCE):
        return
    now, seen = state.placement(), dict[object, Action]()
    for action in state.actions():
        then = state.on_the_way(action) or state.after(action).placement()
        goals = tuple(sorted((piece, place) for piece, place in then.items() if now.get(piece) != place))
        seat = action.number if action.number in range(state.game.players) else None  # the page shows whom it is about
        said = state.describe(action)
        other = seen.setdefault((said, state.sign(action), seat, goals or state.spots(action)), action)
        if other != action:
            yield f"describe() of `{other}` and of `{action}` says {str(said)!r}; people cannot tell them apart"


def notation_faults(state: State, action: Action) -> Iterator[str]:
    """Yield that people are told the notation of an action, such as `putf6`, and not a sentence."""
    for where, said in (("tell()", state.tell(action, state.after(action))[0]), ("describe()", state.describe(action))):
        if _is_notation(str(said), action, state.game):
            yield f"{where} of `{action}` says {str(said)!r}; people do not know notation, so write it as a sentence"


def _is_notation(text: str, action: Action, game: Game) -> bool:
    """Return whether a text says an action by its notation. A sentence may contain a place or a verb."""
    notation = str(action)
    if text == notation or text.endswith(f": {notation}"):
        return True
    is_code = bool(re.search(r"[\d-]", notation)) and notation not in game.layout.by_name
    return is_code and notation in [word.strip(".,:;!?") for word in text.lower().split()]


def language_faults(game: Game, said: Iterable[Say]) -> Iterator[str]:
    """Yield what is wrong with the translations that a game brings, and the texts that each of its languages lacks."""
    folder = lang_of(game)
    spoken = [code for code in lang.languages() if code != lang.ENGLISH]
    texts = {text for each in said for text in _templates(each)}
    missing = {code: sorted(texts - lang.all_sentences(code).keys()) for code in spoken}
    files = {file.stem: file for file in sorted(folder.glob("*.toml"))}
    for file in files.values():
        yield from brought.faults(file)
    if texts and not files and all(missing.values()):
        yield f"nothing it says is translated; put a file for each language, such as {spoken[0]}.toml, into {folder}"
    for code in spoken:
        written = brought.written(files[code]) if code in files else None
        if written is not None and (lacking := [text for text in missing[code] if text not in written]):
            lines = [f'{json.dumps(text, ensure_ascii=False)} = ""' for text in lacking]
            yield "\n".join([f"missing from {code}.toml ({len(lacking)} in all), to be translated there:", *lines])


def lang_of(game: Game) -> Path:
    """Return the folder with the translations that the package of a game brings."""
    package = type(game).__module__.partition(".")[0]
    return Path(str(sys.modules[package].__file__)).parent / "lang"


def _templates(said: Say) -> Iterator[str]:
    """Yield the texts of a sentence, and of those in its holes, that have words to translate."""
    if re.search(r"[^\W\d_]{2}", re.sub(r"{.*?}", "", said.text)):
        yield said.text
    for arg in said.args.values():
        if isinstance(arg, Say):
            yield from _templates(arg)
