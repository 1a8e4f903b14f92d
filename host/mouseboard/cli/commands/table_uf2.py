"""`mouseboard table uf2`: one file with the firmware, to copy onto the drive of a Pico in BOOTSEL mode."""

from __future__ import annotations

import argparse
from pathlib import Path

from mouseboard.cli.commands.types import Commands
from mouseboard.files import check_size, write_whole
from mouseboard.flash import FlashError, firmware
from mouseboard.flash.keep import kept
from mouseboard.flash.one_file import ARCHES, BOARDS, Board, image
from mouseboard.flash.stock import Stock
from mouseboard.flash.uf2 import RP2040

LARGEST = 32_000_000
"""Bytes of the largest MicroPython that is read: it would fill a flash of 16 MB."""

ERASES = """\
It is for a first installation: copying it erases all files on the Pico. Later, `mouseboard table flash` updates.
  1. Hold BOOTSEL while you plug the Pico in. It shows up as a drive named {drive}.
  2. Copy {file} onto that drive. The drive vanishes, and the Pico starts."""


def add_to(actions: Commands) -> None:
    uf2 = actions.add_parser("uf2", help="write one file that puts the firmware on a Pico when copied onto its drive")
    uf2.add_argument("file", type=Path, metavar="FILE", help="the file to write, such as mouseboard.uf2")
    uf2.add_argument("--with", dest="stock", type=Path, metavar="STOCK", help="MicroPython's .uf2, to put before it")
    uf2.add_argument("--board", choices=list(BOARDS), help="which Pico (default: what STOCK is for, or else pico)")
    uf2.add_argument("--keep", metavar="PORT", help="the Pico there keeps its settings, and its main.py as main.py.old")
    uf2.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    stock = _stock(args.stock) if args.stock else None
    board = _board(args.board, args.stock, stock)
    files = {**firmware.compiled(ARCHES[board.family]), **(kept(args.keep) if args.keep else {})}
    content = image(files, board, stock).written()
    write_whole(args.file, content)
    before = f"with MicroPython {stock.version.lstrip('v')}" if stock else "for a Pico that has MicroPython"
    print(f"{args.file}: {len(files)} files, {len(content) // 1024} kB, {before}")
    print(ERASES.format(drive="RPI-RP2" if board.family == RP2040 else "RP2350", file=args.file))
    return 0


def _stock(path: Path) -> Stock:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    check_size(len(content), str(path), LARGEST)
    return Stock.read(content, str(path))


def _board(name: str | None, path: Path, stock: Stock | None) -> Board:
    """Return the board that is named, or that this MicroPython is for. Raises FlashError if they are not the same."""
    if not stock:
        return BOARDS[name or "pico"]
    found = Board(stock.image.family, stock.place)
    if name and BOARDS[name] != found:
        raise FlashError(f"{path} is for another board than --board {name}; leave --board out to take that of the file")
    return found
