"""`make deb` and `make release`: the files of a release, from this checkout into dist/.

python -m host.release [--debs]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from .deb import TARGETS, build
from .facts import ROOT, Release, this_release

BOARDS = ("pico", "pico_w", "pico2", "pico2_w")


def build_wheel(release: Release, folder: Path) -> Path:
    """Build the wheel, for any Python and processor. Raises CalledProcessError."""
    settings = {"SOURCE_DATE_EPOCH": release.epoch, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "0"}
    made = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(made, cwd=ROOT, env=os.environ | settings, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("*.whl"))


def main(only_debs: bool) -> None:
    """Make all files. Raises CalledProcessError, ValueError."""
    release, folder = this_release(), ROOT / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    add_packages(release, folder)
    if not only_debs:
        add_firmware(folder)
        add_news(release, folder)
    add_sums(folder)
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size / 1e6:6.2f} MB  {path.relative_to(ROOT)}")


def add_packages(release: Release, folder: Path) -> None:
    """Add the wheel and a .deb for each target, several at a time. Raises CalledProcessError, ValueError."""
    wheel = build_wheel(release, folder)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda target: build(release, wheel, target, folder), TARGETS))


def add_firmware(folder: Path) -> None:
    """Add the firmware for each Pico that has MicroPython already."""
    for board in BOARDS:
        file = folder / f"mouseboard-{board}.uf2"
        words = ["table", "uf2", str(file), "--board", board]
        subprocess.run([sys.executable, "-m", "mouseboard", *words], check=True, stdout=subprocess.DEVNULL)


def add_news(release: Release, folder: Path) -> None:
    """Add what is new, to be shown beside the files."""
    changes = "\n".join(f"- {change}" for change in release.sections[0].changes)
    (folder / "NEWS.md").write_text(f"# Mouseboard {release.version}\n\n{changes}\n", encoding="utf-8")


def add_sums(folder: Path) -> None:
    """Add what `sha256sum -c SHA256SUMS` checks."""
    files = sorted(folder.iterdir())
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:] == ["--debs"])
