"""The settings of each table, as this computer knows them, so that it notices one that has lost them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from mouseboard.files import write_whole
from mouseboard.link.answers import NO_SERIAL


class KnownTables:
    """Hashes of settings by serial number, in a file. A table without a serial number is never known."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def beside(cls, journal: Path) -> Self:
        """Return the tables that are known where this journal is kept."""
        return cls(journal.with_name(f"{journal.name}-tables"))

    def differs(self, serial: str, settings: str) -> bool:
        """Return whether this table is known by other settings. A new table is known from now on."""
        known = self._read().get(serial)
        if known is None:
            self.remember(serial, settings)
        return known not in (None, settings)

    def remember(self, serial: str, settings: str) -> None:
        """Know the table by these settings. If they cannot be written, those of before count."""
        if serial == NO_SERIAL:
            return
        with suppress(OSError):
            write_whole(self._path, msgspec.json.encode(self._read() | {serial: settings}), private=True)

    def _read(self) -> dict[str, str]:
        """Return the hashes by serial number; none if the file is missing or damaged."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError, UnicodeError):
            return {}
