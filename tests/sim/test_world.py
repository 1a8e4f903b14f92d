import asyncio
import math
from collections.abc import Awaitable, Callable, Coroutine
from itertools import combinations
from random import Random
from typing import Any

import pytest

from mouseboard.sim.clock import VirtualLoop, run_virtual
from mouseboard.sim.magnets import FAR_MM, STRONG, TURNED, WEAK, Point, Rating
from mouseboard.sim.world import LIFTED_MM, PITCH_MM, World, beside, grid

SENSORS = grid()
CROWD = ("green", "yellow", "white", "purple", "orange", "brown", "black")


def on(place: int, height: float = 0.0) -> Point:
    return Point(*SENSORS[place], height)


def in_a_world(play: Callable[[World], Awaitable[object]]) -> None:
    async def main() -> None:
        await play(World(SENSORS, ["red", "blue", *CROWD], seed=1))

    run_virtual(main())


async def move(world: World, piece: str, *ends: Point, seconds: float = 0.2) -> None:
    for end in ends:
        world.move(piece, end, seconds)
        await asyncio.sleep(seconds)
    await asyncio.sleep(0.01)


def test_the_reference_grid_has_81_reeds_40_mm_apart() -> None:
    assert (len(SENSORS), SENSORS[0], SENSORS[1], SENSORS[9], SENSORS[80]) == (81, (0, 0), (40, 0), (0, 40), (320, 320))


def test_pieces_begin_beside_the_board_where_no_reed_feels_them() -> None:
    async def play(world: World) -> None:
        assert world.occupied() == []
        left, right = min(SENSORS)[0] - FAR_MM, max(SENSORS)[0] + FAR_MM
        assert {world.where(piece).x < left for piece in world.pieces} == {True, False}
        assert all(world.where(piece).x < left or right < world.where(piece).x for piece in world.pieces)

    in_a_world(play)


def test_forty_men_lie_at_two_edges_of_the_board_near_its_places_but_not_on_each_other() -> None:
    spots = beside(SENSORS, [str(man) for man in range(40)]).values()
    assert min(math.dist(one, other) for one, other in combinations(spots, 2)) >= PITCH_MM
    assert max(min(math.dist(spot[:2], place) for place in SENSORS) for spot in spots) < 120


def test_putting_a_piece_closes_its_reed_and_lifting_opens_it() -> None:
    async def play(world: World) -> None:
        await move(world, "red", on(7, LIFTED_MM), on(7))
        assert world.occupied() == [7]
        await move(world, "red", on(7, LIFTED_MM))
        assert world.occupied() == []

    in_a_world(play)


def test_a_piece_that_moves_in_no_time_is_felt() -> None:
    async def play(world: World) -> None:
        await move(world, "red", on(7), seconds=0)
        assert world.occupied() == [7]
        await move(world, "red", on(9), seconds=0)
        assert world.occupied() == [9]

    in_a_world(play)


def test_a_piece_carried_over_the_board_closes_no_reed_on_its_way() -> None:
    async def play(world: World) -> None:
        seen: list[list[int]] = []
        await move(world, "red", on(0, LIFTED_MM))
        world.changed = lambda: seen.append(world.occupied())
        await move(world, "red", on(8, LIFTED_MM))
        assert seen == []

    in_a_world(play)


def test_a_slide_closes_every_reed_on_its_way_in_order() -> None:
    async def play(world: World) -> None:
        await move(world, "red", on(7, LIFTED_MM), on(7))
        seen: list[int] = []
        world.changed = lambda: seen.extend(world.occupied())
        await move(world, "red", on(3), seconds=1)
        assert list(dict.fromkeys(seen)) == [6, 5, 4, 3]
        assert world.occupied() == [3]

    in_a_world(play)


def test_two_reeds_feel_one_sliding_mouse_on_a_narrower_board() -> None:
    async def main() -> None:
        world = World(grid(2, 1, pitch=20), ["red"], seed=1)
        both: list[list[int]] = []
        await move(world, "red", Point(0, 0, LIFTED_MM), Point(0, 0))
        world.changed = lambda: both.append(world.occupied())
        await move(world, "red", Point(20, 0))
        assert [0, 1] in both
        assert world.occupied() == [1]

    run_virtual(main())


def test_a_mouse_at_the_edge_of_its_place_is_felt_alone_but_not_among_others() -> None:
    """The reversed fields of the others, all the same way up, weaken it."""

    async def play(world: World) -> None:
        world.ratings[40] = Rating(operate=15, release=8)
        edge = on(40)._replace(x=on(40).x + 10.5)
        await move(world, "red", edge._replace(z=LIFTED_MM), edge)
        assert world.occupied() == [40]
        await move(world, "red", edge._replace(z=LIFTED_MM))
        for piece, place in zip(CROWD, (30, 31, 32, 39, 48, 49, 50), strict=True):
            await move(world, piece, on(place, LIFTED_MM), on(place))
        await move(world, "red", edge)
        assert 40 not in world.occupied()

    in_a_world(play)


def test_mice_all_around_do_not_close_an_empty_place() -> None:
    async def play(world: World) -> None:
        world.ratings[40] = Rating(operate=15, release=6)
        for piece, place in zip(CROWD, (30, 31, 32, 39, 48, 49, 50), strict=True):
            await move(world, piece, on(place, LIFTED_MM), on(place))
        await move(world, "red", on(41, LIFTED_MM), on(41))
        assert world.occupied() == [30, 31, 32, 39, 41, 48, 49, 50]

    in_a_world(play)


