"""The names of the board's starts."""

from pathlib import Path

from mousetable import wire
from mousetable.starts import new_name


def test_each_start_has_another_name_that_the_line_can_carry(tmp_path: Path) -> None:
    names = [new_name(str(tmp_path / "starts")) for _ in range(20)]
    assert [name.split("-")[0] for name in names] == [str(n) for n in range(1, 21)]
    assert all(set(name) <= set(wire.ALPHABET) - {" "} for name in names)


def test_a_count_that_is_lost_or_spoilt_begins_again_and_no_name_comes_again(tmp_path: Path) -> None:
    kept = tmp_path / "starts"
    first = new_name(str(kept))
    kept.unlink()
    second = new_name(str(kept))
    kept.write_text("what?")
    third = new_name(str(kept))
    assert kept.read_text() == "1"
    assert len({first, second, third}) == 3


def test_there_is_a_name_where_nothing_can_be_kept(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no folder" / "starts")
    assert new_name(nowhere) != new_name(nowhere)
