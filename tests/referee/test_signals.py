"""What lamps and buzzer show in each situation."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.referee.sitting import Sitting, sitting, virtual
from tests.rules.draughts import moments as draughts

from mouseboard import rules
from mouseboard.cli.terminal.ink import CHIPS, INKS
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import (
    Ask,
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
    wording,
)
from mouseboard.rules import TINTS, Action, HandTask, State
from mouseboard.say import say
from mouseboard.store import Source
from mouseboard.table import Doubt, Step
from mouseboard.table.lamps import BLINK, PALETTE, PULSE, Glow

BARRIERS = rules.load("barriers", 2, first="seat0")
START = BARRIERS.start()
MOVES = tuple(Action(name=square) for square in ("c1", "d2", "e1"))

TO_THE_END = [(square, Source.HANDS) for square in ["d2", "d6", "d3", "d5", "d4", "c5", "d5", "c6", "d6", "c5", "d7"]]


def lit(ask: Ask | None, state: State = START, over: bool = False) -> dict[str, str]:
    """Return each lit lamp as `colour pattern`, by place, without the two mice at rest on their places."""
    peace = {"d1": "red steady", "d7": "blue steady"}
    shown = {
        place: f"{glow.colour} {glow.pattern}"
        for place, glow in glows(Situation(state, ask, standing=state.placement(), over=over)).items()
    }
    return {place: glow for place, glow in shown.items() if peace.get(place) != glow}


@pytest.mark.parametrize(
    ("ask", "lamps"),
    [
        (None, {}),
        (Watch(), {}),
        (Trouble(say("mend it")), {}),
        (Move((Step("red", "d1", "d2"),)), {"d1": "red pulse", "d2": "red blink"}),
        (Mend((Step("blue", None, "d7"),)), {"d7": "blue blink"}),
        (Mend((Step("something", "a1", None),)), {"a1": "white flash"}),
        (Mend((Step("red", "d2", "d1"),)), {"d2": "red flash", "d1": "red blink"}),
        (Suspect("d2", "red"), {"d2": "red flash"}),
        (Suspect("d7", None), {"d7": "white flash"}),
        (Consent(0, (say("red rolls"),)), {}),
        (Paused(), {}),
        (Choose(0, MOVES), {"c1": "white pulse", "d2": "white pulse", "e1": "white pulse"}),
        (Choose(0, MOVES, 1), {"c1": "white pulse", "d2": "white blink", "e1": "white pulse"}),
        (Choose(0, (Action(name="d3h"),)), {}),
        (Choose(0, (Action(name="d3h"),), 0), {"d3h": "white blink"}),
        (Roll(1, ()), {"d7": "blue blink"}),
        (Do(HandTask(say("place part 5"), ("a1", "a2"))), {"a1": "white blink", "a2": "white blink"}),
    ],
)
def test_the_lamps_show_what_to_do(ask: Ask | None, lamps: dict[str, str]) -> None:
    assert lit(ask) == lamps


def test_many_men_are_set_up_by_all_their_lamps_at_once_in_the_colours_of_their_sides() -> None:
    start = draughts.START
    steps = tuple(Step(man, None, square) for man, square in start.placement().items())
    situation = Situation(start, Move(steps))
    glow = glows(situation)
    assert len(glow) == 24
    assert (glow["a1"], glow["h8"]) == (Glow("black", BLINK), Glow("white", BLINK))
    assert str(wording(situation)) == "Set up the pieces. A light shows where one is missing."
    assert str(wording(Situation(start, Move(steps[:6])))) == "Put black-man-1 on a1."


def test_every_colour_of_a_side_has_a_light_and_an_ink() -> None:
    assert [*PALETTE] == [*INKS] == [*CHIPS] == [*TINTS]


def test_all_men_of_the_winner_blink_at_the_end() -> None:
    over = draughts.state("a3", "b4 c5")
    assert glows(Situation(over, None, over=True)) == {square: Glow("white", BLINK) for square in ("b4", "c5")}


def test_pieces_in_doubt_pulse_in_the_believed_colours() -> None:
    standing = START.placement()
    doubts = (Doubt(tuple(standing.items()), {}),)
    glow = glows(Situation(START, Roll(None, ()), standing=standing, doubts=doubts))
    assert glow == {"d1": Glow("red", PULSE), "d7": Glow("blue", PULSE)}


def test_the_winner_s_mouse_blinks_at_the_end() -> None:
    state = START
    for square, _ in TO_THE_END:
        state = state.play(square)
    assert state.winners == (0,)
    assert lit(None, state, over=True) == {"d7": "red blink", "c5": "blue steady"}
    assert lit(None, state) == {"d7": "red steady", "c5": "blue steady"}, "the last move has yet to rest"


# The buzzer.


async def heard(sat: Sitting, seconds: float) -> list[int]:
    """Return the tones of the next `seconds`, in Hz."""
    tones: list[int] = []
    for _ in range(round(seconds / 0.005)):
        if sat.table.tone_hz and tones[-1:] != [sat.table.tone_hz]:
            tones.append(sat.table.tone_hz)
        await asyncio.sleep(0.005)
    return tones


@virtual
async def test_the_tune_for_a_turn_plays_once(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS, prepared=False) as sat:
        listening = asyncio.create_task(heard(sat, 4))
        await sat.prepare()
        await sat.asked(Choose)
        assert await listening == [660, 880]
        await sat.press("a")
        assert await heard(sat, 2) == []
        sat.hands.pace = 10
        await sat.put("red", "d2")
        assert await heard(sat, 2) == [660, 880]


@virtual
async def test_a_stray_mouse_sounds_a_tone(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        await asyncio.sleep(2)
        await sat.hands.knock_over("blue")
        assert await heard(sat, 3) == [220]


@virtual
async def test_a_roll_sounds_a_tone(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised", 2)) as sat:
        await sat.asked(Roll)
        await asyncio.sleep(2)
        listening = asyncio.create_task(heard(sat, 2))
        await sat.press("b")
        assert await listening == [1500]


@pytest.mark.parametrize(("quiet", "tones"), [(False, [523, 659, 784, 1047]), (True, [])])
def test_the_end_plays_a_tune_unless_the_table_is_quiet(tmp_path: Path, quiet: bool, tones: list[int]) -> None:
    @virtual
    async def test() -> None:
        async with sitting(tmp_path, BARRIERS, TO_THE_END[:-1], quiet=quiet) as sat:
            await sat.asked(Choose)
            sat.answer("d7")
            await sat.asked(Move)
            await asyncio.sleep(1)
            listening = asyncio.create_task(heard(sat, 5))
            await sat.put("red", "d7")
            assert (await sat.end()).winners == (0,)
            assert await listening == tones

    test()
