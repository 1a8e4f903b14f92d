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
    "a neighbour is knocked over while the reply is made": (
        "draughts",
        "e3-d4 b6-c5 d4xb6 a7xc5 g3-f4 b8-a7 c3-b4 f6-e5 d2-c3 e5xg3 h2xf4 h6-g5 f4xh6 d6-e5 b4xd6xb8 "
        "e5-f4 a3-b4 f4-e3",
        (
            *(
                "10000 opened f2",
                "10081 opened e3",
                "10141 opened c3",
                "10567 closed d4",
                "10760 opened d8",
            ),
            *(
                "11134 closed c7",
                "12021 closed c3",
            ),
        ),
        (
            "f2xd4",
            "d8-c7",
        ),
    ),
    "a reply to a chain of jumps begins before it lands": (
        "draughts",
        "a3-b4 b6-c5 b2-a3 d6-e5 b4xd6 e7xc5 a1-b2 c5-b4 a3xc5 c7-b6 c5-d6 f8-e7 d6xf8 b6-a5 c3-b4 "
        "a5xc3xa1 g3-f4 e5xg3 h2xf4 d8-e7 f8xd6 f6-g5 d6-e7 b8-c7 e3-d4 g5xe3 d2xf4 c7-b6 e7-f8 g7-f6 "
        "e1-d2 b6-a5 f8-g7 a7-b6 g7xe5 a1-b2 c1xa3 a5-b4",
        (
            *(
                "10000 opened a3",
                "10079 opened b6",
                "10125 opened b4",
                "10375 closed c5",
                "10438 opened h6",
            ),
            *(
                "10495 opened c5",
                "10568 closed a7",
                "11117 closed g5",
            ),
        ),
        (
            "a3xc5xa7",
            "h6-g5",
        ),
    ),
    "the captor is straightened while the reply is made": (
        "draughts",
        "a3-b4 d6-c5 b4xd6 e7xc5 g3-f4 b6-a5 c3-d4 c7-b6 f4-g5 f6xh4 h2-g3 h6-g5 g3-f4 h4-g3 f2xh4xf6 "
        "g7xe5xg3 d2-c3 f8-g7 e1-f2 g3xe1 g1-h2 g7-f6 c1-d2 c5-b4 b2-a3 e1-f2",
        (
            *(
                "10000 opened a3",
                "10078 opened b4",
                "10259 closed c5",
                "10570 opened h2",
                "10620 opened a5",
            ),
            *(
                "10742 opened c5",
                "10772 closed h2",
                "11121 closed b4",
                "11207 closed c5",
            ),
        ),
        (
            "a3xc5",
            "a5-b4",
        ),
    ),
    "a man that rested on one point is placed on another": (
        "morris",
        "",
        (
            "10587 closed c4",
            "11619 opened c4",
            "11851 closed e3",
        ),
        ("e3",),
    ),
    "the next man is placed while the last one is felt on two points": (
        "morris",
        "d3 b6 e3 e4 c3 xb6 g7 c4 g4",
        (
            "10468 closed c5",
            "11025 opened e4",
            "11796 closed f2",
            "11812 closed g1",
            "12588 opened f2",
        ),
        (
            "c5",
            "xe4",
            "g1",
        ),
    ),
    "a man is taken while the one that closed the mill is felt on two points": (
        "morris",
        "d5 g4 a4 e4 b2 c3 g1 d2 f4 f6 e5 a1 c5 xc3 d6 e3 d7 b6 a7 a4-b4 xd7 a7-d7 c5-c4 d7-a7 b4-a4 "
        "d2-d1 a4-b4 xa7 d6-d7 c4-c5 xf6 a1-a4 d5-d6 d1-a1",
        (
            "10000 opened f4",
            "10362 closed f6",
            "10398 closed g7",
            "10843 opened g4",
            "11521 opened g7",
        ),
        (
            "f4-f6",
            "xg4",
        ),
    ),
    "a man is put back, and another one taken": (
        "morris",
        "d1 b6 d5 a4 d6 f6 c3 e4 d7 xe4 a1 e4 a7 xc3 g4 c3 f4 xb6 b6 f2 c5 f2-d2 c5-c4 d7-g7 b6-b4 xg7 "
        "g4-g7 c4-c5 g7-g4 xc5 c3-c4 xd5 g4-g7 c4-c5 g7-g4 xf6 c5-c4 xd1 d6-d5 c4-c3 d2-d1 c3-c4 xd5 "
        "d1-g1 c4-c5 f4-f6",
        (
            "10000 opened c5",
            "10585 closed c4",
            "10798 opened g1",
            "11682 closed g1",
            "12025 opened e4",
        ),
        (
            "c5-c4",
            "xe4",
        ),
    ),
}
"""What strangers' hands found: game, opening, changes, and what should be recorded."""


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
