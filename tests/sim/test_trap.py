import asyncio

import pytest

from mouseboard.sim.clock import run_virtual
from mouseboard.sim.trap import BLOCKED_MA, HOLDING_MA, MOVING_MA, PULSE_S, Trap, angle_of, run_of
from mouseboard.trap import course


def watched(chance: float) -> tuple[Trap, list[tuple[bool, float]]]:
    """Return a trap and the list of its cage's movements: whether down, and when."""
    moves: list[tuple[bool, float]] = []
    return Trap(0, chance, lambda down: moves.append((down, asyncio.get_running_loop().time()))), moves


async def turn(trap: Trap, end: int = 2000, seconds: float = 3.0) -> None:
    """Turn the crank from rest to `end` in a linear ramp, then back to rest."""
    frames = max(1, round(seconds / PULSE_S))
    for pulses in (range(frames + 1), range(frames, -1, -1)):
        for i in pulses:
            trap.pulse(1000 + (end - 1000) * i // frames)
            await asyncio.sleep(PULSE_S)


async def watch(trap: Trap, end: int = 2000, seconds: float = 3.0) -> None:
    await turn(trap, end, seconds)
    await asyncio.sleep(6)


def test_a_good_turn_brings_the_cage_down_after_all_stages() -> None:
    async def main() -> None:
        trap, cage = watched(chance=1)
        trips = 3.0 * (course().crank.trips - angle_of(1000)) / (angle_of(2000) - angle_of(1000))
        await watch(trap)
        [(down, moment)] = cage
        assert down
        assert moment - trips == pytest.approx(course().seconds, rel=0.1)
        assert trap.stage == "caught"

    run_virtual(main())


def test_the_marble_gets_stuck_without_luck_and_the_cage_stays_up() -> None:
    async def main() -> None:
        trap, cage = watched(chance=0)
        await watch(trap)
        assert cage == []
        assert trap.stage.startswith("stuck at ")

    run_virtual(main())


@pytest.mark.parametrize(("end", "seconds"), [(1800, 3.0), (2000, 0.1)], ids=["not far enough", "too fast"])
def test_a_turn_that_is_too_short_or_too_fast_does_nothing(end: int, seconds: float) -> None:
    async def main() -> None:
        trap, cage = watched(chance=1)
        await watch(trap, end, seconds)
        assert (trap.stage, trap.turns, cage) == ("set", 0, [])

    run_virtual(main())


def test_a_trap_that_was_not_set_again_does_nothing() -> None:
    async def main() -> None:
        trap, cage = watched(chance=1)
        await watch(trap)
        await watch(trap)
        assert (trap.turns, len(cage)) == (1, 1)
        trap.set_again()
        await watch(trap)
        assert trap.turns == 2
        assert [down for down, _ in cage] == [True, False, True]

    run_virtual(main())


def test_setting_the_trap_while_the_marble_runs_stops_the_marble() -> None:
    async def main() -> None:
        trap, cage = watched(chance=1)
        await turn(trap, seconds=1.5)
        assert trap.stage in [stage.name for stage in course().stage]
        trap.set_again()
        await asyncio.sleep(6)
        assert trap.stage == "set"
        assert not any(down for down, _ in cage)

    run_virtual(main())


def test_the_outcome_of_a_turn_depends_only_on_its_seed_and_number() -> None:
    assert run_of(7, 3, 0.5) == run_of(7, 3, 0.5)
    assert {run_of(7, n, 0.5).caught for n in range(20)} == {True, False}


def test_the_trap_catches_with_the_given_chance() -> None:
    caught = sum(run_of("chance", n, 0.3).caught for n in range(4000))
    assert caught / 4000 == pytest.approx(0.3, abs=0.03)


def test_the_servo_draws_more_while_it_moves_and_most_when_it_is_blocked() -> None:
    trap = Trap(0, 1, lambda _: None)
    trap.pulse(1000)
    assert trap.milliamps == HOLDING_MA
    trap.pulse(1100)
    assert trap.milliamps == MOVING_MA
    trap.jammed, before = True, trap.angle
    trap.pulse(2000)
    assert (trap.milliamps, trap.angle) == (BLOCKED_MA, before)
