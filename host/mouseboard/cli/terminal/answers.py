"""Typed lines as answers to the referee (a number, a notation or a word), and the hint of what may be typed now."""

from __future__ import annotations

from typing import assert_never

from mouseboard.referee.offers import asides, can_pause, can_stop, can_undo, choose, is_doubted, offered, presses
from mouseboard.referee.situation import (
    Answer,
    Choose,
    Chosen,
    Consent,
    Do,
    Mend,
    Move,
    Pause,
    Paused,
    Roll,
    Situation,
    Stop,
    Suspect,
    TakeBack,
    Trouble,
    Watch,
    Who,
)
from mouseboard.rules import Action, Device
from mouseboard.say import Say, quoted, say
from mouseboard.table import Press

ALWAYS = say("undo, pause, quit, ?")

LEAVE, LEAVE_OR_UNDO = (
    say("Press Enter to leave."),
    say("Press Enter to leave, or type undo to take the last move back."),
)
"""What may be typed after the end."""


class Unclear(Exception):
    """The typed line is not an answer now; `said` tells what would be."""

    def __init__(self, said: Say) -> None:
        super().__init__(str(said))
        self.said = said


class Leave(Exception):
    """The person wants to leave."""


class Interrupted(Exception):
    """The person pressed Ctrl-C."""


class Help(Exception):
    """The person wants to know how to play."""


def hint(situation: Situation) -> Say:
    """Return what may be typed now, in one line."""
    if _is_end(situation):
        return LEAVE_OR_UNDO if can_undo(situation) else LEAVE
    if is_doubted(situation):
        return say("a: they swapped; {hint}", hint=_hint(situation))
    if situation.departure and presses(situation).a:
        return say("a: no, another one; {hint}", hint=_hint(situation))
    return _hint(situation)


def _is_end(situation: Situation) -> bool:
    """Return whether the game is over, and nothing is asked about taking it back."""
    return situation.over and situation.ask is None


def _hint(situation: Situation) -> Say:
    if situation.fault:
        return ALWAYS
    match situation.ask:
        case Roll(_, actions) if situation.state.device is Device.DIE:
            return say("Enter: roll; or what your own die shows, {numbers}; {always}", **_of(actions), always=ALWAYS)
        case Roll() if situation.state.device is Device.DEAL:
            return say("Enter: deal; or the number of the card that you laid; {always}", always=ALWAYS)
        case Roll():
            return say("Enter: draw; or the number of what you drew; {always}", always=ALWAYS)
        case Choose(_, actions):
            always = _with_asides(situation)
            return say("{numbers}: that one; Tab: the next, Enter: this one; {always}", **_of(actions), always=always)
        case Trouble(_):
            return say("Enter: mended, try again; or the number of what it did; {always}", always=ALWAYS)
        case Do() | Move(_, True) | Mend(_, True):
            return say("Enter: done; {always}", always=ALWAYS)
        case Move() | Mend():
            return say("Enter: it is there now; {always}", always=ALWAYS)
        case Suspect() | Who() | Consent():
            return say("Enter: yes, a: no; {always}", always=ALWAYS)
        case Paused():
            return say("Enter: carry on; quit, ?")
        case Watch() if can_stop(situation):
            return say("stop: the trap stops; quit, ?")
        case Watch() | None:
            return ALWAYS
        case unknown:
            assert_never(unknown)


def _with_asides(situation: Situation) -> Say:
    """Return what may always be typed, after what the seat may say besides, such as resign."""
    said = ALWAYS
    for aside in reversed(asides(situation)):
        meaning = situation.state.describe(aside)
        said = say("{word}: {meaning}, {others}", word=str(aside), meaning=meaning, others=said)
    return said


def read_answer(text: str, situation: Situation) -> Answer:
    """Parse a typed line as an answer. Raises Unclear, Leave, Help."""
    match text.strip().lower():
        case "" | "b":
            return _yes(situation)
        case "a":
            if not presses(situation).a:
                raise Unclear(say("There is nothing to choose now; {hint}", hint=hint(situation)))
            return Press("a")
        case "undo":
            if not can_undo(situation):
                raise Unclear(say("There is nothing to take back yet; {hint}", hint=hint(situation)))
            return TakeBack()
        case "pause":
            if not can_pause(situation):
                raise Unclear(say("No break just now; {hint}", hint=hint(situation)))
            return Pause()
        case "stop":
            if not can_stop(situation):
                raise Unclear(say("The trap does not run now; {hint}", hint=hint(situation)))
            return Stop()
        case "quit" | "exit":
            raise Leave
        case "help" | "?":
            raise Help
        case word:
            return _chosen(word, situation)


def _yes(situation: Situation) -> Press:
    """Return a press of button B, if that means anything now. Raises Unclear, and Leave when the game is over."""
    if _is_end(situation):
        raise Leave
    if presses(situation).b:
        return Press("b")
    if isinstance(situation.ask, Choose):
        raise Unclear(say("Which one? Type {numbers}, or press Tab.", **_of(situation.ask.actions)))
    raise Unclear(say("Just wait a moment; {always}", always=ALWAYS))


def _chosen(word: str, situation: Situation) -> Chosen:
    """Return the offered action with this number or notation. Raises Unclear."""
    options = offered(situation)
    if not options:
        raise Unclear(say("{word} does not fit now; {hint}", word=quoted(word), hint=hint(situation)))
    numbered = {str(number): option for number, option in enumerate(options, 1)}
    if word in numbered:
        return Chosen(numbered[word])
    chosen = choose(situation, word)
    if chosen is None:
        raise Unclear(
            say(
                "{word} does not fit. Type {numbers}, or a short name such as {example}.",
                word=quoted(word),
                example=quoted(_example(word, options)),
                **_of(options),
            )
        )
    return chosen


def _example(word: str, actions: tuple[Action, ...]) -> str:
    """Return a notation on offer: one that begins as the word does, such as with the same place, if there is one."""
    notations = [str(action) for action in actions]
    return next((one for one in notations if one.startswith(word[:2])), notations[0])


def _of(actions: tuple[Action, ...]) -> dict[str, str]:
    return {"numbers": f"1-{len(actions)}" if len(actions) > 1 else "1"}
