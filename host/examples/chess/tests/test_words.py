"""Everything that chess says is said in each language of Mouseboard."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import mouseboard_chess
import pytest
from mouseboard_chess import Chess
from mouseboard_chess.words import CHOICE, DRAWN, PROMOTED

from mouseboard import lang
from mouseboard.rules import Say

GAME = Chess(2, {})
HOME = Path(mouseboard_chess.__file__).with_name("lang")
GAMES = (
    "f2f3 e7e5 g2g4 d8h4",
    "e2e4 f7f6 d1h5 g7g6",
    "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1",
    "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6 g7h8 =q",
    "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 claim",
)
"""Checkmate, check, castling, promotion and a claimed draw."""


def said() -> Iterator[Say]:
    """Yield what is said in these games."""
    for actions in GAMES:
        state = GAME.start()
        for action in map(GAME.read, actions.split()):
            after = state.after(action)
            yield from (state.prompt(), state.describe(action), *state.tell(action, after), after.prompt())
            state = after


def test_a_choice_names_its_piece() -> None:
    assert str(GAME.start().describe(GAME.read("b1c3"))) == "white-knight-1 from b1 to c3"


def spoken() -> set[str]:
    """Return every text that people read."""
    sentences = {*said(), *DRAWN.values(), *GAME.how_to_play(), GAME.preparation().say}
    names = {re.sub(r"-\d+$", "", piece) for piece in GAME.pieces}
    texts = {*PROMOTED.values(), *CHOICE.values(), GAME.title, GAME.summary, "pieces", *names}
    return texts | {sentence.text for sentence in sentences}


@pytest.mark.parametrize("language", sorted({*lang.languages()} - {lang.ENGLISH}))
def test_each_language_has_what_chess_says_and_nothing_else(language: str) -> None:
    brought = tomllib.loads((HOME / f"{language}.toml").read_text(encoding="utf-8"))
    assert brought.keys() == spoken() - lang.sentences(language).keys()
