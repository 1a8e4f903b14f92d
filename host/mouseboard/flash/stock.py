"""MicroPython as it is downloaded: its version, and where it keeps files. The program tells both about itself.

Source: pico-sdk's "binary info" (raspberrypi/pico-sdk, pico/binary_info), which picotool reads, too.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from mouseboard.flash.trouble import OLDEST, FlashError
from mouseboard.flash.uf2 import FLASH, PAGE, SECTOR, Image, read

_HEAD = 4096
"""The header is in the first bytes of the flash."""
_HEADER = re.compile(rb"\xf2\xeb\x88\x71(.{4})(.{4}).{4}\x90\xa3\x1a\xe7", re.DOTALL)
_STRING, _BLOCK_DEVICE = 6, 7
_OF_MICROPYTHON = int.from_bytes(b"MP", "little")
_VERSION = 0x11A9BC3A


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
        """Read the .uf2 file `name`. Raises FlashError if it is no MicroPython, too old, or has no room for files."""
        image = read(content, name)
        version, place = "", None
        for kind, tag, entry in _entries(image):
            if kind == _STRING and _words(entry)[0] == _VERSION:
                version = _text(image, _words(entry)[1])
            if kind == _BLOCK_DEVICE and tag == _OF_MICROPYTHON:
                place = Place(*_words(entry)[1:3])
        number = re.match(r"v(\d+)\.(\d+)", version)
        if not number or not place:
            raise FlashError(f"{name} is not MicroPython for a Pico")
        if (int(number[1]), int(number[2])) < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise FlashError(f"{name} is MicroPython {version[1:]}, {oldest} or later is needed")
        if place.start % SECTOR or place.size % SECTOR or not image.end <= place.start < FLASH.stop - place.size:
            raise FlashError(f"{name}: its place for files is not in the flash behind the program")
        return cls(image, version, place)


def _entries(image: Image) -> Iterator[tuple[int, int, bytes]]:
    """Yield the kind, the tag and the next 12 bytes of each entry. None if the program does not tell of itself."""
    header = _HEADER.search(_bytes(image, FLASH.start, _HEAD))
    if not header:
        return
    first, end = (int.from_bytes(word, "little") for word in header.groups())
    pointers = _bytes(image, first, min(end - first, _HEAD))
    for (pointer,) in struct.iter_unpack("<I", pointers[: len(pointers) // 4 * 4]):
        kind, tag = struct.unpack("<HH", _bytes(image, pointer, 4))
        yield kind, tag, _bytes(image, pointer + 4, 12)


def _words(entry: bytes) -> tuple[int, int, int]:
    one, two, three = struct.unpack("<III", entry)
    return one, two, three


def _text(image: Image, address: int) -> str:
    return _bytes(image, address, 64).split(b"\0")[0].decode("ascii", "replace")


def _bytes(image: Image, address: int, size: int) -> bytes:
    """Return bytes of the flash; those that the file does not write are erased."""
    pages = range(address // PAGE * PAGE, address + max(size, 0), PAGE)
    found = b"".join(image.pages.get(page, b"\xff" * PAGE) for page in pages)
    return found[address % PAGE :][: max(size, 0)]
