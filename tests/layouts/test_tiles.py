"""Faults of the chain that the tiles' codes reveal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mouseboard.layouts.tiles import INPUTS, TILES, TileFault, code, faults, lamp, sensor, turned

Chain = list[bool]


def chain(numbers: list[int], occupied: bool = False) -> Chain:
    """Return the contacts of tiles with these numbers in this order, with mice on all places or none."""
    return [
        code(max(numbers))[good] if (good := INPUTS * (number - 1) + bit) in code(max(numbers)) else occupied
        for number in numbers
        for bit in range(INPUTS)
    ]


def found(read: Chain) -> tuple[TileFault, ...]:
    return faults(lambda contact: read[contact], TILES)


NUMBERS = list(range(1, TILES + 1))


def changed(contact: int) -> Callable[[Chain], Chain]:
    return lambda read: [closed != (n == contact) for n, closed in enumerate(read)]


def test_every_place_has_its_own_input_and_lamp_and_none_is_part_of_a_code() -> None:
    grid = [(column, row) for column in range(9) for row in range(9)]
    assert len({sensor(*place) for place in grid} - code(TILES).keys()) == len(grid)
    assert sorted(lamp(*place) for place in grid) == list(range(81))


@pytest.mark.parametrize("occupied", [False, True])
def test_a_good_chain_has_no_fault_whether_places_are_occupied_or_not(occupied: bool) -> None:
    assert found(chain(NUMBERS, occupied)) == ()


@pytest.mark.parametrize("contact", code(TILES))
@pytest.mark.parametrize("occupied", [False, True])
def test_a_wrong_bit_of_the_code_is_a_fault_of_its_tile(contact: int, occupied: bool) -> None:
    (fault,) = found(changed(contact)(chain(NUMBERS, occupied)))
    assert fault.tile == contact // INPUTS + 1


@pytest.mark.parametrize("level", [False, True])
@pytest.mark.parametrize("last", range(9))
def test_the_first_tile_behind_a_cut_is_named_as_silent(last: int, level: bool) -> None:
    read = chain(NUMBERS)[: INPUTS * last] + [level] * INPUTS * (TILES - last)
    assert found(read) == (TileFault("silent", last + 1),)


@pytest.mark.parametrize("missing", NUMBERS[:-1])
def test_a_missing_tile_is_named(missing: int) -> None:
    read = chain([number for number in NUMBERS if number != missing]) + [True] * INPUTS
    assert found(read) == (TileFault("missing", missing),)


def test_two_exchanged_tiles_are_named() -> None:
    assert found(chain([1, 2, 4, 3, 5, 6, 7, 8, 9])) == (TileFault("other", 3, 4), TileFault("other", 4, 3))


def test_a_tile_without_soldered_bridges_is_named() -> None:
    read = chain(NUMBERS)
    read[INPUTS * 4 + 12 : INPUTS * 5] = [False] * 4
    assert found(read) == (TileFault("unnumbered", 5),)


@pytest.mark.parametrize("lost", range(1, 8))
@pytest.mark.parametrize("where", range(0, INPUTS * TILES - INPUTS, 5))
def test_a_chain_that_is_some_bits_off_always_has_a_fault(where: int, lost: int) -> None:
    read = chain(NUMBERS)
    assert found(read[:where] + read[where + lost :] + [True] * lost)


def test_a_chain_without_codes_has_no_faults() -> None:
    assert faults(bool, 0) == ()


def test_four_quarter_turns_bring_a_tile_back() -> None:
    once = turned(2, 1)
    assert sorted(once) == sorted(once.values())
    assert all(once[once[once[once[contact]]]] == contact for contact in once)
    assert once[32] == 41, "its upper left corner comes to lie at the lower left"
