"""Compiles what is worth it while the package is built, if that is asked for by HATCH_BUILD_HOOK_ENABLE_CUSTOM=1.

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .      needs a C compiler and Python's headers

The very same sources are compiled by mypyc, but for `@micropython.native` and `viper`: they are for another compiler,
do nothing here, and would stand between a function and its caller. Without, `barriers` and the simulated table do the
same, more slowly.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from mypyc.build import mypycify
from setuptools import Distribution

ROOTS = {"mouseboard": "host", "mousetable": "firmware"}
"""Where each package lies."""
BARRIERS = (
    "mouseboard/rules/barriers/grid.py",
    "mouseboard/rules/barriers/plies.py",
    "mouseboard/players/barriers/position.py",
    "mouseboard/players/barriers/search.py",
)
SIMULATED = (  # the firmware where it runs on a computer, and the world around it; `wire` is also the host's
    "mousetable/controller.py",
    "mousetable/crank.py",
    "mousetable/debounce.py",
    "mousetable/events.py",
    "mousetable/guard.py",
    "mousetable/lamps.py",
    "mousetable/line.py",
    "mousetable/requests.py",
    "mousetable/scan.py",
    "mousetable/simulated.py",
    "mousetable/telling.py",
    "mousetable/ticks.py",
    "mousetable/tone.py",
    "mousetable/wire.py",
    "mouseboard/sim/board.py",
    "mouseboard/sim/cable.py",
    "mouseboard/sim/contacts.py",
    "mouseboard/sim/lockstep.py",
    "mouseboard/sim/magnets.py",
    "mouseboard/sim/trap.py",
    "mouseboard/sim/world.py",
)
FOR_ANOTHER_COMPILER = re.compile(r"^ *@micropython\.\w+$", re.MULTILINE)
TOGETHER = "mouseboard"  # in one library, so that they call each other directly: mouseboard__mypyc


class Compile(BuildHookInterface[Any]):
    """Puts the compiled modules beside their sources: in the wheel, or for an editable install, in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """What hatch calls before it collects the files."""
        self.folder = tempfile.mkdtemp()
        for path in compiled(Path(self.folder)):
            place = path.relative_to(self.folder)
            if version == "editable":
                shutil.copy(path, Path(self.root, _root(place), place))
            build_data["force_include"][str(path)] = str(place)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """What hatch calls when the wheel is written."""
        shutil.rmtree(self.folder)


def compiled(folder: Path) -> list[Path]:
    """Compile the modules into a folder. Raises SystemExit where the compiler fails."""
    sources = [str(Path(_root(Path(module)), module)) for module in (*BARRIERS, *SIMULATED)]
    with chdir(_copied(folder / "sources")):
        extensions = mypycify(sources, target_dir=str(folder / "c"), group_name=TOGETHER)
    build = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder), str(folder / "o")
    build.ensure_finalized()
    build.run()
    return sorted(path for path in folder.rglob("*") if path.suffix in (".so", ".pyd"))


def _copied(folder: Path) -> Path:
    """Both packages as mypyc is to see them, and what it reads its settings from, in a new folder; that."""
    for package, root in ROOTS.items():
        shutil.copytree(Path(root, package), folder / root / package, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    shutil.copy("pyproject.toml", folder)
    for source in (folder / ROOTS["mousetable"]).rglob("*.py"):
        source.write_text(FOR_ANOTHER_COMPILER.sub("", source.read_text("utf-8")), "utf-8")
    return folder


def _root(place: Path) -> str:
    """The folder in which a file of the package lies; the library that holds all goes to the first."""
    return ROOTS.get(place.parts[0], "host")
