"""The signs that the page and the sheets share."""

from __future__ import annotations

import re

import pytest

from mouseboard.board.fields import PlaceShown
from mouseboard.kit import PAGE
from mouseboard.sheets.signs import Shape, shapes_of, sign_of, signs

COLOURS = set(re.findall(r"--([\w-]+):", (PAGE / "look.css").read_text(encoding="utf-8")))
MOUSE = "c"
"""The placeholder for a mouse's own colour."""


def test_every_shape_has_an_ink_and_every_ink_is_used() -> None:
    assert {shape.ink for sign in signs().signs.values() for shape in sign} == set(signs().inks)


@pytest.mark.parametrize("name", signs().inks)
def test_an_ink_is_a_colour_of_the_look(name: str) -> None:
    ink = signs().inks[name]
    named = {colour for colour in (ink.fill, ink.stroke) if colour and not colour.startswith("#")}
    assert named <= COLOURS | {MOUSE}


def test_kinds_that_share_a_sign_have_none_of_their_own() -> None:
    known = signs()
    assert set(known.same.values()) <= set(known.signs)
    assert not set(known.same) & set(known.signs)


def test_a_place_is_printed_with_its_own_path_before_the_sign_of_its_kind() -> None:
    own = PlaceShown("a1", (0, 0), kind="take", sign="M-8 0L8 0")
    assert shapes_of(sign_of(own)) == (Shape("cage-line", "M-8 0L8 0"),)
    assert sign_of(PlaceShown("a1", (0, 0), kind="take", sign="honey")) == "take"
