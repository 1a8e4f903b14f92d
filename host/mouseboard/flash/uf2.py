"""UF2: the file that a Pico in BOOTSEL mode writes to its flash when it is copied onto the Pico's drive.

Source: github.com/microsoft/uf2. The boot ROM takes only blocks whose payload is one page of 256 bytes of the flash,
and restarts when it has all blocks of its family (data sheet of the RP2040, 2.8.4.2).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mouseboard.flash.trouble import DOWNLOAD, FlashError

RP2040, ABSOLUTE, RP2350_ARM, RP2350_RISCV = 0xE48BFF56, 0xE48BFF57, 0xE48BFF59, 0xE48BFF5A
"""Families: the chip that a block is for. ABSOLUTE is any RP2350; one such block works around a fault of the first."""
FLASH = range(0x10000000, 0x11000000)
"""The addresses of the flash."""
PAGE = 256
SECTOR = 4096
"""The smallest part that can be erased. The boot ROM erases a sector before it writes the first page in it."""

_START, _SECOND, _END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
MAGIC = struct.pack("<2I", _START, _SECOND)
"""The first bytes of a file."""
_HAS_FAMILY = 0x2000
_NOT_FLASH = 0x0001
_BLOCK = struct.Struct("<8I476sI")

Pages = Mapping[int, bytes]
"""256 bytes each, by address."""


@dataclass(frozen=True, slots=True)
class Image:
    """What a file writes: pages for the chip of one family. `first` is the block for any RP2350, if there is one."""

    family: int
    pages: Pages
    first: bytes = b""

    @property
    def end(self) -> int:
        """The address after the last page."""
        return max(self.pages) + PAGE

    def written(self) -> bytes:
        """Return the file."""
        return self.first + b"".join(self._blocks())

    def _blocks(self) -> Iterator[bytes]:
        for n, (address, page) in enumerate(sorted(self.pages.items())):
            header = (_START, _SECOND, _HAS_FAMILY, address, PAGE, n, len(self.pages), self.family)
            yield _BLOCK.pack(*header, page, _END)


def read(content: bytes, name: str) -> Image:
    """Read a file with one program for a Pico's flash. Raises FlashError with its `name` and the number of a block."""
    if not content or len(content) % _BLOCK.size:
        raise FlashError(f"{name} is not a whole UF2 file; {DOWNLOAD}")
    pages: dict[int, bytes] = {}
    families, numbers, totals, first = set(), set(), set(), b""
    for n, block in enumerate(content[at : at + _BLOCK.size] for at in range(0, len(content), _BLOCK.size)):
        start, second, flags, address, size, number, total, family, data, end = _BLOCK.unpack(block)
        if (start, second, end) != (_START, _SECOND, _END):
            raise FlashError(f"{name} is not a UF2 file, or spoilt at block {n}; {DOWNLOAD}")
        if flags & _NOT_FLASH:
            continue
        if not flags & _HAS_FAMILY or family not in (RP2040, ABSOLUTE, RP2350_ARM, RP2350_RISCV):
            raise FlashError(f"{name} is for another kind of board than a Pico (block {n}); {DOWNLOAD}")
        if family == ABSOLUTE and not first:
            first = block
            continue
        if size != PAGE or address % PAGE or address not in FLASH or address in pages:
            raise FlashError(f"{name} does not write each page of a Pico's flash once (block {n}); {DOWNLOAD}")
        families.add(family)
        numbers.add(number)
        totals.add(total)
        pages[address] = data[:PAGE]
    if len(families) > 1:
        raise FlashError(f"{name} is for several kinds of Pico at once; {DOWNLOAD}")
    if not pages or totals != {len(pages)} or numbers != set(range(len(pages))):
        raise FlashError(f"{name} is not complete; {DOWNLOAD}")
    return Image(families.pop(), pages, first)
