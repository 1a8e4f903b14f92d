"""Watches a game at the simulated table and compares what the table believes with what hands really did.

The truth is the simulation's own: where each piece stands, and what the people meant.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from mouseboard.actors.asks import Want, is_stop, want, wants_button
from mouseboard.actors.people import People
from mouseboard.layouts import Layout
from mouseboard.referee.situation import Choose, Situation, Suspect, Watch, wording
from mouseboard.rules import State
from mouseboard.sim.table import BESIDE, IN_HAND, LYING, SimulatedTable
from mouseboard.store import ActionRecord, Source

LOOK = 0.1
"""Seconds between two looks at the board."""
SILENT = 2.5
"""Seconds after which something that is wrong and not spoken of is a silent mistake."""
SILENT_MOVER = 4.0
"""The same for the mouse whose move is awaited."""
FLICKER = 0.5
"""Seconds that something must be shown to be read."""
AMENDABLE = 5.0
"""Seconds in which a decision that nobody meant may still be put right."""
LETS_GO = 0.5
"""Seconds in which a hand has let go of what contacts have felt already."""
SHOWS = 6.0
"""Seconds for which a contact must contradict the truth for anybody to notice that it is broken."""
AWAY = (BESIDE, IN_HAND, LYING)
FOREVER = 120.0
"""Seconds without progress after which a game is stuck."""


class Bad(NamedTuple):
    """Something that must not happen."""

    time: float
    kind: str
    what: str


@dataclass
class Findings:
    """What was seen in a game, or in many."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    bad: list[Bad] = field(default_factory=list)


@dataclass
class Move:
    """One that is awaited: since when, whether contacts show it, whether the table said or asked something."""

    state: State
    since: float
    felt: bool
    joins: bool
    stopped: bool = False


class Stuck(Exception):
    """Nothing goes on any more."""


