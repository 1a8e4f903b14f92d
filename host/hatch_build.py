"""Compile what `barriers` spends its time on while the package is built; HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 asks for it.

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .      needs a C compiler and Python's headers

mypyc compiles the very same sources. Without it, `barriers` does the same, more slowly.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from mypyc.build import mypycify
from setuptools import Distribution

HOST = Path(__file__).parent
MODULES = (
    "mouseboard/rules/barriers/grid.py",
    "mouseboard/rules/barriers/walking.py",
    "mouseboard/players/barriers/position.py",
    "mouseboard/players/barriers/search.py",
)
TOGETHER = "mouseboard"  # in one library, so that they call each other directly: mouseboard__mypyc


class Compile(BuildHookInterface[Any]):
    """Puts the compiled modules beside their sources: in the wheel, or for an editable install, in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatch before it collects the files."""
        self.folder = tempfile.mkdtemp()
        for path in compiled(Path(self.folder)):
            place = path.relative_to(self.folder)
            if version == "editable":
                shutil.copy(path, HOST / place)
            build_data["force_include"][str(path)] = str(place)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called by hatch when the wheel is written."""
        shutil.rmtree(self.folder)


def compiled(folder: Path) -> list[Path]:
    """Compile the modules into a folder. Raises SystemExit where the compiler fails."""
    sources = [str(Path(HOST.name, module)) for module in MODULES]
    with chdir(HOST.parent):  # where mypyc finds its settings
        extensions = mypycify(
            ["--cache-dir", str(folder / "cache"), *sources], target_dir=str(folder / "c"), group_name=TOGETHER
        )
    build = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder), str(folder / "o")
    build.ensure_finalized()
    build.run()
    return sorted(path for path in folder.rglob("*") if path.suffix in (".so", ".pyd"))
