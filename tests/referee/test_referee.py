"""Dice, traps, hand tasks and confirmations of a game. Only hands and magnets are simulated."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.referee.sitting import Sitting, sitting, virtual, way_to

from mouseboard import rules
from mouseboard.link.port import Port, Stream
from mouseboard.referee.chance import stream
from mouseboard.referee.situation import Ask, Do, Mend, Move, Roll, Stop, TakeBack, Trouble, Watch, wording
from mouseboard.rules import CHANCE, Device, State
from mouseboard.rules.chance import draw
from mouseboard.store import Answered, Asked, Crank, Cranked, Source
from mouseboard.table import Press
from mousetable import wire

CLASSIC, THREE = (rules.load("classic", players) for players in (2, 3))


def is_trap(state: State) -> bool:
    return state.actor == CHANCE and state.device is Device.TRAP


def is_die(state: State) -> bool:
    return state.actor == CHANCE and state.device is Device.DIE and len(state.actions()) > 1


TO_THE_TRAP = way_to(CLASSIC, is_trap)
"""The actions of a game up to a turn of the crank."""

FIVE = next(seed for seed in range(100) if draw(CLASSIC.start().odds(), stream(seed, "chance", 1)).number == 5)
"""The seed of a game whose second roll is a five."""


# Dice.


@virtual
async def test_a_roll_at_the_table_comes_from_the_seed(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, seed=11) as sat:
        await sat.asked(Roll)
        await sat.press("b")
        await sat.until(lambda: bool(sat.played))
        assert sat.sources == [(str(draw(CLASSIC.start().odds(), stream(11, "chance", 0))), Source.ROLLED)]


@virtual
async def test_the_number_of_a_wooden_die_can_be_typed(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC) as sat:
        await sat.asked(Roll)
        sat.answer("roll5")
        await sat.asked(Move)
        assert sat.sources == [("roll5", Source.TYPED)]


@virtual
async def test_an_answer_that_is_no_roll_is_ignored(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC) as sat:
        await sat.asked(Roll)
        sat.answer("caught")
        await asyncio.sleep(1)
        assert sat.played == []


@virtual
async def test_a_stray_mouse_must_be_put_back_before_a_roll(tmp_path: Path) -> None:
    way = way_to(CLASSIC, lambda state: is_die(state) and len(set(state.placement().values())) == 2)
    async with sitting(tmp_path, CLASSIC, way) as sat:
        await sat.asked(Do)  # the part of the last action before the restart
        await sat.press("b")
        await sat.asked(Roll)
        place = sat.situation.state.placement()["blue"]
        await sat.hands.remove("blue")
        await sat.asked(Mend)
        await sat.press("b")
        assert sat.played == []
        await sat.put("blue", place)
        await sat.asked(Roll)


# Hand tasks, and confirmations.


@virtual
async def test_mice_that_share_a_place_are_put_up_and_confirmed_by_button_b(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, standing=False) as sat:
        first = await sat.asked(Move)
        assert not first.confirm
        start = CLASSIC.start().placement()["red"]
        await sat.put("red", start)
        both = await sat.asked(Move, lambda ask: ask.confirm)
        assert [step.piece for step in both.steps] == ["red", "blue"]
        await asyncio.sleep(5)
        assert sat.situation.ask == both
        await sat.put("blue", start)
        await sat.press("b")
        await sat.asked(Roll)


@virtual
async def test_a_button_pressed_before_hands_could_move_a_mouse_does_not_confirm_the_move(tmp_path: Path) -> None:
    async with sitting(tmp_path, THREE, [("roll5", Source.ROLLED)], seed=FIVE) as sat:
        await sat.asked(Roll)
        await sat.press("b")
        move = await sat.asked(Move, lambda ask: ask.confirm)
        await asyncio.sleep(0.9)
        sat.answer(Press("b"))
        await asyncio.sleep(1)
        assert sat.situation.ask == move
        await sat.put("blue", str(move.steps[0].target))
        await sat.press("b")
        await sat.asked(Roll)


@virtual
async def test_a_mouse_put_back_to_others_as_asked_needs_no_confirmation(tmp_path: Path) -> None:
    """No contact shows that it has joined them. But it was lifted, and hands do as they are told."""
    async with sitting(tmp_path, CLASSIC, [("roll5", Source.ROLLED)], seed=FIVE) as sat:
        await sat.asked(Roll)
        await sat.press("b")
        (move,) = (await sat.asked(Move)).steps
        await sat.hands.lift("blue")
        await sat.asked(Roll)
        await sat.put("blue", str(move.source))
        assert (await sat.asked(Mend)).steps == (replace(move, source=None),)
        asked: list[Ask | None] = []
        sat.watch = lambda situation: asked.append(situation.ask)
        await sat.put("blue", str(move.target))
        await asyncio.sleep(2)
        assert isinstance(sat.situation.ask, Roll)
        assert not [ask for ask in asked if isinstance(ask, Mend) and ask.confirm]


@virtual
async def test_the_referee_names_a_part_to_build_and_waits_for_button_b(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC) as sat:
        await sat.asked(Roll)
        state = sat.situation.state
        action = next(action for action in state.actions() if state.hand_tasks(action, state.after(action)))
        sat.answer(str(action))
        await arrange_all(sat)
        ask = await sat.asked(Do)
        assert ask.task == state.hand_tasks(action, state.after(action))[0]
        assert "Base A" in str(wording(sat.situation))
        await asyncio.sleep(5)
        assert sat.situation.ask == ask
        await sat.press("b")
        await sat.until(lambda: sat.situation.ask != ask)


async def arrange_all(sat: Sitting) -> None:
    """Move the mice as asked until the referee asks something else."""
    await asyncio.sleep(1)
    while isinstance(sat.situation.ask, Move | Mend):
        for step in sat.situation.ask.steps:
            if step.target is None:
                await sat.hands.remove(step.piece)
            else:
                await sat.put(step.piece, step.target)
        if isinstance(sat.situation.ask, Move | Mend) and sat.situation.ask.confirm:
            await sat.press("b")
        await asyncio.sleep(1)


def alone(state: State) -> str:
    """Return a mouse that is alone on its place."""
    standing = state.placement()
    return next(mouse for mouse, place in standing.items() if list(standing.values()).count(place) == 1)


async def caught(sat: Sitting) -> None:
    """Let the trap run and catch."""
    sat.table.trap.chance = 1
    await sat.asked(Watch)
    await sat.until(lambda: sat.played[-1:] == ["caught"])


@virtual
async def test_the_trap_must_be_set_again_before_button_b_counts(tmp_path: Path) -> None:
    async with sitting(tmp_path, THREE, way_to(THREE, is_trap)) as sat:
        await caught(sat)
        ask = await sat.asked(Do)
        assert ask.task.until_cage_up
        await sat.press("b")
        await asyncio.sleep(1)
        assert sat.situation.ask == ask
        await sat.hands.set_trap()
        await sat.press("b")
        await sat.until(lambda: sat.situation.ask != ask)


@virtual
async def test_captured_mice_must_leave_the_board(tmp_path: Path) -> None:
    async with sitting(tmp_path, THREE, way_to(THREE, is_trap)) as sat:
        await sat.asked(Watch)
        standing = set(sat.situation.state.placement())
        await caught(sat)
        captured = standing - set(sat.situation.state.placement())
        assert captured
        await sat.asked(Do)
        await sat.hands.set_trap()
        await sat.press("b")
        move = await sat.asked(Move)
        assert {step.piece for step in move.steps if step.target is None} == captured
        await arrange_all(sat)
        assert not isinstance(sat.situation.ask, Move | Mend)


@virtual
async def test_a_mouse_knocked_over_while_the_trap_runs_must_be_put_back_right_after(tmp_path: Path) -> None:
    async with sitting(tmp_path, THREE, way_to(THREE, is_trap)) as sat:
        sat.table.trap.chance = 0
        await sat.asked(Watch)
        bystander = alone(sat.situation.state)
        await sat.hands.remove(bystander)
        await sat.until(lambda: sat.played[-1:] == ["missed"])
        await sat.until(lambda: isinstance(sat.situation.ask, Mend), within=1.0)


@virtual
async def test_a_launched_trap_turns_with_the_launch_profile(tmp_path: Path) -> None:
    game = rules.load("revised", 2)
    async with sitting(tmp_path, game, way_to(game, is_trap)) as sat:
        await caught(sat)
        assert [entry.profile for entry in sat.entries if isinstance(entry, Crank)] == ["launch"]


# The crank turns once.


def cranks(sat: Sitting) -> tuple[int, list[str]]:
    """Return how many turns of the crank the journal has, and their results."""
    entries = sat.entries
    return sum(isinstance(e, Crank) for e in entries), [e.result for e in entries if isinstance(e, Cranked)]


async def kill(sat: Sitting) -> None:
    """End the host before it can say bye to the table."""
    sat.table.cable.unplug()
    await sat.leave()
    sat.table.cable.replug()


@pytest.mark.parametrize("pause", [0.2, 30.0])
@pytest.mark.parametrize("after", [0.05, 1.5, 4.0])
def test_a_host_killed_while_the_trap_runs_asks_for_the_result_and_turns_nothing(
    tmp_path: Path, after: float, pause: float
) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
            sat.table.trap.chance = 1
            await sat.asked(Watch)
            await asyncio.sleep(after)
            await kill(sat)
            await asyncio.sleep(pause)
            sat.begin()
            if pause < 1:
                await sat.until(lambda: bool(sat.played))
                assert sat.played == ["caught"]
            else:  # the table lost its host and stopped the servo
                await sat.asked(Trouble)
                sat.answer("caught")
                await sat.until(lambda: bool(sat.played))
            assert cranks(sat)[0] == 1
            assert sat.table.trap.turns <= 1

    test()


@virtual
async def test_a_host_that_leaves_while_the_trap_runs_stops_it_and_asks_what_it_did(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.trap.chance = 1
        await sat.asked(Watch)
        await asyncio.sleep(1.5)
        await sat.leave()
        assert sat.table.servo_us == 0
        sat.begin()
        trouble = await sat.asked(Trouble)
        assert str(trouble.remedy).startswith("The trap did not go: the computer was away.")
        await sat.press("b")
        await sat.until(lambda: bool(sat.played))
        assert sat.played == ["caught"]
        assert cranks(sat) == (2, ["fault-host", "caught"])


@virtual
async def test_a_person_is_asked_when_the_table_loses_power_while_the_trap_runs(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.trap.chance = 0
        await sat.asked(Watch)
        await asyncio.sleep(1)
        sat.table.power_cut()
        await asyncio.sleep(1)
        sat.table.power_on()
        await sat.asked(Trouble)
        assert cranks(sat) == (1, ["restart"])
        sat.answer("missed")
        await sat.until(lambda: bool(sat.played))
        assert sat.sources[-1] == ("missed", Source.TYPED)
        asked, answered = (entry for entry in sat.entries if isinstance(entry, Asked | Answered))
        assert isinstance(asked, Asked)
        assert asked.answers == ("caught", "missed", "again")
        assert answered == Answered("missed")


@virtual
async def test_both_buttons_clear_an_emergency_stop_and_the_crank_turns_again(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.trap.chance = 1
        await sat.asked(Watch)
        await asyncio.sleep(1)
        sat.table.world.switches["rail"].move(False)
        await sat.asked(Trouble)
        await sat.until(lambda: sat.situation.fault == "rail")
        assert "Hold down both its buttons and count to three" in str(wording(sat.situation))
        assert sat.table.servo_us == 0
        sat.table.world.switches["rail"].move(True)
        await sat.press("b")
        assert cranks(sat) == (1, ["fault-rail"])
        await sat.hands.hold(2.5, "a", "b")
        await sat.until(lambda: sat.situation.fault is None)
        assert cranks(sat)[0] == 1
        await sat.press("b")
        await sat.until(lambda: bool(sat.played))
        assert sat.played == ["caught"]
        assert cranks(sat) == (2, ["fault-rail", "caught"])


@virtual
async def test_anybody_can_stop_the_trap_and_it_turns_again_once_both_buttons_were_held(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.trap.chance = 1
        await sat.asked(Watch)
        await asyncio.sleep(1)
        sat.inbox.put_nowait(Stop())
        await sat.until(lambda: sat.situation.fault == "stopped")
        assert "Let go of both buttons of the table, then hold them down" in str(wording(sat.situation))
        assert sat.table.servo_us == 0
        trouble = await sat.asked(Trouble)
        assert str(trouble.remedy).startswith("The trap did not go: somebody said stop. Mend it and try again.")
        assert cranks(sat) == (1, ["fault-stopped"])
        await sat.hands.hold(2.5, "a", "b")
        await sat.until(lambda: sat.situation.fault is None)
        await sat.press("b")
        await sat.until(lambda: bool(sat.played))
        assert cranks(sat) == (2, ["fault-stopped", "caught"])


@virtual
@pytest.mark.parametrize("out", [0.0, 0.5])
async def test_a_stop_while_the_cable_is_out_stops_the_trap_once_it_is_in_again(tmp_path: Path, out: float) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.trap.chance = 1
        await sat.asked(Watch)
        await asyncio.sleep(out)
        sat.table.cable.unplug()
        await asyncio.sleep(0.05)
        sat.inbox.put_nowait(Stop())
        await asyncio.sleep(0.5)
        sat.table.cable.replug()
        await sat.until(lambda: sat.situation.fault == "stopped")
        assert sat.table.servo_us == 0
        assert sat.played == []


@dataclass
class OlderFirmware:
    """A port of a table that knows no request to stop."""

    port: Port

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        return OlderLine(await self.port.open(receive, lost))


@dataclass
class OlderLine:
    stream: Stream

    def write(self, data: bytes) -> None:
        for line in data.splitlines():
            frame = wire.decode(line)
            self.stream.write(wire.encode(frame[0], "halt") if frame and frame[1] == [wire.STOP] else line + b"\n")

    def close(self) -> None:
        self.stream.close()


@virtual
async def test_people_are_told_once_what_to_do_if_a_table_is_too_old_to_stop_its_trap(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        await sat.asked(Watch)
        await sat.leave()
        sat.begin(OlderFirmware(sat.table.cable))
        await sat.asked(Trouble)
        await sat.press("b")
        await sat.asked(Watch)
        await asyncio.sleep(1)
        for _ in range(2):
            sat.inbox.put_nowait(Stop())
            await asyncio.sleep(0.2)
        said = [str(told) for told in sat.situation.story if "emergency stop" in str(told)]
        assert len(said) == 1
        assert "`mouseboard table flash`" in said[0]
        assert isinstance(sat.situation.ask, Watch)


@virtual
async def test_a_stop_of_a_turn_that_is_over_does_not_stop_the_next(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        await sat.asked(Watch)
        sat.table.cable.unplug()
        sat.table.power_cut()
        sat.inbox.put_nowait(Stop())
        await asyncio.sleep(1)
        sat.table.power_on()
        sat.table.cable.replug()
        await sat.asked(Trouble)
        sat.table.trap.chance = 1
        await sat.press("b")
        await sat.until(lambda: bool(sat.played))
        assert cranks(sat) == (2, ["restart", "caught"])


@virtual
async def test_people_are_told_what_the_trap_did_once_its_crank_rests(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.trap.chance = 1
        await sat.asked(Watch)
        await sat.until(lambda: not isinstance(sat.situation.ask, Watch))
        assert sat.table.servo_us == 0


@virtual
async def test_a_stop_that_comes_when_the_trap_has_gone_changes_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.trap.chance = 1
        await sat.until(lambda: bool(sat.played))
        sat.inbox.put_nowait(Stop())
        await asyncio.sleep(1)
        assert sat.situation.fault is None
        assert cranks(sat) == (1, ["caught"])


@pytest.mark.parametrize("name", ["classic", "revised"])
def test_trouble_with_the_trap_asks_whether_the_cage_came_down_and_on_whom(tmp_path: Path, name: str) -> None:
    game = rules.load(name, 2)

    @virtual
    async def test() -> None:
        async with sitting(tmp_path, game, way_to(game, is_trap)) as sat:
            sat.table.world.switches["rail"].move(False)
            trouble = await sat.asked(Trouble)
            assert str(trouble.remedy).endswith(f"Or did it go? {sat.situation.state.prompt()}")
            assert "Did the cage fall on " in str(sat.situation.state.prompt())

    test()


@virtual
async def test_a_takeback_with_nothing_to_take_back_turns_no_crank(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC, TO_THE_TRAP) as sat:
        sat.table.world.switches["rail"].move(False)
        await sat.asked(Trouble)
        before = cranks(sat)
        sat.answer(TakeBack())
        await asyncio.sleep(5)
        assert cranks(sat) == before
