"""The files that flashing changes on a board, and their order."""

from hypothesis import given
from hypothesis import strategies as st

from mouseboard.flash import firmware
from mouseboard.flash.changes import changes, is_ours, room_needed

NEW = {"mousetable/a.mpy": b"a2", "mousetable/b.mpy": b"b1", "main.py": b"m1"}
PATHS = st.sampled_from(["main.py", "mousetable/a.mpy", "mousetable/b.mpy", "mousetable/a.py", "mousetable/arriving"])
BOARDS = st.dictionaries(PATHS, st.sampled_from([b"a2", b"b1", b"m1", b"other"]))


def test_a_bare_board_gets_everything_and_main_last() -> None:
    due = changes({}, NEW)
    assert not due.aside
    assert due.remove == ()
    assert due.copy == ("mousetable/a.mpy", "mousetable/b.mpy", "main.py")


def test_a_board_with_the_same_files_gets_nothing() -> None:
    assert not changes(NEW, NEW)


def test_one_changed_file_is_copied_alone_but_main_goes_first_and_comes_back_last() -> None:
    due = changes({**NEW, "mousetable/a.mpy": b"a1"}, NEW)
    assert due.remove == ("main.py",)
    assert due.copy == ("mousetable/a.mpy", "main.py")


def test_a_source_that_would_hide_a_compiled_file_is_removed() -> None:
    due = changes({**NEW, "mousetable/a.py": b"?"}, NEW)
    assert due.remove == ("main.py", "mousetable/a.py")
    assert due.copy == ("main.py",)


def test_a_main_that_is_not_ours_is_put_aside() -> None:
    due = changes({"main.py": b"blink"}, NEW, foreign=True)
    assert due.aside
    assert due.remove == ()


def test_the_main_of_every_version_is_ours() -> None:
    first = b"import micropython\n\nfrom mousetable.controller import Controller\n"
    assert is_ours(first)
    assert is_ours(firmware.sources()["main.py"])
    assert not is_ours(b"from machine import Pin  # for my mousetable\n")


@given(BOARDS)
def test_a_board_has_main_only_with_all_other_files_wherever_flashing_breaks_off(board: dict[str, bytes]) -> None:
    due = changes(board, NEW)
    now = dict(board)
    steps = [("main.py", None)] * due.aside + [(path, None) for path in due.remove]
    for path, content in steps + [(path, NEW[path]) for path in due.copy]:
        if content is None:
            del now[path]
        else:
            now[path] = content
        assert "main.py" not in now or now == NEW
        assert not changes(now, NEW) or "main.py" in changes(now, NEW).copy  # the next run continues
    assert now == NEW


def test_the_room_needed_is_whole_blocks_and_one_more_for_each_file() -> None:
    assert room_needed({"a": b"x", "b": bytes(4096), "c": bytes(4097)}, 4096) == (2 + 2 + 3) * 4096
