"""The tile's nets, traced as signals run: the bit and the lamp of each place, and the code between them."""

from hardware.making.source import load
from hardware.making.trace import trace

TILE = load("tile")
FOUND = trace(TILE)


def test_every_place_has_a_reed_and_a_lamp() -> None:
    places = {(column, row) for column in range(3) for row in range(3)}
    assert set(FOUND.reeds) == set(FOUND.lamps) == places


def test_every_bit_is_a_reed_or_part_of_the_code() -> None:
    assert sorted([*FOUND.reeds.values(), *FOUND.fixed, *FOUND.number]) == list(range(16))


def test_each_register_has_bits_that_prove_it() -> None:
    """They reject a register that reads all low or all high, and a chain that is a bit off."""
    first, second = (range(8), range(8, 16))
    assert set(FOUND.fixed) <= set(first) and set(FOUND.number) <= set(second)
    assert [FOUND.fixed[bit] for bit in sorted(FOUND.fixed)] == [True, False, True]
    assert [FOUND.number[bit] for bit in sorted(FOUND.number)] == [1, 2, 4, 8]


def test_only_the_registers_second_outputs_are_free() -> None:
    assert {TILE.pin_name(pin) for pin in TILE.free} == {"NQ7"}
