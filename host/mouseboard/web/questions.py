"""The table's questions, in pictures of the board that people compare with the table; and those of people. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from mouseboard.referee.offers import ALL_SET, YES, is_doubted, presses
from mouseboard.referee.situation import (
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Trouble,
    Watch,
    Who,
    wording,
)
from mouseboard.rules import Action
from mouseboard.rules.parley import ACCEPT, DECLINE
from mouseboard.say import Say, one_after_another, say
from mouseboard.table import Departure, Step
from mouseboard.table.steps import SOMETHING, sentence, together
from mouseboard.web.fields import AnswerShown, QuestionShown

OPEN = {"doubt", "left"}
"""The kinds of questions that can wait: the game goes on meanwhile."""
MOST = 4
"""The most pictures that people can compare at a glance."""

COMPARE = say("Tap the picture that looks like the table.")
"""What to do with pictures."""

SayIt = Callable[[Say], str]
Standing = Mapping[str, str]


def is_of_people(situation: Situation) -> bool:
    """Return whether a player asks the others something: to take back, or for a draw."""
    match situation.ask:
        case Choose(actions=actions):
            return ACCEPT in actions
        case ask:
            return isinstance(ask, Consent)


def question(situation: Situation, say_it: SayIt) -> QuestionShown | None:
    """Return what the table asks about itself, or None while it is sure."""
    if situation.fault or not situation.connected:
        return None
    asked = _Asked(situation, say_it)
    match situation.ask:
        case Mend(steps, confirm):
            return asked.mend(steps if confirm else together(steps)[0], confirm)
        case Suspect(place, piece):
            if piece is None:
                return asked.one_of("empty", place, {}, {SOMETHING: place})
            return asked.one_of("there", place, {piece: place}, {})
        case Who(place, piece):
            return asked.one_of("who", place, {piece: place}, {SOMETHING: place})
        case Consent(back=back) as ask if back:
            return asked.back(ask)
        case Choose(actions=actions) if ACCEPT in actions:
            return asked.draw()
        case Choose(actions=actions, missing=str(piece)):
            text = say("Put it in the middle of its space, or tap the right picture.")
            return asked.which("missing", say("Where is {piece}?", piece=piece), text, actions)
        case Choose(actions=actions, ambiguous=True):
            return asked.which("which", say("What did you do?"), COMPARE, actions)
        case Choose() | Roll() | Move() | Do() | Watch() | Trouble() | Paused() | Consent() | None:
            pass  # people know what to do, or answer in words
        case unknown:
            assert_never(unknown)
    if is_doubted(situation):
        return asked.doubt()
    return asked.left(situation.departure) if situation.departure and presses(situation).a else None


class _Asked:
    """Makes a question of a situation."""

    def __init__(self, situation: Situation, say_it: SayIt) -> None:
        self._situation, self._say_it = situation, say_it
        self._standing = situation.standing
        self._press = presses(situation)

    def mend(self, steps: Sequence[Step], confirm: bool) -> QuestionShown:
        """Ask to put pieces right: where they are, and the way that they go."""
        piece = steps[0].piece
        is_mouse = piece in self._situation.state.game.mice
        title = say("Oops, {piece}!", piece=piece) if is_mouse else say("Oops!")
        text = wording(self._situation) if confirm or self._situation.feels else sentence(steps)
        unknown = {step.piece: step.source for step in steps if step.piece == SOMETHING and step.source}
        places = [place for step in steps for place in (step.source, step.target) if place]
        standing = self._standing | unknown
        return self._shown("mend", title, text, places, standing, tuple(steps), answers=self._words("b"))

    def back(self, ask: Consent) -> QuestionShown:
        """Ask whether pieces may go back to where they were."""
        back = ask.back
        steps = tuple(Step(piece, at, back.get(piece)) for piece, at in self._standing.items() if back.get(piece) != at)
        places = [place for step in steps for place in (step.source, step.target) if place]
        text = one_after_another(ask.undone)
        if ask.seat is not None:
            mouse = self._situation.state.game.mice[ask.seat]
            text = say("{mouse} wants to take this back: {undone}", mouse=mouse, undone=text)
        answers = self._words("b", "a")
        shown = self._shown("back", say("Take it back?"), text, places, self._standing, steps, answers=answers)
        return replace(shown, seat=ask.seat, waiting=ask.waiting)

    def draw(self) -> QuestionShown:
        """Ask whether the game is a draw. The answer that plays on comes first."""
        state = self._situation.state
        assert state.turn is not None
        text = say("{mouse} offers a draw: nobody wins.", mouse=state.game.mice[state.turn])
        answers = tuple(
            AnswerShown(self._say_it(state.describe(action)), action=str(action)) for action in (DECLINE, ACCEPT)
        )
        shown = self._shown("draw", say("A draw?"), text, standing=self._standing, answers=answers)
        return replace(shown, seat=state.turn)

    def one_of(self, kind: str, place: str, yes: Standing, no: Standing) -> QuestionShown:
        """Ask what is on a place: this, or that."""
        others = {piece: at for piece, at in self._standing.items() if at != place and piece not in {*yes, *no}}
        answers = self._pictures(("b", others | {**yes}), ("a", others | {**no}))
        return self._shown(kind, wording(self._situation), COMPARE, [place], answers=answers)

    def which(self, kind: str, title: Say, text: Say, actions: Sequence[Action]) -> QuestionShown | None:
        """Ask which of these actions was done, unless there are too many, or some leave the board alike."""
        state = self._situation.state
        now = state.placement()
        answers = []
        for action in actions:
            then = state.after(action).placement() | state.on_the_way(action)
            moved = {piece: at for piece, at in then.items() if now.get(piece) != at}
            kept = {piece: at for piece, at in self._standing.items() if piece in then}
            answers.append(AnswerShown(self._say_it(state.describe(action)), action=str(action), standing=kept | moved))
        alike = len({frozenset(answer.standing.items()) for answer in answers}) < len(actions)
        if alike or not 1 < len(actions) <= MOST:
            return None
        return self._shown(kind, title, text, answers=tuple(answers))

    def doubt(self) -> QuestionShown:
        """Ask whether pieces were exchanged."""
        doubts = self._situation.doubts
        believed = {piece: at for doubt in doubts for piece, at in doubt.pieces}
        swapped = {
            piece: doubt.placement[piece] for doubt in doubts for piece, _ in doubt.pieces if piece in doubt.placement
        }
        return self._either("doubt", say("Who is where?"), believed, swapped, ALL_SET)

    def left(self, departure: Departure) -> QuestionShown:
        """Ask who has left a shared place."""
        piece, others = departure.piece, departure.others
        other = others[0] if len(others) == 1 else SOMETHING
        believed = {piece: departure.to} | ({other: departure.place} if len(others) == 1 else {})
        swapped = {piece: departure.place, other: departure.to}
        return self._either("left", say("Who moved?"), believed, swapped, YES)

    def _either(self, kind: str, title: Say, believed: Standing, swapped: Standing, stands: Say) -> QuestionShown:
        """Ask which of two standings it is. The first needs no answer, unless button B says so."""
        one, other = ({**self._standing, **at} for at in (believed, swapped))
        first = AnswerShown(self._told(believed), press="b" if self._press.b == stands else None, standing=one)
        second = AnswerShown(self._told(swapped), press="a", standing=other)
        return self._shown(kind, title, COMPARE, answers=(first, second))

    def _told(self, standing: Standing) -> str:
        known = ((piece, at) for piece, at in standing.items() if piece != SOMETHING)
        return ", ".join(self._say_it(say("{piece} on {place}", piece=piece, place=at)) for piece, at in known)

    def _words(self, *buttons: str) -> tuple[AnswerShown, ...]:
        return self._pictures(*((button, {}) for button in buttons))

    def _pictures(self, *pictures: tuple[str, Standing]) -> tuple[AnswerShown, ...]:
        said = ((button, getattr(self._press, button), dict(standing)) for button, standing in pictures)
        return tuple(AnswerShown(self._say_it(words), press=button, standing=at) for button, words, at in said if words)

    def _shown(
        self,
        kind: str,
        title: Say,
        text: Say,
        places: Sequence[str] = (),
        standing: Standing | None = None,
        steps: tuple[Step, ...] = (),
        answers: tuple[AnswerShown, ...] = (),
    ) -> QuestionShown:
        """Return the question; without `places`, about those where its answers differ."""
        by_name = self._situation.state.game.layout.by_name
        about = [place for place in dict.fromkeys(places or _differing(answers)) if place in by_name]
        said = self._say_it(title), self._say_it(text)
        return QuestionShown(kind, *said, tuple(about), answers, dict(standing or {}), steps)


def _differing(answers: Sequence[AnswerShown]) -> list[str]:
    """Return the places where these answers have different pieces."""
    if not answers:
        return []
    first, *others = (set(answer.standing.items()) for answer in answers)
    return sorted({at for _, at in first.union(*others) - first.intersection(*others)})
