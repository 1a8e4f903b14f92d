"""What is amiss on the board: it is said before anything else is asked, until hands or words have put it right.

What contacts tell is at odds with the rules then, or with what people say. Hands do what they are told, or a button
says that everything stands so already: what contradicts that is asked about next, be it a contact or each single piece.
It has no clock.
"""

from __future__ import annotations

from functools import partial

from mouseboard.referee.choice import Choice
from mouseboard.referee.questions import Awaited, Moving, Question
from mouseboard.referee.showing import Showing
from mouseboard.referee.situation import Ask, Choose, Mend, Suspect
from mouseboard.referee.tracker import Tracker
from mouseboard.table import Amiss, Missed, Nothing, PlaceChanged, Placement, Silence, Suspicion, Verdict, Which, judge
from mouseboard.table.mending import put_right, review
from mouseboard.table.patience import SURE_LATE, SURE_SOON
from mouseboard.table.steps import together
from mouseboard.table.suspicion import suspect, suspects
from mouseboard.table.verdict import left_to_do

QUICKEST = 1.0
"""Seconds that it takes at least to make a move, once it is asked for, and to press a button."""

AT_IT = 2.0
"""Seconds without a change, or since it was asked for, in which a move is still being made, whatever is pressed."""

FUTILE = 8
"""Changes after which words that hands have not been able to follow are replaced by where everything shall stand."""


