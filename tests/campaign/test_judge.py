"""The judge finds planted mistakes. Hands are true; what the table shows and records is what the test says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.campaign.acts import Acts
from tests.campaign.alike import Alike
from tests.campaign.judge import DEAD_END, DeadEnd, Judge
from tests.referee.sitting import virtual, way_to

from mouseboard import rules
from mouseboard.actors.table import table_for_game
from mouseboard.referee.situation import Ask, Choose, Consent, Mend, Move, Roll, Situation
from mouseboard.rules import CHANCE, Game, State
from mouseboard.say import say
from mouseboard.sim.commands import COMMANDS
from mouseboard.sim.runner import Runner
from mouseboard.store import ActionRecord, Source
from mouseboard.table import Departure, Doubt, PlaceChanged, Released, Step

CLASSIC = rules.load("classic", 2)
"""Both mice begin on 1."""
PANTRY = rules.load("pantry", 2)
"""Red begins on a1, blue on c3."""

MORRIS = rules.load("morris", 2)
DRAUGHTS = rules.load("draughts", 2)

RED_BACK = Mend((Step("red", None, "1"),))


class Meant:
    """People who mean these actions, and nothing else."""

    def __init__(self, *meant: str) -> None:
        self._meant = meant

    def means(self, record: ActionRecord) -> bool:
        return str(record.action) in self._meant

    def is_own_mistake(self, record: ActionRecord) -> bool:
        return False

    def takes_back(self) -> bool:
        return False


class Planted:
    """A judge, hands, and a table that repeats the words that it gets."""

    def __init__(self, game: Game, judge: Judge, acts: Acts, runner: Runner) -> None:
        self.judge = judge
        self._acts = acts
        self._runner = runner
        self._state: State = game.start()
        self._history: tuple[ActionRecord, ...] = ()

    async def do(self, line: str, *felt: str) -> None:
        """Let hands do something, and the table hear of contacts, such as -1 and +5."""
        with self._acts.act(line):
            await self._runner.run_command(line)
        for change in felt:
            self.judge.hear(PlaceChanged(change[1:], change[0] == "+", 0.0, frozenset()))

    def plays(self, notation: str) -> None:
        """Record an action by hand."""
        action, after = self._state.game.read(notation), self._state.play(notation)
        self._history += (ActionRecord(self._state, action, after, Source.HANDS, len(self._history)),)
        self._state = after

    def takes_back(self, actions: int = 1) -> None:
        """Take the last actions back."""
        self._state = self._history[-actions].before
        self._history = self._history[:-actions]

    def shows(
        self,
        ask: Ask | None = None,
        doubts: tuple[Doubt, ...] = (),
        departure: Departure | None = None,
        **standing: str,
    ) -> None:
        """Show where the table believes the pieces, and what it asks, by default the next action."""
        state = self._state
        if ask is None:
            seat = state.actor or 0
            ask = Roll(None, state.actions()) if seat == CHANCE else Choose(seat, state.actions())
        felt, history = frozenset(self.judge.board.standing().values()), self._history
        self.judge.show(Situation(state, ask, felt, standing, doubts, departure, history=history))

    @property
    def bad(self) -> list[str]:
        """The kinds of mistakes that the judge has found."""
        return [bad.kind for bad in self.judge.found.bad]

    @property
    def last(self) -> ActionRecord:
        return self._history[-1]

    def count(self, row: str) -> int:
        return self.judge.found.counts[row]


@asynccontextmanager
async def planted(game: Game, *meant: str) -> AsyncIterator[Planted]:
    """All mice stand where the game begins, and the table believes it. People mean these actions."""
    async with table_for_game(game, 1) as table:
        acts = Acts()
        judge = Judge(table, game, acts, Meant(*meant), lambda _: None, Alike(game))
        start = {piece: place for piece, place in game.start().placement().items() if piece in game.pieces}
        for piece, place in start.items():
            table.world.move(piece, table.place(place), 0)
        it = Planted(game, judge, acts, Runner(table, COMMANDS))
        it.shows(None, (), None, **start)
        watching = asyncio.create_task(judge.watch())
        await asyncio.sleep(0.2)
        yield it
        watching.cancel()
        if watching.done():
            watching.result()


# Silently wrong


@virtual
async def test_a_belief_that_contacts_contradict_is_silently_wrong() -> None:
    async with planted(PANTRY) as it:
        await it.do("put red on a2", "-a1", "+a2")
        await asyncio.sleep(2)
        assert it.bad == ["silently wrong"]


@virtual
async def test_a_mistake_that_no_contact_shows_is_counted_apart() -> None:
    async with planted(CLASSIC) as it:
        await it.do("remove red")
        await asyncio.sleep(2)
        assert it.bad == ["silently wrong: no contact shows it"]


@virtual
async def test_a_belief_is_right_as_long_as_the_table_asks() -> None:
    async with planted(CLASSIC) as it:
        await it.do("remove red")
        it.shows(RED_BACK, red="1", blue="1")
        await asyncio.sleep(10)
        assert it.bad == []


@virtual
async def test_a_belief_is_not_judged_before_pieces_are_still() -> None:
    async with planted(CLASSIC) as it:
        await it.do("remove red")
        await asyncio.sleep(1)
        assert it.bad == []


@virtual
async def test_two_exchanged_mice_are_one_mistake() -> None:
    async with planted(PANTRY) as it:
        await it.do("swap red blue", "-a1", "-c3", "+c3", "+a1")
        await asyncio.sleep(10)
        assert it.bad == ["silently wrong: no contact shows it"]


@virtual
async def test_two_exchanged_mice_are_no_mistake_while_a_doubt_about_them_is_shown() -> None:
    async with planted(PANTRY) as it:
        await it.do("swap red blue", "-a1", "-c3", "+c3", "+a1")
        doubt = Doubt((("red", "a1"), ("blue", "c3")), {"red": "c3", "blue": "a1"})
        it.shows(doubts=(doubt,), red="a1", blue="c3")
        await asyncio.sleep(10)
        assert it.bad == []


@virtual
async def test_people_who_did_what_a_sentence_said_are_wrong_by_the_tables_own_words() -> None:
    async with planted(CLASSIC) as it:
        it.shows(Mend((Step("something", "1", None),)), red="1", blue="1")
        await asyncio.sleep(1)
        await it.do("remove red")
        it.shows(red="1", blue="1")
        await asyncio.sleep(2)
        assert "silently wrong: by the table's own words" in it.bad


@virtual
async def test_a_mistake_that_a_button_has_confirmed_untruly_is_counted_apart() -> None:
    async with planted(PANTRY) as it:
        it.shows(Move((Step("red", "a1", "a2"),)), red="a1", blue="c3")
        it.judge.hear(Released("b"))
        it.shows(red="a2", blue="c3")
        await asyncio.sleep(2)
        assert it.bad == ["silently wrong: a button said so untruly"]


@virtual
async def test_a_mouse_that_the_table_has_lost_must_be_asked_for() -> None:
    async with planted(CLASSIC) as it:
        await it.do("remove red")
        it.shows(blue="1")
        await asyncio.sleep(4)
        assert it.bad == []
        await asyncio.sleep(4)
        assert it.bad == ["silently wrong: no contact shows it"]


@virtual
async def test_two_exchanged_men_that_look_alike_are_no_mistake() -> None:
    async with planted(DRAUGHTS) as it:
        await it.do("swap white-man-1 white-man-2", "-b6", "-d6", "+b6", "+d6")
        await asyncio.sleep(10)
        assert it.bad == []


@virtual
async def test_a_taken_man_that_is_put_back_unnoticed_is_a_mistake() -> None:
    async with planted(DRAUGHTS, "c3-d4", "f6-e5", "d4xf6") as it:
        for action in ("c3-d4", "f6-e5", "d4xf6"):
            it.plays(action)
        there = it.last.after.placement()
        await it.do("put black-man-10 on d4", "-c3", "+d4")
        await it.do("put white-man-3 on e5", "-f6", "+e5")
        await it.do("remove white-man-3", "-e5")
        await it.do("put black-man-10 on f6", "-d4", "+f6")
        it.shows(None, (), None, **there)
        await asyncio.sleep(1)
        assert it.bad == []
        await it.do("put white-man-3 on e5", "+e5")
        await asyncio.sleep(8)
        assert it.bad == ["silently wrong"]


# False moves and takebacks


async def rest_on_a2(it: Planted) -> None:
    """Put red, who means b1, on a2. The table takes that for its move."""
    await it.do("put red on a2", "-a1", "+a2")
    it.plays("a2")
    it.shows(red="a2", blue="c3")


@virtual
async def test_a_move_to_where_a_mouse_only_rested_is_false() -> None:
    async with planted(PANTRY, "b1") as it:
        await rest_on_a2(it)
        await it.do("lift red", "-a2")
        await it.do("put red on b1", "+b1")
        it.shows(Mend((Step("red", "b1", "a2"),)), red="b1", blue="c3")
        await asyncio.sleep(4)
        assert it.bad == []
        await asyncio.sleep(2)
        assert it.bad == ["false move"]
        assert it.count("false move: after a rest") == 0


@virtual
async def test_a_false_move_that_rested_long_enough_to_be_smelt_is_counted_apart() -> None:
    async with planted(PANTRY, "b1") as it:
        await rest_on_a2(it)
        await asyncio.sleep(1.1)
        await it.do("put red on b1", "-a2", "+b1")
        it.shows(Mend((Step("red", "b1", "a2"),)), red="b1", blue="c3")
        await asyncio.sleep(6)
        assert it.count("false move: after a rest") == 1


MILL = ("a1", "b2", "d1", "d2", "g1")
"""White closes a mill and may take a man, b2 or d2."""


@pytest.mark.parametrize(
    ("next_move", "kinds"),
    [((), ["false move"]), (("d2",), ["false move: no contact shows it"])],
    ids=["asked off again", "taken for the next move"],
)
@virtual
async def test_a_wrong_man_that_is_put_back_where_its_side_may_place_one_may_be_the_next_move(
    next_move: tuple[str, ...], kinds: list[str]
) -> None:
    async with planted(MORRIS, *MILL, "xb2") as it:
        for action in MILL:
            it.plays(action)
            for piece, place in it.last.after.placement().items() - it.last.before.placement().items():
                await it.do(f"put {piece} on {place}", f"+{place}")
        it.shows(None, (), None, **it.last.after.placement())
        await it.do("remove black-man-2", "-d2")
        it.plays("xd2")
        it.shows(None, (), None, **it.last.after.placement())
        await it.do("put black-man-2 on d2", "+d2")
        await asyncio.sleep(0.2)
        for action in next_move:
            it.plays(action)
        it.shows(None, (), None, **it.last.after.placement())
        await asyncio.sleep(8)
        assert [kind for kind in it.bad if kind.startswith("false move")] == kinds


@virtual
async def test_a_false_move_that_is_replaced_counts_by_its_end() -> None:
    async with planted(PANTRY, "b1") as it:
        await rest_on_a2(it)
        await it.do("put red on b1", "-a2", "+b1")
        it.takes_back()
        it.plays("b1")
        it.shows(red="b1", blue="c3")
        await asyncio.sleep(10)
        assert it.bad == []
        assert it.count("amended") == 1


@virtual
async def test_a_takeback_of_a_meant_move_that_nobody_asked_for_is_counted() -> None:
    async with planted(PANTRY, "a2", "c2") as it:
        await it.do("put red on a2", "-a1", "+a2")
        it.plays("a2")
        it.plays("cold")
        await it.do("put blue on c2", "-c3", "+c2")
        it.plays("c2")
        it.shows(red="a2", blue="c2")
        it.takes_back(3)
        it.shows(red="a2", blue="c2")
        assert it.bad == ["takeback nobody meant"]
        assert it.count("takeback nobody meant: steps") == 2


@virtual
async def test_a_takeback_by_putting_back_is_counted_apart() -> None:
    async with planted(PANTRY, "a2") as it:
        await it.do("put red on a2", "-a1", "+a2")
        it.plays("a2")
        it.shows(red="a2", blue="c3")
        await it.do("put red on a1", "-a2", "+a1")
        it.takes_back()
        it.shows(red="a1", blue="c3")
        assert it.bad == ["takeback nobody meant: put back"]


@virtual
async def test_a_takeback_after_a_question_is_meant() -> None:
    async with planted(PANTRY, "a2") as it:
        await it.do("put red on a2", "-a1", "+a2")
        it.plays("a2")
        it.shows(Consent(0, (say("Red moves to a2."),)), red="a2", blue="c3")
        await it.do("press b")
        it.takes_back()
        it.shows(red="a2", blue="c3")
        assert it.bad == []


# Flicker, doubts, stops, dead ends


@virtual
async def test_a_question_that_goes_away_untouched_within_half_a_second_flickers() -> None:
    async with planted(CLASSIC) as it:
        it.shows(RED_BACK, blue="1")
        await asyncio.sleep(0.3)
        it.shows(red="1", blue="1")
        assert "flicker" in it.bad


@virtual
async def test_a_question_that_a_hand_answers_at_once_does_not_flicker() -> None:
    async with planted(CLASSIC) as it:
        it.shows(RED_BACK, blue="1")
        await asyncio.sleep(0.3)
        await it.do("knock red over", "+1")
        it.shows(red="1", blue="1")
        assert "flicker" not in it.bad


@virtual
async def test_a_doubt_must_be_shown_for_a_second() -> None:
    async with planted(PANTRY) as it:
        doubt = Doubt((("red", "a1"), ("blue", "c3")), {"red": "c3", "blue": "a1"})
        it.shows(doubts=(doubt,), red="a1", blue="c3")
        await asyncio.sleep(0.7)
        it.shows(red="a1", blue="c3")
        assert it.bad == ["flicker"]


@virtual
async def test_only_a_doubt_about_mice_that_are_exchanged_is_true() -> None:
    async with planted(PANTRY) as it:
        doubt = Doubt((("red", "a1"), ("blue", "c3")), {"red": "c3", "blue": "a1"})
        it.shows(doubts=(doubt,), red="a1", blue="c3")
        await asyncio.sleep(2)
        assert (it.count("doubts shown"), it.count("doubts true")) == (1, 0)
        await it.do("swap red blue")
        await asyncio.sleep(1)
        assert (it.count("doubts shown"), it.count("doubts true")) == (1, 1)


@virtual
async def test_the_question_who_has_left_is_true_if_another_mouse_has() -> None:
    async with planted(CLASSIC) as it:
        await it.do("put blue on 4", "+4")
        it.shows(departure=Departure("red", "1", "4", ("blue",)), red="4", blue="1")
        await asyncio.sleep(10)
        assert (it.count("who left shown"), it.count("who left true")) == (1, 1)
        assert it.bad == []


@virtual
async def test_a_move_is_stopped_by_a_question_shown_for_half_a_second() -> None:
    async with planted(PANTRY, "a2") as it:
        await it.do("put red on a2", "-a1", "+a2")
        it.shows(Mend((Step("red", "a2", "a1"),)), red="a2", blue="c3")
        await asyncio.sleep(0.6)
        it.plays("a2")
        it.judge.played(it.last, by_hand=True)
        assert (it.count("moves"), it.count("moves stopped")) == (1, 1)


@pytest.mark.parametrize(("has_begun", "stopped"), [(True, 1), (False, 0)])
@virtual
async def test_a_move_that_a_button_decides_is_stopped_if_a_hand_has_begun_it(has_begun: bool, stopped: int) -> None:
    async with planted(PANTRY, "a2") as it:
        if has_begun:
            await it.do("lift red", "-a1")
        it.plays("a2")
        it.judge.played(it.last._replace(source=Source.PLAYER), by_hand=True)
        assert it.count("moves stopped") == stopped


@virtual
async def test_a_game_in_which_obeying_does_not_help_is_at_a_dead_end() -> None:
    try:
        async with planted(CLASSIC) as it:
            it.shows(RED_BACK, blue="1")
            await asyncio.sleep(DEAD_END + 10)
    except DeadEnd:
        assert "dead end" in it.bad
    else:
        raise AssertionError("no dead end was found")


# Orders


@virtual
async def test_an_order_that_hands_have_carried_out_must_not_stay() -> None:
    async with planted(PANTRY) as it:
        it.shows(Mend((Step("red", "a1", "a2"),)), red="a1", blue="c3")
        await it.do("put red on a2", "-a1", "+a2")
        it.shows(Mend((Step("red", "a1", "a2"),)), red="a1", blue="c3")
        await asyncio.sleep(3)
        assert it.count("order already carried out") == 0
        await asyncio.sleep(1)
        assert it.count("order already carried out") == 1
        await asyncio.sleep(5)
        assert it.count("order already carried out") == 1


@pytest.mark.parametrize("confirm", [True, False])
@virtual
async def test_an_order_that_is_done_may_stay_until_a_button_says_so(confirm: bool) -> None:
    async with planted(PANTRY) as it:
        it.shows(Mend((Step("red", "a1", "a1"),), confirm), red="a1", blue="c3")
        await asyncio.sleep(5)
        assert it.count("order already carried out") == (0 if confirm else 1)


@virtual
async def test_an_order_to_move_a_man_of_a_side_that_is_not_to_move_is_a_mistake() -> None:
    async with planted(DRAUGHTS) as it:
        there = it.judge.board.standing()
        it.shows(Mend((Step("white-man-1", None, "c3"),)), (), None, **there)
        await asyncio.sleep(1)
        it.shows(Mend((Step("black-man-9", "b6", "a5"),)), (), None, **there)
        await asyncio.sleep(1)
        assert it.count("order to a side not to move") == 1


@virtual
async def test_an_order_to_put_a_man_of_either_side_back_where_the_game_has_it_is_none() -> None:
    async with planted(DRAUGHTS) as it:
        there = it.judge.board.standing()
        await it.do("remove black-man-9")
        it.shows(Mend((Step("black-man-9", None, there["black-man-9"]),)), (), None, **there)
        await asyncio.sleep(1)
        assert it.count("order to a side not to move") == 0


@virtual
async def test_an_order_to_carry_another_mouse_where_a_choice_of_the_side_to_move_takes_it_is_none() -> None:
    game = rules.load("revised", 3)
    async with planted(game) as it:
        for notation, _ in way_to(game, lambda state: any(str(one).startswith("bring") for one in state.actions())):
            it.plays(notation)
        state = it.last.after
        bringing = next(one for one in state.actions() if str(one).startswith("bring"))
        before, after = state.placement(), state.after(bringing).placement()
        (other,) = {piece for piece, _ in after.items() - before.items()}
        assert other not in game.owned({state.actor})
        for target in (after[other], before[other]):
            it.shows(Mend((Step(other, None, target),)), (), None, **before)
            await asyncio.sleep(1)
        assert it.count("order to a side not to move") == 0
        elsewhere = next(name for name in game.layout.by_name if name not in (after[other], before[other]))
        it.shows(Mend((Step(other, None, elsewhere),)), (), None, **before)
        await asyncio.sleep(1)
        assert it.count("order to a side not to move") == 1
