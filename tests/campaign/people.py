"""People of some temper around a simulated table. They decide at random, and do what the table asks.

They see where each mouse is, and mean well. They notice some mistakes of their hands (`moving.py`) after a while and
put them right. Of the others they know nothing, and do literally what the table says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Protocol

from tests.campaign.alike import Alike
from tests.campaign.asks import Want, asks_what_is_seen, is_taken_back, steps_now, want, wants_button
from tests.campaign.capturing import Capture
from tests.campaign.moving import Deciding, Mover, Temper

from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Ask, Choose, Chosen, Situation, Suspect, Who
from mouseboard.rules import CHANCE, Action, Device, Game, State
from mouseboard.sim.table import BESIDE, IN_HAND, SimulatedTable
from mouseboard.store import ActionRecord, Source
from mouseboard.table.steps import SOMETHING, Step

IMPATIENCE = 3.0
"""Seconds after which people try again if nothing has changed."""
PATIENCE = 3
"""Attempts to show a decision by hand before people choose on the page."""
PAGE = 0.2
"""Share of decisions made on the page, in states where hands can show only some of the choices."""
THINKING_AHEAD = 0.5
"""Share of decisions after which people put a mouse at once where its card will send it."""
QUICKEST = 0.4
"""Seconds after a move within which a quick player lifts a man in reply. A recapture comes at once."""
DISTRUST = 3
"""Decisions for which people use the page after the table took one back against their will."""


class Way(Protocol):
    """A way of playing of its own. Both methods return False where it leaves things to the temper."""

    async def move(self, piece: str, place: str, deciding: Deciding | None) -> bool:
        """Make a move."""

    async def answer(self, situation: Situation) -> bool:
        """Do what is asked."""


class People:
    """The people at the table. `see` shows them a situation; `play` acts for them until it is cancelled."""

    def __init__(
        self,
        table: SimulatedTable,
        game: Game,
        temper: Temper,
        seed: object,
        inbox: Inbox,
        alike: Alike,
        note: Callable[[str], None] = lambda _: None,
        make_mover: type[Mover] = Mover,
    ) -> None:
        """`note` is told of every deed; `make_mover` makes their hands."""
        self.table = table
        self.meant: Action | None = None
        """The action that people intend, by hand or on the page."""
        self.by_hand = False
        self._rng = Random(f"{seed}/people")
        self.mover = make_mover(table, game, temper, self._rng, seed, note)
        self._inbox = inbox
        self._shares_places = game.shares_places
        self._alike = alike
        self._note = note
        self._situation: Situation | None = None
        self._changed = asyncio.Event()
        self.way: Way | None = None
        self._ahead: Action | None = None
        """The action that a hasty player shows before it is their turn."""
        self._has_meant: list[tuple[State, Action]] = []
        self._decided_in: State | None = None
        self._in_vain = 0
        self._distrust = 0
        self._thinks_ahead = False
        self._quick = 0.0 if game.shares_places else temper.quick
        self._replies: list[tuple[State, Action]] = []
        """The decisions that quick players have shown before the table asked for them."""

    # What they mean

    def means(self, record: ActionRecord) -> bool:
        """Return whether somebody means this action."""
        return record.action in (self.meant, self._ahead) or (record.before, record.action) in self._has_meant

    def shows(self, record: ActionRecord) -> bool:
        """Return whether people show this action by a move, perhaps after a question."""
        return record.source is Source.HANDS or (record.source is Source.PLAYER and self.by_hand)

    def is_own_mistake(self, record: ActionRecord) -> bool:
        """Return whether a player has left a piece on another legal place, or moves one to take a move back."""
        return self.mover.wrong_place or self.mover.takes_back or self._is_left(record)

    def _is_left(self, record: ActionRecord) -> bool:
        """Return whether the action moves a piece of others to where it was put by mistake."""
        if self.mover.left is None:
            return False
        piece, place = self.mover.left
        part = self._alike.part(piece)
        return record.after.placement().get(part) == place != record.before.placement().get(part)

    def takes_back(self) -> bool:
        """Return whether people are taking a move back by hand. Ask once for each takeback."""
        back, self.mover.takes_back = self.mover.takes_back, False
        return back

    def see(self, situation: Situation) -> None:
        """Take the situation shown now."""
        if self._situation is None or situation.ask != self._situation.ask:
            self._changed.set()
            self._in_vain = 0
            if is_taken_back(situation) and not self.mover.takes_back:
                self._distrust = DISTRUST
        self._situation = situation

    async def play(self) -> None:
        """React to each situation, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(IMPATIENCE):
                    await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(self._reaction())
            if self._situation is not None:
                self._in_vain += 1
                if self._is_the_other_way_round(self._situation):
                    self._note("it is the other way round")
                    await self.mover.press("a")
                    continue
                await self._answer(self._situation)
                self.mover.course.clear()
                if self._seems_done(self._seen):
                    self._changed.clear()

    def _reaction(self) -> float:
        hasty, self.mover.is_hasty = self.mover.is_hasty, False
        return self._rng.uniform(0.05, 0.3) if hasty else self._rng.uniform(0.3, 0.9)

    async def _answer(self, situation: Situation) -> None:
        if self.way and await self.way.answer(situation):
            return
        match want(situation):
            case Want.CHOOSE:
                await self._choose(situation)
            case Want.WHICH:
                await self._say_which(situation)
            case Want.MISSING:
                await self._look_for(situation)
            case Want.SUSPECT:
                await self._answer_suspicion(situation)
            case Want.WHO:
                assert isinstance(situation.ask, Who)
                place, piece = situation.ask.place, situation.ask.piece
                await self.mover.press("b" if self._passing_for(piece, place) else "a")
            case Want.CONSENT:
                await self.mover.press("b" if self.mover.takes_back else "a")
            case Want.MOVE:
                await self._make_moves(situation)
            case Want.MEND:
                await self._mend(situation)
            case Want.ROLL:
                await self.mover.press()
            case Want.TASK | Want.TROUBLE:
                await self.mover.set_trap()
                await self.mover.press()

    def _is_the_other_way_round(self, situation: Situation) -> bool:
        """Return whether what is asked beside the game is really otherwise, and nothing more urgent is asked."""
        wrong = [
            all(self.table.truth(self._alike.piece(p)) not in (place, IN_HAND) for p, place in d.pieces)
            for d in situation.doubts[:1]
        ]
        if left := situation.departure:
            wrong.append(any(self.table.truth(other) == left.to for other in left.others))
        return any(wrong) and want(situation) in (Want.MOVE, Want.ROLL, Want.CHOOSE, Want.TASK)

    def _seems_done(self, situation: Situation) -> bool:
        """Return whether, to the eye, hands have done what the table asks. Then people wait for the table."""
        match want(situation):
            case Want.CHOOSE if self._decided_in is situation.state and self.by_hand and self.meant:
                return all(self._is_done(*change) for change in self._changes(situation.state, self.meant).items())
            case Want.MOVE if not wants_button(situation):
                return all(self._is_done(self._alike.piece(s.piece), s.target) for s in steps_now(situation))
        return False

    def _is_done(self, piece: str, place: str | None) -> bool:
        """Return whether the piece is well on its place, or off the board."""
        return self.mover.is_beside(piece) if place is None else self.mover.stands_well(piece, place)

    def _passing_for(self, part: str, place: str) -> list[str]:
        """Return the pieces on a place that people take for this part."""
        return [piece for piece in self.mover.on(place) if self._alike.passes_for(piece, part)]

    async def _make(self, piece: str, place: str, deciding: Deciding | None = None) -> None:
        if not (self.way and await self.way.move(piece, place, deciding)):
            await self.mover.make(piece, place, deciding)

    # For habits

    @property
    def seen_ask(self) -> Ask | None:
        """What is asked now."""
        return self._situation.ask if self._situation else None

    def wanted(self, piece: str) -> str | None:
        """Return where the game wants the piece now."""
        return self._seen.state.placement().get(self._alike.part(piece))

    def foresee(self, rng: Random) -> dict[str, str | None] | None:
        """Return the move that shows the next player's decision after the present one is made.

        It is empty if the next player rolls, and None if nobody can tell.
        """
        state = self._seen.state
        if want(self._seen) is Want.CHOOSE and self.meant in state.actions():
            state = state.after(self.meant)
        while state.actor == CHANCE and state.device is not Device.DIE:
            state = state.after(state.actions()[0])
        if state.actor is None:
            return None
        if state.actor == CHANCE:
            return {}
        by_hand = [action for action in state.actions() if self._can_show(state, action)]
        if not by_hand:
            return None
        self._ahead = rng.choice(by_hand)
        return self._changes(state, self._ahead)

    # Deciding

    async def _choose(self, situation: Situation) -> None:
        state = situation.state
        if reply := next((action for known, action in self._replies if known == state), None):
            self._replies.clear()
            self._decided_in, self.meant, self.by_hand = state, reply, True
            return
        if self._decided_in is not state:
            self._decide(state)
        assert self.meant is not None
        if not self.by_hand or self._in_vain > PATIENCE:
            self._say(self.meant)
            return
        if self.mover.is_blind and self._in_vain > 1:
            return
        await self._show(state, self.meant)
        await self._reply_quickly(state, self.meant)

    async def _reply_quickly(self, state: State, action: Action) -> None:
        """Make the next players' moves, as quick ones do: they wait for no lamp."""
        while self._quick and self._rng.random() < self._quick:
            before, state = state.placement(), state.after(action)
            if state.actor in (None, CHANCE):
                return
            by_hand = [action for action in state.actions() if self._can_show(state, action)]
            landed = {place for piece, place in state.placement().items() if before.get(piece) != place}
            recaptures = [action for action in by_hand if landed & set(state.spots(action))]
            if not by_hand:
                return
            await asyncio.sleep(0.0 if recaptures else self._rng.uniform(0.0, QUICKEST))
            action = self._rng.choice(recaptures or by_hand)
            self._has_meant.append((state, action))
            self._replies.append((state, action))
            self._decided_in, self.meant = state, action
            self._note(f"replies {action}")
            await self._show(state, action)

    async def _show(self, state: State, action: Action) -> None:
        """Make the moves that show an action."""

        changes = self._changes(state, action)
        moved = {piece: place for piece, place in changes.items() if place is not None}
        taken = [piece for piece in changes if piece not in moved and not self.mover.is_beside(piece)]
        if taken:
            await self._capture(state, taken, moved)
            return
        for piece, place in moved.items():
            if self._in_vain == 1:
                await self._make(piece, place, self._deciding(state, piece, place))
            else:
                await self.mover.go(piece, place)

    async def _capture(self, state: State, taken: Sequence[str], moved: Mapping[str, str]) -> None:
        """Move some pieces, and take others off the board."""
        assert self.meant
        is_first = self._in_vain == 1

        async def go(piece: str, place: str) -> None:
            way = self.way if is_first else None
            if not (way and await way.move(piece, place, self._deciding(state, piece, place))):
                await self.mover.go(piece, place, habits=is_first)

        async def slip(piece: str, place: str) -> None:
            await self.mover.slip(piece, place, self._deciding(state, piece, place))

        landings = [place for places in state.stations(self.meant).values() for place in places]
        capture = Capture(self.mover, self._rng, taken, moved, landings, go)
        if is_first and self.mover.has_a_mishap():
            await capture.go_wrong(slip, lambda: self._seen.state is state)
        else:
            await capture.carry_out()

    def _decide(self, state: State) -> None:
        self._decided_in = state
        self.mover.begin()
        legal = state.actions()
        self._thinks_ahead = any(map(state.on_the_way, legal)) and self._rng.random() < THINKING_AHEAD
        by_hand = [action for action in legal if self._can_show(state, action)]
        self._distrust -= 1
        self.by_hand = (
            bool(by_hand) and self._distrust < 0 and (len(by_hand) == len(legal) or self._rng.random() > PAGE)
        )
        self.meant = self._rng.choice(by_hand if self.by_hand else legal)
        if self._ahead in by_hand and self._ahead is not None:
            self.by_hand, self.meant = True, self._ahead
        self._ahead = None
        self._has_meant.append((state, self.meant))
        self._note(f"means {self.meant}{' by hand' if self.by_hand else ''}")

    def _deciding(self, state: State, piece: str, place: str) -> Deciding:
        """Return the decision that moving this piece there shows."""
        places = {self._changes(state, action).get(piece) for action in state.actions()} - {None, place}
        others = {other for other in places if other and self._is_free(other, ())}  # nobody takes a man to think
        return Deciding(others, lambda: self._seen.state is state)

    def _changes(self, state: State, action: Action) -> dict[str, str | None]:
        """Return the new place of each piece that the action moves, None for beside the board.

        Barriers and the like are not pieces.
        """
        before, after = state.placement(), self._shown(state, action)
        parts = (part for part in self.mover.pieces if before.get(part) != after.get(part))
        return {self._alike.piece(part): after.get(part) for part in parts}

    def _shown(self, state: State, action: Action) -> dict[str, str]:
        """Return the placement that shows an action: some go where it ends at once, others to the lamp first."""
        way = {} if self._thinks_ahead else state.on_the_way(action)
        return {**state.placement(), **way} if way else state.after(action).placement()

    def _can_show(self, state: State, action: Action) -> bool:
        before, after = state.placement(), self._shown(state, action)
        changes = self._changes(state, action)
        if not all(self._is_free(place, changes) for place in changes.values()):
            return False
        felt = {place.name for place in state.game.layout.stands if place.sensors}
        return bool(changes) and felt & set(before.values()) != felt & set(after.values())

    def _is_free(self, place: str | None, moving: Collection[str]) -> bool:
        """Return whether people can put a piece there: no man but those in `moving` is in its way."""
        return place is None or self._shares_places or set(self.mover.on(place)) <= set(moving)

    async def _say_which(self, situation: Situation) -> None:
        """Choose the intended action, or the one nearest to the true position if they are asked what they see."""
        assert isinstance(situation.ask, Choose)
        offered = situation.ask.actions
        if self.meant in offered and self._decided_in is situation.state and not asks_what_is_seen(situation):
            true = self.meant
        else:
            true = min(offered, key=lambda action: self._untruth(situation.state.after(action)))
        self._say(true)

    def _say(self, action: Action) -> None:
        """Choose on the page."""
        self.mover.acts.note(f"answer {action}")
        self._inbox.put_nowait(Chosen(action))

    async def _look_for(self, situation: Situation) -> None:
        """Put the mouse that no sensor feels on its goal, once more if it is there; then say which action it was."""
        assert isinstance(situation.ask, Choose) and situation.ask.missing and self.meant
        piece, state = situation.ask.missing, situation.state
        meant = self._changes(state, self.meant) if self._decided_in is state else {}  # `meant` is of a past state
        piece, place = self._alike.piece(piece), meant.get(self._alike.piece(piece)) or state.placement()[piece]
        if self.mover.stands_well(piece, place) and self._in_vain > 1:
            await self._say_which(situation)
        else:
            await self.mover.put(piece, place, "mend")

    async def _answer_suspicion(self, situation: Situation) -> None:
        """Answer by what people see, whatever the table feels."""
        assert isinstance(situation.ask, Suspect)
        place, piece = situation.ask.place, situation.ask.piece
        there = self.mover.on(place) if piece is None else self._passing_for(piece, place)
        if (not there) if piece is None else any(self.mover.stands_well(other, place) for other in there):
            await self.mover.press()
        elif piece is not None:
            await self.mover.put(self._alike.piece(piece), place, "mend")
        else:
            await self.mover.press("a")

    @property
    def _seen(self) -> Situation:
        assert self._situation is not None
        return self._situation

    def _untruth(self, state: State) -> int:
        """Return how many pieces are elsewhere than in this state."""
        there = {self._alike.piece(part): place for part, place in state.placement().items()}
        return sum(not self._is_there(piece, there.get(piece)) for piece in self.mover.pieces)

    def _is_there(self, piece: str, place: str | None) -> bool:
        """Return whether the piece is on this place, or on none."""
        return not self.mover.is_on_board(piece) if place is None else self.mover.stands_on(piece, place)

    # Moves

    async def _make_moves(self, situation: Situation) -> None:
        if self._in_vain > 1 and self.mover.is_blind:
            return
        for step in steps_now(situation):
            piece = self._alike.piece(step.piece)
            if step.target is None:
                await self.mover.remove(piece, "move")
            elif self._in_vain > 1:
                await self.mover.go(piece, step.target)
            else:
                await self._make(piece, step.target)
        if wants_button(situation):
            await self._confirm(situation)

    async def _confirm(self, situation: Situation) -> None:
        asked = {self._alike.piece(step.piece): step.target for step in steps_now(situation)}
        await self.mover.confirm((p, asked[p] or BESIDE) for p in self.mover.pieces if p in asked)

    # Obeying

    async def _mend(self, situation: Situation) -> None:
        """Do literally what the table says."""
        for step in steps_now(situation):
            await self.obey(step)
        if wants_button(situation):
            await self._confirm(situation)

    async def obey(self, step: Step) -> None:
        """Do literally this step."""
        piece = self._piece_meant(step)
        if piece is None:
            return
        if step.target is None:
            await self.mover.remove(piece, "mend")
        elif not self.mover.stands_well(piece, step.target) or self._in_vain > 1:
            await self.mover.put(piece, step.target, "mend")

    def _piece_meant(self, step: Step) -> str | None:
        """Return the named piece; if it cannot make this step, the piece on the place to clear, or None."""
        stands_on, source, piece = self.mover.stands_on, step.source, self._alike.piece(step.piece)
        if step.piece != SOMETHING and (step.target or source is None or stands_on(piece, source)):
            return piece
        return next((p for p in self.table.world.pieces if source and stands_on(p, source)), None)
