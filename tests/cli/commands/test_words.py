"""`mouseboard words`: all that a game says, for people who translate."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Run
from tests.lang.sentences import of_game, words

from mouseboard import rules

SELDOM = {"Only kings have moved for {n} moves, and none was taken. It's a draw!"}
"""What no random game comes to."""


@pytest.mark.parametrize("name", rules.games())
def test_every_sentence_of_a_game_is_printed(name: str, run: Run) -> None:
    printed = run("words", name).out.splitlines()
    assert of_game(name) - words() - SELDOM - set(printed) == set()


def test_every_side_place_and_count_fills_a_sentence(run: Run) -> None:
    printed = run("words", "souriciere", "--lang", "de").out.splitlines()
    for room in ("dem Stiefel", "dem Kamin", "der Uhr", "der Schublade", "der Speisekammer", "der Teekanne"):
        assert f"    Blau, würfle, um aus {room} zu kommen!" in printed
    for mouse in ("Rot", "Blau", "Grün", "Gelb"):
        assert f"    {mouse} fängt an." in printed
    assert "    Blau fällt in die Falle und setzt einmal aus!" in printed
    assert "    Blau fällt in die Falle und setzt zweimal aus!" in printed


def test_the_table_s_own_sentences_are_filled_with_the_pieces_and_places_of_the_game(run: Run) -> None:
    printed = run("words", "draughts", "--lang", "de").out.splitlines()
    assert "    Wo ist der schwarze Stein?" in printed
    assert "    Ist Feld a1 leer?" in printed
