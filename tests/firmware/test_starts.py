"""The names of the board's starts."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from littlefs import LittleFS, UserContext
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


SECTOR, PAGE, SECTORS = 4096, 256, 16


class Flash(UserContext):
    """The Pico's flash. `written` has each erased sector and each page, in order."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(SECTOR * SECTORS)
        if content:
            self.buffer = bytearray(content)
        self.written: list[tuple[int, bytes]] = []

    def prog(self, config: Any, block: int, offset: int, data: bytes) -> int:
        self.written.append((block * SECTOR + offset, bytes(data)))
        return super().prog(config, block, offset, data)

    def erase(self, config: Any, block: int) -> int:
        self.written.append((block * SECTOR, b"\xff" * SECTOR))
        return super().erase(config, block)


def files_on(flash: Flash, mount: bool = True) -> LittleFS:
    """Return the file system as MicroPython configures it on a Pico."""
    return LittleFS(
        flash,
        mount=mount,
        block_size=SECTOR,
        block_count=SECTORS,
        prog_size=PAGE,
        read_size=32,
        cache_size=4 * PAGE,
        lookahead_size=32,
    )


def count_on(content: bytes) -> int:
    files = files_on(Flash(content))  # an open file does not keep it
    with files.open("starts") as file:
        return int(file.read())


def test_a_power_cut_while_a_start_is_counted_leaves_the_count_before_or_after_it() -> None:
    flash = Flash()
    files = files_on(flash, mount=False)
    files.format()
    files.mount()
    erased = 0
    with patch.dict(new_name.__globals__, open=files.open):
        for start in range(1, 101):
            before, flash.written = bytearray(flash.buffer), []
            new_name("starts")
            for at, data in flash.written if start > 1 else []:
                before[at : at + len(data) // 2] = data[: len(data) // 2]
                assert count_on(bytes(before)) in (start - 1, start)
                before[at : at + len(data)] = data
            assert count_on(bytes(flash.buffer)) == start
            erased += sum(len(data) == SECTOR for _, data in flash.written)
    assert erased < 100 / 10  # sectors of 100,000 erasures
