"""`mouseboard words`: what a game says in a language, with all that fills its sentences, for people who translate."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import cycle, islice, product
from random import Random

from mouseboard import rules
from mouseboard.cli.commands import completion
from mouseboard.cli.commands.completion import complete_by
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import tell
from mouseboard.lang import ENGLISH, all_sentences, languages, sentences, translate
from mouseboard.lang.brought import holes
from mouseboard.rules import CHANCE, Game, State
from mouseboard.rules.chance import draw
from mouseboard.rules.sayings import printed_on, said_about, said_at
from mouseboard.rules.studied import remedies
from mouseboard.say import NUMBER, Say, say

GAMES = 600
"""Random games, each with another number of players or another option."""

ASIDE = 0.01
"""How often somebody offers a draw or gives up."""

MOST = 6
"""Examples for a hole that whole sentences fill."""

COUNTS = (1, 2, 5)
"""For sentences whose form depends on a number."""

PIECES, PLACES = ("piece", "pieces"), ("place", "source", "target")
"""Holes of what the table says in any game."""

Filling = int | str | Say
Fillings = dict[str, dict[str, list[Filling]]]
"""By template and hole."""


def add_to(commands: Commands) -> None:
    command = commands.add_parser(
        "words", help=speak(say("print what a game says, with all its pieces, places and counts; for translators"))
    )
    complete_by(command.add_argument("game", help=speak(say("see `mouseboard games`"))), completion.games)
    command.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    game = rules.load(args.game)
    for text, fillings in (_said_by(args.game) | _said_by_the_table(game)).items():
        if isinstance(forms := all_sentences(args.lang).get(text), dict) and "other" in forms:
            fillings["n"] = [*dict.fromkeys([*fillings.get("n", ()), *COUNTS])]
        tell("\n".join([text, *(f"    {line}" for line in _filled(text, fillings, args.lang))]))
    return 0


def _filled(text: str, fillings: dict[str, list[Filling]], language: str) -> Iterator[str]:
    """Yield a sentence with its first fillings, then with each other one in its hole."""
    first = {hole: some[0] for hole, some in fillings.items()}
    filled = [first, *(first | {hole: other} for hole, some in fillings.items() for other in some)]
    yield from dict.fromkeys(translate(Say(text, args), language) for args in filled)


def _said_by_the_table(game: Game) -> Fillings:
    """Return what is said of pieces and places alone, as far as any language has it."""
    known = dict.fromkeys(text for language in languages() for text in sentences(language))
    worded, numbered = _places(game)
    fillings = {hole: _pieces(game) for hole in PIECES} | {hole: [*numbered[:1], *worded] for hole in PLACES}
    found: Fillings = {text: {hole: [*fillings.get(hole, [])] for hole in holes(text)} for text in known}
    return {text: filled for text, filled in found.items() if filled and all(filled.values())}


def _said_by(name: str) -> Fillings:
    """Return what a game says of itself and in random games, with each number of players and each option."""
    seen: dict[str, dict[str, dict[Filling, None]]] = {}
    for said in _sayings(name):
        for part in _parts(said):
            filled = seen.setdefault(part.text, {})
            for hole, filling in part.args.items():
                filled.setdefault(hole, {})[filling] = None
    game = rules.load(name, max(rules.kind_of(name).seat_counts))
    return {text: {hole: _all_like(it, game) for hole, it in filled.items()} for text, filled in seen.items()}


def _parts(said: Say) -> Iterator[Say]:
    """Yield a sentence and those in its holes."""
    yield said
    for filling in said.args.values():
        if isinstance(filling, Say):
            yield from _parts(filling)


def _all_like(seen: Iterable[Filling], game: Game) -> list[Filling]:
    """Return these fillings, and all sides, pieces and places of their kind. A few sentences stand for all."""
    plain = {NUMBER.sub("", it) if isinstance(it, str) else it for it in seen if not isinstance(it, Say)}
    worded, numbered = _places(game)
    for group in (game.mice, _pieces(game), worded):
        if plain & set(group):
            plain |= set(group)
    plain -= set(sorted(plain & set(numbered))[1:])
    return [*sorted(plain, key=_by_kind), *islice((it for it in seen if isinstance(it, Say)), MOST)]


def _by_kind(filling: Filling) -> tuple[bool, Filling]:
    """Sort numbers before words."""
    return isinstance(filling, str), filling


def _pieces(game: Game) -> list[str]:
    """Return what pieces are called, once for those that look alike."""
    return [*dict.fromkeys(NUMBER.sub("", piece) for piece in game.pieces)]


def _places(game: Game) -> tuple[list[str], list[str]]:
    """Return the places that are called by a word, and those by a number, which are all called alike."""
    names, words = [place.name for place in game.layout.stands], sentences(ENGLISH).keys()
    return [name for name in names if name in words], [name for name in names if name not in words]


def _sayings(name: str) -> Iterator[Say]:
    kind = rules.kind_of(name)
    yield say(kind.title)
    for game in _games(name):
        yield from (say(game.layout.title), *map(say, printed_on(game.layout)), *said_about(game))
        yield from (remedy.offer for remedy in remedies(game).values())
    for seed, game in enumerate(islice(cycle(_games(name)), GAMES)):
        yield from _said_in(game.start(), Random(seed), habit=0.4 * (seed % 3))


def _games(name: str) -> Iterator[Game]:
    """Yield the game with each number of players, as it is and with each value of each option."""
    kind = rules.kind_of(name)
    options = [{}, *({option.name: value} for option in kind.options for value in option.allowed)]
    for players, option in product(kind.seat_counts, options):
        with suppress(rules.BadSetup):  # not with these players
            yield rules.make(name, players, option)


def _said_in(state: State, rng: Random, habit: float) -> Iterator[Say]:
    """Yield what is said in a random game. By habit it goes round in circles, for what happens only then."""
    while state.actor is not None:
        is_chance = state.actor == CHANCE
        asides = state.asides() if rng.random() < ASIDE else ()
        usual = state.actions()[-2:] if rng.random() < habit else state.actions()
        action = draw(state.odds(), rng) if is_chance else rng.choice(asides or usual)
        yield from said_at(state, action)
        state = state.after(action)
    yield from (label for labels in state.labels().values() for label in labels)
    if state.result:
        yield state.result
