"""What the boot ROM of a Pico does with the file that is copied onto its drive: data sheet of the RP2040, 2.8.4.2."""

from __future__ import annotations

import struct
from collections.abc import Sequence

BLOCK = 512
XIP = 0x10000000


def blocks_of(content: bytes) -> list[bytes]:
    return [content[at : at + BLOCK] for at in range(0, len(content), BLOCK)]


class Flash:
    """A flash behind a boot ROM of one family. It restarts once every block of a file has come, in any order."""

    def __init__(self, size: int, family: int, content: bytes = b"") -> None:
        self.content = bytearray(content.ljust(size, b"\xff"))
        self.restarted = False
        self._family = family
        self._erased: set[int] = set()
        self._came: set[int] = set()

    def copy(self, blocks: Sequence[bytes]) -> None:
        for block in blocks:
            start, second, flags, address, size, number, total, family = struct.unpack_from("<8I", block)
            end = struct.unpack_from("<I", block, 508)[0]
            if (start, second, end) != (0x0A324655, 0x9E5D5157, 0x0AB16F30) or flags & 1:
                continue
            if not flags & 0x2000 or family != self._family or size != 256:
                continue
            assert address % 256 == 0 and number < total, "the boot ROM refuses this block"
            self._program(address - XIP, block[32 : 32 + size])
            self._came.add(number)
            self.restarted = len(self._came) == total

    def _program(self, at: int, page: bytes) -> None:
        sector = at // 4096
        if sector not in self._erased:
            self._erased.add(sector)
            self.content[sector * 4096 : (sector + 1) * 4096] = b"\xff" * 4096
        for n, byte in enumerate(page):
            self.content[at + n] &= byte  # programming only clears bits
