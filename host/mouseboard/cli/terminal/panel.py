"""The panel beside the board: scores, options, and the story of what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mouseboard.cli.terminal.board_view import called
from mouseboard.cli.terminal.ink import DIM, Line, chip, length, plain, shorten, wrap
from mouseboard.lang import ENGLISH, counted, translate, word
from mouseboard.referee.last import whose_turn
from mouseboard.referee.offers import offered
from mouseboard.referee.situation import Choose, Situation
from mouseboard.rules import CHANCE, Action
from mouseboard.say import Say, say

STORY_AT_LEAST = 4
"""Lines reserved for the story and a blank line above it, however many options there are. A doubt takes three."""

OUTCOMES = 6
"""The most lines for the outcomes of chance."""

MANY = 2
"""A number that every language counts in the plural, for the title of a column."""

MOUSE = 9
"""Columns for the turn mark and a mouse's name, unless a longer name plays."""


CAGE_DOWN, CAGE_UP = say("The cage is down!"), say("The cage is up again.")


def draw_panel(situation: Situation, width: int, height: int, language: str = ENGLISH) -> list[Line]:
    """Draw the panel in at most `width` columns and, if there is enough to tell, exactly `height` lines."""
    scores = [*draw_scores(situation, width, language), *draw_beside(situation, width, language), []]
    cage = [*wrap(translate(CAGE_DOWN, language), width, "bold"), []] if situation.cage_down else []
    above = [*scores, *cage]
    options = draw_options(situation, width, height - len(above) - STORY_AT_LEAST, language)
    lines = [*above, *options, *([[]] if options else [])]
    return [*lines, *draw_story(situation, width, height - len(lines), language)]