class Mending:
    """Judges what is felt, and shows what follows from that; a question itself while nothing is amiss."""

    def __init__(self, tracker: Tracker, showing: Showing) -> None:
        self._tracker = tracker
        self._belief = tracker.belief
        self._showing = showing
        self.insisted: Amiss | Suspicion | None = None
        """What follows from what people have said last, whatever is felt."""
        self._to_be: Placement = {}
        """How everything stands once hands have done what they were told last."""
        self._attempts = 0
        """Changes felt while something was to be mended, since all was at rest."""

    def verdict(self, silence: Silence) -> Verdict:
        """What follows by now from what hands did and people said."""
        if not self._tracker.follows:
            return Nothing(at_rest=True)
        return self.insisted or judge(self._belief, silence, isinstance(self._ask, Mend | Suspect))

    # What is asked.

    def show(self, question: Question[object], verdict: Verdict, silence: Silence, now: float) -> bool:
        """Show what is amiss, or else what is waited for. Return whether something went wrong just now."""
        asked = self._to_ask(question, verdict, silence)
        if isinstance(verdict, Amiss):
            self._to_be = verdict.placement
        wrong = self._showing.show(self._ask if self._ask and self._showing.is_unread(now) else asked, now)
        if isinstance(self._ask, Mend):
            self._belief.tell(_told(self._ask))  # hands will do what they are told
        return wrong

    def _to_ask(self, question: Question[object], verdict: Verdict, silence: Silence) -> Ask:
        match verdict:
            case Nothing(at_rest=True):
                self._attempts = 0
                self.rest(question, silence)
            case Nothing() if isinstance(self._ask, Mend | Suspect) and self._is_being_mended(self._ask, silence):
                return self._ask
            case Which(keys, missing):
                question.which(keys, missing)
            case Amiss(_, placement, False) if self._attempts >= FUTILE:
                self._attempts, self.insisted = 0, review(self._belief, placement)
                return Mend(self.insisted.steps, self.insisted.confirm)
            case Amiss(confirm=True) if verdict is not self.insisted:
                return self._going_on(verdict)
            case Amiss(steps, _, confirm):
                return Mend(steps, confirm)
            case Suspicion(place, piece, _, moved):
                return Suspect(place, piece, moved)
        return question.ask

    def _going_on(self, amiss: Amiss) -> Mend:
        """What is amiss by now together with what people have been told, as long as nothing has changed.

        What hands are told changes what is expected of them, so that words might alternate, too fast for the button.
        Where they contradict each other, it is said where everything shall stand.
        """
        asked = self._ask
        if not isinstance(asked, Mend) or not asked.confirm or not self._is_untouched:
            return Mend(amiss.steps, amiss.confirm)
        if any(amiss.placement.get(step.piece) != step.target for step in asked.steps):
            self.insisted = review(self._belief, amiss.placement)
            return Mend(self.insisted.steps, self.insisted.confirm)
        said = {(step.piece, step.target) for step in asked.steps}
        more = [step for step in amiss.steps if (step.piece, step.target) not in said]
        return Mend((*asked.steps, *more), confirm=True) if more else asked

    def _is_being_mended(self, asked: Mend | Suspect, silence: Silence) -> bool:
        """Whether hands are about it: then the words stay until they have done it, or said so."""
        return (isinstance(asked, Mend) and asked.confirm) or not silence.lasts(SURE_SOON)

    @property
    def _ask(self) -> Ask | None:
        """What is asked, as everybody sees it."""
        return self._showing.ask

    def rest(self, question: Question[object], silence: Silence) -> None:
        """Everything is at rest: what is left to do for the question."""
        question.rest(partial(left_to_do, self._belief, silence))

    # What hands do.

    def feel(self, change: PlaceChanged | Missed, verdict: Verdict, now: float) -> bool:
        """Take in a change; `verdict` was so until then. Return whether it tells anything."""
        if isinstance(change, Missed):
            self._tracker.catch_up(change, now)
        elif self._tracker.heeds(change.place):
            if verdict == Nothing(at_rest=True):
                self._leave_rest(now)
            self._tracker.feel(change, now, _wanted_on(self._ask, change.place) if self._is_untouched else None)
        else:
            self._tracker.overhear(change)
            return False
        self._has_changed()
        return True

    def _leave_rest(self, now: float) -> None:
        """Hands have done what they were told, and something new begins."""
        self._belief.tell({})
        if self._tracker.silence(now).lasts(SURE_LATE):
            self._belief.rest()

    def _has_changed(self) -> None:
        self._attempts += isinstance(self._ask, Mend)
        if isinstance(self.insisted, Suspicion):
            self.insisted = None

    # What people say.

    def hear(self, button: str, question: Question[object], verdict: Verdict, now: float) -> bool:
        """Whether a button says something of how everything stands, and so answers nothing else."""
        match button, verdict:
            case _, Suspicion():
                self._answer_suspicion(button, verdict, now)
            case "b", Amiss():
                self._believe(verdict, now)
            case "a", Nothing(at_rest=True) if self._showing.doubts and not _points(question.ask):
                self.insisted = put_right(self._belief, self._showing.doubts)
            case "b", Nothing(at_rest=True) if isinstance(question, Choice) and self._is_doubt_all(question):
                self._tracker.stand(self._tracker.here, now)
            case "b", _ if isinstance(question, Moving):
                self._hear_that_it_is_done(question.placement, now)
            case "b", Nothing(at_rest=False) if isinstance(self._ask, Mend) and self._ask.confirm:
                self._hear_that_it_is_mended(now)
            case _, Nothing(at_rest=False):
                return isinstance(question, Awaited)
            case _:
                return False
        return True

    def _is_doubt_all(self, choice: Choice) -> bool:
        """Whether button B can mean nothing but that there is no reason for doubt."""
        return bool(self._showing.doubts) and not _points(choice.ask) and len(choice.ask.actions) > 1

    def _believe(self, amiss: Amiss, now: float) -> None:
        """Somebody says that everything stands so. What contacts contradict is asked about, or told piece by piece."""
        belief = self._belief
        if belief.occupancy(amiss.placement) == belief.occupied:
            self.insisted = None
            self._tracker.stand(amiss.placement, now)
        elif amiss.confirm or not self._is_at_it(now):
            self.insisted = self._contradicting(amiss) or review(belief, amiss.placement)

    def _contradicting(self, amiss: Amiss) -> Suspicion | None:
        """The contact to be asked about: of several one after the other, once people have said the same again."""
        contradicting = suspects(self._belief, amiss.placement)
        if len(contradicting) == 1:
            return contradicting[0]
        if amiss is not self.insisted:
            return None
        vouched = self._belief.vouched
        return next((suspicion for suspicion in contradicting if suspicion.place not in vouched), None)

    def _hear_that_it_is_mended(self, now: float) -> None:
        """Somebody says so while hands have hardly rested: that is as the words wanted it, unless contacts differ."""
        belief = self._belief
        if belief.occupancy(self._to_be) == belief.occupied:
            self._tracker.stand(self._to_be, now)

    def _hear_that_it_is_done(self, placement: Placement, now: float) -> None:
        """Somebody says that a move has been made. While hands are still at it, contacts will tell."""
        belief = self._belief
        if belief.occupancy(placement) == belief.occupied:
            if now - self._showing.asked_at >= QUICKEST:
                self._tracker.stand(placement, now)
        elif not self._is_at_it(now):
            self.insisted = suspect(belief, placement)

    def _answer_suspicion(self, button: str, suspicion: Suspicion, now: float) -> None:
        self.insisted = None
        if button == "b":
            self._tracker.contradict(suspicion.place, suspicion.piece, suspicion.placement, now)
        elif suspicion.place in self._belief.vouched:  # said again: then it is known where each shall stand only
            self.insisted = review(self._belief, suspicion.placement)
        else:
            self._tracker.vouch(suspicion.place, now)

    @property
    def _is_untouched(self) -> bool:
        """Whether nothing has changed since it was asked."""
        return self._tracker.changed_at < self._showing.asked_at

    def _is_at_it(self, now: float) -> bool:
        """Whether hands are just doing what is asked: contacts will tell, whatever is pressed."""
        return now - max(self._tracker.changed_at, self._showing.asked_at) < AT_IT


def _told(ask: Mend) -> Placement:
    """Where hands are told to put pieces that have gone astray."""
    said = ask.steps if ask.confirm else together(ask.steps)[0]
    return {step.piece: step.target for step in said if step.target is not None}


def _wanted_on(ask: Ask | None, place: str) -> str | None:
    """The piece that is felt nowhere and has to be put there."""
    match ask:
        case Choose(missing=str(piece)):
            return piece
        case Mend(steps):
            return next((step.piece for step in steps if step.source is None and step.target == place), None)
    return None


def _points(ask: Ask) -> bool:
    """Whether an option is pointed at, which is what the buttons are for then."""
    return isinstance(ask, Choose) and ask.pointed is not None
