"""Every sentence that Mouseboard can say, found in its source as the first argument of `say(...)`.

That argument is a text or leads to texts: a named table, a local name, or a function that returns them. The words
printed on boards and cards belong to the sentences too; their layout files hold them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import mouseboard
from mouseboard import layouts, players
from mouseboard.lang import ANY_PLACE
from mouseboard.rules import TINTS, games, load
from mouseboard.rules.sayings import printed_on, said_about
from mouseboard.table.steps import SOMETHING

SOURCES = sorted(Path(mouseboard.__file__).parent.rglob("*.py"))


@cache
def sentences() -> frozenset[str]:
    """Return all templates, all printed words, and all titles, options and summaries of the games."""
    kinds = games().values()
    summaries = {kind.summary for kind in kinds}
    options = {
        text for kind in kinds for option in kind.options for text in (option.help, option.title, *option.meanings)
    }
    steps = {step.word for kind in kinds for step in kind.in_short}
    titles = {title for kind in kinds for title in (kind.title, load(kind.name).layout.title)}
    said = frozenset(text for path in SOURCES for text in _said_in(_parsed(path)))
    return (said | _printed() | summaries | steps | options | titles) - {""}


@cache
def of_game(name: str) -> frozenset[str]:
    """Return the sentences and words that one game adds: said in its folder, printed on its board, told about it."""
    game = load(name)
    about = {said.text for said in said_about(game)} | {type(game).title, game.layout.title}
    called = {place.name for place in game.layout.place}
    return (said_in_room(f"rules/{name}") | {*printed_on(game.layout)} | about | called) & (sentences() | words())


@cache
def said_in_room(room: str) -> frozenset[str]:
    """Return all templates in the source of one room."""
    home = Path(mouseboard.__file__).parent / room
    return frozenset(text for path in SOURCES if home in path.parents for text in _said_in(_parsed(path)))


@cache
def words() -> frozenset[str]:
    """Return the translated words outside sentences: colours, kinds of player, pieces, scores, and named places."""
    pieces = {re.sub(r"-\d+$", "", piece) for name in games() for piece in load(name).pieces}
    scores = {score.name for name in games() for score in load(name).start().scores()}
    kinds = {kind for name in games() for kind in players.kinds(load(name))}
    return frozenset({*TINTS, *kinds, *pieces, *places(), *scores, SOMETHING, ANY_PLACE})


@cache
def places() -> frozenset[str]:
    """Return the places named by a word."""
    names = {place.name for layout in _boards() for place in layout.place}
    return frozenset(name for name in names if name.isalpha() and len(name) > 1)


def _printed() -> set[str]:
    return {text for layout in _boards() for text in printed_on(layout)}


def _boards() -> list[layouts.Layout]:
    return [layouts.load(name) for name in layouts.shipped()]


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _said_in(module: ast.Module) -> Iterator[str]:
    if not _knows_say(module):
        return
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
            yield from _texts(node.args[0], module)


def _knows_say(module: ast.Module) -> bool:
    """Tell whether the module's `say` is the translated one of the rules, imported or defined there."""
    names = (alias.name for node in ast.walk(module) if isinstance(node, ast.ImportFrom) for alias in node.names)
    return "say" in names or any(isinstance(node, ast.FunctionDef) and node.name == "say" for node in module.body)


def _texts(node: ast.expr, module: ast.Module) -> set[str]:
    """Return the texts that an expression can be; an empty set for data."""
    match node:
        case ast.Constant(str(text)):
            return {text}
        case ast.Dict(_, values):
            return _all(values, module)
        case ast.Tuple(elements):
            return _all(elements, module)
        case ast.IfExp(_, one, other):
            return _all([one, other], module)
        case ast.BoolOp(_, values):
            return _all(values, module)
        case ast.Subscript(value):
            return _texts(value, module)
        case ast.Call(ast.Attribute(table, "get"), [_, *default]):
            return _all([table, *default], module)
        case ast.Call(ast.Attribute(_, name)) | ast.Call(ast.Name(name)):
            return _all(_returned(name, module), module)
        case ast.Name(name):
            return _all(_assigned(name, module), module)
        case ast.Attribute(_, name) if name.isupper():
            return {text for path in SOURCES for text in _all(_assigned(name, _parsed(path)), _parsed(path))}
    return set()


def _all(nodes: list[ast.expr], module: ast.Module) -> set[str]:
    return {text for node in nodes for text in _texts(node, module)}


def _assigned(name: str, module: ast.Module) -> list[ast.expr]:
    """Return every value assigned to a plain name, alone or in a tuple, anywhere in the module."""
    return [
        value
        for node in ast.walk(module)
        if isinstance(node, ast.Assign)
        for target, value in _pairs(node)
        if isinstance(target, ast.Name) and target.id == name
    ]


def _pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return each target of an assignment with its value; pair up tuples of equal length."""
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            return list(zip(targets, values, strict=True))
    return [(target, node.value) for target in node.targets]


def _returned(name: str, module: ast.Module) -> list[ast.expr]:
    """Return the expressions that functions of this name return."""
    return [
        node.value
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef) and function.name == name
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and node.value
    ]
