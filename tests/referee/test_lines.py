"""The lines that changes of contacts may be, at draughts and morris."""

from __future__ import annotations

import pytest

from mouseboard import rules
from mouseboard.referee.choice import action_of, outcomes_of
from mouseboard.referee.lines import MOST_UNEXPLAINED, Line, Lines
from mouseboard.rules import State
from mouseboard.table import PlaceChanged, Placement

DRAUGHTS = rules.load("draughts", 2).start()
MORRIS = rules.load("morris", 2).start()


def line_of(state: State, changes: str) -> Line | None:
    """Return the only line of changes such as `100-c3 500+d4`, each with its time in ms."""
    here = state.placement()
    felt, seen = frozenset(here.values()), list[PlaceChanged]()
    for word in changes.split():
        time, way, place = word.partition("+" if "+" in word else "-")
        felt = felt | {place} if way == "+" else felt - {place}
        seen.append(PlaceChanged(place, way == "+", int(time) / 1000, felt))
    moves = outcomes_of(state)
    return Lines(seen, here, felt, occupancy, (0, 1)).only(moves, lambda key: state.after(action_of(key)))


def occupancy(placement: Placement) -> frozenset[str]:
    return frozenset(placement.values())


def told(line: Line | None) -> tuple[str, str] | None:
    """Return the first move of a line, and the changes after it without their times."""
    if line is None:
        return None
    later = (f"{'+' if change.occupied else '-'}{change.place}" for change in line.since)
    return str(action_of(line.key)), " ".join(later)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ("0-c3 400+d4", ("c3-d4", "")),
        ("0-c3 400+d4 500-b6 900+a5", ("c3-d4", "-b6 +a5")),
        ("0-c3 300-b6 400+d4 900+a5", ("c3-d4", "-b6 +a5")),
        ("0-c3 300-b6 400+d4", ("c3-d4", "-b6")),
        ("0-c3 100-e3 400+d4 500-b6 900+a5 1500+e3", ("c3-d4", "-b6 +a5")),
        ("0-c3 400+d4 420-d4 430+d4", ("c3-d4", "")),
        ("0-c3 400+d4 500-b6 900+a5 1000-d4 1300+c5 1400-d6 1500-c5 1800+b4", ("c3-d4", "-b6 +a5 -d4 +c5 -d6 -c5 +b4")),
    ],
    ids=[
        "a move",
        "a move and its reply",
        "a reply lifted before the landing",
        "a reply that has only begun before the landing",
        "a neighbour knocked over meanwhile",
        "a contact that bounces",
        "four moves, the last a capture",
    ],
)
def test_changes_are_the_only_legal_line_that_fits_them(changes: str, line: tuple[str, str]) -> None:
    assert told(line_of(DRAUGHTS, changes)) == line


@pytest.mark.parametrize(
    "changes",
    [
        "0-c3 400+d4 500-b6",
        "0-c3 0-b6 400+d4 900+a5",
        "0-c3 400+c4",
        "0-c3 400+d4 450-b6 500+a5",
        "0-e3 10-c3 400+d4",
        "0-c3 400+d4 " + " ".join(f"{n}000-h2 {n}500+h2" for n in range(1, MOST_UNEXPLAINED)),
    ],
    ids=[
        "a reply that has only begun after the landing",
        "a man lifted long before the landing replies to nothing",
        "an illegal move",
        "two men that land at once",
        "two men of one side, of which one has landed",
        "too much besides",
    ],
)
def test_no_line_is_made_of_what_may_be_something_else(changes: str) -> None:
    assert line_of(DRAUGHTS, changes) is None


def test_two_moves_that_explain_as_much_are_no_line() -> None:
    mill = MORRIS
    for action in ("a1", "b2", "d1", "d2", "g1"):
        mill = mill.play(action)
    assert told(line_of(mill, "0-b2 300-d2 900+b2")) == ("xd2", "")
    assert line_of(mill, "0-b2 300-d2") is None


def test_the_moves_of_a_line_were_rather_made_in_their_order() -> None:
    line = line_of(DRAUGHTS, "0-c3 400+d4 500-b6 900+a5")
    assert line is not None and (line.unexplained, line.early, line.made_at) == (0, 0, 0.4)
    line = line_of(DRAUGHTS, "0-c3 300-b6 400+d4 900+a5")
    assert line is not None and line.early == 1
    assert [change.time for change in line.since] == [0.4, 0.9]