class Judge:
    """Give it what an observer gets; `watch` looks at the board until it is cancelled, or raises Stuck."""

    def __init__(self, table: SimulatedTable, people: People, layout: Layout, note: Callable[[str], None]) -> None:
        self.found = Findings()
        self.broken = ""
        """The place whose reed is broken, or the piece whose magnet is weak."""
        self._visits: frozenset[tuple[str, str]] = frozenset()
        self._questions = 0
        self._shows_since: float | None = None
        self._named: frozenset[str] = frozenset()
        self._table = table
        self._people = people
        self._mover = people.mover
        self._note = note
        self._situation: Situation | None = None
        self._want = Want.NOTHING
        self._stood: dict[str, str] = {}
        self._placed: tuple[State | None, dict[str, str]] = None, {}
        self._choosable: tuple[State | None, dict[str, str]] = None, {}
        self._history: list[ActionRecord] = []
        self._move: Move | None = None
        self._touched = 0.0
        self._progress = 0.0
        self._since: dict[str, float] = defaultdict(float)
        self._silent: set[str] = set()
        self._wrong_since: dict[str, float] = {}
        self._as_meant: list[ActionRecord] = []
        self._unfelt: set[str] = set()
        """The pieces that became wrong by what no contact shows."""
        self._stop_began: float | None = None
        self._stop_mends = False
        self._mended_at: float | None = None
        self._unmeant: list[tuple[float, ActionRecord, str, bool]] = []
        """Decisions by hand that are not yet judged, though nobody meant them."""
        self._never_meant: list[ActionRecord] = []
        """All of them."""
        self._sensors = {place.name: place.sensors for place in layout.place if place.sensors}
        self._contacts = bytes(table.world.levels[:-1])
        self._forward = table.world.changed
        table.world.changed = self._feel

    def _feel(self) -> None:
        contacts = bytes(self._table.world.levels[:-1])
        if contacts != self._contacts:
            self._contacts = contacts
            self._touched = self._now()
        self._forward()

    def _placement(self, state: State) -> dict[str, str]:
        """Of mice; barriers and the like are felt by nothing. That of the last state is kept."""
        if state is not self._placed[0]:
            mice = {piece: place for piece, place in state.placement().items() if piece in self._mover.pieces}
            self._placed = state, mice
        return self._placed[1]

    # What is shown and played

    def show(self, situation: Situation) -> None:
        self._see_taking_back(situation)
        wanted = want(situation)
        changed = self._situation is None or situation.ask != self._situation.ask
        if changed and (not self._situation or wording(situation) != wording(self._situation)):
            self._note(f"    shows {wanted.name}: {wording(situation)}")
        self._situation = situation
        if changed:
            self._see_question(situation)
        self._see_names(situation)
        if wanted is Want.MOVE:
            self._expect_move(situation)
        elif wanted in (Want.CHOOSE, Want.ROLL, Want.TASK) or situation.ask is None:
            self._accept_move()
            if wanted is not Want.TASK:
                self._stood = self._placement(situation.state)
        if wanted is Want.CHOOSE and (self._move is None or self._move.state is not situation.state):
            self._move = Move(situation.state, self._now(), felt=True, joins=False)
        self._see_stop(wanted, situation)
        self._want = wanted

    def forget(self) -> None:
        """The host has been killed: nothing is shown any more, and nobody waits for what was."""
        self._situation = self._move = self._stop_began = self._mended_at = None
        self._want = Want.NOTHING
        self._since.update(dict.fromkeys(self._mover.pieces, self._now()))

    def played(self, record: ActionRecord) -> None:
        self._note(f"    plays {record.action} ({record.source})")
        self._progress = self._now()
        self._see_replaced(record)
        self._history.append(record)
        by_hand = record.source is Source.HANDS or (record.source is Source.PLAYER and self._people.by_hand)
        if by_hand and self._placement(record.before) != self._placement(record.after):
            move = self._move or Move(record.before, self._now(), True, False)
            move.felt, move.joins = self._felt(self._placement(record.before), self._placement(record.after))
            move.felt &= not self._has_a_double(record)
            move.stopped |= record.source is Source.PLAYER
            self._count(move)
            if record.source is Source.HANDS or self._was_done(record):
                self._stood = self._placement(record.after)
        self._move = None
        if record.source is Source.HANDS:
            self.found.counts["decided by hand"] += 1
            if record.action == self._people.meant:
                self._as_meant.append(record)
            elif any(record.before is known.before and record.action == known.action for known in self._as_meant):
                pass  # it was corrected by mistake, and is again what it was
            elif self._mover.takes_back:
                self.found.counts["taken back by a legal move"] += 1
            else:
                left = self._mover.wrong_place or self._was_done(record)
                self._unmeant.append((self._now(), record, str(self._people.meant), left))
                self._never_meant.append(record)

    def _was_done(self, record: ActionRecord) -> bool:
        """Whether hands have done just this: nothing tells that they meant another mouse, or another place."""
        before, after = self._placement(record.before), self._placement(record.after)
        return all(self._table.truth(piece) == place for piece, place in after.items() if before.get(piece) != place)

    def _expect_move(self, situation: Situation) -> None:
        if self._move is None or self._move.state is not situation.state:
            felt, joins = self._felt(self._stood, self._placement(situation.state))
            self._move = Move(situation.state, self._now(), felt, joins)

    def _accept_move(self) -> None:
        """The board is as it shall be."""
        move = self._move
        if move and self._want in (Want.MOVE, Want.MEND, Want.NOTHING) and self._placement(move.state) != self._stood:
            if self._stood:  # setting up is no move
                self._count(move)
            self._stood = self._placement(move.state)
            self._move = None
            self._progress = self._now()

    def _count(self, move: Move) -> None:
        counts = self.found.counts
        if not move.felt:
            counts["unfelt moves"] += 1
            return
        counts["moves"] += 1
        counts["moves stopped"] += move.stopped
        if not move.stopped:
            done = (
                max(self._touched, *(deed.time for deed in self._mover.deeds.values())) if move.joins else self._touched
            )
            self.found.seconds["join" if move.joins else "felt"].append(self._now() - done)

    def _felt(self, before: dict[str, str], after: dict[str, str]) -> tuple[bool, bool]:
        """Whether contacts show the whole move, and whether a piece joins others by it."""
        stood, stand = Counter(before.values()), Counter(after.values())
        moved = [piece for piece in after if before.get(piece) != after[piece]]
        arrives = {piece: after[piece] not in stood and stand[after[piece]] == 1 for piece in moved}
        leaves = {piece: stand[before[piece]] == 0 for piece in moved if piece in before}
        return all(arrives[p] or leaves.get(p) for p in moved), not all(arrives.values())

    def _has_a_double(self, record: ActionRecord) -> bool:
        """Whether another move would have led to the same occupied places."""
        occupied = set(self._placement(record.after).values())
        others = (record.before.after(action) for action in record.before.actions() if action != record.action)
        return any(set(self._placement(other).values()) == occupied for other in others)

    # Taking back, and decisions nobody meant

    def _see_taking_back(self, situation: Situation) -> None:
        if not self._history or situation.state == self._history[-1].after:
            return
        for n, record in enumerate(self._history):
            if record.before == situation.state:
                gone = self._history[n:]
                del self._history[n:]
                was_meant = all(unmeant is not gone[0] for unmeant in self._never_meant)
                self._forget(gone)
                self._progress = self._now()
                if self._mover.takes_back:
                    self.found.counts["takebacks meant"] += 1
                    self._mover.takes_back = False
                elif not was_meant:
                    self.found.counts["amended"] += 1
                else:
                    self._say_bad("taken back unmeant", str(gone[0].action))
                return

    def _see_replaced(self, record: ActionRecord) -> None:
        """An amendment: played where another decision had been played."""
        for n, other in enumerate(self._history):
            if other.before is record.before:
                self._forget(self._history[n:])
                self.found.counts["amended"] += 1
                del self._history[n:]
                return

    def _forget(self, gone: list[ActionRecord]) -> None:
        self._unmeant = [unmeant for unmeant in self._unmeant if unmeant[1] not in gone]

    def _judge_unmeant(self, patience: float = AMENDABLE) -> None:
        for n, (at, record, meant, left) in reversed(list(enumerate(self._unmeant))):
            left = left or (self._now() - at < LETS_GO and self._was_done(record))
            self._unmeant[n] = at, record, meant, left
            if self._now() - at >= patience:
                del self._unmeant[n]
                if left:
                    self.found.counts["own wrong move left"] += 1
                else:
                    kind = "false move: no contact" if self._unfelt else "false move"
                    self._say_bad(kind, f"{record.action}, meant {meant}")

    # Words of the table

    def _see_stop(self, wanted: Want, situation: Situation) -> None:
        confirms = wants_button(situation) and self._move is not None and self._move.felt
        stop = is_stop(wanted) or confirms
        if stop and self._move:
            self._move.stopped = True
        if stop and self._stop_began is None:
            self._stop_began, self._stop_mends = self._now(), wanted is Want.MEND
            self._mended_at = None
            self.found.counts[f"stops: {wanted.name.lower()}"] += 1
            if wanted is Want.MEND:
                self._judge_need()
        elif not stop and self._stop_began is not None:
            shown = self._now() - self._stop_began
            if round(shown, 3) < FLICKER:
                self._say_bad("flicker", f"shown for {shown:.2f} s")
            self._mended_at = self._now() if self._stop_mends else None
            self._stop_began = None

    def _judge_mending(self) -> None:
        """Whether all stands as it is believed, a moment after the table was content again."""
        if self._mended_at is None or self._now() - max(self._mended_at, self._touched) < FLICKER:
            return
        self._mended_at = None
        self.found.counts["mended"] += 1
        assert self._situation is not None
        apart = self._mover.course | self._to_move(self._situation).keys()
        apart |= {piece for doubt in self._situation.doubts for piece, _ in doubt.pieces} | self._unfelt
        wrong = [p for p in self._wrong() if p not in apart and self._table.truth(p) != IN_HAND]
        if wrong:
            self._say_bad("obeyed in vain", ", ".join(wrong))

    def _judge_need(self) -> None:
        """Whether something was wrong that hands did not put right by themselves."""
        now = self._now()
        astray = self._astray()
        wrong = [p for p in astray if p not in self._mover.course or now - self._mover.deeds[p].time > 3.3]
        assert self._situation
        moving = self._to_move(self._situation)
        spoken = {piece for doubt in self._situation.doubts for piece, _ in doubt.pieces}
        for piece in wrong:
            if piece in self._wrong_since and piece not in self._silent | spoken:
                still = now - max(self._wrong_since[piece], self._touched)
                self.found.seconds[self._part_in_move(piece, moving)].append(still)
        if not astray:
            self._say_bad("needless", str(wording(self._situation)))
        elif not wrong:
            self.found.counts["hands at it"] += 1

    def _part_in_move(self, piece: str, moving: dict[str, str]) -> str:
        """Whether a piece is to move; or has been taken instead, to a hand or to where that is to go; or neither."""
        if piece in moving:
            return "mover"
        goals = {goal for mover, goal in moving.items() if self._table.truth(mover) == self._stood.get(mover)}
        return "instead" if self._table.truth(piece) in goals | {IN_HAND} else "bystander"

    # A broken sensor

    def _see_question(self, situation: Situation) -> None:
        """At most one question of what is broken is asked for each time that a piece comes to stand there."""
        match situation.ask:
            case Suspect(place, piece) if self.broken and self.broken in (place, piece):
                pass
            case Choose(missing=str(piece)) if self.broken and self.broken in (piece, self._table.truth(piece)):
                pass
            case _:
                return
        self.found.counts["asked"] += 1
        self._questions += 1
        if self._questions > 1:
            self._say_bad("asked again", str(wording(situation)))

    def _see_names(self, situation: Situation) -> None:
        """What is told to be broken."""
        blind = situation.blind if self.broken not in situation.weak else frozenset()  # else where it stands, meanwhile
        named = blind | situation.weak
        for name in named - self._named:
            self._note(f"    names {name}")
            if name == self.broken or name == self._truth_of_broken():  # of a piece missed once it may be either
                self.found.counts["fault named"] = 1
            else:
                self._say_bad("named wrongly", name)
        for name in self._named - named:
            self._note(f"    trusts {name}")
        self._named = named

    def _truth_of_broken(self) -> str | None:
        """Where the piece stands whose magnet is weak."""
        return self._table.truth(self.broken) if self.broken in self._mover.pieces else None

    def _watch_broken(self) -> None:
        standing = {(piece, self._table.truth(piece)) for piece in self._mover.pieces}
        visits = frozenset(visit for visit in standing if self.broken in visit and visit[1] not in AWAY)
        if visits - self._visits:
            self.found.counts["visits"] += 1
            self._questions = 0
        self._visits = visits
        closed = set(self._table.world.occupied())
        places = {place for _, place in visits} | ({self.broken} & self._sensors.keys())
        contradicts = any(
            bool(closed.intersection(self._sensors.get(place, ()))) != any(at == place for _, at in standing)
            for place in places
        )
        if not contradicts:
            self._shows_since = None
            return
        if self._shows_since is None:
            self._shows_since = self._now()
        if self._now() - self._shows_since >= SHOWS:
            self.found.counts["fault showed"] = 1

    # The board

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if self._situation is None or self._situation.state.actor is None:  # over: nothing follows any more
                continue
            self._look(self._situation)
            if self.broken:
                self._watch_broken()
            self._judge_unmeant()
            self._judge_mending()
            if self._now() - self._progress > FOREVER:
                self._say_bad("stuck", f"at {self._want.name}: {wording(self._situation)}")
                raise Stuck

    def end(self) -> None:
        self._judge_unmeant(0)
        if self.found.counts["fault showed"] and not self.found.counts["fault named"]:
            self._say_bad("not named", str(self.broken))

    def _look(self, situation: Situation) -> None:
        now = self._now()
        spoken = (
            not situation.connected
            or is_stop(self._want)
            or (wants_button(situation) and self._want is Want.MOVE)
            or isinstance(situation.ask, Watch)  # hands off: what is wrong is said once the trap has run
        )
        wrong = set(self._wrong())
        causes = set()
        for piece in self._mover.pieces:
            if piece not in wrong or self._table.truth(piece) == IN_HAND:
                self._wrong_since.pop(piece, None)
                if piece not in wrong:
                    self._unfelt.discard(piece)
                self._silent.discard(piece)
                self._since[piece] = now
                continue
            if piece not in self._wrong_since and self._cause(piece, wrong) == "no contact":
                self._unfelt.add(piece)
            self._wrong_since.setdefault(piece, now)
            if spoken or any(piece == doubtful for doubt in situation.doubts for doubtful, _ in doubt.pieces):
                self._since[piece] = now
            patience = SILENT_MOVER if piece in self._mover.course | self._to_move(situation).keys() else SILENT
            silent = now - self._since[piece]
            still = min(silent, now - self._touched)
            if (still >= patience or silent >= 2 * patience) and piece not in self._silent:
                self._silent.add(piece)
                truth, believed = self._table.truth(piece), self._placement(situation.state).get(piece)
                why = "no contact" if piece in self._unfelt else self._cause(piece, wrong)
                if why not in causes:  # two that were exchanged are one mistake
                    self._say_bad(
                        f"silent: {why}", f"{piece} is {truth}, believed {believed}; {self._mover.deeds.get(piece)}"
                    )
                causes.add(why)

    def _to_move(self, situation: Situation) -> dict[str, str]:
        """The pieces that are to go elsewhere, and where to."""
        state, meant = situation.state, self._people.meant
        after = self._placement(state)
        moves = {piece: place for piece, place in after.items() if self._stood.get(piece) != place}
        if self._want is Want.CHOOSE:
            moves |= self._goals(state)
        if self._want is Want.CHOOSE and meant in state.actions():
            there = self._placement(state.after(meant))
            moves |= {piece: place for piece, place in there.items() if place != after.get(piece)}
        return moves

    def _goals(self, state: State) -> dict[str, str]:
        """The pieces that a decision may move, and where to, one place of each. Those of the last state are kept."""
        if state is not self._choosable[0]:
            here = self._placement(state)
            others = (state.after(action).placement() for action in state.actions())
            goals = {
                p: there[p] for there in others for p in self._mover.pieces if there.get(p) not in (None, here.get(p))
            }
            self._choosable = state, goals
        return self._choosable[1]

    def _believed(self, piece: str) -> set[str | None]:
        assert self._situation is not None
        belief: set[str | None] = {self._placement(self._situation.state).get(piece)}
        if self._want in (Want.MOVE, Want.MEND, Want.SUSPECT, Want.TASK, Want.NOTHING):
            belief.add(self._stood.get(piece))
        return belief

    def _wrong(self) -> list[str]:
        """The pieces that do not stand where the table believes."""
        return [p for p in self._mover.pieces if not self._is_right(p, self._table.truth(p))]

    def _is_right(self, piece: str, truth: str) -> bool:
        believed = self._believed(piece)
        return truth in believed or (None in believed and truth in (BESIDE, LYING, IN_HAND))

    def _astray(self) -> list[str]:
        """The pieces that are wrong, or stand so far off the middle that it may not be felt."""
        return [p for p in self._mover.pieces if p in self._wrong() or self._mover.stands_badly(p)]

    def _cause(self, piece: str, wrong: set[str]) -> str:
        deed = self._mover.deeds.get(piece)
        if deed is None:
            return "other"
        truth = self._table.truth(piece)
        other = next((q for q in wrong if q != piece and truth in self._believed(q)), None)
        later = other and self._mover.deeds.get(other)
        if deed.why == "mend" and not (later and later.time > deed.time):
            return "obeyed"
        if not deed.felt or (other and not self._mover.deeds.get(other, deed).felt):
            return "no contact"
        instead = [q for q in wrong if self._table.truth(q) in self._believed(piece)]
        if any(not self._mover.deeds.get(q, deed).felt for q in instead):
            return "no contact"  # another stands where it is believed, and nothing felt where that one came from
        if self.broken and self.broken in (piece, other, truth, self._stood.get(piece)):
            return "no contact"  # what is broken does not show its leaving, or its coming
        others = (self._believed(q) - {None} for q in self._mover.pieces if q != piece)
        is_felt = truth not in AWAY and self._mover.stands_well(piece, truth)
        if not is_felt and any(self._believed(piece) & believed for believed in others):
            return "no contact"  # others stand where it should: that it does not is felt by nothing
        if other:
            return "exchanged"
        return "other"

    def _say_bad(self, kind: str, what: str) -> None:
        self.found.counts[kind] += 1
        self.found.bad.append(Bad(self._now(), kind, what))
        self._note(f"!!! {kind}: {what}")

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
