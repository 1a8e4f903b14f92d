"""One file to copy onto a Pico's drive: the firmware as a file system, with MicroPython before it or without."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from mouseboard.flash.firmware import Files
from mouseboard.flash.stock import Place, Stock
from mouseboard.flash.trouble import TOOLS, FlashError
from mouseboard.flash.uf2 import PAGE, RP2040, RP2350_ARM, RP2350_RISCV, SECTOR, Image


class Chip(NamedTuple):
    """A processor: its name, that of the drive it shows in BOOTSEL mode, and what mpy-cross calls it."""

    name: str
    drive: str
    arch: str


CHIPS: Mapping[int, Chip] = {
    RP2040: Chip("RP2040", "RPI-RP2", "armv6m"),
    RP2350_ARM: Chip("RP2350", "RP2350", "armv7emsp"),
    RP2350_RISCV: Chip("RP2350", "RP2350", "rv32imc"),
}
"""By family."""


class Board(NamedTuple):
    """A Pico's chip, and where its MicroPython keeps files."""

    family: int
    place: Place


BOARDS: Mapping[str, Board] = {
    "pico": Board(RP2040, Place(0x100A0000, 1408 * 1024)),
    "pico_w": Board(RP2040, Place(0x1012C000, 848 * 1024)),
    "pico2": Board(RP2350_ARM, Place(0x10100000, 3072 * 1024)),
    "pico2_w": Board(RP2350_ARM, Place(0x10180000, 2560 * 1024)),
}
"""Source: micropython/micropython, ports/rp2/boards/RPI_PICO*/mpconfigboard.h, of 1.26 and later."""


def image(files: Files, board: Board, stock: Stock | None) -> Image:
    """Return an image with these files, behind this MicroPython if one is given. Raises FlashError if they do not fit.

    It erases all of the old file system, by one empty page in each sector that the new one does not use: LittleFS keeps
    pairs of sectors, and would believe the newer one of a pair that was half written.
    """
    content = file_system(files, board.place.size)
    pages = {
        board.place.start + at: content[at : at + PAGE]
        for sector in range(0, len(content), SECTOR)
        for at in range(sector, sector + SECTOR, PAGE)
        if at == sector or content[sector : sector + SECTOR].strip(b"\xff")
    }
    before = stock.image if stock else Image(board.family, {})
    return Image(board.family, {**before.pages, **pages}, before.first)


def file_system(files: Files, size: int) -> bytes:
    """Return a flash of `size` bytes with these files, as MicroPython of a Pico formats it. Raises FlashError."""
    try:
        from littlefs import LittleFS, LittleFSError  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise FlashError(TOOLS) from None
    try:
        flash = LittleFS(
            block_size=SECTOR,
            block_count=size // SECTOR,
            prog_size=PAGE,
            read_size=32,
            cache_size=1024,
            lookahead_size=32,
            disk_version=0x20000,  # the one that every MicroPython reads
        )
        for path, content in files.items():
            flash.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
            with flash.open(path, "wb") as file:
                file.write(content)
    except LittleFSError as error:
        raise FlashError(f"the files do not fit into the {size // 1024} kB of this board: {error}") from None
    return bytes(flash.context.buffer)
