"""Generated files in the repository: make them, or make them elsewhere and compare.

Files are made in a temporary folder and replace the kept ones when all of them are there. So a maker that fails half
way, because a program or a library is missing, loses nothing.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]

Make = Callable[[Path], Iterable[Path]]
"""A function that writes files below a folder and yields their paths within it."""


@contextmanager
def instead_of(folder: Path) -> Iterator[Path]:
    """Yield an empty folder. Its files replace those of the kept `folder` at the end, unless something was raised."""
    with TemporaryDirectory() as temporary:
        made = Path(temporary)
        yield made
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            if not (made / old.name).exists():
                old.unlink()
        for file in made.iterdir():
            shutil.copyfile(file, folder / file.name)


def differing(make: Make) -> list[str]:
    """Return the files in the repository that differ from those made now."""
    with _empty_root() as root:
        return [
            str(name)
            for name in make(root)
            if not (ROOT / name).is_file() or (ROOT / name).read_bytes() != (root / name).read_bytes()
        ]


def make_or_check(make: Make) -> None:
    """Make the files, or with `--check` on the command line compare them and exit with a message if any differs."""
    if sys.argv[1:] == ["--check"]:
        wrong = differing(make)
        sys.exit("\n".join(f"{name} is not what would be made now: make hardware" for name in wrong) or None)
    with _empty_root() as root:
        for name in list(make(root)):
            (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, ROOT / name)
            print(name)


def keep_or_check(files: Mapping[Path, str]) -> None:
    """Do the same for texts that are already made, given by their path."""
    if sys.argv[1:] == ["--check"]:
        wrong = [path for path, text in files.items() if not path.is_file() or path.read_text("utf-8") != text]
        sys.exit("\n".join(f"{path.name} is not what would be made now: make hardware" for path in wrong) or None)
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


@contextmanager
def _empty_root() -> Iterator[Path]:
    """Yield a temporary folder to make files in, instead of the repository's root."""
    with TemporaryDirectory() as folder:
        for kept in ("hardware/magnets", "hardware/power", "host/mouseboard/sim"):
            Path(folder, kept).mkdir(parents=True)
        yield Path(folder)
