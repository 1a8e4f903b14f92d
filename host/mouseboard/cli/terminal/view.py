"""The table as text: board, lamps, mice, score, options, story and prompt. A pure function of the situation."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from mouseboard.cli.terminal.board_view import BLIND_LEGEND, LEGEND, draw_map
from mouseboard.cli.terminal.ink import DIM, Line, chip, fill, length, wrap
from mouseboard.cli.terminal.panel import draw_panel
from mouseboard.lang import ENGLISH, translate, word
from mouseboard.referee.last import whose_turn
from mouseboard.referee.situation import Mend, Situation, Suspect, Who, wording

PANEL = 25
"""The fewest columns of the panel beside the board. It gets three tenths of the width if that is more."""

GAP = 1
ALARM = "bold #ffffff bg:#c02020"
AMISS = "bold #000000 bg:#f0c000"


class Size(NamedTuple):
    """Columns and lines."""

    width: int
    height: int


SMALLEST = Size(60, 20)
"""The smallest terminal that shows everything important."""


def render(situation: Situation, size: Size, language: str = ENGLISH) -> list[Line]:
    """Draw the picture in the given size: the title, the board with the panel beside it, and last what to do."""
    prompt = draw_prompt(situation, size.width, language)
    room = size.height - len(prompt) - 2
    board = draw_board(situation, size, language)
    across = max(map(length, board))
    panel = draw_panel(situation, size.width - across - GAP, room, language)
    beside = zip_longest(board, panel, fillvalue=Line())
    lines = [[*fill(left, across + GAP), *right] if right else left for left, right in beside][: max(room, 0)]
    lines += [[]] * (room - len(lines))
    return [_title(situation, size.width, language), *lines, [], *prompt]


def draw_board(situation: Situation, size: Size, language: str = ENGLISH) -> list[Line]:
    """Draw the board as large as a picture of this size allows."""
    room = size.height - len(draw_prompt(situation, size.width, language)) - 2
    return draw_map(situation, size.width - GAP - max(PANEL, size.width * 3 // 10), room, language)


def _title(situation: Situation, width: int, language: str) -> Line:
    """Draw the game's title and the legend of the marks in use. If there is no room, only the lamps', or none."""
    title, lamps = word(situation.state.game.title, language), translate(LEGEND, language)
    legends = [f"{lamps}  {translate(BLIND_LEGEND, language)}"] if situation.blind else []
    legend = next((text for text in (*legends, lamps) if len(title) + len(text) < width), "")
    return [("bold", title), (DIM, legend.rjust(width - len(title)))]


def draw_prompt(situation: Situation, width: int, language: str = ENGLISH) -> list[Line]:
    """Draw what to do now, with a mark in the colour of the mouse whose turn it is.

    It is highlighted if something is amiss on the board, and an alarm if the table does not answer or has stopped.
    """
    words = translate(wording(situation), language)
    if not situation.connected or situation.fault:
        return wrap(words, width, ALARM)
    if isinstance(situation.ask, Mend | Suspect | Who):
        return wrap(f"! {words}", width, AMISS, hang=2)
    turn = whose_turn(situation)
    mark: Line = [] if turn is None else [(chip(situation.state.game.sides[turn].colour), " "), ("", " ")]
    first, *others = wrap(words, width - length(mark), "bold") or [[]]
    return [[*mark, *first], *others]
