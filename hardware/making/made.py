"""Generated files in the repository: make them, or make them elsewhere and compare."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]

Make = Callable[[Path], Iterable[Path]]
"""A function that writes files below a folder and yields their paths within it."""


def differing(make: Make) -> list[str]:
    """Return the files in the repository that differ from those made now."""
    with tempfile.TemporaryDirectory() as folder:
        for kept in ("hardware/magnets", "hardware/power", "host/mouseboard/sim"):
            Path(folder, kept).mkdir(parents=True)
        return [
            str(name)
            for name in make(Path(folder))
            if not (ROOT / name).is_file() or (ROOT / name).read_bytes() != Path(folder, name).read_bytes()
        ]


def make_or_check(make: Make) -> None:
    """Make the files, or with `--check` on the command line compare them and exit with a message if any differs."""
    if sys.argv[1:] == ["--check"]:
        wrong = differing(make)
        sys.exit("\n".join(f"{name} is not what would be made now: make hardware" for name in wrong) or None)
    for name in make(ROOT):
        print(name)


def keep_or_check(files: Mapping[Path, str]) -> None:
    """Do the same for texts that are already made, given by their path."""
    if sys.argv[1:] == ["--check"]:
        wrong = [path for path, text in files.items() if not path.is_file() or path.read_text("utf-8") != text]
        sys.exit("\n".join(f"{path.name} is not what would be made now: make hardware" for path in wrong) or None)
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
