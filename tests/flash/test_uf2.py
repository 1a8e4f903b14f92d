"""One file for a Pico: what the boot ROM does with it, what MicroPython finds then, and files that are refused."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefs import LittleFS  # type: ignore[import-not-found,import-untyped,unused-ignore]
from tests.flash.boot_rom import Flash, blocks_of
from tests.flash.conftest import MakePico
from tests.helpers.full_disk import full_disk, needs_limits

from mouseboard.cli import main
from mouseboard.flash import FlashError, firmware
from mouseboard.flash.one_file import file_system
from mouseboard.flash.stock import Place, Stock
from mouseboard.flash.uf2 import ABSOLUTE, PAGE, RP2040, RP2350_ARM, RP2350_RISCV, Image, read

MEGABYTE = 1024 * 1024
SIZES = {"pico": 2 * MEGABYTE, "pico_w": 2 * MEGABYTE, "pico2": 4 * MEGABYTE, "pico2_w": 4 * MEGABYTE}
PLACES = {
    "pico": Place(0x100A0000, 352 * 4096),
    "pico_w": Place(0x1012C000, 212 * 4096),
    "pico2": Place(0x10100000, 768 * 4096),
    "pico2_w": Place(0x10180000, 640 * 4096),
}
"""Each ends with the flash."""


def stock(version: str = "v1.28.0", family: int = RP2040, place: Place = PLACES["pico"]) -> bytes:
    """Return a program that tells of itself as MicroPython does, in the first page and another far behind."""
    base, table, far = 0x10000000, 0x10000400, 0x10050000
    head = bytearray(b"\xaa" * 0x500)
    struct.pack_into("<5I", head, 0x1D4, 0x7188EBF2, table, table + 8, 0, 0xE71AA390)
    struct.pack_into("<2I", head, 0x400, far, far + 32)
    told = struct.pack("<HHII", 6, 0x5052, 0x11A9BC3A, far + 64).ljust(32, b"\0")
    told += struct.pack("<HHIIIIH", 7, 0x504D, far + 96, *place, 0, 3).ljust(32, b"\0")
    told += version.encode().ljust(32, b"\0") + b"MicroPython\0"
    pages = {base + at: bytes(head[at : at + PAGE]) for at in range(0, len(head), PAGE)}
    return Image(family, {**pages, far: told.ljust(PAGE, b"\0")}).written()


def files_on(flash: bytearray, place: Place) -> dict[str, bytes]:
    """Return what MicroPython finds."""
    disk = LittleFS(block_size=4096, block_count=place.size // 4096, read_size=32, prog_size=256, mount=False)
    start = place.start - 0x10000000
    disk.context.buffer[:] = flash[start : start + place.size]
    disk.mount()
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder}/{name}".lstrip("/")
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    return found


def made(tmp_path: Path, *options: str) -> bytes:
    file = tmp_path / "mouseboard.uf2"
    assert main(["table", "uf2", str(file), *options]) == 0
    return file.read_bytes()


@pytest.mark.parametrize("board", PLACES)
def test_each_board_finds_the_firmware_for_its_chip(board: str, tmp_path: Path) -> None:
    family, arch = (RP2040, "armv6m") if board.startswith("pico_") or board == "pico" else (RP2350_ARM, "armv7emsp")
    flash = Flash(SIZES[board], family)
    flash.copy(blocks_of(made(tmp_path, "--board", board)))
    assert flash.restarted
    assert files_on(flash.content, PLACES[board]) == firmware.compiled(arch)


def test_blocks_may_come_in_any_order_and_twice(tmp_path: Path) -> None:
    blocks = blocks_of(made(tmp_path, "--board", "pico"))
    shuffled = Random(3).sample(blocks, len(blocks))
    flash = Flash(SIZES["pico"], RP2040)
    flash.copy(shuffled[:-1])
    assert not flash.restarted
    flash.copy([shuffled[0], shuffled[-1]])
    assert flash.restarted
    assert files_on(flash.content, PLACES["pico"]) == firmware.compiled(firmware.RP2040)


def test_files_of_an_older_file_system_are_gone(tmp_path: Path) -> None:
    """Its sectors must not be believed either: LittleFS takes the newer one of a pair."""
    place = PLACES["pico"]
    flash = Flash(SIZES["pico"], RP2040, bytes(SIZES["pico"]))
    flash.copy(blocks_of(made(tmp_path, "--board", "pico")))
    assert files_on(flash.content, place) == firmware.compiled(firmware.RP2040)
    disk = flash.content[place.start - 0x10000000 :]
    new = file_system(firmware.compiled(firmware.RP2040), place.size)
    assert [at for at in range(0, place.size, 4096) if disk[at : at + 4096] != new[at : at + 4096]] == []


def test_micropython_goes_before_the_files_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "stock.uf2"
    path.write_bytes(stock())
    flash, alone = Flash(SIZES["pico"], RP2040), Flash(SIZES["pico"], RP2040)
    flash.copy(blocks_of(made(tmp_path, "--with", str(path))))
    alone.copy(blocks_of(stock()))
    assert flash.restarted
    start = PLACES["pico"].start - 0x10000000
    assert flash.content[:start] == alone.content[:start]
    assert "main.py" in files_on(flash.content, PLACES["pico"])


@pytest.mark.parametrize(("family", "arch"), [(RP2350_ARM, "armv7emsp"), (RP2350_RISCV, "rv32imc")])
def test_chip_and_place_for_files_are_what_the_micropython_says(family: int, arch: str, tmp_path: Path) -> None:
    place = Place(0x10180000, 512 * 1024)
    path = tmp_path / "stock.uf2"
    path.write_bytes(stock(place=place, family=family))
    flash = Flash(SIZES["pico"], family)
    flash.copy(blocks_of(made(tmp_path, "--with", str(path))))
    assert files_on(flash.content, place) == firmware.compiled(arch)


def test_a_block_for_any_rp2350_stays_the_first_of_the_file(tmp_path: Path) -> None:
    fields = (0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, PAGE, 0, 2, ABSOLUTE)
    first = struct.pack("<8I476sI", *fields, b"\xef" * PAGE, 0x0AB16F30)
    path = tmp_path / "stock.uf2"
    path.write_bytes(first + stock(family=RP2350_ARM, place=PLACES["pico2"]))
    assert made(tmp_path, "--with", str(path), "--board", "pico2").startswith(first)


def test_a_pico_keeps_its_settings_and_its_own_main(make_pico: MakePico, tmp_path: Path) -> None:
    with make_pico() as pico:
        put(pico.path, {"settings.json": b'{"lamps": 7}', "main.py": b"# no mousetable", "notes.txt": b"gone"})
        content = made(tmp_path, "--board", "pico", "--keep", pico.path)
    flash = Flash(SIZES["pico"], RP2040)
    flash.copy(blocks_of(content))
    kept = {"settings.json": b'{"lamps": 7}', "main.py.old": b"# no mousetable"}
    assert files_on(flash.content, PLACES["pico"]) == {**firmware.compiled(firmware.RP2040), **kept}


def test_a_pico_keeps_a_main_that_was_put_aside_earlier_beside_its_own(make_pico: MakePico, tmp_path: Path) -> None:
    with make_pico() as pico:
        put(pico.path, {"main.py.old": b"# blink", "main.py": b"# no mousetable"})
        content = made(tmp_path, "--board", "pico", "--keep", pico.path)
    flash = Flash(SIZES["pico"], RP2040)
    flash.copy(blocks_of(content))
    kept = {"main.py.old": b"# blink", "main.py.old2": b"# no mousetable"}
    assert files_on(flash.content, PLACES["pico"]) == {**firmware.compiled(firmware.RP2040), **kept}


def put(port: str, files: dict[str, bytes]) -> None:
    from mouseboard.flash.prompt import prompt

    with prompt(port) as board:
        board.prepare()
        for path, content in files.items():
            board.put(path, content)


def spoilt(block: int, word: int, value: int, content: bytes = stock()) -> bytes:
    """Return a file with another word in the header of a block; the last word is its end."""
    new = bytearray(content)
    struct.pack_into("<I", new, 512 * block + (508 if word < 0 else 4 * word), value)
    return bytes(new)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is not a whole UF2 file"),
        (stock()[:-100], "is not a whole UF2 file"),
        (b"x" * 512, "is not a UF2 file, or spoilt at block 0"),
        (spoilt(2, 0, 0), "is not a UF2 file, or spoilt at block 2"),
        (spoilt(2, 1, 0), "is not a UF2 file, or spoilt at block 2"),
        (spoilt(2, -1, 0), "is not a UF2 file, or spoilt at block 2"),
        (spoilt(1, 2, 0), "is for another kind of board than a Pico (block 1)"),
        (spoilt(1, 7, 0x68ED2B88), "is for another kind of board than a Pico (block 1)"),
        (spoilt(1, 4, 128), "does not write each page of a Pico's flash once (block 1)"),
        (spoilt(1, 3, 0x10000180), "does not write each page of a Pico's flash once (block 1)"),
        (spoilt(1, 3, 0x20000000), "does not write each page of a Pico's flash once (block 1)"),
        (spoilt(1, 3, 0x10000000), "does not write each page of a Pico's flash once (block 1)"),
        (stock() + spoilt(0, 3, 0x10200000, stock(family=RP2350_ARM)), "does not write each page"),
        (spoilt(1, 7, RP2350_ARM), "is for several kinds of Pico at once"),
        (stock()[:-512], "is not complete"),
        (spoilt(1, 5, 0), "is not complete"),
        (spoilt(1, 6, 3), "is not complete"),
        (spoilt(0, 2, 1, stock()[:512]), "is not complete"),
        (stock(version="v1.25.0"), "is MicroPython 1.25.0, 1.26 or later is needed"),
        (stock(version="v0.99.0"), "is MicroPython 0.99.0, 1.26 or later is needed"),
        (stock(version="blink 2"), "is not MicroPython for a Pico"),
        (stock(version="v1.28\n\x1b[31mred"), "is not MicroPython for a Pico"),
        (Image(RP2040, {0x10000000: bytes(PAGE)}).written(), "is not MicroPython for a Pico"),
        (stock(place=Place(0x10050000, 4096)), "no room for files"),
        (stock(place=Place(0x10060100, 4096)), "no room for files"),
        (stock(place=Place(0x10060000, 4097)), "no room for files"),
        (stock(place=Place(0x10FFF000, 0x2000)), "no room for files"),
        (stock(place=Place(0x100A0000, 0)), "do not fit into the 0 kB"),
        (stock(place=Place(0x100A0000, 4096)), "do not fit into the 4 kB"),
        (stock(place=Place(0x100A0000, 8192)), "do not fit into the 8 kB"),
    ],
)
def test_a_wrong_micropython_is_refused_in_one_line(
    content: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stock.uf2"
    path.write_bytes(content)
    assert main(["table", "uf2", str(tmp_path / "out.uf2"), "--with", str(path)]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out.uf2").exists()


def test_blocks_that_are_not_for_the_flash_are_left_out() -> None:
    told = spoilt(0, 2, 0x2001, stock()[:512])
    assert read(told + stock(), "it") == read(stock(), "it")


def test_the_board_must_be_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "uf2", str(tmp_path / "out.uf2")]) == 2
    assert "--board pico or pico_w or pico2 or pico2_w" in capsys.readouterr().err


def test_a_micropython_is_not_replaced_by_the_file_it_goes_into(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stock.uf2"
    path.write_bytes(stock())
    (tmp_path / "link.uf2").symlink_to(path)
    for file in (path, tmp_path / "link.uf2"):
        assert main(["table", "uf2", str(file), "--with", str(path)]) == 2
        assert "would replace the MicroPython that goes into it" in capsys.readouterr().err
    assert path.read_bytes() == stock()


def test_a_pico_with_another_chip_is_not_asked_what_to_keep(
    make_pico: MakePico, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with make_pico() as pico:
        assert main(["table", "uf2", str(tmp_path / "out.uf2"), "--board", "pico2", "--keep", pico.path]) == 2
    assert "Raspberry Pi Pico with RP2040 is no Pico with RP2350" in capsys.readouterr().err
    assert main(["table", "uf2", str(tmp_path / "out.uf2"), "--board", "pico", "--keep", "/dev/nope"]) == 2
    assert capsys.readouterr().err == "mouseboard: /dev/nope: no such port\n"


@pytest.mark.parametrize(("port", "why"), [("", "which table? Name its port"), ("/dev/null", "not a serial port")])
def test_no_file_is_written_without_the_settings_of_a_pico_that_cannot_be_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], port: str, why: str
) -> None:
    assert main(["table", "uf2", str(tmp_path / "out.uf2"), "--board", "pico", "--keep", port]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("board", "untried"), [("pico_w", "a Pico W"), ("pico2_w", "a Pico 2")])
def test_a_board_that_was_never_tried_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], board: str, untried: str
) -> None:
    made(tmp_path, "--board", board)
    assert f"\n{untried}: the same files, never tried on one" in capsys.readouterr().out


def test_only_a_regular_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for name in ("pipe", "nowhere/it.uf2", "."):
        assert main(["table", "uf2", str(tmp_path / name), "--board", "pico"]) == 2
        assert str(tmp_path / name).removesuffix("/.") in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [pipe]
    assert pipe.is_fifo()


@pytest.mark.parametrize("content", [b"SQLite format 3", b"UF2\n", b""])
def test_a_file_that_is_no_uf2_is_not_replaced(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine"
    file.write_bytes(content)
    assert main(["table", "uf2", str(file), "--board", "pico"]) == 2
    assert capsys.readouterr().err == (
        f"mouseboard: {file} is there already and is no UF2 file, so it is not replaced; name a new file\n"
    )
    assert file.read_bytes() == content


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "mouseboard.uf2").symlink_to(tmp_path / "there.uf2")
    assert made(tmp_path, "--board", "pico") == (tmp_path / "there.uf2").read_bytes()
    assert (tmp_path / "mouseboard.uf2").is_symlink()


def test_a_micropython_for_another_board_than_the_named_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stock.uf2"
    path.write_bytes(stock())
    assert main(["table", "uf2", str(tmp_path / "out.uf2"), "--with", str(path), "--board", "pico_w"]) == 2
    assert "is for another board than --board pico_w" in capsys.readouterr().err


@given(st.data())
def test_a_spoilt_file_is_refused_or_read(data: st.DataObject) -> None:
    content = bytearray(stock())
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = Stock.read(bytes(content), "stock.uf2")
    except FlashError as error:
        assert "stock.uf2" in str(error) and "\n" not in str(error)
    else:
        assert found.place.size % 4096 == 0


ADDRESSES = st.integers(0, 4000).map(lambda n: 0x10000000 + n * PAGE)


@given(st.dictionaries(ADDRESSES, st.binary(min_size=PAGE, max_size=PAGE), min_size=1))
def test_what_is_written_is_read_again(pages: dict[int, bytes]) -> None:
    image = Image(RP2350_ARM, pages)
    assert read(image.written(), "it") == image


@needs_limits
def test_a_full_disk_keeps_the_file_that_was_there(tmp_path: Path) -> None:
    file = tmp_path / "mouseboard.uf2"
    file.write_bytes(stock())
    with full_disk(100_000):
        assert main(["table", "uf2", str(file), "--board", "pico"]) == 2
    assert file.read_bytes() == stock()
    assert list(tmp_path.iterdir()) == [file]
