"""The sentences that people hear before a game, and cases that show them to be true.

`<game>.txt` has each sentence of the game's summary, its preparation and how to play it. Below a sentence are its
cases: a situation, the actions played there, if any, and what is so then.

    Is a mouse next to yours? You may jump over it.
        red d4, blue d5 -> can d6, cannot d5
        red d4, blue d5 -> d6 -> red d6, turn blue

`start` is where the game starts. In any other situation the first side is to play, or the one after `turn`, and mice
that are not named are where they start; `situations.py` makes them. What is so then:

    can d6 d7, cannot d5, only d6      these actions are legal, are not, or nothing else is asked for
    red d6, blue off, black c3 D4      where the pieces of a side are; crowned men have a capital
    turn red, wins nobody, draw        whose turn it is, who has won, and that the game is drawn
    cheese 1 0, pile 50                a line of the score, for each seat from the first, or for all
    b2 "↑2 Diver"                      what is read on a place

A hole of the sentence, such as `{n}`, is filled in its cases, too. `(no rule)` stands below a sentence that tells none.
Above the first heading is what is told by default. A heading such as `= players=4, third=side` is followed by what is
told only with these options, and by cases that need them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.rules.how_to_play.situations import SITUATIONS, facts

from mouseboard import lang, rules
from mouseboard.rules import Game, Say, State, say
from mouseboard.rules.options import typed

HOME = Path(__file__).parent
NO_RULE = "(no rule)"
Options = dict[str, str]


class Sentence(NamedTuple):
    """A sentence of a file, with its cases."""

    options: Options
    """The options with which it is told, and `players`; none if it is told by default."""
    text: str
    cases: tuple[str, ...]


def read(name: str) -> Iterator[Sentence]:
    """Yield the sentences of a game's file."""
    options: Options = {}
    for block in (HOME / f"{name}.txt").read_text(encoding="utf-8").split("\n\n"):
        text, *cases = block.strip("\n").splitlines()
        if text.startswith("= "):
            options = dict(word.split("=") for word in text.removeprefix("= ").split(", "))
        else:
            yield Sentence(options, text, tuple(map(str.strip, cases)))


def load(name: str, options: Options) -> Game:
    """Return the game with these options and number of players."""
    players = int(options.get("players", min(rules.kind_of(name).seat_counts)))
    return rules.make(name, players, {option: value for option, value in options.items() if option != "players"})


def told(game: Game) -> Iterator[Say]:
    """Yield what people are told before they play, sentence by sentence. A question and its answer are one."""
    preparation = game.preparation()
    paragraphs = (say(game.summary), *([preparation.say] if preparation else []), *game.how_to_play())
    for paragraph in chain.from_iterable(map(_apart, paragraphs)):
        for text in re.split(r"(?<=[.!]) ", paragraph.text):
            yield Say(text, paragraph.args)


def _apart(said: Say) -> Iterator[Say]:
    """Yield the sentences that were put one after another."""
    if said.text == "{first} {then}":
        for part in said.args.values():
            assert isinstance(part, Say)
            yield from _apart(part)
    else:
        yield said


def setups(name: str) -> Iterator[Options]:
    """Yield every number of players, alone and with each value of each option."""
    kind = rules.kind_of(name)
    for count in kind.seat_counts:
        yield {"players": str(count)}
        for option in kind.options:
            for value in option.allowed:
                yield {"players": str(count), option.name: typed(value)}


def faults(name: str) -> Iterator[str]:
    """Yield a line for each sentence that lacks a case, is told with other options than the file says, or is untrue."""
    sentences = [*read(name)]
    default = {sentence.text for sentence in sentences if not sentence.options}
    yield from (f"told by default: {said.text}" for said in told(load(name, {})) if said.text not in default)
    for options, text, _ in sentences:
        if text not in [said.text for said in told(load(name, options))]:
            yield f"not told with {options or 'default options'}: {text}"
    found: dict[str, Options] = {}
    for options in setups(name):
        with suppress(rules.BadSetup):  # such as a lot that names a third of two players
            for fault in _untrue(load(name, options), options, sentences):
                found.setdefault(fault, options)
    yield from (f"with {options}: {fault}" for fault, options in found.items())


def _untrue(game: Game, options: Options, sentences: list[Sentence]) -> Iterator[str]:
    """Yield a line for each sentence told with these options that lacks a case, or has one that turns out otherwise."""
    for said in told(game):
        fitting = [it for it in sentences if it.text == said.text and it.options.items() <= options.items()]
        cases = [case.format(**said.args) for sentence in fitting for case in sentence.cases]
        if not cases:
            yield f"no case for: {said.text}"
        for case in cases:
            if case != NO_RULE and (wrong := played(game, case)):
                yield f"{said.text} {case}: {wrong}"


def played(game: Game, case: str) -> str:
    """Return how a case turns out otherwise than it says; empty if it is as it says."""
    situation, *actions, wanted = case.split(" -> ")
    state = game.start() if situation == "start" else SITUATIONS[game.name](game, facts(game, situation))
    if why := [*state.impossible()]:
        return f"no such situation: {why}"
    try:
        for notation in " ".join(actions).split():
            state = state.play(notation)
    except rules.RulesError as error:
        return str(error)
    return ", ".join(
        f"{subject} {' '.join(words)}: {seen}"
        for subject, words in facts(game, wanted).items()
        if (seen := _otherwise(state, subject, words))
    )


def _otherwise(state: State, subject: str, words: list[str]) -> str:
    """Return what is so instead of a fact; empty if it is so."""
    asked = [str(action) for action in state.actions()]
    legal = [*asked, *map(str, state.asides())]
    match subject:
        case "can":
            is_so, seen = {*words} <= {*legal}, legal
        case "cannot":
            is_so, seen = {*words}.isdisjoint(legal), legal
        case "only":
            is_so, seen = sorted(words) == sorted(asked), asked
        case _:
            seen = _seen(state, subject)
            is_so = seen[: len(words)] == words if _is_score(state, subject) else sorted(seen) == sorted(words)
    return "" if is_so else " ".join(seen) or "nothing"


def _is_score(state: State, subject: str) -> bool:
    return subject in [score.name for score in state.scores()]


def _seen(state: State, subject: str) -> list[str]:
    """Return what is so about this subject."""
    game, scenery = state.game, state.scenery()
    for score in state.scores():
        if score.name == subject:
            return [str(n) for n in (score.seats or (score.shared,))]
    match subject:
        case "turn":
            return ["nobody" if state.turn is None else game.mice[state.turn]]
        case "wins":
            return [game.mice[seat] for seat in state.winners] or ["nobody"]
        case "draw":
            return [] if state.actor is None and not state.winners else ["no draw"]
    if subject in game.layout.by_name:
        return [f'"{lang.translate(state.labels()[subject][0], lang.ENGLISH)}"']
    own = game.owned({game.mice.index(subject)}) if subject in game.mice else {subject}
    there = [at.upper() if piece in scenery.crowned else at for piece, at in state.placement().items() if piece in own]
    return there or ["off"]
