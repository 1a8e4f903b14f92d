"""The findings from a walk with a magnet, worked out without a table."""

from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.doctor.clinic import COUNT, small_layout

from mouseboard.doctor.observations import Sensors, Visit
from mouseboard.doctor.wiring import corrected, diagnose_sensors

HEALTHY = {f"p{number}": {number} for number in range(COUNT)}


def kinds(sensors: Sensors) -> list[str]:
    return [" ".join((one.kind, *one.where.values())) for one in diagnose_sensors(small_layout(), sensors)]


def walk(closed: dict[str, set[int]], stuck: Iterable[int] = ()) -> Sensors:
    """Return one visit per place. It closes the given inputs in addition to the stuck ones."""
    stuck = tuple(stuck)
    visits = (Visit(place, tuple(sorted({*inputs, *stuck}))) for place, inputs in closed.items())
    return Sensors(stuck, tuple(visits), stuck)


@pytest.mark.parametrize(
    ("closed", "findings"),
    [
        ({}, []),
        ({"p3": set()}, ["dead p3 3"]),
        ({"p3": {4}, "p4": {3}}, ["swapped p3 p4"]),
        ({"p3": {4}, "p4": {5}, "p5": {3}}, ["moved p3 4 3", "moved p4 5 4", "moved p5 3 5"]),
        ({"p3": {4}, "p4": set()}, ["dead p4 4", "moved p3 4 3"]),
        ({"p3": {3, 4}, "p4": {3, 4}}, ["joined p3 p4"]),
        ({"p3": {3, 4}}, ["crosstalk p3 p4 4"]),
        ({"p3": {3, 99}}, ["joined-free p3 99"]),
        ({"p3": {99}}, ["moved p3 99 3"]),
        ({"p3": {4, 5}}, ["moved p3 4, 5 3"]),
    ],
)
def test_a_walk_and_its_findings(closed: dict[str, set[int]], findings: list[str]) -> None:
    assert kinds(walk(HEALTHY | closed)) == findings


def test_an_input_that_is_closed_anyway_explains_a_silent_place() -> None:
    assert kinds(walk(HEALTHY | {"p3": set()}, stuck=[3])) == ["stuck 3 p3"]


def test_a_reed_that_hangs_after_the_mouse_has_gone_is_stuck() -> None:
    assert kinds(msgspec.structs.replace(walk(HEALTHY), after=(3,))) == ["stuck 3 p3"]


def tried(*mice: tuple[int, bool], place: str = "p3") -> tuple[Visit, ...]:
    """Return visits of one place: which mouse, and whether the table felt it."""
    number = int(place[1:])
    return tuple(Visit(place, (number,) if felt else (), mouse) for mouse, felt in mice)


@pytest.mark.parametrize(
    ("visits", "findings"),
    [
        (tried((1, False), (2, True), (2, True), (2, True)), []),
        (tried((1, False), (2, True), (2, False), (2, True)), ["weak p3"]),
        (tried((1, False), (2, False), (2, False), (2, False)), ["dead p3 3"]),
        (tried((1, False), (2, True)) + tried((1, False), (2, True), place="p4"), ["magnet 2"]),
        ((Visit("p3", (3,), flickers=2),), ["unsteady p3"]),
    ],
)
def test_the_second_mouse_tells_a_weak_reed_from_a_weak_magnet(visits: tuple[Visit, ...], findings: list[str]) -> None:
    assert kinds(Sensors(visits=visits)) == findings


wirings = st.permutations(range(COUNT)).map(lambda order: {f"p{place}": {number} for place, number in enumerate(order)})


@given(wirings)
def test_any_order_of_wires_is_learnt(wiring: dict[str, set[int]]) -> None:
    offered = corrected(small_layout(), walk(wiring))
    assert offered == {place: tuple(inputs) for place, inputs in wiring.items()}


@given(wirings, st.sets(st.integers(0, COUNT - 1), max_size=3))
def test_a_file_with_what_is_offered_has_only_dead_places_left(wiring: dict[str, set[int]], dead: set[int]) -> None:
    closed = {place: inputs - dead for place, inputs in wiring.items()}
    layout, sensors = small_layout(), walk(closed)
    offered = corrected(layout, sensors)
    taken = [number for numbers in offered.values() for number in numbers]
    assert len(taken) == len(set(taken))
    places = tuple(msgspec.structs.replace(place, sensors=offered[place.name]) for place in layout.place)
    cured = msgspec.structs.replace(layout, place=places)
    assert {one.kind for one in diagnose_sensors(cured, sensors)} <= {"dead"}


@given(wirings)
def test_every_place_that_is_wired_otherwise_is_named_once(wiring: dict[str, set[int]]) -> None:
    named = [word for line in kinds(walk(wiring)) for word in line.split()[1 : 3 if "swapped" in line else 2]]
    assert sorted(named) == sorted(place for place in wiring if wiring[place] != HEALTHY[place])
