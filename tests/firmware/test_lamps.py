"""Lamps: patterns, pictures, the cap on the current, and a table that has lost its host."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.firmware.board import Table

from mouseboard.link.lamps import Picture
from mousetable.lamps import PATTERNS, STYLES, dim, level
from mousetable.simulated import SimulatedHardware

BLINK = PATTERNS.index("blink")


def rgb(hardware: SimulatedHardware, lamp: int) -> tuple[int, int, int]:
    green, red, blue = hardware.pixels[3 * lamp : 3 * lamp + 3]
    return red, green, blue


def milliamps(frame: bytes | bytearray) -> float:
    return sum(frame) * 20 / 255


def show(table: Table, picture: str, style: str = "a", colour: str = "ff8000", pattern: str = "steady") -> None:
    assert table.ask("style", style, colour, pattern) == "ok"
    assert table.ask("lamps", picture.ljust(81, ".")) == "ok"
    table.run(25)


def test_nothing_is_lit_before_a_host_has_agreed(table: Table) -> None:
    table.ask("hello", "1")
    assert table.ask("lamps", "a" * 81) == "no agree"
    table.run(50)
    assert not any(table.hardware.pixels)


def test_a_picture_gives_each_lamp_its_style(agreed: Table) -> None:
    agreed.ask("style", "b", "0000ff", "steady")
    show(agreed, "a.b")
    assert [rgb(agreed.hardware, lamp) for lamp in range(4)] == [(255, 128, 0), (0, 0, 0), (0, 0, 255), (0, 0, 0)]


def test_a_lamp_that_a_new_picture_leaves_out_goes_dark_and_the_others_go_on(agreed: Table) -> None:
    show(agreed, "aaa", colour="00ff00", pattern="pulse")
    agreed.run(400, heartbeat=True)
    show(agreed, ".a.a", colour="00ff00", pattern="pulse")
    for _ in range(10):
        agreed.run(50, heartbeat=True)
        assert [rgb(agreed.hardware, lamp)[1] > 0 for lamp in range(5)] == [False, True, False, True, False]


def test_a_new_style_changes_lamps_that_are_lit(agreed: Table) -> None:
    show(agreed, "a")
    agreed.ask("style", "a", "001000", "steady")
    agreed.run(25)
    assert rgb(agreed.hardware, 0) == (0, 16, 0)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("lamps", "a" * 80), "no field lamps"),
        (("lamps", "a" * 80 + "-"), "no field style"),
        (("style", "aa", "ff0000", "steady"), "no field style"),
        (("style", "a", "ff000", "steady"), "no field colour"),
        (("style", "a", "red000", "steady"), "no field colour"),
        (("style", "a", "-00001", "steady"), "no field colour"),
        (("style", "a", "0x00ff", "steady"), "no field colour"),
        (("style", "a", "ff0000", "glow"), "no field pattern"),
    ],
)
def test_the_refusal_of_a_malformed_request_names_the_field_and_changes_nothing(
    agreed: Table, words: tuple[str, ...], answer: str
) -> None:
    show(agreed, "a")
    before = bytes(agreed.hardware.pixels)
    assert agreed.ask(*words) == answer
    agreed.run(50)
    assert bytes(agreed.hardware.pixels) == before


def test_the_board_itself_plays_blinking_flashing_and_pulsing(agreed: Table) -> None:
    for style, pattern in zip("abc", ("blink", "flash", "pulse"), strict=True):
        agreed.ask("style", style, "00ff00", pattern)
    agreed.ask("lamps", "abc".ljust(81, "."))
    agreed.run(25)
    seen: list[set[int]] = [set(), set(), set()]
    for _ in range(1700):
        agreed.run(1, heartbeat=True)
        for lamp in range(3):
            seen[lamp].add(rgb(agreed.hardware, lamp)[1])
    assert seen[0] == seen[1] == {0, 255}
    assert min(seen[2]) >= 32 and max(seen[2]) >= 245
    assert max(b - a for a, b in pairwise(sorted(seen[2]))) <= 7, "smooth"


def test_blink_is_half_a_second_on_and_half_a_second_off() -> None:
    assert [level(BLINK, now) for now in (0, 499, 500, 999, 1000)] == [255, 255, 0, 0, 255]


@pytest.mark.parametrize("lit", ["a", "."], ids=["lit", "dark"])
def test_a_spoilt_picture_is_right_half_a_second_later_without_a_word_from_the_host(agreed: Table, lit: str) -> None:
    host = Picture()
    host.meet(81)
    host.want({"a": ("ff8000", "steady")}, lit * 81)
    while words := host.due():
        assert agreed.ask(*words) == "ok"
        host.done(words)
    agreed.run(25)
    wanted = bytes(agreed.hardware.pixels)
    agreed.hardware.pixels = bytearray(b"\x55" * len(wanted))  # noise, or 5 V that came after USB
    host.want({"a": ("ff8000", "steady")}, lit * 81)
    assert host.due() is None
    agreed.run(500, heartbeat=True)
    assert bytes(agreed.hardware.pixels) == wanted


def test_a_steady_picture_is_sent_twice_a_second_and_no_more(agreed: Table) -> None:
    show(agreed, "a")
    shown = agreed.hardware.shows
    agreed.run(10_000, heartbeat=True)
    assert agreed.hardware.shows - shown == 20


def test_pictures_in_quick_succession_are_shown_at_most_every_20_ms(agreed: Table) -> None:
    agreed.run(30)
    shown = agreed.hardware.shows
    for i in range(60):
        agreed.ask("lamps", ("a" if i % 2 else ".") * 81)
    assert agreed.hardware.shows - shown <= 4


def test_a_table_that_has_lost_its_host_breathes_dimly_until_one_agrees(agreed: Table) -> None:
    show(agreed, "a")
    agreed.run(1700)
    assert len(set(zip(*[iter(agreed.hardware.pixels)] * 3, strict=True))) == 1
    assert 0 < milliamps(agreed.hardware.pixels) < 400
    agreed.ask("hello", "1")
    agreed.run(25)
    assert rgb(agreed.hardware, 0) != (255, 128, 0)
    agreed.agree()
    agreed.run(25)
    assert rgb(agreed.hardware, 0) == (255, 128, 0) and rgb(agreed.hardware, 1) == (0, 0, 0)


def test_all_lamps_white_draw_no_more_than_the_cap(agreed: Table) -> None:
    show(agreed, "a" * 81, colour="ffffff")
    assert 1450 < milliamps(agreed.hardware.pixels) <= 1500
    assert len(set(agreed.hardware.pixels)) == 1


def test_a_lower_cap_counts_from_the_next_picture_on(agreed: Table) -> None:
    assert agreed.ask("set", "current", "500").startswith("ok 500 ")
    show(agreed, "a" * 81, colour="ffffff")
    assert milliamps(agreed.hardware.pixels) <= 500


@given(st.integers(0, 999), st.lists(st.integers(0, 255), min_size=1, max_size=432))
def test_a_dimmed_picture_keeps_to_its_limit_and_its_hues(share: int, frame: list[int]) -> None:
    total = sum(frame) + 1
    limit, after = total * share // 1000, bytearray(len(frame))
    dim(bytearray(frame), after, len(frame), total, limit)
    assert sum(after) <= limit
    assert all(limit * before - total < total * now <= limit * before for before, now in zip(frame, after, strict=True))


pictures = st.text(alphabet=STYLES[:5] + ".", min_size=81, max_size=81)
colours = st.lists(st.tuples(st.integers(0, 0xFFFFFF), st.sampled_from(PATTERNS)), min_size=5, max_size=5)


@given(pictures, colours)
def test_no_picture_draws_more_than_the_cap_at_any_moment(picture: str, styles: list[tuple[int, str]]) -> None:
    table = Table()
    table.agree()
    for name, (colour, pattern) in zip(STYLES, styles, strict=False):
        table.ask("style", name, f"{colour:06x}", pattern)
    table.ask("lamps", picture)
    for _ in range(8):
        table.run(110, heartbeat=True)
        assert milliamps(table.hardware.pixels) <= 1500
