"""Decide what to ask when the board is wrong: contacts contradict the rules, or what people say.

A mistake is mentioned before anything else is asked. Players put it right, or press a button to say that it is right
already. Then the referee asks about whatever contradicts them: one contact, or each piece in turn. No clock in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf

import msgspec
from msgspec.structs import replace

from mouseboard.referee.choice import Choice
from mouseboard.referee.questions import Awaited, Moving, Question
from mouseboard.referee.showing import Showing
from mouseboard.referee.situation import Ask, Choose, Mend, Suspect, Who
from mouseboard.referee.tracker import Tracker
from mouseboard.table import (
    Amiss,
    AtRest,
    Belief,
    Missed,
    PlaceChanged,
    Placement,
    Silence,
    Step,
    Suspicion,
    UnderWay,
    Unnamed,
    Verdict,
    Which,
    judge,
)
from mouseboard.table.mending import put_right, review
from mouseboard.table.steps import SOMETHING, together
from mouseboard.table.suspicion import suspect, suspects
from mouseboard.table.timeouts import AWAITED, SURE_LATE, SURE_SOON
from mouseboard.table.verdict import done_already, left_to_do

QUICKEST_S = 1.0
"""Seconds that making a requested move and pressing a button take at least."""

FUTILE = 8
"""Changes after which instructions that did not help are replaced by the place of every piece."""


class _SoFar(msgspec.Struct, frozen=True):
    """The deeds and words of people since the board went wrong."""

    demanded: Amiss | Suspicion | Unnamed | None = None
    """The verdict that their last word demands, whatever the contacts show."""
    naming: Unnamed | None = None
    """The piece that they have not named yet."""
    denied: int = 0
    """The number of its pieces that they say it is not."""
    said_at: float | None = None
    """When they said what contacts contradict, if nothing has changed since."""
    attempts: int = 0
    """Changes during a correction, since the board was last at rest."""
    heeded: frozenset[str] = frozenset()
    """The places where people have put something since then, as they were told."""


class Mending:
    """Judges what the contacts show, and asks about what is wrong. Otherwise the question itself is shown."""

    def __init__(self, tracker: Tracker, showing: Showing) -> None:
        self._tracker = tracker
        self._belief = tracker.belief
        self._showing = showing
        self._so_far = _SoFar()

    def _now(self, **changes: object) -> None:
        self._so_far = replace(self._so_far, **changes)

    @property
    def demands(self) -> bool:
        """Whether the last word of the players demands something, whatever the contacts show."""
        return self._so_far.demanded is not None

    def verdict(self, silence: Silence) -> Verdict:
        """Return what follows from the contacts and from what people said."""
        if not self._tracker.follows:
            return AtRest()
        return self._so_far.demanded or judge(self._belief, silence, isinstance(self._ask, Mend | Suspect | Who))

    def forget(self) -> None:
        """Ask again from the beginning: something else is asked now."""
        self._so_far = _SoFar(attempts=self._so_far.attempts, heeded=self._so_far.heeded)

    # What is asked.

    def show(self, question: Question[object], verdict: Verdict, silence: Silence, now: float) -> bool:
        """Show what is wrong, or else the question. Return whether something has just gone wrong."""
        asked = self._to_ask(question, verdict, silence)
        unread = self._ask if self._showing.is_unread(now) else None
        doubted = self._showing.doubts
        wrong = self._showing.show(unread or asked, silence, now)
        if not doubted and self._showing.doubts and isinstance(question, Choice) and question.stop_pointing():
            self._showing.show(question.ask, silence, now)  # button A is about the doubt now
        if isinstance(self._ask, Mend):
            self._belief.tell(_told(self._ask))  # players tend to do what they are told
        return wrong

    def _to_ask(self, question: Question[object], verdict: Verdict, silence: Silence) -> Ask | None:
        naming = self._so_far.naming
        match verdict:
            case AtRest() if naming and (there := _each_in_its_place(self._belief, naming)).steps:
                return self._demand(there)
            case AtRest():
                self._now(naming=None, attempts=0, heeded=frozenset())
                self.rest(question, silence)
            case UnderWay() if self._is_being_mended(silence):
                return self._ask
            case Which(keys, missing):
                question.which(keys, missing)
            case Amiss(steps, _, False) if asked_who := self._done_in_vain(steps, silence):
                self._now(demanded=asked_who)
                return Who(asked_who.place, asked_who.pieces[0])
            case Unnamed(place, pieces):
                if verdict != naming:
                    self._now(naming=verdict, denied=0)
                denied = self._so_far.denied
                return Who(place, pieces[denied]) if denied < len(pieces) else Suspect(place, None)
            case Amiss(_, placement, False) if self._so_far.attempts >= FUTILE:
                self._now(attempts=0)
                return self._demand(review(self._belief, placement))
            case Amiss(confirm=True):
                return self._demand(verdict)
            case Amiss(steps):
                return Mend(steps)
            case Suspicion(place, piece):
                return Suspect(place, piece)
        return question.ask

    def _done_in_vain(self, steps: Sequence[Step], silence: Silence) -> Unnamed | None:
        """Return whom to ask about if people have done what these steps say, and it has not helped."""
        target = steps[0].target
        if target not in self._so_far.heeded & self._belief.occupied:
            return None
        return done_already(self._belief, silence, steps)

    def _demand(self, amiss: Amiss) -> Mend:
        """Ask for what only a button can confirm, until it does: no contact tells whether it was done."""
        self._now(demanded=amiss, naming=None)
        return Mend(amiss.steps, confirm=True)

    def _is_being_mended(self, silence: Silence) -> bool:
        """Return whether players follow what is asked. It then stays until they have done it or say so."""
        match self._ask:
            case Mend(confirm=True):
                return True
            case Mend() | Suspect() | Who():
                return not silence.lasts(SURE_SOON)
        return False

    @property
    def _ask(self) -> Ask | None:
        """The question as everybody sees it."""
        return self._showing.ask

    def rest(self, question: Question[object], silence: Silence) -> None:
        """Tell the question that the board is at rest, and what is left to do for it."""
        question.rest(partial(left_to_do, self._belief, silence))

    # What hands do.

    def feel(self, change: PlaceChanged | Missed, verdict: Verdict, now: float) -> bool:
        """Track a change; `verdict` is the one before it. Return False for a blind contact."""
        if isinstance(change, Missed):
            self._tracker.catch_up(change, now)
        elif self._tracker.heeds(change.place):
            if verdict == AtRest():
                self._leave_rest(now)
            self._tracker.feel(change, now, _wanted_on(self._ask, change.place) if self._is_untouched else None)
        else:
            self._tracker.overhear(change)
            return False
        self._has_changed()
        if isinstance(change, PlaceChanged) and change.occupied:
            self._now(heeded=self._so_far.heeded | (_targets(self._ask) & {change.place}))
        return True

    def _leave_rest(self, now: float) -> None:
        """The players did what we asked; start a new episode."""
        self._belief.tell({})
        if self._tracker.silence(now).lasts(SURE_LATE):
            self._belief.rest()

    def _has_changed(self) -> None:
        demanded, attempts = self._so_far.demanded, self._so_far.attempts + isinstance(self._ask, Mend)
        self._now(said_at=None, attempts=attempts, demanded=None if isinstance(demanded, Suspicion) else demanded)

    # What people say.

    def hear(self, button: str, question: Question[object], verdict: Verdict, now: float) -> bool:
        """Take a button as a statement about the board. Return False if it answers the question instead.

        While an option is pointed at, the buttons are about it; button A walks past the last one to a doubt that is
        shown. If something goes wrong meanwhile, the first press is about neither.
        """
        if isinstance(question, Choice) and self._interrupts(verdict) and question.stop_pointing():
            return True
        match button, verdict:
            case _, Suspicion():
                self._answer_suspicion(button, verdict, now)
            case _, Unnamed():
                self._name(button, verdict, now)
            case "b", Amiss():
                self._believe(verdict, now)
            case _, AtRest() if isinstance(question, Choice) and question.ask.pointed is not None:
                is_past = button == "a" and question.is_at_end and bool(self._showing.doubts)
                return is_past and question.stop_pointing()
            case "a", AtRest() if self._showing.doubts:
                self._now(demanded=put_right(self._belief, self._showing.doubts))
            case "a", AtRest() if departure := self._showing.departure:
                self._now(demanded=Unnamed(departure.to, (*departure.others, departure.piece)))
            case "b", AtRest() if isinstance(question, Choice) and self._is_doubt_all(question):
                self._tracker.stand(self._tracker.here, now)
            case "b", _ if isinstance(question, Moving):
                self._hear_that_it_is_done(question.placement, now)
            case _, UnderWay():
                return isinstance(question, Awaited)
            case _:
                return False
        return True

    def _interrupts(self, verdict: Verdict) -> bool:
        """Return whether something has just gone wrong that nobody has begun to put right."""
        return isinstance(verdict, Amiss | Suspicion | Unnamed) and self._is_untouched

    def _is_doubt_all(self, choice: Choice) -> bool:
        """Return whether button B can only mean that no pieces were exchanged, and that the expected one has left."""
        return bool(self._showing.doubts or self._showing.departure) and len(choice.ask.actions) > 1

    def _believe(self, amiss: Amiss, now: float) -> None:
        """Believe a player that the board is right, unless contacts contradict."""
        belief = self._belief
        if belief.occupancy(amiss.placement) == belief.occupied:
            self._now(demanded=None)
            self._tracker.agree({step.piece: step.target for step in amiss.steps if step.piece != SOMETHING}, now)
        elif amiss.confirm and not self._is_untouched:
            self._now(demanded=self._left_of(amiss))  # hands have gone on since
        else:
            self._await(now)

    def _await(self, now: float) -> None:
        """Give contacts the time to confirm what people say: the piece may still be in a hand."""
        if not self.awaits:
            self._now(said_at=now)

    @property
    def awaits(self) -> bool:
        """Whether contacts are given time to confirm what people say."""
        return self._so_far.said_at is not None

    @property
    def due(self) -> float:
        """When that time is over."""
        said_at = self._so_far.said_at
        return inf if said_at is None else said_at + AWAITED

    def insist(self, question: Question[object], verdict: Verdict, now: float) -> bool:
        """Ask about contacts that have not confirmed in time what people say. Return whether there are any."""
        if now < self.due:
            return False
        self._now(said_at=None)
        match verdict:
            case Amiss():
                self._ask_about(verdict, now)
            case _ if isinstance(question, Moving):
                self._now(demanded=suspect(self._belief, question.placement))
        return self.demands

    def _ask_about(self, amiss: Amiss, now: float) -> None:
        """Ask about the contacts that contradict what people say, or about every piece."""
        belief = self._belief
        unnamed = None if amiss.confirm else done_already(belief, self._tracker.silence(now), amiss.steps)
        self._now(demanded=unnamed or self._contradicting(amiss) or review(belief, amiss.placement))

    def _left_of(self, amiss: Amiss) -> Amiss | None:
        """Return the steps that contacts show to be left, or None."""
        unfelt = self._belief.occupancy(amiss.placement) - self._belief.occupied
        left = tuple(step for step in amiss.steps if step.target in unfelt)
        return Amiss(left, amiss.placement, confirm=True) if left else None

    def _contradicting(self, amiss: Amiss) -> Suspicion | None:
        """Return the contact to ask about. Several are asked one by one, after the players have insisted."""
        contradicting = suspects(self._belief, amiss.placement)
        if len(contradicting) == 1:
            return contradicting[0]
        if amiss is not self._so_far.demanded:
            return None
        vouched = self._belief.vouched
        return next((suspicion for suspicion in contradicting if suspicion.place not in vouched), None)

    def _name(self, button: str, unnamed: Unnamed, now: float) -> None:
        """Take the word of a player on whether this piece is on the place; after the last one, whether it is empty."""
        place, there = unnamed.place, self._belief.standing(self._belief.best)
        denied = self._so_far.denied
        piece = (*unnamed.pieces, None)[denied]
        if button == "a" and piece:
            self._now(denied=denied + 1)
        elif button == "a":
            others = _each_in_its_place(self._belief, unnamed)
            self._demand(Amiss((Step(SOMETHING, place, None), *others.steps), others.placement, confirm=True))
        elif piece:
            self.forget()
            self._belief.vouch(place)
            self._tracker.agree({piece: place}, now)
        else:
            self.forget()
            self._tracker.contradict(place, None, there, now)

    def _hear_that_it_is_done(self, placement: Placement, now: float) -> None:
        """Take the word of a player that the move is made, unless contacts contradict."""
        belief = self._belief
        if belief.occupancy(placement) == belief.occupied:
            if now - self._showing.asked_at >= QUICKEST_S:
                self._tracker.stand(placement, now)
        else:
            self._await(now)

    def _answer_suspicion(self, button: str, suspicion: Suspicion, now: float) -> None:
        self._now(demanded=None)
        if button == "b":
            self._tracker.contradict(suspicion.place, suspicion.piece, suspicion.placement, now)
        elif suspicion.place in self._belief.vouched:  # the second time: all we know is where each piece belongs
            self._now(demanded=review(self._belief, suspicion.placement))
        else:
            self._tracker.vouch(suspicion.place, now)

    @property
    def _is_untouched(self) -> bool:
        """Whether nothing has changed since the question was shown."""
        return self._tracker.changed_at < self._showing.asked_at


def _each_in_its_place(belief: Belief, unnamed: Unnamed) -> Amiss:
    """Return how to put right which of these pieces was somewhere, now that it is there no longer."""
    standing, home = belief.standing(belief.best), belief.expected.here
    there = {piece: at for piece, at in standing.items() if at != unnamed.place}
    there |= {piece: at for piece, at in home.items() if piece not in there}
    steps = tuple(Step(piece, None, there[piece]) for piece in unnamed.pieces if piece in there)
    return Amiss(steps, there, confirm=True)


def _told(ask: Mend) -> Placement:
    """Return where this instruction puts pieces that have gone astray."""
    said = ask.steps if ask.confirm else together(ask.steps)[0]
    return {step.piece: step.target for step in said if step.target is not None}


def _targets(ask: Ask | None) -> set[str]:
    """Return the places where this instruction puts pieces."""
    return {step.target for step in ask.steps if step.target} if isinstance(ask, Mend) else set()


def _wanted_on(ask: Ask | None, place: str) -> str | None:
    """Return the missing piece that this question wants on that place, or None."""
    match ask:
        case Choose(missing=str(piece)):
            return piece
        case Mend(steps):
            return next((step.piece for step in steps if step.source is None and step.target == place), None)
    return None
