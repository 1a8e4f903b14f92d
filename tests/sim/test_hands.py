import asyncio
import math
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from mouseboard.sim.clock import run_virtual
from mouseboard.sim.hands import Hands
from mouseboard.sim.magnets import Point
from mouseboard.sim.trap import Trap
from mouseboard.sim.world import World, grid

SENSORS = grid()


def on(place: int) -> Point:
    return Point(*SENSORS[place])


def with_hands(play: Callable[[World, Hands], Awaitable[object]], pace: float = 1.0, seed: int = 1) -> float:
    """Play with hands in a world, and return how many seconds it took."""

    async def main() -> float:
        world = World(SENSORS, ["red", "blue"], seed)
        await play(world, Hands(world, Trap(seed, 1, world.switches["cage"].move), Random(seed), pace))
        took = asyncio.get_running_loop().time()
        await asyncio.sleep(0.01)
        return took

    return run_virtual(main())


def test_hands_put_slide_and_lift_a_piece() -> None:
    async def play(world: World, hands: Hands) -> None:
        await hands.put("red", on(7))
        await hands.slide("red", on(10))
        await asyncio.sleep(0.01)
        assert world.occupied() == [10]
        await hands.lift("red")
        assert world.occupied() == []
        await hands.put("red", on(20))
        await asyncio.sleep(0.01)
        assert world.occupied() == [20]
        await hands.remove("red")
        assert world.occupied() == []

    with_hands(play)


def test_a_mouse_put_half_on_a_place_or_shoved_is_off_its_middle() -> None:
    async def play(world: World, hands: Hands) -> None:
        await hands.put_half("red", on(7))
        assert math.dist(world.where("red"), on(7)) > 5
        await hands.put("blue", on(9))
        before = world.where("blue")
        await hands.shove("blue")
        assert 6 <= math.dist(world.where("blue"), before) <= 25

    with_hands(play)


def test_a_mouse_that_hovers_low_sometimes_closes_a_reed_and_stays_in_the_hand() -> None:
    async def play(world: World, hands: Hands) -> None:
        felt = []
        for _ in range(20):
            hovering = asyncio.create_task(hands.hover("red", on(40), 1.0))
            seen = False
            while not hovering.done():
                await asyncio.sleep(0.05)
                seen |= world.occupied() == [40]
            felt.append(seen)
            assert world.where("red").z > 0
        assert {True, False} == set(felt)

    with_hands(play)


def test_a_shove_moves_a_piece_by_the_given_distance() -> None:
    async def play(world: World, hands: Hands) -> None:
        await hands.put("red", on(7))
        before = world.where("red")
        await hands.shove_by("red", 12, -5)
        assert world.where("red") == pytest.approx((before.x + 12, before.y - 5, 0))

    with_hands(play)


def test_a_tapped_place_is_touched_for_the_given_time() -> None:
    async def play(world: World, hands: Hands) -> None:
        tapping, seen = asyncio.create_task(hands.tap("red", on(7), 0.3)), 0
        while not tapping.done():
            await asyncio.sleep(0.01)
            seen += world.occupied() == [7]
        assert 30 <= seen <= 40  # the foot is felt from a little before it touches to a little after
        assert world.where("red").z > 0

    with_hands(play)


def test_a_sleeve_knocks_over_or_shoves_only_pieces_in_its_way() -> None:
    found = set()

    async def play(world: World, hands: Hands) -> None:
        await hands.put("red", on(4))
        await hands.put("blue", on(22))
        red, blue = world.where("red"), world.where("blue")
        await hands.sweep(on(2), on(7))
        assert (world.where("blue"), world.pieces["blue"].upright) == (blue, True)
        assert (world.where("red") == red) == (not world.pieces["red"].upright)
        found.add(world.pieces["red"].upright)

    for seed in range(10):
        with_hands(play, seed=seed)
    assert found == {True, False}


def test_a_sleeve_does_not_touch_a_piece_in_a_hand() -> None:
    async def play(world: World, hands: Hands) -> None:
        await hands.put("red", on(4))
        await hands.lift("red")
        before = world.where("red")
        await hands.sweep(on(2), on(7))
        assert (world.where("red"), world.pieces["red"].upright) == (before, True)

    with_hands(play)


def test_a_hand_misses_the_middle_by_a_few_millimetres() -> None:
    async def play(world: World, hands: Hands) -> None:
        misses = []
        for _ in range(50):
            await hands.put("red", on(40))
            misses.append(math.dist(world.where("red"), on(40)))
        assert 1 < sum(misses) / 50 < 6
        assert len(set(misses)) == 50

    with_hands(play)


def test_a_swap_exchanges_two_pieces() -> None:
    async def play(world: World, hands: Hands) -> None:
        await hands.put("red", on(7))
        await hands.put("blue", on(9))
        red, blue = world.where("red"), world.where("blue")
        await hands.swap("red", "blue")
        assert (world.where("red"), world.where("blue")) == (blue, red)

    with_hands(play)


def test_lifting_a_fallen_piece_puts_it_upright_again() -> None:
    async def play(world: World, hands: Hands) -> None:
        await hands.put("red", on(7))
        await hands.knock_over("red")
        assert world.occupied() == []
        await hands.put("red", on(7))
        await asyncio.sleep(0.01)
        assert world.occupied() == [7]

    with_hands(play)


def test_a_held_button_is_closed_for_the_given_time() -> None:
    async def play(world: World, hands: Hands) -> None:
        pressing = asyncio.create_task(hands.hold(2.0, "a", "b"))
        closed = 0
        while not pressing.done():
            await asyncio.sleep(0.01)
            closed += world.switches["a"].closed and world.switches["b"].closed
        assert closed == pytest.approx(200, abs=3)

    with_hands(play)


def test_hands_that_are_stopped_let_go_of_the_button() -> None:
    async def play(world: World, hands: Hands) -> None:
        pressing = asyncio.create_task(hands.hold(60.0, "b"))
        await asyncio.sleep(2.0)
        assert world.switches["b"].closed
        pressing.cancel()
        await asyncio.sleep(0.01)
        assert not world.switches["b"].closed

    with_hands(play)


async def a_few_commands(_world: World, hands: Hands) -> None:
    await hands.put("red", on(7))
    await hands.slide("red", on(3))
    await hands.press("a")
    await hands.drop_cage()
    await hands.set_trap()


def test_hands_take_human_time_and_half_of_it_at_twice_the_pace() -> None:
    slow, fast = with_hands(a_few_commands), with_hands(a_few_commands, pace=2)
    assert 5 < slow < 15
    assert fast == pytest.approx(slow / 2, abs=0.1)


def test_hands_take_the_same_time_with_the_same_seed_and_another_time_with_another() -> None:
    assert with_hands(a_few_commands) == with_hands(a_few_commands) != with_hands(a_few_commands, seed=2)
