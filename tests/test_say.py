"""Messages repeat outside texts, but never at length and never with parts that mean nothing to people."""

from __future__ import annotations

import errno

import pytest

from mouseboard.rules import HandTask
from mouseboard.say import (
    LONGEST_QUOTE,
    LONGEST_REFUSAL,
    Explained,
    listed,
    plain,
    quoted,
    reason,
    refusal,
    say,
    shortened,
)


class Nameless:
    """A class without a `__repr__` of its own."""

    def method(self) -> None: ...


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


def test_a_short_text_is_repeated_as_it_is() -> None:
    assert shortened("cheese") == "cheese"
    assert quoted("cheese") == "'cheese'"
    assert quoted(("red", 7, None)) == "('red', 7, None)"


def test_a_long_text_is_repeated_by_its_beginning_and_its_end() -> None:
    text = shortened("first " + "x" * 1_000_000 + " last")
    assert len(text) == LONGEST_QUOTE
    assert text.startswith("first xxx") and " ... " in text and text.endswith("xxx last")
    assert len(quoted("x" * 1_000_000)) == LONGEST_QUOTE


def test_a_long_refusal_keeps_its_place_and_what_is_allowed() -> None:
    text = refusal(f"line 3: {'x' * 900_000}: allowed: red, blue")
    assert len(text) == LONGEST_REFUSAL
    assert text.startswith("line 3: xxx") and text.endswith("xxx: allowed: red, blue")


@pytest.mark.parametrize("value", [Nameless(), [Nameless()], Nameless().method, lambda: None])
def test_an_object_is_named_without_its_address(value: object) -> None:
    assert "0x" in repr(value)
    assert "0x" not in quoted(value)
    assert "0x" not in refusal(f"that is {value!r}")


def test_an_object_is_named_by_its_type() -> None:
    assert quoted(Nameless()).endswith("Nameless object>")


def test_a_number_that_looks_like_an_address_stays() -> None:
    assert refusal("input at 0x1f, that is no place") == "input at 0x1f, that is no place"


def test_an_object_that_cannot_describe_itself_is_named_by_its_type() -> None:
    assert quoted(Unspeakable()) == "<Unspeakable>"


def test_a_too_deeply_nested_value_is_named_by_its_type() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "<list>"
    while deep:  # Python would free them one inside the other
        (deep,) = deep  # type: ignore[assignment]


def test_a_list_of_long_names_is_shortened() -> None:
    assert len(listed(["x" * 1000] * 100)) < 1100


def test_equal_sentences_have_one_hash_whatever_the_order_of_their_holes() -> None:
    one = say("{mouse} rolls {n}.", mouse=say("{a} and {b}", a="red", b="blue"), n=4)
    other = say("{mouse} rolls {n}.", n=4, mouse=say("{a} and {b}", b="blue", a="red"))
    assert {one, other} == {one}
    assert {HandTask(one), HandTask(other)} == {HandTask(one)}


def test_an_error_explains_itself_in_plain_words_and_keeps_its_sentence_for_translation() -> None:
    error = Explained(say("there is no file {file}", file="a\x1bb"))
    assert str(error) == "there is no file a\\x1bb"
    assert error.said == say("there is no file {file}", file="a\\x1bb")


def test_a_refusal_of_the_operating_system_gets_our_words_where_we_have_some() -> None:
    assert str(reason(FileNotFoundError(errno.ENOENT, "No such file or directory", "x"))) == (
        "there is no such file or folder"
    )
    assert str(reason(OSError(errno.EXDEV, "Invalid cross-device link", "x"))) == "Invalid cross-device link"
    assert str(reason(Explained("no table"))) == "no table"


def test_no_break_spaces_of_a_translation_are_plain() -> None:
    assert plain("quel jeu\u202f? aide\u00a0: ici") == "quel jeu\u202f? aide\u00a0: ici"
