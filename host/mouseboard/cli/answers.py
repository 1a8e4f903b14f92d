"""What a person types, as an answer to the referee: a number, a notation, or a word; and what may be typed now."""

from __future__ import annotations

from mouseboard.referee.situation import Answer, Arrange, Choose, Do, Played, Roll, Situation, TakeBack, Trouble
from mouseboard.rules import CHANCE, Action, BadNotation, Device
from mouseboard.rules.core import listed
from mouseboard.table import Press

ALWAYS = "undo, quit"


class Unclear(ValueError):
    """What was typed does not answer anything now; the text says what would."""


class Leave(Exception):
    """The person wants to go."""


def offered(situation: Situation) -> tuple[Action, ...]:
    """The actions that a person can take now."""
    match situation.ask:
        case Choose(_, actions) | Roll(_, actions):
            return actions
        case Trouble():
            return situation.state.actions()
    return ()


def asks(situation: Situation) -> bool:
    """Whether the game waits for what a person decides or says, rather than for hands."""
    return isinstance(situation.ask, Choose | Roll | Trouble)


def hint(situation: Situation) -> str:
    """What may be typed now, in one line."""
    if situation.state.actor is None:
        return "Enter: leave"
    match situation.ask:
        case Roll(_, actions) if situation.state.device is Device.DIE:
            return f"Enter: roll; or what your own die shows, {_numbers(actions)}; {ALWAYS}"
        case Roll():
            return f"Enter: draw; or what was drawn, by number or notation; {ALWAYS}"
        case Choose(_, actions):
            return f"{_numbers(actions)} or notation: that option; Tab: walk through them, Enter: take it; {ALWAYS}"
        case Trouble():
            return f"Enter: mended; or what it did, {listed(offered(situation))}; {ALWAYS}"
        case Do() | Arrange(_, True):
            return f"Enter: done; {ALWAYS}"
    return ALWAYS


def read_answer(text: str, situation: Situation) -> Answer:
    """The answer in a typed line. Raises Unclear, Leave."""
    match text.strip().lower():
        case "" | "b":
            return _yes(situation)
        case "a":
            return Press("a")
        case "undo":
            return TakeBack()
        case "quit" | "exit":
            raise Leave
        case "help" | "?":
            raise Unclear(hint(situation))
        case word:
            return Played(_action(word, situation))


def _yes(situation: Situation) -> Press:
    """Button B, where it means something. Raises Unclear, Leave."""
    if situation.state.actor is None:
        raise Leave
    match situation.ask:
        case Choose(_, actions, None):
            raise Unclear(f"Which one? {_numbers(actions)} or notation; Tab walks through them.")
        case Choose() | Roll() | Trouble() | Do() | Arrange(_, True):
            return Press("b")
    raise Unclear(f"Nothing is asked at the moment; {ALWAYS}")


def _action(word: str, situation: Situation) -> Action:
    """The action meant by a number or a notation. Raises Unclear."""
    options = offered(situation)
    if not options:
        raise Unclear(f"{word!r} answers nothing now; {hint(situation)}")
    if word.isdecimal():
        if not 1 <= int(word) <= len(options):
            raise Unclear(f"There is no option {word}; there are {_numbers(options)}.")
        return options[int(word) - 1]
    try:
        action = situation.state.game.read(word)
    except BadNotation:
        raise Unclear(f"Cannot read {word!r}; on offer: {listed(options)}") from None
    if action not in options:
        who = "possible" if situation.state.actor == CHANCE else "allowed"
        raise Unclear(f"{action} is not {who} now; on offer: {listed(options)}")
    return action


def _numbers(actions: tuple[Action, ...]) -> str:
    return f"1-{len(actions)}"
