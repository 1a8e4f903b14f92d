"""How to play each game, for somebody in the lobby: words, its board, and a moment of it."""

from __future__ import annotations

import pytest

from mouseboard import rules
from mouseboard.lang import languages
from mouseboard.web.how import how_played


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize("language", languages())
def test_every_game_is_explained_in_words_and_by_a_moment_of_it(game: str, language: str) -> None:
    told = how_played(rules.load(game), language)
    assert len(told.how) > 2
    assert told.moment.language == language
    assert not told.moment.winners
    assert told.moment.positions == 0 and not told.moment.options  # the moment offers no choice
    assert told.moment.standing
    assert set(told.moment.standing.values()) <= {place.name for place in told.board.places}


def test_the_moment_is_the_same_for_everybody_and_shows_what_the_game_has() -> None:
    one, other = (how_played(rules.load("barriers"), "en").moment for _ in range(2))
    assert one == other
    assert any(piece.startswith("barrier") for piece in one.standing)
    assert len(how_played(rules.load("cards"), "en").moment.tiles) > 4
    assert how_played(rules.load("classic"), "en").moment.parts


def test_a_game_has_its_name_in_every_language() -> None:
    told = [how_played(rules.load("barriers"), language) for language in languages()]
    assert len({how.moment.game.title for how in told}) == len({how.board.title for how in told}) == len(languages())
