"""Compares the rules of barriers with a slow and plain reading of the rulings, in recorded and random positions.

`positions/barriers.txt` draws each position, and lists its legal moves and its illegal barriers. The rules and the
reference below must both agree with it; they share only the notation. A post `+` in the middle of a barrier is drawn
`-` or `|`. To add a position, draw it with `moves:` and `refused:` left empty and run this file. It fills in what the
reference finds; check that with care.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mouseboard import rules
from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.barriers.grid import BIT

FILE = Path(__file__).parent / "positions" / "barriers.txt"

Square = tuple[int, int]
COLUMNS = "abcdefg"
SQUARES = [(x, y) for x in range(7) for y in range(7)]
EVERY_BARRIER = [f"{COLUMNS[x]}{y + 1}{way}" for x in range(6) for y in range(6) for way in "hv"]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


# The reference: sets of squares and steps, one at a time.


@dataclass
class Position:
    mice: list[str]
    barriers: set[str] = field(default_factory=set)
    left: list[int] = field(default_factory=list)
    seat: int = 0
    options: dict[str, str] = field(default_factory=dict)
    title: str = ""

    def option(self, name: str) -> str:
        return self.options.get(name, {"edge": "side", "third": "none"}[name])


def read_square(name: str) -> Square:
    return COLUMNS.index(name[0]), int(name[1]) - 1


def write_square(square: Square) -> str:
    return f"{COLUMNS[square[0]]}{square[1] + 1}"


def cut_by(barrier: str) -> set[frozenset[Square]]:
    """Return the two steps that a barrier cuts."""
    x, y = read_square(barrier[:2])
    if barrier[2] == "h":
        return {frozenset({(x + i, y), (x + i, y + 1)}) for i in (0, 1)}
    return {frozenset({(x, y + i), (x + 1, y + i)}) for i in (0, 1)}


def cuts(barriers: set[str]) -> set[frozenset[Square]]:
    return set().union(*map(cut_by, barriers))


def on(square: Square, step: Square) -> Square:
    return square[0] + step[0], square[1] + step[1]


def is_open(square: Square, step: Square, walls: set[frozenset[Square]]) -> bool:
    """Return whether the step stays on the board and crosses no barrier."""
    return on(square, step) in SQUARES and frozenset({square, on(square, step)}) not in walls


def slow_moves(position: Position) -> set[str]:
    walls = cuts(position.barriers)
    mice = [read_square(mouse) for mouse in position.mice]
    here = mice[position.seat]
    found = set()
    for step in STEPS:
        if not is_open(here, step, walls):
            continue
        if on(here, step) in mice:
            found |= slow_jumps(position, on(here, step), step, mice, walls)
        else:
            found.add(on(here, step))
    return {write_square(square) for square in found}


def slow_jumps(
    position: Position, other: Square, step: Square, mice: list[Square], walls: set[frozenset[Square]]
) -> set[Square]:
    """Return where a mouse can land that comes by `step` face to face with the one on `other`."""
    behind = on(other, step)
    if is_open(other, step, walls) and behind not in mice:
        return {behind}
    if is_open(other, step, walls):
        aside = position.option("third") == "side"
    elif behind in SQUARES:
        aside = True
    else:
        aside = position.option("edge") == "side"
    sides = [turn for turn in STEPS if aside and turn[0] * step[0] + turn[1] * step[1] == 0]
    return {on(other, turn) for turn in sides if is_open(other, turn, walls) and on(other, turn) not in mice}


def at_goal(square: Square, seat: int, players: int) -> bool:
    side = seat if players == 4 else 2 * seat
    return (square[1] == 6, square[0] == 6, square[1] == 0, square[0] == 0)[side]


def has_way(start: Square, seat: int, players: int, walls: set[frozenset[Square]]) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        square = waiting.pop(0)
        if at_goal(square, seat, players):
            return True
        for step in STEPS:
            if is_open(square, step, walls) and on(square, step) not in seen:
                seen.add(on(square, step))
                waiting.append(on(square, step))
    return False


def leaves_ways(position: Position, barriers: set[str]) -> bool:
    walls = cuts(barriers)
    return all(has_way(read_square(mouse), seat, len(position.mice), walls) for seat, mouse in enumerate(position.mice))


def slow_barriers(position: Position) -> set[str]:
    if not position.left[position.seat]:
        return set()
    taken = cuts(position.barriers)
    crossed = {barrier[:2] for barrier in position.barriers}
    return {
        barrier
        for barrier in EVERY_BARRIER
        if not cut_by(barrier) & taken
        and barrier[:2] not in crossed
        and leaves_ways(position, position.barriers | {barrier})
    }


def slow_actions(position: Position) -> list[str]:
    found = slow_moves(position) | slow_barriers(position)
    return sorted(found) or ["pass"]


# The rules, applied to such a position.


def state_of(position: Position) -> BarriersState:
    game = rules.load("barriers", len(position.mice), **position.options)
    state = game.start()
    assert isinstance(state, BarriersState)
    h, v = (sum(BIT[barrier[:2]] for barrier in position.barriers if barrier[2] == way) for way in "hv")
    return BarriersState(state.game, position.seat, tuple(position.mice), tuple(position.left), h, v)


def fast_actions(position: Position) -> list[str]:
    return [str(action) for action in state_of(position).actions()]


# The recorded positions.


def draw(position: Position) -> list[str]:
    """Draw the board as in the file, row 7 first."""
    lines = []
    mice = {mouse: str(seat) for seat, mouse in enumerate(position.mice)}
    walls = cuts(position.barriers)
    for y in reversed(range(7)):
        row = f"{y + 1}  "
        for x in range(7):
            wall = frozenset({(x, y), (x + 1, y)}) in walls
            row += f" {mice.get(write_square((x, y)), '.')} " + ("|" if wall else " ")
        lines.append(row.rstrip())
        if y:
            lines.append(_draw_between(position, walls, y - 1).rstrip())
    return [*lines, "    " + "   ".join(COLUMNS)]


def _draw_between(position: Position, walls: set[frozenset[Square]], y: int) -> str:
    """Draw the barriers and posts above row `y`."""
    line = "   "
    for x in range(7):
        line += "---" if frozenset({(x, y), (x, y + 1)}) in walls else "   "
        corner = write_square((x, y))
        line += "-" if corner + "h" in position.barriers else "|" if corner + "v" in position.barriers else "+"
    return line[:-1]


@dataclass
class Recorded:
    position: Position
    drawing: list[str]
    moves: list[str]
    refused: list[str]
    """The barriers that may not be put, although some are left."""

    def actions(self) -> list[str]:
        barriers = set(EVERY_BARRIER) - set(self.refused) if self.position.left[self.position.seat] else set()
        return sorted({*self.moves, *barriers})


def read_position(block: str) -> Recorded:
    title, head, *drawing, moves, refused = block.splitlines()
    found = re.fullmatch(r"seat (\d) to play; barriers left ([\d ]+)((?:; \w+=\w+)*)", head)
    assert found, head
    options = dict(option.split("=") for option in found[3].split("; ")[1:])
    mice: dict[str, str] = {}
    barriers: set[str] = set()
    for line, y in zip(drawing[:-1:2], reversed(range(7)), strict=True):
        mice |= {line[4 + 4 * x]: write_square((x, y)) for x in range(7) if line[4 + 4 * x] != "."}
    for line, y in zip(drawing[1:-1:2], reversed(range(6)), strict=True):
        posts = {x: line[6 + 4 * x] for x in range(6) if line[6 + 4 * x] != "+"}
        barriers |= {write_square((x, y)) + {"-": "h", "|": "v"}[post] for x, post in posts.items()}
    seats = [mice[str(seat)] for seat in range(len(mice))]
    left = [int(n) for n in found[2].split()]
    position = Position(seats, barriers, left, int(found[1]), options, title.removeprefix("= "))
    return Recorded(position, drawing, _after(moves, "moves:"), _after(refused, "refused:"))


def _after(line: str, word: str) -> list[str]:
    assert line.startswith(word), line
    return line.removeprefix(word).split()


def write_position(position: Position) -> str:
    """Return the position as text for the file, with what the reference finds legal."""
    left = " ".join(map(str, position.left))
    options = "".join(f"; {name}={value}" for name, value in position.options.items())
    legal = slow_actions(position)
    refused = [barrier for barrier in EVERY_BARRIER if barrier not in legal] if position.left[position.seat] else []
    return "\n".join(
        [
            f"= {position.title}",
            f"seat {position.seat} to play; barriers left {left}{options}",
            *draw(position),
            " ".join(["moves:", *(action for action in legal if action not in EVERY_BARRIER)]),
            " ".join(["refused:", *sorted(refused)]),
        ]
    )


RECORDED = [read_position(block.strip("\n")) for block in FILE.read_text(encoding="utf-8").split("\n\n")]


def test_there_are_at_least_fifty_recorded_positions() -> None:
    assert len(RECORDED) >= 50


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded.position.title)
def test_the_legal_actions_of_a_recorded_position_are_exactly_those_written(recorded: Recorded) -> None:
    assert draw(recorded.position) == recorded.drawing, "the drawing contradicts itself"
    assert slow_actions(recorded.position) == recorded.actions()
    assert fast_actions(recorded.position) == recorded.actions()


# Random positions.


OPTIONS = [{"edge": edge, "third": third} for edge, third in itertools.product(("side", "none"), ("none", "side"))]


@st.composite
def positions(draw_: st.DrawFn) -> Position:
    """A position with mice that are often neighbours, and up to all sixteen barriers."""
    players = draw_(st.sampled_from([2, 4]))
    near = draw_(st.integers(1, 6))
    some = [square for square in SQUARES if max(square) <= near]
    mice = draw_(st.lists(st.sampled_from(some), min_size=players, max_size=players, unique=True))
    position = Position(
        [write_square(mouse) for mouse in mice],
        left=[draw_(st.integers(0, 2)) for _ in range(players)],
        seat=draw_(st.integers(0, players - 1)),
        options=draw_(st.sampled_from(OPTIONS)),
    )
    for barrier in draw_(st.lists(st.sampled_from(EVERY_BARRIER), unique=True, max_size=40)):
        free = not cut_by(barrier) & cuts(position.barriers)
        free = free and barrier[:2] not in {other[:2] for other in position.barriers}
        if free and len(position.barriers) < 16 and leaves_ways(position, position.barriers | {barrier}):
            position.barriers.add(barrier)
    return position


@settings(max_examples=150)
@given(positions())
def test_the_rules_agree_with_the_reference_in_any_position(position: Position) -> None:
    assert fast_actions(position) == slow_actions(position)


def walk(players: int, options: dict[str, str], seed: int) -> Iterator[Position]:
    """Yield every third position of a random game, until a mouse is across or a hundred turns are played."""
    rng = Random(seed)
    state: rules.State = rules.load("barriers", players, first="seat0", **options).start()
    for number in range(100):
        if state.actor is None:
            return
        assert isinstance(state, BarriersState)
        if number % 3 == 0:
            yield Position(list(state.mice), set(state.standing()), list(state.left), state.actor, options)
        state = state.after(rng.choice(state.actions()))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_the_rules_agree_with_the_reference_through_a_random_game(players: int, options: dict[str, str]) -> None:
    for position in walk(players, options, seed=players):
        assert fast_actions(position) == slow_actions(position)


@pytest.mark.parametrize("players", [2, 4])
def test_earlier_questions_to_a_game_change_no_later_answer(players: int) -> None:
    walked = [position for seed in range(4) for position in walk(players, OPTIONS[0], seed)]
    positions = [only(ways, position) for position in walked for ways in ("h", "v", "hv")]
    game = state_of(positions[0]).game
    for position in Random(players).sample(positions, len(positions)):
        asked = replace(state_of(position), game=game)
        assert [str(action) for action in asked.actions()] == fast_actions(position)


def only(ways: str, position: Position) -> Position:
    """Return the position with only its lying barriers ("h"), its standing ones ("v"), or both."""
    barriers = {barrier for barrier in position.barriers if barrier[2] in ways}
    return Position(position.mice, barriers, position.left, position.seat, position.options)


if __name__ == "__main__":
    FILE.write_text("\n\n".join(write_position(recorded.position) for recorded in RECORDED) + "\n", encoding="utf-8")
