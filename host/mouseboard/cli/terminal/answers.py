"""What a person types, as an answer to the referee: a number, a notation, or a word; and what may be typed now."""

from __future__ import annotations

from mouseboard.referee.situation import Answer, Arrange, Choose, Chosen, Do, Roll, Situation, TakeBack, Trouble
from mouseboard.rules import Action, BadNotation, Device
from mouseboard.say import Say, listed, say
from mouseboard.table import Press

ALWAYS = say("undo, quit")


class Unclear(Exception):
    """What was typed does not answer anything now; `said` tells what would."""

    def __init__(self, said: Say) -> None:
        super().__init__(str(said))
        self.said = said


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


def hint(situation: Situation) -> Say:
    """What may be typed now, in one line."""
    if situation.state.actor is None:
        return say("Enter: leave")
    match situation.ask:
        case Roll(_, actions) if situation.state.device is Device.DIE:
            return say(
                "Enter: roll; or what your own die shows, {numbers}; {always}", numbers=_numbers(actions), always=ALWAYS
            )
        case Roll():
            return say("Enter: draw; or what was drawn, by number or notation; {always}", always=ALWAYS)
        case Choose(_, actions):
            return say(
                "{numbers} or notation: that option; Tab: walk through them, Enter: take it; {always}",
                numbers=_numbers(actions),
                always=ALWAYS,
            )
        case Trouble():
            options = listed(offered(situation))
            return say("Enter: mended; or what it did, {options}; {always}", options=options, always=ALWAYS)
        case Do() | Arrange(_, True):
            return say("Enter: done; {always}", always=ALWAYS)
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
            return Chosen(_action(word, situation))


def _yes(situation: Situation) -> Press:
    """Button B, where it means something. Raises Unclear, Leave."""
    if situation.state.actor is None:
        raise Leave
    match situation.ask:
        case Choose(_, actions, None):
            numbers = _numbers(actions)
            raise Unclear(say("Which one? {numbers} or notation; Tab walks through them.", numbers=numbers))
        case Choose() | Roll() | Trouble() | Do() | Arrange(_, True):
            return Press("b")
    raise Unclear(say("Nothing is asked at the moment; {always}", always=ALWAYS))


def _action(word: str, situation: Situation) -> Action:
    """The action meant by a number or a notation. Raises Unclear."""
    options = offered(situation)
    if not options:
        raise Unclear(say("{word} answers nothing now; {hint}", word=repr(word), hint=hint(situation)))
    if word.isdecimal():
        if not 1 <= int(word) <= len(options):
            numbers = _numbers(options)
            raise Unclear(say("There is no option {n}; there are {numbers}.", n=int(word), numbers=numbers))
        return options[int(word) - 1]
    try:
        action = situation.state.game.read(word)
    except BadNotation:
        said = say("Cannot read {word}; on offer: {options}", word=repr(word), options=listed(options))
        raise Unclear(said) from None
    if action not in options:
        said = say("{action} is not on offer now; {options} are", action=str(action), options=listed(options))
        raise Unclear(said)
    return action


def _numbers(actions: tuple[Action, ...]) -> str:
    return f"1-{len(actions)}"
