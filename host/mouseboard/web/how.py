"""How to play a game, for beginners: its aim and its turns in words, and a picture of a moment.

An unfinished game is shown in the same way, without words.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from mouseboard.board.board import board
from mouseboard.lang import translate
from mouseboard.referee.situation import Situation
from mouseboard.rules import CHANCE, Action, Game, State
from mouseboard.rules.chance import draw
from mouseboard.say import say
from mouseboard.web.fields import HowPlayed, Picture
from mouseboard.web.picture import Around, Chair, picture

ENOUGH = 30
"""Actions after which a picture shows most of a game's elements."""


@lru_cache(maxsize=64)
def how_played(game: Game, language: str) -> HowPlayed:
    """Return how to play a game, in a language."""
    told = (translate(said, language) for said in (say(game.summary), *game.how_to_play()) if said.text)
    return HowPlayed(tuple(told), board(game, language), _shown(_moment(game), language))


def how_it_was_left(state: State, language: str) -> HowPlayed:
    """Return the board of an unfinished game as it was left."""
    return HowPlayed((), board(state.game, language), _shown(state, language))


def _shown(state: State, language: str) -> Picture:
    around = Around(tuple(Chair() for _ in state.game.mice))
    return picture(Situation(state, None, standing=state.placement()), around, language)


def _moment(game: Game) -> State:
    """Return a state in the middle of a game, the same each time."""
    rng, state = Random(1), game.start()
    for _ in range(ENOUGH):
        action = draw(state.odds(), rng) if state.actor == CHANCE else rng.choice(_of_some_kind(state, rng))
        after = state.after(action)
        if after.actor is None:
            break
        state = after
    return state


def _of_some_kind(state: State, rng: Random) -> list[Action]:
    """Return the actions of one random kind, so that kinds with many actions do not crowd out the others."""
    actions = state.actions()
    kind = rng.choice(sorted({action.kind for action in actions}))
    return [action for action in actions if action.kind == kind]
