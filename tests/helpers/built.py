"""The package as pip builds it, compiled or plain, in a folder of its own. Tests and benches share this."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = (ROOT / "host" / "mouseboard", ROOT / "firmware" / "mousetable")


def installed(folder: Path, compiled: bool, checkout: Path = ROOT) -> dict[str, str]:
    """Install a checkout into the folder. Return the environment that makes Python find it there, not in the checkout.

    Needs no network, but a C compiler if `compiled`. Raises CalledProcessError.
    """
    switch = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1" if compiled else "0"}
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    lazily = "--no-compile"  # of hundreds of modules each test imports a few
    subprocess.run([*pip, lazily, "--target", str(folder), str(checkout)], check=True, env=os.environ | switch)
    return os.environ | {"PYTHONPATH": str(folder)}


def outdated(packages: Sequence[Path] = PACKAGES) -> list[Path]:
    """Return the sources changed or removed since `make fast` compiled them. Python itself would not notice."""
    compiled = [path for package in packages for path in package.rglob("*.so")]
    sources = {path: path.with_name(f"{path.name.partition('.')[0]}.py") for path in compiled}
    return sorted(
        source
        for path, source in sources.items()
        if not source.exists() or source.stat().st_mtime > path.stat().st_mtime
    )
