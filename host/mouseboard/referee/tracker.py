"""Track which piece is where, from contacts and from what people say, and which contacts to trust. No clock in here.

Every change of a place is tracked here, once. Nothing is tracked before the match begins or while it is paused.
`mending.py` decides what to ask about a board that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from math import inf

from mouseboard.referee.choice import action_of, outcomes_of
from mouseboard.referee.lines import Line, Lines, is_on_two_places
from mouseboard.referee.questions import Question
from mouseboard.referee.record import Record
from mouseboard.referee.situation import Watch
from mouseboard.referee.surface import Surface
from mouseboard.rules import State
from mouseboard.store import ActionRecord
from mouseboard.table import (
    Belief,
    Expectation,
    Missed,
    PlaceChanged,
    Placement,
    Settled,
    Silence,
    Trust,
    judge,
)
from mouseboard.table.expectation import Key
from mouseboard.table.men import Men
from mouseboard.table.mice import Mice
from mouseboard.table.timeouts import CARRIED, HASTE

ROUNDING_S = 1e-4
"""Seconds added to each silence, so that a deadline computed from a limit reaches that limit."""
A_CAPTURE = 3
"""Changes of most captures. A move and its reply have as many at least."""
PASSING_S = 0.9
"""Seconds after which a mouse is lifted for the next decision. Sooner, it only moves on: nobody has decided so fast."""


class Tracker:
    """The `belief` about the pieces, and the `trust` in the contacts."""

    def __init__(self, table: Surface, record: Record) -> None:
        self._table = table
        self._record = record
        game = record.state.game
        self.belief = Belief(table.layout, game.pieces, Mice if game.shares_places else Men)
        self.trust = Trust(table.layout, table.blind)
        self.belief.set_blind(self.trust.blind)
        self.here: Placement = {}
        """The placement as long as nobody has moved anything."""
        self.refused: set[Key] = set()
        """Takebacks that people have refused since the last move, though their hands seem to make them."""
        self.is_tracking = False
        """Whether changes are explained, starting from `here`."""
        self._begun = False
        self._coming_from: Placement | None = None
        """The placement before a move that may be unfinished."""
        self._watches = False
        """Whether the trap is running. Players keep their hands off, and changes are not judged."""
        self.changed_at = self._began_at = 0.0
        self._carried_out: ActionRecord | None = None
        """The last action that was followed by a move that people were asked to make. It is not corrected any more."""
        self._question: Question[object] | None = None
        self._since: list[PlaceChanged] = []
        """The changes since the pieces stood as `here` says."""
        self._landed_at, self._lifted_at = 0.0, inf
        """When hands made the last outcome, or put a piece back to it, and when they went on, on the table's clock."""

    # When to track

    def begin(self, after: Placement, before: Placement | None) -> None:
        """Track from now on, from `after` the last move, or from `before` it if that fits the contacts better."""
        self._begun = True
        self.here, self._coming_from = after, before
        if before is not None and (self._is_unfelt(before, after) or self._misfit(before) < self._misfit(after)):
            self.here, self._coming_from = before, None

    def _is_unfelt(self, before: Placement, after: Placement) -> bool:
        """Return whether the move changes no contact."""
        return before != after and self.belief.occupancy(before) == self.belief.occupancy(after)

    def _misfit(self, placement: Placement) -> int:
        """Return the number of places whose contact differs."""
        return len(self.belief.occupancy(placement) ^ (self._table.occupied - self.belief.unfelt))

    def start(self, now: float) -> None:
        """Start tracking if the match has begun."""
        if self.is_tracking or not self._begun:
            return
        self.is_tracking = True
        self.belief.stand(self.here, self._table.occupied, self._record.exchanges, coming_from=self._coming_from)
        self.changed_at, self._coming_from = now, None

    @contextmanager
    def averted(self) -> Iterator[None]:
        """Track nothing inside the `with` block, and start again afterwards."""
        begun, self._begun, self.is_tracking = self._begun, False, False
        self.belief.stand(self.here, self.belief.occupancy(self.here))
        try:
            yield
        finally:
            self._begun = begun

    # What to expect

    def expect(self, question: Question[object], now: float) -> None:
        """Expect answers to this question by hand, corrections of the last move, and takebacks."""
        self._watches = isinstance(question.ask, Watch)
        self._question = question
        self._began_at = now
        self._since.clear()
        if self._watches or not question.reconsiders:
            self.belief.expect(Expectation(self.here, question.outcomes, due=question.due))
        else:
            corrections, takebacks = self._corrections(), self._takebacks()
            far = self._far(question)
            self.belief.expect(Expectation(self.here, question.outcomes, corrections, takebacks, question.due, far=far))

    def _corrections(self) -> dict[Key, Placement]:
        """Return the placements that show the moves that may still replace the last one."""
        last = self._record.correctable
        outcomes = outcomes_of(last.before) if last and last is not self._carried_out else {}
        return {("instead", key): there for key, there in outcomes.items()}

    def _takebacks(self) -> dict[Key, Placement]:
        """Return the placements before decisions that hands may take back, except for refused ones."""
        ways = {("back", way.entry): way.before.placement() for way in self._record.undoable}
        return {key: there for key, there in ways.items() if key not in self.refused}

    def _far(self, question: Question[object]) -> frozenset[Key]:
        """Return the takebacks that undo more than one decision."""
        undoable, is_moving = self._record.undoable, question.due
        return frozenset(("back", way.entry) for way in undoable if self._record.is_far(way, is_moving))

    def meant(self, key: Key) -> Key:
        """Return what this outcome means: a correction, if a mouse that had not rested yet has only moved on."""
        expected = self.belief.expected
        if key not in expected.outcomes or self._lifted_at - self._landed_at >= PASSING_S:
            return key
        there = expected.outcomes[key]
        return next((instead for instead, placement in expected.corrections.items() if placement == there), key)

    def settle(self, key: Key) -> None:
        """Continue from this outcome, which hands have made."""
        self._landed_at, self._lifted_at = self.belief.time, inf
        expected = self.belief.expected
        if expected.due and self._record.history:
            self._carried_out = self._record.history[-1]
        self.here = self._there(key)
        self._since.clear()
        self.refused.clear()
        if self.belief.shows(self.here):
            self.belief.settle(self.here)
        else:
            self.belief.stand(self.here)
        self.trust.observe(self.here, self.belief.felt)
        self._trust_again()

    def go_on(self) -> None:
        """Note that people went on with the board at rest: other readings become less likely."""
        if not self._watches:
            self.belief.settle(self.here)

    def stand(self, placement: Placement, now: float) -> None:
        """Take the word of a person that this is the placement. Timeouts start again."""
        self.belief.stand(placement)
        self._began_at = now

    def agree(self, said: Mapping[str, str | None], now: float) -> None:
        """Take the word of a person on where these pieces are. Timeouts start again."""
        self.belief.agree(said)
        self._began_at = now

    # What changed

    @property
    def follows(self) -> bool:
        """Whether changes are judged."""
        return self.is_tracking and not self._watches

    def heeds(self, place: str) -> bool:
        """Return whether a change there counts: tracking is on, and the contact is trusted."""
        return self.is_tracking and place not in self.belief.blind

    def feel(self, change: PlaceChanged, now: float, wanted: str | None) -> None:
        """Track a change that counts; `wanted` is the piece that people were told to put there."""
        if change.occupied and wanted is not None and self.belief.is_last_lifted(wanted):
            self.trust.mended(wanted, change.place, self.belief.may_go(wanted, change.place))
            self._trust_again()
        self.belief.change(change.place, change.occupied, change.time)
        self.changed_at = now
        self._since.append(change)
        if self.belief.best.where == self.belief.intent.home:
            self._landed_at, self._lifted_at = change.time, inf
            self._since.clear()
        else:
            self._lifted_at = min(self._lifted_at, change.time)

    def overhear(self, change: PlaceChanged) -> None:
        """Note a change of a blind contact, so that its state is known when it is trusted again."""
        if self.is_tracking:
            self.belief.change(change.place, change.occupied, change.time)
            if change.occupied:
                self.trust.overheard(change.place)
                self._trust_again()

    def catch_up(self, missed: Missed, now: float) -> None:
        """Continue from a snapshot after lost changes."""
        self.belief.catch_up(missed.occupancy - self.belief.blind, self.belief.time)
        self.changed_at = now
        self._since.clear()

    def only_line(self, seats: Collection[int]) -> Line | None:
        """Return the only line that explains what has changed since the board was at rest, or None.

        Only `seats` are played by hand. Takebacks are left to the belief.
        """
        belief, expected = self.belief, self.belief.expected
        if not self.follows or not belief.kind.next_move_proves_the_last or expected.due or not self._has_all_changes:
            return None
        lines = Lines(self._since, self.here, belief.occupied, belief.occupancy, seats)
        if any(lines.begun_after(there) is not None for there in expected.takebacks.values()):
            return None
        return lines.only({**expected.outcomes, **expected.corrections}, self._after)

    @property
    def _has_all_changes(self) -> bool:
        """Whether the changes since the pieces stood as `here` says lead to what is felt: none was missed."""
        changed = Counter(change.place for change in self._since)
        odd = {place for place, times in changed.items() if times % 2}
        return bool(changed) and self.belief.occupancy(self.here) ^ odd == self.belief.occupied

    def line_with_reply(self, seats: Collection[int]) -> Line | None:
        """Return the only line if a reply has begun, and the belief shows no move, or the line explains all changes."""
        line = self.only_line(seats) if self.belief.outcome is None or len(self._since) >= A_CAPTURE else None
        if line is None or not line.since:
            return None
        return line if self.belief.outcome is None or not line.unexplained else None

    def go_back_to(self, line: Line) -> None:
        """Believe what was true when the move of this line was made."""
        there = self._there(line.key)
        untrusted = self.belief.felt & self.belief.unfelt
        self.belief.stand(there, self.belief.occupancy(there) | untrusted)
        self.belief.time = line.made_at

    def done_before(self, change: PlaceChanged) -> Settled | None:
        """Return what hands had done before this change: it had held by then, or the next hand was quicker."""
        if self._watches or not self.heeds(change.place) or not self.belief.shows_something:
            return None
        since = change.time - self.belief.time
        verdict = judge(self.belief, Silence(since)) if since > 0 else None
        if isinstance(verdict, Settled) and not verdict.unsure:
            return verdict
        if change.occupied:
            return None  # only lifting another piece can be that quick
        done = self._made_in_haste(change.place, since) or self._made_before_reply(change.place, since)
        return None if done and self._is_on_two_places(self._there(done.key)) else done

    def _is_on_two_places(self, there: Placement) -> bool:
        """Return whether a man that has landed where this outcome has it may have gone to another place instead."""
        filled = {place for piece, place in there.items() if self.here.get(piece) != place}
        landings = [n for n, change in enumerate(self._since) if change.occupied and change.place in filled]
        if not landings or not self.belief.kind.next_move_proves_the_last:
            return False
        expected = self.belief.expected
        others = (*expected.outcomes.values(), *expected.corrections.values())
        return is_on_two_places(self._since, self.belief.occupied, landings[-1], there, others)

    def _made_in_haste(self, place: str, since: float) -> Settled | None:
        """Return the outcome that another hand did not wait for, if it would soon have held."""
        if since >= HASTE:
            return None
        verdict = judge(self.belief, Silence(HASTE))
        if isinstance(verdict, Settled) and verdict.key in self.belief.expected.outcomes:
            there = self.belief.expected.outcomes[verdict.key]
            moved = {place for piece, place in there.items() if self.here.get(piece) != place}
            return None if place in moved else verdict
        return None

    def _made_before_reply(self, place: str, since: float) -> Settled | None:
        """Return the present outcome if another player replies to it, by lifting the piece here to move it.

        A piece that a reply would take proves nothing: it may have been knocked over.
        """
        made = None if self.belief.expected.due else self.belief.made_before_reply(place, since)
        if made is None:
            return None
        key, piece = made
        there = self._there(key)
        state = self._after(key)
        replies = outcomes_of(state).values() if state else ()
        return Settled(key) if any(_lifts(piece, there, reply) for reply in replies) else None

    def _there(self, key: Key) -> Placement:
        expected = self.belief.expected
        return {**expected.outcomes, **expected.corrections, **expected.takebacks}[key]

    def _after(self, key: Key) -> State | None:
        """Return the state after this outcome, if it is a move."""
        match key, self._record.correctable:
            case ("instead", shown), ActionRecord(before=before):
                return before.after(action_of(shown))
        return self._question.after(key) if self._question else None

    # Trust

    def contradict(self, place: str, piece: str | None, placement: Placement, now: float) -> None:
        """Take people's word that this is the placement. If that contact disagrees now, it is trusted less."""
        if not self._table.connected:
            self.belief.stand(placement, self.belief.occupancy(placement))
            return
        if (place in self._table.occupied) == (piece is None):
            self.trust.contradicted(place, piece)
            self._trust_again()
        self.stand(placement, now)

    def vouch(self, place: str, now: float) -> None:
        """Take people's word that this contact is right. Timeouts start again."""
        self.belief.vouch(place)
        self.changed_at = now

    def _trust_again(self) -> None:
        """Apply what is trusted now, tell people the news, and have the table keep it."""
        if self.trust.blind != self.belief.blind:
            self.belief.set_blind(self.trust.blind)
        if self.trust.lasting != self._table.blind:
            self._table.keep(self.trust.lasting)
        for news in self.trust.news():
            self._record.note(news)

    # Time

    def restart(self, now: float) -> None:
        """Start timeouts again: hands may still be busy with what was taken back."""
        self.changed_at = now

    def silence(self, now: float) -> Silence:
        """Return the silence since the last change; a long one counts from the question at the earliest."""
        changed, asked = now + ROUNDING_S - self.changed_at, now + ROUNDING_S - self._began_at
        return Silence(changed if changed <= CARRIED else min(changed, max(CARRIED, asked)))

    def due(self, silence: Silence) -> float:
        """Return when that silence will have lasted long enough to change the verdict."""
        return silence.until + (self.changed_at if silence.until <= CARRIED else max(self.changed_at, self._began_at))


def _lifts(piece: str, before: Placement, after: Placement) -> bool:
    """Return whether a move between two placements carries this piece elsewhere, or only takes it off the board."""
    changed = {one for one in before.keys() | after.keys() if before.get(one) != after.get(one)}
    return piece in changed and (piece in after or changed == {piece})
