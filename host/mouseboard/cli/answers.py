"""What a person types, as an answer to the referee: a number, a notation, or a word."""

from __future__ import annotations

from mouseboard.cli.view import offered
from mouseboard.referee.situation import Answer, Played, Situation, TakeBack
from mouseboard.rules import BadNotation
from mouseboard.table import Press

HELP = "Enter: yes, done, roll - a number or its notation: that option - Tab or `a`: next option - undo - quit"


class Unclear(ValueError):
    """What was typed does not answer anything now; the text says what would."""


class Leave(Exception):
    """The person wants to go."""


def read_answer(text: str, situation: Situation) -> Answer:
    """The answer in a typed line. Raises Unclear, Leave."""
    word = text.strip().lower()
    match word:
        case "" | "b":
            return Press("b")
        case "a":
            return Press("a")
        case "undo":
            return TakeBack()
        case "quit" | "exit":
            raise Leave
        case "help" | "?":
            raise Unclear(HELP)
    options = offered(situation)
    if not options:
        raise Unclear(f"{word!r} answers nothing now. {HELP}")
    if word.isdecimal():
        if 1 <= int(word) <= len(options):
            return Played(options[int(word) - 1])
        raise Unclear(f"there is no option {word}; there are 1 to {len(options)}")
    try:
        action = situation.state.game.read(word)
    except BadNotation as error:
        raise Unclear(str(error)) from error
    if action not in options:
        raise Unclear(f"{action} is not on offer now; {', '.join(map(str, options[:8]))} are")
    return Played(action)
