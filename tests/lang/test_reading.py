"""A child who has just learnt to read understands the English of each game, by the measure of Flesch and Kincaid.

The grade counts words a sentence and syllables a word: 3 is for children of eight or nine, and everybody younger who
listens. The texts come from random games and from the source of referee and table, each sentence once.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
import textstat
from tests.lang.sentences import said_in_room

from mouseboard import lang, rules
from mouseboard.rules import CHANCE, Game, State
from mouseboard.rules.chance import draw
from mouseboard.say import Say, say

MOST = 3.0
"""The highest grade: the third year at school."""

GAMES = 30
"""Random games for each number of players: enough that nearly every sentence is said."""

EXAMPLES: dict[str, int | str | Say] = {
    "action": say("Go to {square}", square="d2"),
    "cause": say("the cage is down"),
    "inputs": "12",
    "lamps": "81",
    "lit": "80",
    "mouse": "red",
    "n": 2,
    "pieces": "red",
    "piece": "red",
    "place": "20",
    "places": "12 or 15",
    "question": say("{mouse}, turn the crank slowly! Did the cage fall on {others}?", mouse="red", others="blue"),
    "seat": "red",
    "sensors": "81",
    "source": "12",
    "step": say("Put {pieces} on {target}.", pieces="red", target="12"),
    "steps": say("Put {pieces} on {target}.", pieces="red", target="12"),
    "target": "15",
    "task": say("Put a cheese on {place}.", place="d2"),
    "title": "Mouse Barriers",
    "to": "31",
    "undone": say("{mouse} rolls {n}.", mouse="red", n=4),
}
"""What fills the holes of the referee's sentences."""


def grade(sentences: list[str]) -> float:
    textstat.textstat.set_lang("en_US")
    ended = (text if text.endswith(lang.ENDS) else f"{text}." for text in sentences)
    return float(textstat.textstat.flesch_kincaid_grade(" ".join(ended)))


def said_at_the_table() -> Iterator[Say]:
    """Yield what the referee and the table say in every game, with an example in each hole."""
    for text in sorted(said_in_room("referee") | said_in_room("table")):
        yield say(text, **EXAMPLES)


def said_by(game: Game) -> Iterator[Say]:
    """Yield how a game is played, and all that it asks, offers and tells in random games."""
    yield say(game.summary)
    yield from game.how_to_play()
    if (preparation := game.preparation()) is not None:
        yield from parts(preparation.say)
    for seed in range(GAMES):
        yield from said_in(game.start(), Random(seed))


def said_in(state: State, rng: Random) -> Iterator[Say]:
    while state.actor is not None:
        action = draw(state.odds(), rng) if state.actor == CHANCE else rng.choice(state.actions())
        after = state.after(action)
        yield from (state.prompt(), state.describe(action), *state.tell(action, after))
        yield from (task.say for task in state.hand_tasks(action, after))
        state = after
    yield state.prompt()


def parts(said: Say) -> Iterator[Say]:
    """Yield the sentences of a preparation."""
    if set(said.args) == {"first", "then"}:
        for part in said.args.values():
            assert isinstance(part, Say)
            yield from parts(part)
    else:
        yield said


def once(sayings: Iterator[Say]) -> list[str]:
    """Return one example of each sentence, translated."""
    return list({said.text: lang.translate(said, lang.ENGLISH) for said in sayings}.values())


def games(name: str) -> list[Game]:
    """Return a game for each number of players."""
    return [rules.load(name, players=players) for players in rules.games()[name].seat_counts]


@pytest.mark.parametrize("name", rules.games())
def test_a_child_who_has_just_learnt_to_read_understands_a_game(name: str) -> None:
    own = once(said for game in games(name) for said in said_by(game))
    assert grade([*own, *once(said_at_the_table())]) <= MOST


@pytest.mark.parametrize("name", rules.games())
def test_a_child_who_has_just_learnt_to_read_understands_how_to_play(name: str) -> None:
    assert grade(once(said for game in games(name) for said in (say(game.summary), *game.how_to_play()))) <= MOST
