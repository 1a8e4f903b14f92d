# The owner's settings, kept in a small JSON file on the board. One that is missing or out of range has its default. The
# ends of the crank have none: no position is safe for every trap, so the crank is refused until both are set.

import json
import os
from binascii import crc32

from .debounce import HOLD_MS, LONGEST_HOLD_MS
from .micro import const

NOT_SET = const(0)
_LONGEST = const(1000)  # characters of the file; all settings take fewer than 400
_ROWS = (  # name, default, lowest, highest
    ("chain", 144, 1, 144),  # inputs: 16 a tile; 9 or fewer are the Pico's own pins; takes effect at the next start
    ("lamps", 81, 1, 144),  # WS2812 lamps; a single one is the Pico's own too; takes effect at the next start
    ("debounce", HOLD_MS, 1, 6),  # ms that an input must hold; takes effect at the next start
    ("debounce_direct", HOLD_MS, 1, LONGEST_HOLD_MS),  # the same of cage, buttons and servo rail
    ("current", 1500, 100, 5000),  # mA that all lamps together may take
    ("servo_rest", NOT_SET, 500, 2500),  # us, the crank at rest
    ("servo_end", NOT_SET, 500, 2500),  # us, the crank turned
    ("stall", 2000, 100, 5000),  # mA that only a servo draws that cannot move
    ("turn_classic", 3000, 200, 6000),  # ms from rest to end, by profile
    ("turn_launch", 500, 200, 6000),
    ("watch", 4000, 0, 6000),  # ms to wait after the turn for the cage to fall
    ("back", 1500, 200, 4000),  # ms from end to rest
    ("revision", NOT_SET, NOT_SET, 99),  # printed on the boards; the table only stores this
    ("blind", 0, 0, (1 << 144) - 1),  # bit n set: the host does not trust input n; the table only stores this
)
_UNHASHED = "blind"  # hosts set it during games; the hash names what people have set

_ABSENT_MV = const(1000)
_SAGGING_MV = const(4500)
_replace = getattr(os, "replace", os.rename)  # MicroPython's rename replaces; CPython's does not on Windows


def sags(millivolts: int) -> bool:
    """Return whether the 5 V supply is about to fail, and perhaps in the middle of a write to the flash.

    A supply that is absent does not matter: USB powers the chip.
    """
    return _ABSENT_MV < millivolts < _SAGGING_MV


class Settings:
    """Settings, read like a dict: `settings["chain"]`. Raises KeyError for an unknown name."""

    def __init__(self, path: "str | None" = None):
        """Load the settings from `path`; None keeps them in memory only."""
        self.trouble = ""  # why the file was refused; then every setting has its default
        self._path = path
        self._values = {name: default for name, default, _, _ in _ROWS}
        self._load()

    def __getitem__(self, name: str) -> int:
        return self._values[name]

    def set(self, name: str, value: int) -> None:
        """Change a setting and save it. Raises ValueError with the range, or OSError if saving fails.

        After an OSError the setting is as before.
        """
        for row, _, lowest, highest in _ROWS:
            if row == name:
                if not lowest <= value <= highest:
                    raise ValueError("%d-%d" % (lowest, highest))
                before, self._values[name] = self._values[name], value
                try:
                    self._save()
                except OSError:
                    self._values[name] = before
                    raise
                return
        raise ValueError("name")

    def hash(self) -> str:
        """Return eight hex digits that name all values that are not defaults, except that of `blind`.

        So a firmware with more settings keeps the hash.
        """
        text = " ".join(
            "%s=%d" % (name, self._values[name])
            for name, default, _, _ in _ROWS
            if name != _UNHASHED and self._values[name] != default
        )
        return "%08x" % crc32(text.encode())

    def _load(self) -> None:
        if self._path is None:
            return
        try:
            kept = _read(self._path)
        except OSError:  # no file yet
            return
        except (ValueError, RuntimeError, MemoryError) as why:  # a RuntimeError or MemoryError if nested too deep
            self.trouble = "%s: refused, the defaults count: %s" % (self._path, why)
            return
        for name, _, lowest, highest in _ROWS:
            value = kept.get(name)
            if type(value) is int and lowest <= value <= highest:
                self._values[name] = value

    def _save(self) -> None:
        if self._path is None:
            return
        with open(self._path + ".new", "w") as file:
            json.dump(self._values, file)
        _replace(self._path + ".new", self._path)  # a power cut leaves the old file or the new one


def _read(path: str) -> "dict[str, object]":
    """Return the settings kept in a file. Raises OSError, and ValueError and others for a file that is damaged."""
    with open(path) as file:
        text = file.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise ValueError("more than %d characters" % _LONGEST)
    text = text.strip()
    if text[:1] + text[-1:] != "{}":  # MicroPython reads half a file as if it were whole
        raise ValueError("not from { to }")
    kept: dict[str, object] = json.loads(text)
    return kept
