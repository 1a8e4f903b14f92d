"""MicroPython as it is downloaded: its version, and where it keeps files. The program tells both about itself.

Source: pico-sdk's "binary info" (raspberrypi/pico-sdk, pico/binary_info), which picotool reads, too.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from mouseboard.flash.trouble import DOWNLOAD, OLDEST, FlashError
from mouseboard.flash.uf2 import FLASH, PAGE, SECTOR, Image, read

_HEAD = 4096
"""The header is in the first bytes of the flash."""
_HEADER = re.compile(rb"\xf2\xeb\x88\x71(.{4})(.{4}).{4}\x90\xa3\x1a\xe7", re.DOTALL)
_ENTRY = struct.Struct("<HHIII")
"""Kind, tag, and three words whose meaning depends on the kind."""
_STRING, _BLOCK_DEVICE = 6, 7
_OF_MICROPYTHON = int.from_bytes(b"MP", "little")
_VERSION = 0x11A9BC3A
_NUMBER = re.compile(r"v((\d+)\.(\d+)[\w.-]*)\Z", re.ASCII)


class Place(NamedTuple):
    """Where the file system is: its first address and its bytes, both whole sectors."""

    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Stock:
    """A MicroPython for a Pico."""

    image: Image
    version: str
    place: Place

    @classmethod
    def read(cls, content: bytes, name: str) -> Self:
        """Read the .uf2 file `name`. Raises FlashError if it is no MicroPython for a Pico, or too old."""
        image = read(content, name)
        number, place = None, None
        for kind, tag, one, two, three in _entries(image):
            if kind == _STRING and one == _VERSION:
                number = _NUMBER.match(_text(image, two))
            if kind == _BLOCK_DEVICE and tag == _OF_MICROPYTHON:
                place = Place(two, three)
        if not number or not place:
            raise FlashError(f"{name} is not MicroPython for a Pico; {DOWNLOAD}")
        if (int(number[2]), int(number[3])) < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise FlashError(f"{name} is MicroPython {number[1]}, {oldest} or later is needed; {DOWNLOAD}")
        if place.start % SECTOR or place.size % SECTOR or not image.end <= place.start <= FLASH.stop - place.size:
            raise FlashError(f"{name} has more than MicroPython, or no room for files behind it; {DOWNLOAD}")
        return cls(image, number[1], place)


def _entries(image: Image) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield what the program tells of itself; nothing if it tells nothing."""
    header = _HEADER.search(_bytes(image, FLASH.start, _HEAD))
    if not header:
        return
    start, end = (int.from_bytes(word, "little") for word in header.groups())
    for at in range(start, min(end, start + _HEAD), 4):
        pointer = int.from_bytes(_bytes(image, at, 4), "little")
        yield _ENTRY.unpack(_bytes(image, pointer, _ENTRY.size))


def _text(image: Image, address: int) -> str:
    return _bytes(image, address, 64).split(b"\0")[0].decode("ascii", "replace")


def _bytes(image: Image, address: int, size: int) -> bytes:
    """Return bytes of the flash; those that the file does not write are erased."""
    pages = range(address // PAGE * PAGE, address + size, PAGE)
    found = b"".join(image.pages.get(page, b"\xff" * PAGE) for page in pages)
    return found[address % PAGE :][:size]
