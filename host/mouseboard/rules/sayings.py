"""What a game says to people: about itself before it begins, of each action, and printed on its board."""

from __future__ import annotations

from collections.abc import Iterator

from mouseboard.layouts import Layout
from mouseboard.rules.core import Action, Game, State
from mouseboard.say import NUMBER, Say


def said_at(state: State, action: Action) -> Iterator[Say]:
    """Yield everything that people are told and asked when an action is played."""
    after = state.after(action)
    yield from (state.prompt(), state.describe(action), *state.tell(action, after), after.prompt())
    yield from (task.say for task in state.hand_tasks(action, after))


def said_about(game: Game) -> Iterator[Say]:
    """Yield everything that people are told of a game before it begins, and the words for sides, pieces and scores."""
    texts = [game.summary, *(step.word for step in game.in_short)]
    texts += [text for option in game.options for text in (option.help, option.title, *option.meanings)]
    texts += [NUMBER.sub("", name) for name in (*game.mice, *game.pieces)]
    texts += [score.name for score in game.start().scores()]
    yield from (Say(text) for text in texts if text)
    yield from game.how_to_play()
    if task := game.preparation():
        yield task.say


def printed_on(layout: Layout) -> Iterator[str]:
    """Yield the words on places and on faces of cards, the names of a deck's cards, and the edition."""
    faces = [face for tile in layout.tile for face in (tile.a, tile.b)]
    texts = [place.label for place in layout.place if place.label != place.name]
    texts += [face.label for face in faces]
    shorts = [place.short for place in layout.place] + [face.short for face in faces]
    texts += [short for short in shorts if any(map(str.isalpha, short))]
    texts += [card.label or card.name for card in layout.card]
    yield from filter(None, (*texts, layout.edition))
