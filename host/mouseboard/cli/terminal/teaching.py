"""The help for `?`: what the game is about, what to do now, how to play, and what may be typed."""

from __future__ import annotations

from itertools import chain

from mouseboard.cli.terminal.answers import hint
from mouseboard.cli.terminal.board_view import BLIND_LEGEND, LEGEND
from mouseboard.cli.terminal.how import rules_of
from mouseboard.lang import ENGLISH, translate
from mouseboard.referee.offers import offered
from mouseboard.referee.situation import Situation, wording
from mouseboard.say import Say, quoted, say

NOW = say("Now:")


def teach(situation: Situation, language: str = ENGLISH) -> list[str]:
    """Return paragraphs for a person who asks for help during a game."""
    aim, *how = rules_of(situation.state.game, language)
    now, typed = translate(wording(situation), language), translate(hint(situation), language)
    return [
        aim,
        f"{translate(NOW, language)} {now} ({typed})",
        *how,
        *(translate(said, language) for said in _typed(situation)),
        f"{translate(LEGEND, language)}  {translate(BLIND_LEGEND, language)}",
    ]


def _typed(situation: Situation) -> tuple[Say, Say]:
    """Return what may be typed, with a short name as an example: one that fits now, if there is one."""
    example = next(chain(map(str, offered(situation)), situation.state.game.vocabulary))
    return (
        say(
            "Enter says yes: roll, done, this one. Type a number to take that one, or its short name, such as "
            "{example}. Tab or a shows the next one. It also says no, or that two pieces swapped.",
            example=quoted(example),
        ),
        say(
            "undo takes back your last choice and what came of it. Type it again to go back one more. "
            "pause is for a break: you can clear the board. quit leaves. Your game is saved."
        ),
    )
