"""UF2: the file that a Pico in BOOTSEL mode writes to its flash when it is copied onto the Pico's drive.

Source: github.com/microsoft/uf2. The boot ROM takes only blocks whose payload is one page of 256 bytes of the flash,
and restarts when it has all blocks of its family (data sheets of RP2040, 2.8.4.2, and RP2350, 5.5.3).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mouseboard.flash.trouble import FlashError

RP2040, ABSOLUTE, RP2350_ARM, RP2350_RISCV = 0xE48BFF56, 0xE48BFF57, 0xE48BFF59, 0xE48BFF5A
"""Families: the chip that a block is for. ABSOLUTE is any RP2350, and a workaround for its first revisions."""
FLASH = range(0x10000000, 0x11000000)
"""The addresses of the flash."""
PAGE = 256
SECTOR = 4096
"""The smallest part that can be erased. The boot ROM erases a sector before it writes its first page."""

_START, _SECOND, _END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_HAS_FAMILY = 0x2000
_NOT_FLASH = 0x0001
_HEADER = struct.Struct("<8I")
_BLOCK = struct.Struct("<8I476sI")

Pages = Mapping[int, bytes]
"""256 bytes each, by address."""


@dataclass(frozen=True, slots=True)
class Image:
    """What a file writes: pages for the chip of one family. `before` are blocks of others, which stay as they are."""

    family: int
    pages: Pages
    before: bytes = b""

    @property
    def end(self) -> int:
        """The address after the last page."""
        return max(self.pages) + PAGE

    def written(self) -> bytes:
        """Return the file."""
        return self.before + b"".join(self._blocks())

    def _blocks(self) -> Iterator[bytes]:
        for n, (address, page) in enumerate(sorted(self.pages.items())):
            header = (_START, _SECOND, _HAS_FAMILY, address, PAGE, n, len(self.pages), self.family)
            yield _BLOCK.pack(*header, page, _END)


def read(content: bytes, name: str) -> Image:
    """Read a file with one program for a Pico. Raises FlashError with its `name` and the number of the wrong block."""
    if not content or len(content) % _BLOCK.size:
        raise FlashError(f"{name}: not a UF2 file: its size is no multiple of {_BLOCK.size} bytes")
    blocks = [content[at : at + _BLOCK.size] for at in range(0, len(content), _BLOCK.size)]
    pages: dict[int, bytes] = {}
    family, before, count = None, b"", 0
    for n, block in enumerate(blocks):
        start, second, flags, address, size, _, total, of, data, end = _BLOCK.unpack(block)
        wrong = f"{name}: block {n}"
        if (start, second, end) != (_START, _SECOND, _END):
            raise FlashError(f"{wrong} is not one of a UF2 file")
        if flags & _NOT_FLASH:
            continue
        if not flags & _HAS_FAMILY or of not in (RP2040, ABSOLUTE, RP2350_ARM, RP2350_RISCV):
            raise FlashError(f"{wrong} is not for a Pico")
        if of == ABSOLUTE:
            before += block
            continue
        if family not in (None, of):
            raise FlashError(f"{wrong} is for another chip than those before it")
        if size != PAGE or address % PAGE or address not in FLASH or address in pages:
            raise FlashError(f"{wrong} has no page of the flash of its own")
        family, pages[address], count = of, data[:PAGE], total
    if family is None or count != len(pages):
        raise FlashError(f"{name}: {len(pages)} blocks, {count} announced; download it again")
    return Image(family, pages, before)
