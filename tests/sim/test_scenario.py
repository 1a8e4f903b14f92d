import pytest

from mouseboard.sim.commands import FORMS
from mouseboard.sim.scenario import Command, ScenarioError, parse, parse_command


def read(line: str) -> Command:
    command = parse_command(line, FORMS)
    assert command
    return command


def test_a_command_is_a_form_with_values() -> None:
    assert read("put red on 7") == Command(1, "put red on 7", "put PIECE on PLACE", (("PIECE", "red"), ("PLACE", "7")))


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("lift red", ["red"]),
        ("put red at 12.5 -3", ["red", 12.5, -3.0]),
        ("wait 2 s", [2.0]),
        ("wait 500 ms", [0.5]),
        ("press a", [("a",)]),
        ("hold b and a 2 s", [("a", "b"), 2.0]),
        ("stuck reed 14", [14]),
        ("swap red blue", ["red", "blue"]),
        ("swap reeds 3 4", [3, 4]),
        ("noise 0.001 flip", [0.001, "flip"]),
        ("expect closed 9 7", [(7, 9)]),
        ("expect closed none", [()]),
        ("expect lamp 7 red blink", [7, "red", "blink"]),
        ("tap red on 7 40 ms", ["red", "7", 0.04]),
        ("put red between 7 and 8", ["red", "7", "8"]),
        ("expect truth red in hand", ["red", "in hand"]),
        ("expect truth red 7", ["red", "7"]),
        ("power cut", []),
        ("press stop", []),
    ],
)
def test_the_values_of_a_command_are_read_by_kind(line: str, values: list[object]) -> None:
    assert [value for _, value in read(line).values] == values


def test_the_words_at_and_within_give_the_time_and_the_patience_of_a_command() -> None:
    command = read("at 12.5 s expect closed 7 within 300 ms")
    assert (command.at, command.within) == (12.5, 0.3)


def test_the_word_meanwhile_leaves_a_command_to_other_hands() -> None:
    command = read("at 2 s meanwhile press b")
    assert (command.at, command.meanwhile, command.form) == (2, True, "press BUTTONS")
    assert not read("press b").meanwhile


def test_comments_and_empty_lines_are_ignored_but_counted() -> None:
    commands = parse("# the start\n\nlift red  # gently\n   \nunplug", FORMS)
    assert [(command.number, command.form) for command in commands] == [(3, "lift PIECE"), (5, "unplug")]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("throw red", "a line begins with one of: at, break, cage,"),
        ("put red", "allowed: `put PIECE on PLACE`; `on` is missing at the end"),
        ("put red under 7", "allowed: `put PIECE on PLACE`; `on` belongs behind that"),
        ("lift", "allowed: `lift PIECE`; something is missing at the end"),
        ("lift red now", "allowed: `lift PIECE`; `now` is too much"),
        ("wait 2", "a time is a number and `s` or `ms`"),
        ("wait -2 s", "a time is not negative"),
        ("at noon lift red", "a time is a number and `s` or `ms`"),
        ("press c", "the buttons are `a`, `b`, and `a and b`"),
        ("stuck reed x", "a number such as `7` is needed"),
        ("noise much", "a number such as `7` or `0.5` is needed"),
        ("expect closed 7 x", "a number such as `7` is needed"),
        ("meanwhile", "a line begins with one of"),
        ("expect truth red", "allowed: `expect truth PIECE TRUTH`; something is missing at the end"),
        ("wait 2 s within 3 s", "`within 3 s` is too much"),
        ("at 3 s", "a line begins with one of"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_is_allowed(line: str, complaint: str) -> None:
    with pytest.raises(ScenarioError) as error:
        parse(f"unplug\n{line}", FORMS)
    assert str(error.value).startswith(f"line 2: {line!r}: ")
    assert complaint in str(error.value)
