"""The table as text: board, mice, lamps, what to do, the score, the story. A pure function of the situation.

What comes out are lines of (style, text) fragments, as prompt_toolkit prints them; without the styles they still read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mouseboard.boards import Place
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import Choose, Roll, Situation, wording
from mouseboard.rules import CHANCE, Action, say
from mouseboard.table.lamps import STEADY, Glow

Fragment = tuple[str, str]
Line = list[Fragment]

CELL = 6
"""Characters a place takes across at least; it takes two lines."""

ACROSS = 60
"""Characters that boards of few columns share out among wider places, so that their words can be read."""

GAP = 3
OFFERS = 12
"""Options that are shown; there may be more."""

STORY = 8
"""Sentences of the story that are shown."""

INKS = {"red": "ansired", "blue": "ansiblue", "green": "ansigreen", "yellow": "ansiyellow", "purple": "ansimagenta"}


def render(situation: Situation, width: int = 100) -> list[Line]:
    """The whole picture: the board with the panel beside it, or below it where `width` characters are too few."""
    board, panel = draw_board(situation), draw_panel(situation)
    across = max((_length(line) for line in board), default=0)
    if across + GAP + max(map(_length, panel)) > width:
        return [*board, [], *panel]
    height = max(len(board), len(panel))
    board += [[] for _ in range(height - len(board))]
    panel += [[] for _ in range(height - len(panel))]
    return [
        [*left, ("", " " * (across + GAP - _length(left))), *right] for left, right in zip(board, panel, strict=True)
    ]


def plain(lines: Sequence[Line]) -> str:
    """The lines without their styles."""
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines)


# The board.


def draw_board(situation: Situation) -> list[Line]:
    """Every place where it lies, two lines each: its name, and who stands there or else what is printed on it."""
    board = situation.state.game.board
    columns, rows = _ranks(board.place, 0), _ranks(board.place, 1)
    cells = {(columns[place.at[0]], rows[place.at[1]]): place for place in board.place}
    drawer = _Drawer(situation, max(CELL, ACROSS // (max(columns.values(), default=0) + 1)))
    lines: list[Line] = []
    for row in reversed(range(max(rows.values(), default=-1) + 1)):
        found = [cells.get((column, row)) for column in range(max(columns.values()) + 1)]
        lines.append([drawer.name(place) for place in found])
        lines.append([drawer.content(place) for place in found])
    return lines


class _Drawer:
    """Draws single places of one situation."""

    def __init__(self, situation: Situation, cell: int) -> None:
        self.cell = cell
        self.glows = glows(situation)
        self.labels = situation.state.labels()
        self.standing: dict[str, list[str]] = {}
        for piece, place in situation.state.placement().items():
            self.standing.setdefault(place, []).append(piece)

    def name(self, place: Place | None) -> Fragment:
        if place is None:
            return ("", " " * self.cell)
        glow = self.glows.get(place.name)
        lamp = "" if glow is None else "*" if glow.pattern == STEADY else "!"
        return (_lamp_style(glow), f"{place.name}{lamp}"[: self.cell - 1].ljust(self.cell))

    def content(self, place: Place | None) -> Fragment:
        if place is None:
            return ("", " " * self.cell)
        pieces = self.standing.get(place.name)
        if not pieces:
            return ("ansibrightblack", self.labels.get(place.name, "")[: self.cell - 1].ljust(self.cell))
        style = f"bold {ink(pieces[0])}" if len(pieces) == 1 else "bold"
        text = pieces[0] if len(pieces) == 1 else "".join(piece[0].upper() for piece in pieces)
        return (style, text[: self.cell - 1].ljust(self.cell))


def ink(piece: str) -> str:
    """The terminal's colour for a mouse."""
    return INKS.get(piece, "")


def _lamp_style(glow: Glow | None) -> str:
    if glow is None:
        return "ansibrightblack"
    return f"{'' if glow.pattern == STEADY else 'reverse '}{ink(glow.colour)}".strip()


def _ranks(places: Sequence[Place], axis: int) -> dict[float, int]:
    """The columns (axis 0) or rows (axis 1) that the places lie in, by their millimetres; empty ones count too."""
    positions = sorted({place.at[axis] for place in places})
    pitch = min((b - a for a, b in pairwise(positions)), default=1.0)
    return {position: round((position - positions[0]) / pitch) for position in positions}


# The panel.


def draw_panel(situation: Situation) -> list[Line]:
    """What to do, who has what, and what happened."""
    lines: list[Line] = [[("bold", situation.state.game.title)], []]
    lines += [[(_prompt_style(situation), str(wording(situation)))]]
    offers = offered(situation)
    lines += [_offer(situation, n, action) for n, action in enumerate(offers[:OFFERS], 1)]
    lines += [[("ansibrightblack", f"  and {len(offers) - OFFERS} more")]] if len(offers) > OFFERS else []
    lines += [[], *_scores(situation), []]
    latest, *earlier = [*reversed(situation.story[-STORY:]), say("The mice wait for their game.")]
    return [*lines, [("", str(latest))], *([("ansibrightblack", str(said))] for said in earlier)]


def offered(situation: Situation) -> tuple[Action, ...]:
    """The actions that a person can take now."""
    return situation.ask.actions if isinstance(situation.ask, Choose | Roll) else ()


def _offer(situation: Situation, n: int, action: Action) -> Line:
    """An action with its number and in words: what would be told of it."""
    words = "" if situation.state.actor == CHANCE else str(situation.state.tell(action)[0])
    pointed = isinstance(situation.ask, Choose) and situation.ask.pointed == n - 1
    return [("reverse" if pointed else "", f"{n:3}  {action!s:<8}"), ("", f"  {words}")]


def _prompt_style(situation: Situation) -> str:
    turn = situation.state.turn
    return "bold" if turn is None else f"bold {ink(situation.state.game.mice[turn])}"


def _scores(situation: Situation) -> list[Line]:
    """A table: a column a seat, a line a score; then what belongs to all."""
    state = situation.state
    mice = state.game.mice
    rows = [score for score in state.scores() if score.seats]
    head: Line = [("", " " * 14), *((ink(mouse), mouse.rjust(8)) for mouse in mice)]
    table = [[("", row.name.ljust(14)), *(("", str(n).rjust(8)) for n in row.seats)] for row in rows]
    shared = [f"{score.name} {score.shared}" for score in state.scores() if score.shared is not None]
    return [head, *table, [("", ", ".join(shared))]] if rows or shared else []


def _length(line: Line) -> int:
    return sum(len(text) for _, text in line)
