"""Steps for hands, in words."""

from mouseboard.table.steps import SOMETHING, Step, sentence, together


def said(*steps: Step) -> list[str]:
    return [str(sentence(group)) for group in together(steps)]


def test_a_move_names_its_source_and_target() -> None:
    assert said(Step("red", "1", "5")) == ["Move red from 1 to 5."]


def test_a_piece_without_a_source_is_put() -> None:
    assert said(Step("red", None, "5")) == ["Put red on 5."]


def test_a_piece_that_leaves_the_board_is_taken_off() -> None:
    assert said(Step("blue", "7", None)) == ["Take blue off 7."]
    assert said(Step("blue", None, None)) == ["Take blue off the board."]


def test_steps_with_the_same_source_and_target_are_one_sentence() -> None:
    steps = [Step(mouse, "7", None) for mouse in ("blue", "green", "yellow")]
    assert said(*steps) == ["Take blue, green and yellow off 7."]


def test_a_magnet_that_is_no_known_piece_is_called_something() -> None:
    assert said(Step(SOMETHING, "3", None)) == ["Take something off 3."]
