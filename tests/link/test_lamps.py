"""The link sends only what the table does not show yet, and styles before the picture."""

from __future__ import annotations

import pytest

from mouseboard.link.lamps import Picture, Style

RED: Style = ("ff0000", "steady")
BLUE: Style = ("0000ff", "blink")


def met(lamps: int) -> Picture:
    """Return a picture for a table with this many lamps."""
    picture = Picture()
    picture.meet(lamps)
    return picture


def said(picture: Picture) -> list[str]:
    """Return all requests due, as if the table had answered each."""
    found = []
    while words := picture.due():
        picture.done(words)
        found.append(" ".join(words))
    return found


def test_styles_come_before_the_picture_that_uses_them() -> None:
    picture = met(3)
    picture.want({"a": RED, "b": BLUE}, "ab.")
    assert said(picture) == ["style a ff0000 steady", "style b 0000ff blink", "lamps ab."]


def test_styles_and_pictures_that_the_table_has_are_not_sent_again() -> None:
    picture = met(3)
    picture.want({"a": RED, "b": BLUE}, "ab.")
    said(picture)
    picture.want({"a": RED, "b": RED}, "ab.")
    assert said(picture) == ["style b ff0000 steady"]


def test_only_the_latest_picture_is_sent() -> None:
    picture = met(3)
    picture.want({"a": RED}, "a..")
    picture.want({"a": RED}, "..a")
    assert said(picture) == ["style a ff0000 steady", "lamps ..a"]


def test_a_reconnected_table_is_sent_everything() -> None:
    picture = met(1)
    picture.want({"a": RED}, "a")
    everything = said(picture)
    picture.meet(1)
    assert said(picture) == everything


def test_a_table_that_comes_back_with_more_or_fewer_lamps_is_sent_a_picture_of_that_size() -> None:
    picture = met(3)
    picture.want({"a": RED}, "a.a")
    assert said(picture)[-1] == "lamps a.a"
    picture.meet(5)
    assert said(picture)[-1] == "lamps a.a.."
    picture.meet(2)
    assert said(picture)[-1] == "lamps a."


@pytest.mark.parametrize(
    ("character", "style"),
    [("A", RED), (".", RED), ("ab", RED), ("a", ("FF0000", "steady")), ("a", ("ff0000", "glow"))],
)
def test_an_invalid_style_is_refused_with_what_is_allowed(character: str, style: Style) -> None:
    with pytest.raises(ValueError, match=r"one of a-z 0-9, rrggbb, one of steady, blink, pulse, flash"):
        Picture().want({character: style}, ".")


@pytest.mark.parametrize("picture", ["", "ab", " "])
def test_a_picture_with_an_unknown_character_is_refused(picture: str) -> None:
    with pytest.raises(ValueError, match="one character a lamp"):
        Picture().want({"a": RED}, picture)
