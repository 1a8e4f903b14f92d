"""A board at MicroPython's prompt, through mpremote: identify it, list, write and remove files, restart it."""

from __future__ import annotations

import errno
import io
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from mouseboard.flash.firmware import Format
from mouseboard.flash.trouble import AGAIN, ERASE, TOOLS, FlashError, make_room
from mousetable import build

SILENCE_S = 10.0  # without a byte, then the board counts as lost
CHUNK = 1024  # bytes per write; each write costs a round trip, and memory on the board
ARRIVING = "arriving"  # the name under which `put` writes a file before it renames it

# A program that died leaves its watchdog running, which restarts the board within two seconds.
# Clear CTRL.ENABLE: data sheets of RP2350, 12.9, and RP2040, 4.7.6.
_STOP_WATCHDOG = """\
import sys
if sys.platform == 'rp2':
 import machine
 machine.mem32[0x400DB000 if 'RP2350' in sys.implementation._machine else 0x4005B000] = 1 << 30
"""
# The delay lets mpremote read its answer and release the port before the reset.
_RESTART = "import machine, time\ntime.sleep_ms(200)\nmachine.reset()"


@dataclass(frozen=True, slots=True)
class Facts:
    """The identity of the board at the prompt."""

    platform: str
    machine: str
    version: tuple[int, ...]
    format: Format


@contextmanager
def prompt(port: str, silence: float = SILENCE_S) -> Iterator[Prompt]:
    """Stop the board's program by a soft reset, and yield the prompt. `restart` or power starts the program again."""
    try:
        from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]
    except ImportError:
        raise FlashError(TOOLS) from None
    with _as_flash_error(port, "opening"):
        board = SerialTransport(port)
    try:
        board.serial.timeout = silence
        _enter(port, board)
        yield Prompt(port, board)
    finally:
        with suppress(OSError):
            board.close()


def _enter(port: str, board: Any) -> None:
    try:
        with redirect_stdout(io.StringIO()):  # mpremote prints replies that it does not understand
            board.enter_raw_repl(soft_reset=False)
            board.exec(_STOP_WATCHDOG)
            board.enter_raw_repl(soft_reset=True)
    except Exception:
        raise FlashError(f"{port}: no MicroPython answers here; if it is a Pico, {ERASE}") from None


class Prompt:
    """The operations at a prompt. Paths have no leading slash. All of them raise FlashError."""

    def __init__(self, port: str, board: Any) -> None:
        self._port = port
        self._board = board  # mpremote has no types

    def facts(self) -> Facts:
        """Identify the board, using only what any MicroPython can answer."""
        with _as_flash_error(self._port, "asking who it is"):
            self._board.exec("import sys\nthis = sys.implementation")
            platform, machine, version, mpy = self._board.eval(
                "(sys.platform, getattr(this, '_machine', '?'), this.version[:3], getattr(this, '_mpy', 0))"
            )
        return Facts(platform, machine, version, Format.read(mpy))

    def prepare(self) -> None:
        """Load the firmware's own functions that list and check installed files."""
        self._do("preparing", Path(build.__file__).read_text("utf-8"))

    def installed(self) -> dict[str, bytes]:
        """Return the SHA-256 of each file by its path, computed on the board."""
        with _as_flash_error(self._port, "reading"):
            found: dict[str, bytes] = self._board.eval("installed()")
        return found

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None if there is none."""
        with _as_flash_error(self._port, path):
            folder, name = str(PurePosixPath("/", path).parent), PurePosixPath(path).name
            if name not in self._board.eval(f"os.listdir({folder!r})"):
                return None
            content: bytes = self._board.fs_readfile("/" + path, chunk_size=CHUNK)
        return content

    def room(self) -> tuple[int, int]:
        """Return the free bytes, and the bytes of a block. A file takes whole blocks."""
        with _as_flash_error(self._port, "reading"):
            block, _, _, free, *_ = self._board.eval("os.statvfs('/')")
        return free * block, block

    def make_folders(self, paths: Iterable[str]) -> None:
        """Make the folders of the files with these paths."""
        for folder in sorted({parent for path in paths for parent in PurePosixPath(path).parents if parent.name}):
            self._do(str(folder), f"{folder.name!r} in os.listdir('/{folder.parent}') or os.mkdir('/{folder}')")

    def put(self, path: str, content: bytes) -> None:
        """Write to a temporary file, check, and rename it in one step: a file is the old one or the new one.

        The temporary file is in the same folder. If the power fails in a move between folders, MicroPython since 1.26
        (LittleFS 2.11) may not find another file of the first folder until something is written.
        """
        arriving = str(PurePosixPath(path).with_name(ARRIVING))
        with _as_flash_error(self._port, path):
            self._board.fs_writefile("/" + arriving, content, chunk_size=CHUNK)
            if self._board.eval(f"digest('/{arriving}')") != sha256(content).digest():
                raise FlashError(f"{self._port}: {path} arrived spoilt; {AGAIN}")
        self.rename(arriving, path)

    def rename(self, path: str, new: str) -> None:
        self._do(path, f"os.rename('/{path}', '/{new}')")

    def remove(self, path: str) -> None:
        self._do(path, f"os.remove('/{path}')")

    def restart(self) -> None:
        """Reset the board by hardware. A USB port vanishes meanwhile."""
        with _as_flash_error(self._port, "restarting"):
            self._board.exec_raw_no_follow(_RESTART)

    def _do(self, what: str, code: str) -> None:
        with _as_flash_error(self._port, what):
            self._board.exec(code)


@contextmanager
def _as_flash_error(port: str, what: str) -> Iterator[None]:
    """Turn an error that mpremote raises inside into a FlashError of one line."""
    from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]

    try:
        yield
    except TransportExecError as error:
        raise FlashError(f"{port}: {what}: {error.error_output.strip().splitlines()[-1]}") from None
    except (TransportError, OSError, ValueError, SyntaxError, struct.error) as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise FlashError(f"{port}: {what}: no room left on the board; {make_room(port)}") from None
        raise FlashError(f"{port}: {what}: the board was lost ({error}); {AGAIN}") from None