def test_a_mouse_with_its_magnet_upside_down_is_felt_alone_but_hides_another_on_its_place() -> None:
    async def play(world: World) -> None:
        world.set_magnet("red", TURNED)
        await move(world, "red", on(7, LIFTED_MM), on(7))
        assert world.occupied() == [7]
        await move(world, "blue", on(7, LIFTED_MM), on(7))
        assert world.occupied() == []
        await move(world, "blue", on(7, LIFTED_MM))
        assert world.occupied() == [7]

    in_a_world(play)


@pytest.mark.parametrize("seed", range(3))
def test_the_contacts_predicted_from_motions_are_those_felt_at_each_moment(seed: int) -> None:
    """Three mice move at random, two at a time. A loop computes each reed every millisecond for comparison."""
    rng, here, wide = Random(seed), [False] * 4, 60.0

    async def main() -> None:
        world = World(grid(2, 2), ["red", "blue", "green"], seed)
        loop = asyncio.get_running_loop()
        ends = 0.0
        for tick in range(4000):
            if loop.time() >= ends:
                for piece in rng.sample(["red", "blue", "green"], 2):
                    point = Point(rng.uniform(-10, wide), rng.uniform(-10, wide), rng.choice((0.0, 0.0, 30.0)))
                    world.move(piece, point, rng.uniform(0.1, 0.5))
                ends = loop.time() + rng.uniform(0.05, 0.5)
            await asyncio.sleep(0.001)
            feet = [piece.motion.at(loop.time()) for piece in world.pieces.values()]
            for reed, (place, rating) in enumerate(zip(world.sensors, world.ratings, strict=True)):
                felt = sum(STRONG.felt(math.hypot(x - place.x, y - place.y), z) for x, y, z in feet)
                here[reed] = rating.closes(here[reed], felt)
            if tick % 10 == 9:
                late = [world.reeds[reed].closed != here[reed] for reed in range(4)]
                wrong.append(sum(late))

    wrong: list[int] = []
    run_virtual(main())
    assert sum(wrong) < 0.02 * 4 * len(wrong)  # a bouncing contact differs


def test_two_mice_on_one_place_look_like_one() -> None:
    async def play(world: World) -> None:
        await move(world, "red", on(7, LIFTED_MM), on(7))
        await move(world, "blue", on(7, LIFTED_MM), on(7))
        assert world.occupied() == [7]
        await move(world, "red", on(7, LIFTED_MM))
        assert world.occupied() == [7]

    in_a_world(play)


def test_a_fallen_piece_is_felt_by_no_reed_until_it_is_upright_again() -> None:
    async def play(world: World) -> None:
        await move(world, "red", on(7, LIFTED_MM), on(7))
        world.set_upright("red", False)
        assert world.occupied() == []
        world.set_upright("red", True)
        await asyncio.sleep(0.01)
        assert world.occupied() == [7]

    in_a_world(play)


@pytest.mark.parametrize(("off", "closed"), [(4.0, [7]), (8.0, [])])
def test_a_weak_magnet_is_felt_only_near_the_middle(off: float, closed: list[int]) -> None:
    async def play(world: World) -> None:
        world.set_magnet("red", WEAK)
        beside = on(7)._replace(x=on(7).x + off)
        await move(world, "red", beside._replace(z=LIFTED_MM), beside)
        assert world.occupied() == closed

    in_a_world(play)


def test_a_magnet_that_becomes_weak_on_the_way_is_felt_later() -> None:
    async def play(world: World) -> None:
        await move(world, "red", on(7, LIFTED_MM))
        world.move("red", on(7), 1.0)
        await asyncio.sleep(0.5)
        world.set_magnet("red", WEAK)
        await asyncio.sleep(0.51)
        assert world.where("red") == on(7)
        assert world.occupied() == [7]

    in_a_world(play)


def test_exchanged_wires_and_a_solder_bridge_show_at_the_inputs() -> None:
    async def play(world: World) -> None:
        world.rewire({7: (8,), 8: (7,), 20: (20, 21), 21: (20, 21)})
        await move(world, "red", on(7, LIFTED_MM), on(7))
        await move(world, "blue", on(20, LIFTED_MM), on(20))
        assert world.occupied() == [8, 20, 21]

    in_a_world(play)


def test_the_levels_hold_the_direct_contacts_in_their_last_byte() -> None:
    async def play(world: World) -> None:
        assert world.levels.hex() == "00" * 11 + "08"  # the servo's rail is good
        world.switches["cage"].move(True)
        await asyncio.sleep(0.01)
        assert world.levels[-1] == 0b1001

    in_a_world(play)


class SlowLoop(VirtualLoop):
    """A loop on a machine so slow that time passes whenever somebody reads the clock."""

    passed = 0.0

    def time(self) -> float:
        self.passed += 0.01
        return super().time() + self.passed


def on_a_slow_machine(play: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=SlowLoop) as runner:
        runner.run(play)


def test_a_piece_that_came_to_rest_before_the_world_looked_is_felt() -> None:
    async def play() -> None:
        world = World(SENSORS, ["red"], seed=1)
        world.move("red", on(7, LIFTED_MM), 0)
        world.move("red", on(7), 0.005)
        await asyncio.sleep(1.0)
        assert world.occupied() == [7]

    on_a_slow_machine(play())


def test_a_piece_that_left_its_reed_before_the_world_looked_is_felt_there_no_more() -> None:
    """When the world looks, the piece is still under way, but has already left its reed behind."""

    async def play() -> None:
        world = World(SENSORS, ["red"], seed=1)
        world.move("red", on(7), 0)
        await asyncio.sleep(1.0)
        assert world.occupied() == [7]
        world.move("red", on(80), 0.05)
        await asyncio.sleep(5.0)
        assert world.occupied() == [80]

    on_a_slow_machine(play())
