"""The names of the board's starts."""

import subprocess
import sys
from pathlib import Path

from tests.helpers.unix_table import FIRMWARE

from mousetable import wire
from mousetable.starts import new_name


def test_each_start_has_a_new_name_that_the_line_can_carry(tmp_path: Path) -> None:
    names = [new_name(str(tmp_path / "starts")) for _ in range(20)]
    assert [name.split("-")[0] for name in names] == [str(n) for n in range(1, 21)]
    assert all(set(name) <= set(wire.ALPHABET) - {" "} for name in names)


def test_a_lost_or_spoilt_count_restarts_and_no_name_repeats(tmp_path: Path) -> None:
    kept = tmp_path / "starts"
    first = new_name(str(kept))
    kept.unlink()
    second = new_name(str(kept))
    kept.write_text("what?")
    third = new_name(str(kept))
    assert kept.read_text() == "1"
    assert len({first, second, third}) == 3


def test_a_count_of_thousands_of_digits_gives_a_name_that_a_reply_can_hold(
    interpreter: str | None, tmp_path: Path
) -> None:
    kept = tmp_path / "starts"
    kept.write_text("9" * 5000)
    program = f"from mousetable.starts import new_name; print(new_name({str(kept)!r}))"
    path = {"MICROPYPATH" if interpreter else "PYTHONPATH": str(FIRMWARE)}
    done = subprocess.run(
        [interpreter or sys.executable, "-c", program], env=path, capture_output=True, text=True, check=True
    )
    assert len(done.stdout) < 30
    assert len(new_name(str(kept))) < 30


def test_a_start_that_may_not_write_has_a_new_name_all_the_same(tmp_path: Path) -> None:
    kept = tmp_path / "starts"
    first = new_name(str(kept), keep=False)
    assert not kept.exists()
    assert first != new_name(str(kept), keep=False)


def test_a_start_has_a_name_even_if_nothing_can_be_stored(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no folder" / "starts")
    assert new_name(nowhere) != new_name(nowhere)
