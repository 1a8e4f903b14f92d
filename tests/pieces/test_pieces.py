"""The pieces for other programs: each is complete without the rest of the table, and its example runs."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from tests.helpers.unix_table import FIRMWARE

CHIP = Path(__file__).parent / "chip"


def example(piece: str) -> Path:
    return FIRMWARE / "pieces" / f"{piece}_example.py"


def package(piece: str) -> dict[str, str]:
    """Return the target and source of each file of a piece."""
    return dict(json.loads((FIRMWARE / f"{piece}.json").read_text())["urls"])


def run(interpreter: str, piece: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run MicroPython with nothing of ours except the piece."""
    for target, url in package(piece).items():
        (folder / target).parent.mkdir(exist_ok=True)
        shutil.copy(FIRMWARE / url, folder / target)
    return subprocess.run(
        [interpreter, *arguments],
        env={"MICROPYPATH": f"{folder}:{CHIP}", "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def printed(interpreter: str, piece: str, folder: Path) -> list[str]:
    """Return the lines that a piece's example prints until Ctrl-C."""
    done = run(interpreter, piece, folder, str(example(piece)))
    lines, _, error = (done.stdout + done.stderr).partition("Traceback")  # newer builds print it to stdout
    assert "KeyboardInterrupt" in error, error
    return lines.splitlines()


def test_the_sampler_reports_each_change_once_with_its_time_although_it_looks_every_20_ms(
    micropython: str, tmp_path: Path
) -> None:
    told = [line.split(maxsplit=1) for line in printed(micropython, "sampler", tmp_path)]
    assert [what for _, what in told] == ["3 closed", "16 closed", "16 open", "3 open"]
    gaps = [int(b) - int(a) for (a, _), (b, _) in pairwise(told)]
    true = [50 - 32, 100 - 50, 130 - 100]
    assert all(abs(gap - wanted) <= 2 for gap, wanted in zip(gaps, true, strict=True)), gaps


def test_the_strip_shows_a_running_light(micropython: str, tmp_path: Path) -> None:
    shown = [ast.literal_eval(line) for line in printed(micropython, "strip", tmp_path)]
    assert shown == [[(lamp, b"\x00\x28\x00")] for lamp in range(1, 6)]


@pytest.mark.parametrize("piece", ["sampler", "strip"])
def test_a_piece_brings_the_files_that_its_example_loads_and_no_more(
    micropython: str, tmp_path: Path, piece: str
) -> None:
    imports = "\n".join(re.findall(r"^(?:from|import) mousetable.*", example(piece).read_text(), re.M))
    names = "[name for name in sys.modules if name.startswith('mousetable')]"
    done = run(micropython, piece, tmp_path, "-c", f"import sys\n{imports}\nprint({names})")
    loaded = [name.replace(".", "/") for name in ast.literal_eval(done.stdout)]
    files = {f"{name}/__init__.py" if (FIRMWARE / name).is_dir() else f"{name}.py" for name in loaded}
    assert set(package(piece)) == files


@pytest.mark.parametrize("piece", ["sampler", "strip"])
def test_a_piece_brings_the_very_files_of_the_table(piece: str) -> None:
    table = json.loads((FIRMWARE / "package.json").read_text())
    ours = json.loads((FIRMWARE / f"{piece}.json").read_text())
    assert ours["version"] == table["version"]
    assert all(row in table["urls"] for row in ours["urls"])
