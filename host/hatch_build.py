"""A build hook of hatch that compiles the slow modules of `barriers` with mypyc. It is off by default:

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .      needs a C compiler and Python's headers

`make fast` does this for a checkout. Without it, `barriers` runs the same sources as plain Python, more slowly.
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
TOGETHER = "mouseboard"
"""The name of the one library, mouseboard__mypyc, that holds all modules, so that they call each other directly."""


class Compile(BuildHookInterface[Any]):
    """Puts the compiled modules beside their sources, in the wheel. For an editable install also in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before hatch collects the files. The wheel is then for this Python and platform only."""
        self.folder = tempfile.mkdtemp()
        for path in compiled(Path(self.folder)):
            place = path.relative_to(self.folder)
            if version == "editable":
                shutil.copy(path, HOST / place)
            build_data["force_include"][str(path)] = str(place)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the compiled files once hatch has written the wheel."""
        shutil.rmtree(self.folder)


def compiled(folder: Path) -> list[Path]:
    """Compile the modules into a folder and return the libraries. Raises SystemExit if the compiler fails."""
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
