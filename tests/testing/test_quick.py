"""Quick hands: the next move proves the last one, so that nobody has to wait for the table."""

from __future__ import annotations

import pytest
from tests.bench.quick import LEFT_ALONE, is_recorded

from mouseboard import rules
from mouseboard.store import setup_text
from mouseboard.testing.quick import KINDS, cases
from mouseboard.testing.stream import read, recorded

SEEDS = range(3)


@pytest.mark.parametrize("name", ["draughts", "morris"])
def test_plies_of_quick_hands_are_recorded_in_order_and_nothing_is_asked_in_the_end(name: str) -> None:
    made = list(cases(rules.load(name, 2), SEEDS))
    assert len({case.kind for case in made}) >= 7
    assert [case for case in made if not is_recorded(case)] == []


def test_the_same_seed_makes_the_same_stream() -> None:
    game = rules.load("draughts", 2)
    assert list(cases(game, [7])) == list(cases(game, [7]))


def test_a_stream_tells_which_reply_may_also_be_a_capture_by_the_last_player() -> None:
    assert {case.is_told for case in cases(rules.load("morris", 2), range(12))} == {True, False}


def test_a_capture_that_is_taken_back_leaves_nothing_recorded() -> None:
    made = [case for case in cases(rules.load("draughts", 2), SEEDS) if case.kind == "capture-undone"]
    assert "capture-undone" in KINDS and made
    assert all(recorded(read(case.text), LEFT_ALONE).actions == () for case in made)


FOUND = {
    "a man is placed as soon as one has been taken": (
        "morris",
        "g7 f4 e5 e4 g4 b6 a7 f2 d7",
        ("12000 opened f2", "12128 closed c4"),
        ("xf2", "c4"),
    ),
    "a man that was lifted a moment too early replies to one from the hand": (
        "morris",
        "d2 d3 d7 c5 e3 g1 b2 b4 e4 c4 g7 f4 d6 e5 f2 xb4 a1 c3",
        ("11914 opened b2", "12000 closed b6", "12344 closed b4"),
        ("b6", "b2-b4"),
    ),
    "a man is pushed on, and felt on both places for long": (
        "draughts",
        "c3-d4 b6-a5 g3-f4 a5-b4 a3xc5 d6xb4",
        ("12000 closed a3", "13436 opened b2"),
        ("b2-a3",),
    ),
    "a man rests on its way, and the reply comes at once": (
        "draughts",
        "c3-d4 b6-a5",
        (
            *("12000 opened d4", "12400 closed e5", "13600 opened e5", "13900 closed c5"),
            *("14000 opened d6", "14100 opened c5", "14400 closed b4"),
        ),
        ("d4-c5", "d6xb4"),
    ),
}
"""What a stranger's hands found: game, opening, changes, and what should be recorded."""


@pytest.mark.parametrize(("name", "opening", "changes", "actions"), FOUND.values(), ids=FOUND)
def test_hands_leave_one_legal_line_and_it_is_recorded(
    name: str, opening: str, changes: tuple[str, ...], actions: tuple[str, ...]
) -> None:
    game = rules.load(name, 2)
    state = game.start()
    for notation in opening.split():
        state = state.play(notation)
    start = " ".join(f"{man}={place}" for man, place in state.placement().items())
    text = "\n".join((setup_text(game), *opening.split(), f"0 start {start}", *changes))
    found = recorded(read(text), LEFT_ALONE)
    assert (found.actions, found.asks) == (actions, False)
