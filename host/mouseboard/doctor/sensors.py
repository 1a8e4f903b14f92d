"""Sensors: a person walks a mouse over the places, and the table says what it feels.

Either the doctor names one place after the other, or the person walks freely and sees each place turn green as it feels
the mouse; the doctor names the places left out. Missed places are tried again with another mouse. If they feel that
one, the first mouse's magnet is to blame.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from mouseboard.doctor.bench import Bench, step
from mouseboard.doctor.observations import Sensors, Visit
from mouseboard.doctor.talk import Question, commas
from mouseboard.layouts import Place
from mouseboard.link import ContactChange, Style
from mouseboard.say import Say, enumeration, say

TRIES = 3
"""Times that a second mouse is put on a missed place."""
STYLES: dict[str, Style] = {
    "w": ("202040", "steady"),
    "n": ("404040", "pulse"),
    "g": ("004000", "steady"),
    "d": ("400000", "steady"),
}
"""Waiting, next, good, doubtful."""


async def examine_sensors(bench: Bench) -> Sensors:
    """Return what was felt on a whole walk, from an empty board to an empty board."""
    distrusted = await _distrusted(bench)
    walk = _Walk(bench, await _empty(bench))
    if await _wants_to_go_freely(bench):
        await walk.go_freely()
    await walk.name_places(walk.left(), mouse=1)
    if missed := walk.missed():
        await _take_another(bench)
        for _ in range(TRIES):
            await walk.name_places(missed, mouse=2)
    after = await _empty(bench)
    bench.dark()
    seen = Sensors(tuple(sorted(walk.stuck)), tuple(walk.visits), tuple(sorted(after)), distrusted)
    await _trust_again(bench, seen)
    return seen


def to_visit(places: Iterable[Place]) -> list[Place]:
    """Return the places with sensors; all places, if a new layout file has no sensors yet."""
    known = [place for place in places if place.sensors]
    return known or list(places)


@step
async def _distrusted(bench: Bench) -> tuple[str, ...]:
    """Return the places that games ignore, as stored on the table."""
    await bench.table.recall_blind()
    places = tuple(sorted(bench.table.blind))
    if places:
        bench.talk.tell(say("In games these places were not trusted: {places}.", places=commas(places)))
    return places


@step
async def _trust_again(bench: Bench, seen: Sensors) -> None:
    """Let sensors that are good now count again in games."""
    by_name = bench.table.layout.by_name
    good = [place for place in seen.distrusted if seen.is_good(place, by_name[place].sensors)]
    if good:
        await bench.table.keep_blind(frozenset(seen.distrusted).difference(good))
        bench.talk.tell(say("These places are good, and trusted again: {places}.", places=commas(good)))


@step
async def _take_another(bench: Bench) -> None:
    await bench.ask(
        Question("another mouse", say("Take that mouse away and take another one; Enter when you have it."))
    )


@step
async def _empty(bench: Bench) -> frozenset[int]:
    """Return the inputs that are closed on an empty board."""
    await bench.ask(Question("clear", say("Take every mouse and magnet off the board, then Enter.")))
    await bench.settle()
    return bench.table.closed_inputs


@step
async def _wants_to_go_freely(bench: Bench) -> bool:
    text = say(
        "Enter: I name the places one by one. {free}: you walk as you like and look at the lamps.", free=say("free")
    )
    return await bench.ask(Question("walk", text, answers=("free",))) == "free"


class _Walk:
    """One magnet's walk over the board."""

    def __init__(self, bench: Bench, stuck: frozenset[int]) -> None:
        self.stuck = stuck
        self.visits: list[Visit] = []
        self._guessed = False  # whether the place of the last visit is only what the layout file says
        self._bench = bench
        self._places = {place.name: place for place in to_visit(bench.table.layout.stands)}

    def left(self) -> list[str]:
        """Return the places that had no mouse yet, except those whose inputs are all stuck and so feel nothing."""
        visited = {visit.place for visit in self.visits}
        return [
            name
            for name, place in self._places.items()
            if name not in visited and not (place.sensors and self.stuck.issuperset(place.sensors))
        ]

    def missed(self) -> list[str]:
        """Return the places where the first mouse was not felt."""
        return list(dict.fromkeys(visit.place for visit in self.visits if not visit.inputs))

    # One after the other

    async def name_places(self, names: list[str], mouse: int) -> None:
        """Ask for each place in turn. An answer may say that the mouse is on another place."""
        for name in names:
            while not await self._bench.uninterrupted(partial(self._visit, name, mouse)):
                pass

    async def _visit(self, name: str, mouse: int) -> bool:
        """Return whether the mouse was put on this place, and not on another one."""
        self._light(name)
        text = say("Put the mouse on {place}. (It stands there, and nothing happens? Enter)", place=self._called(name))
        _, inputs, flickers = await self._feel(Question("put", text, name))
        at = name if inputs <= set(self._places[name].sensors) else await self._where(name, inputs)
        if at:
            inputs |= await self._other_ends(at, inputs)
            self.visits.append(Visit(at, tuple(sorted(inputs)), mouse, flickers))
        return at == name

    async def _where(self, name: str, inputs: set[int]) -> str:
        """Return where the mouse is that was felt in the wrong place; empty if it is still on its way."""
        text = say(
            "I feel {inputs}. Does the mouse stand on {place}? "
            "Enter: yes; {no}: not yet; or the name of the place where it stands.",
            inputs=self._owners(inputs),
            place=self._called(name),
            no=say("no"),
        )
        answer = await self._bench.ask(Question("where", text, name, answers=("no", *self._places)))
        return "" if answer == "no" else answer or name

    async def _other_ends(self, name: str, inputs: set[int]) -> set[int]:
        """Have the mouse moved about on a long place. Return which of its other inputs than `inputs` close."""
        more: set[int] = set()
        wanted = set(self._places[name].sensors)
        while inputs and not wanted <= inputs | more | self.stuck:
            text = say(
                "Move the mouse about on {place}, to all of its ends. (Nothing more happens? Enter)",
                place=self._called(name),
            )
            _, felt, _ = await self._feel(Question("move about", text, name))
            if not felt - inputs - more:
                break
            more |= felt & wanted
        return more

    # As the person likes

    async def go_freely(self) -> None:
        """Run until the person says that is all. Unless a person names the place, the layout file decides what was
        felt."""
        while self.left():
            self._light()
            text = say(
                "Walk a mouse over the glowing places; each turns green as it is felt. Type a place's name if the "
                "mouse stands there and it does not turn green. Enter: that is all."
            )
            question = Question("go", text, answers=tuple(self._places))
            answer, inputs, flickers = await self._bench.uninterrupted(partial(self._feel, question))
            if answer == "":
                return
            self._take(answer or self._owner(inputs), inputs, flickers, named=answer is not None)

    def _take(self, place: str, inputs: set[int], flickers: int, named: bool) -> None:
        """Note a visit. If the person names the mouse's place, that replaces the place guessed from the layout file."""
        felt = tuple(sorted(inputs))
        if named and self._guessed and felt == self.visits[-1].inputs:
            flickers = self.visits.pop().flickers
        self._guessed = bool(place) and not named
        if place:
            self.visits.append(Visit(place, felt, 1, flickers))
            inputs_felt = ", ".join(map(str, felt)) or say("nothing")
            self._bench.talk.tell(say("{place}: {inputs}", place=self._called(place), inputs=inputs_felt))
        elif not named:
            text = say("I feel {inputs}. On which place does the mouse stand?", inputs=self._owners(inputs))
            self._bench.talk.tell(text)

    def _owner(self, inputs: set[int]) -> str:
        """Return the place with exactly these inputs; empty if there is none."""
        return next((name for name, place in self._places.items() if inputs == set(place.sensors)), "")

    # Feeling

    async def _feel(self, question: Question) -> tuple[str | None, set[int], int]:
        """Return the answer (None if the table was first), the inputs that the mouse closes, and their flickers."""
        heard: list[ContactChange] = []
        while True:
            answer = await self._bench.ask_or_feel(question, self._is_reed)
            await self._bench.settle()
            heard += self._bench.heard
            inputs = set(self._bench.table.closed_inputs - self.stuck)
            if inputs or answer is not None:
                return answer, inputs, _flickers(heard, inputs)

    def _is_reed(self, change: ContactChange) -> bool:
        return change.closed and self._bench.table.is_reed(change.contact) and change.contact not in self.stuck

    # Words and lamps

    def _called(self, name: str) -> Say:
        label = self._places[name].label
        return say("place {place} ({label})", place=name, label=label) if label else say("place {place}", place=name)

    def _owners(self, inputs: set[int]) -> str | Say:
        owners = {number: name for name, place in self._places.items() for number in place.sensors}
        return enumeration(
            [
                say("place {place} (input {input})", place=owners[number], input=number)
                if number in owners
                else say("input {input}, under no place", input=number)
                for number in sorted(inputs)
            ]
        )

    def _light(self, following: str = "") -> None:
        """Light the places: those still to visit dimly, felt ones green, missed ones red. The one asked for pulses."""
        glow = {name: "w" if name in self.left() else "d" for name in self._places}
        glow |= {visit.place: "g" for visit in self.visits if visit.inputs}
        self._bench.table.show(STYLES, glow | ({following: "n"} if following else {}))


def _flickers(heard: Iterable[ContactChange], inputs: set[int]) -> int:
    """Return how many times reeds that are closed now had closed before."""
    closings = [change.contact for change in heard if change.closed and change.contact in inputs]
    return len(closings) - len(set(closings))