def draw_scores(situation: Situation, width: int, language: str = ENGLISH) -> list[Line]:
    """Draw one line per seat with one column per score, then the shared scores."""
    state, head = situation.state, _head(situation, language)
    rows = [score for score in state.scores() if score.seats]
    titles = [counted(score.name, MANY, language) for score in rows]
    across = [max(len(title), 3) + 1 for title in titles]
    if head + sum(across) <= width:
        names = [" " * head + "".join(title.rjust(room) for title, room in zip(titles, across, strict=True))]
    else:  # a line each, in steps
        across = [(width - head) // len(rows)] * len(rows)
        ends = [head + sum(across[: n + 1]) for n in range(len(rows))]
        names = [shorten(title, end).rjust(end) for title, end in zip(titles, ends, strict=True)]
    lines: list[Line] = [[(DIM, name)] for name in names if rows]
    turn = whose_turn(situation)
    for seat, mouse in enumerate(state.game.mice):
        numbers = [str(row.seats[seat]).rjust(room) for row, room in zip(rows, across, strict=True)]
        won = situation.over and seat in state.winners
        mark = "▸" if seat == turn else "*" if won else " "
        name = f" {word(mouse, language)} ".ljust(head - 1)
        lines.append([("bold", mark), (chip(state.game.sides[seat].colour), name), ("", "".join(numbers))])
    all_shared = [(score.name, score.shared) for score in state.scores() if score.shared is not None]
    shared = [f"{counted(name, n, language)} {n}" for name, n in all_shared]
    return [*lines, *wrap(", ".join(shared), width, DIM)]


def draw_beside(situation: Situation, width: int, language: str = ENGLISH) -> list[Line]:
    """Draw which men lie with each side off the board: its own that wait, and those that it has taken."""
    state, head, lines = situation.state, _head(situation, language), list[Line]()
    for seat, mouse in enumerate(state.game.mice):
        men = [piece for piece, has in state.beside().items() if has == seat and piece not in situation.standing]
        counts = Counter((state.game.colour(man), called(state.game, man, language)) for man in men)
        plates: list[Line] = [[(chip(colour), f" {name} "), ("", f"×{n} ")] for (colour, name), n in counts.items()]
        lines += _packed(f" {word(mouse, language)}".ljust(head), plates, width)
    return [[(DIM, translate(say("beside the board:"), language))], *lines] if lines else []


def _head(situation: Situation, language: str) -> int:
    """Return the columns for the turn mark and a mouse's name between blanks."""
    return max(MOUSE, *(len(f"▸ {word(mouse, language)} ") for mouse in situation.state.game.mice))


def _packed(head: str, parts: Sequence[Line], width: int) -> list[Line]:
    """Return the parts side by side after a head, on as many lines as they need."""
    lines: list[Line] = []
    for part in parts:
        if not lines or length(lines[-1]) + length(part) > width + 1:  # the last blank may be cut
            lines.append([("", head if not lines else " " * len(head))])
        lines[-1] += part
    return lines


def draw_options(situation: Situation, width: int, height: int, language: str = ENGLISH) -> list[Line]:
    """Draw the numbered options in at most `height` lines: whole sentences if they fit, otherwise their first lines.

    If even those do not fit, draw the ones around the marked option.
    """
    actions = offered(situation)
    sentences = [translate(situation.state.describe(action), language) for action in actions]
    if situation.state.actor == CHANCE:
        return _outcomes(actions, sentences, width, min(height, OUTCOMES), language)
    pointed = situation.ask.pointed if isinstance(situation.ask, Choose) else None
    options = [_draw_option(n, sentence, width, pointed == n) for n, sentence in enumerate(sentences)]
    if sum(map(len, options)) <= height:
        return [line for option in options for line in option]
    beginnings = Counter(plain(option[:1])[4:] for option in options)
    for n, option in enumerate(options):
        if beginnings[plain(option[:1])[4:]] > 1:  # its notation tells it from the others
            options[n] = _draw_option(n, f"{actions[n]} {sentences[n]}", width, pointed == n)
    room = height if len(options) <= height else max(height - 1, 1)
    shown = _foremost(situation, pointed, room)
    hidden = len(options) - len(shown)
    return [options[n][0] for n in shown] + ([[(DIM, f"    {_more(hidden, language)}")]] if hidden else [])


def _foremost(situation: Situation, pointed: int | None, room: int) -> list[int]:
    """Choose the options to show if not all fit: those around the marked one, or else moves of mice first."""
    actions = offered(situation)
    if pointed is not None:
        first = min(max(pointed - room // 2, 0), max(len(actions) - room, 0))
        return list(range(len(actions)))[first : first + room]
    places = situation.state.game.layout.by_name
    by_hand = [any(places[spot].sensors for spot in situation.state.spots(action)) for action in actions]
    return sorted(range(len(actions)), key=lambda n: not by_hand[n])[:room]


def _outcomes(
    actions: Sequence[Action], sentences: Sequence[str], width: int, height: int, language: str
) -> list[Line]:
    """Draw the outcomes of a die or of cards in columns.

    A few lines are enough, because a person with a real die or cards knows the rest. Outcomes are in words, or in
    notation if shortened words would look the same.
    """
    room = width - len(f"{len(actions)} ")
    short = [shorten(sentence, room) for sentence in sentences]
    words = short if len(set(short)) == len(short) else list(map(str, actions))
    texts = [f"{n} {text}" for n, text in enumerate(words, 1)]
    across = max(map(len, texts), default=0) + 2
    per_line = max((width + 2) // across, 1)
    rows = [texts[n : n + per_line] for n in range(0, len(texts), per_line)]
    shown = rows if len(rows) <= height else rows[: max(height - 1, 1)]
    lines: list[Line] = [[("", "".join(text.ljust(across) for text in row).rstrip())] for row in shown]
    hidden = len(sentences) - sum(map(len, shown))
    return [*lines, *([[(DIM, _more(hidden, language))]] if hidden else [])]


def _more(hidden: int, language: str) -> str:
    return translate(say("and {n} more", n=hidden), language)


def _draw_option(n: int, words: str, width: int, pointed: bool) -> list[Line]:
    """Draw an option: its number, then its words."""
    number = f"{n + 1:3}"
    lines = wrap(f"{number} {words}", width, hang=4)
    lines[0] = [("bold", number), ("", lines[0][0][1][len(number) :])]
    return [[("reverse", text) for _, text in line] for line in lines] if pointed else lines


def draw_story(situation: Situation, width: int, height: int, language: str = ENGLISH) -> list[Line]:
    """Draw what happened, latest first and older events dim, as much as fits."""
    told: Sequence[Say] = situation.story[::-1] or [say("Let's play!")]
    lines: list[Line] = []
    for n, sentence in enumerate(told):
        if len(lines) >= height:
            break
        lines += wrap(translate(sentence, language), width, DIM if n else "", hang=2)
    return lines[:height]
