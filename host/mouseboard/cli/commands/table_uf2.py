"""`mouseboard table uf2`: one file with the firmware, to copy onto the drive of a Pico in BOOTSEL mode."""

from __future__ import annotations

import argparse
from pathlib import Path

from mouseboard.cli.commands.types import Commands
from mouseboard.cli.streams import tell
from mouseboard.files import check_size, named, write_whole
from mouseboard.flash import FlashError, firmware
from mouseboard.flash.flashing import untried
from mouseboard.flash.keep import kept
from mouseboard.flash.one_file import BOARDS, CHIPS, Board, image
from mouseboard.flash.stock import Stock
from mouseboard.flash.uf2 import MAGIC
from mouseboard.say import plain

LARGEST = 32_000_000
"""Bytes of the largest MicroPython that is read: it would fill a flash of 16 MB."""

WHICH = f"which Pico is it for? Name one, --board {' or '.join(BOARDS)}, or give its MicroPython, --with STOCK"

HOW = """\
Copying it erases all files on the Pico: it is for a first installation. Later, `mouseboard table flash` updates.
  1. Hold BOOTSEL while you plug the Pico in. It shows up as a drive named {drive}.
  2. Copy {file} onto that drive. The drive vanishes, and the Pico starts.
  3. `mouseboard table list` shows the table."""


def add_to(actions: Commands) -> None:
    uf2 = actions.add_parser("uf2", help="write one file that puts the firmware on a Pico when copied onto its drive")
    uf2.add_argument("file", type=named, metavar="FILE", help="the file to write, such as mouseboard.uf2")
    uf2.add_argument("--with", dest="stock", type=named, metavar="STOCK", help="MicroPython's .uf2, to put before it")
    uf2.add_argument("--board", choices=list(BOARDS), help="which Pico, if it has MicroPython already")
    uf2.add_argument("--keep", metavar="PORT", help="the Pico there keeps its settings, and its main.py as main.py.old")
    uf2.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    file: Path = args.file
    _check_replaceable(file)
    stock = _stock(args.stock, file) if args.stock else None
    board = _board(args.board, args.stock, stock)
    chip = CHIPS[board.family]
    files = {**firmware.compiled(chip.arch), **(kept(args.keep, chip.name) if args.keep is not None else {})}
    content = image(files, board, stock).written()
    write_whole(file, content)
    name = plain(str(file))
    before = f"MicroPython {stock.version}" if stock else f"no MicroPython: the {args.board} must have 1.26 or later"
    tell(f"{name}: {len(content) // 1024} kB for an {chip.name}, {len(files)} files and {before}")
    if warning := untried("Pico W" if board == BOARDS["pico_w"] else chip.name):
        tell(warning)
    tell(HOW.format(drive=chip.drive, file=name))
    return 0


def _check_replaceable(file: Path) -> None:
    """Raise FlashError if this is a file that may be dear to somebody: any that is no UF2 file."""
    if file.is_file():
        with file.open("rb") as opened:
            if opened.read(len(MAGIC)) != MAGIC:
                raise FlashError(f"{file} is there already and is no UF2 file, so it is not replaced; name a new file")


def _stock(path: Path, file: Path) -> Stock:
    if file.exists() and file.samefile(path):
        raise FlashError(f"{file} would replace the MicroPython that goes into it; name another file")
    with path.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    check_size(len(content), str(path), LARGEST)
    return Stock.read(content, str(path))


def _board(name: str | None, path: Path, stock: Stock | None) -> Board:
    """Return the board that is named, or that this MicroPython is for. Raises FlashError if that is not one board."""
    if not stock:
        if name is None:
            raise FlashError(WHICH)
        return BOARDS[name]
    found = Board(stock.image.family, stock.place)
    if name and BOARDS[name] != found:
        raise FlashError(f"{path} is for another board than --board {name}; leave --board out to take that of the file")
    return found
