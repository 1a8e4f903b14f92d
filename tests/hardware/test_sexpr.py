"""KiCad's files as nested lists."""

from __future__ import annotations

from hardware.making.sexpr import child, children, numbers, parse, word

TEXT = '(board (net 1 "GND") (net 2 "say \\"x\\" (y)") (at 1.5 -2) (empty) (deep (at 3 4)))'


def test_a_file_is_parsed_into_one_nested_list_without_quotes() -> None:
    assert parse(TEXT)[1:3] == [["net", "1", "GND"], ["net", "2", 'say "x" (y)']]


def test_nodes_are_found_by_their_first_word_on_their_own_level() -> None:
    board = parse(TEXT)
    assert len(list(children(board, "net"))) == 2
    assert numbers(board, "at") == (1.5, -2)
    assert numbers(child(board, "deep"), "at") == (3, 4)
    assert word(board, "empty") == word(board, "missing") == ""
