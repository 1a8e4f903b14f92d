"""The code is as ARCHITECTURE.md says: rooms import only what their row allows, and no imports are cyclic."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PACKAGES = {"mouseboard": ROOT / "host" / "mouseboard", "mousetable": ROOT / "firmware" / "mousetable"}
MODULES = {
    ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): path
    for package, folder in PACKAGES.items()
    for path in sorted(folder.rglob("*.py"))
}


def drawn() -> dict[str, set[str]]:
    """Return the rooms on the page, each with those that it may import."""
    rows = re.findall(r"^\| `(\w+)` \| .* \|\s*([\w, ]*)\|$", PAGE, re.M)
    return {room: set(filter(None, re.split(r"[, ]+", allowed))) for room, allowed in rows}


def room_of(module: str) -> str:
    """Return the room of a module: `link` for mouseboard.link.port, `mousetable` for all of the firmware."""
    package, *parts = module.split(".")
    return package if package == "mousetable" or not parts else parts[0]


@cache
def imports(module: str) -> frozenset[str]:
    """Return our modules that a module imports, including late imports and those for types only."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in _named(node, module) if name != module)


def _named(node: ast.AST, module: str) -> Iterator[str]:
    match node:
        case ast.Import(names):
            found = [alias.name for alias in names]
        case ast.ImportFrom(source, names, level):
            package = [module.rpartition(".")[0]] if level else []
            origin = ".".join([*package, *filter(None, [source])])
            found = [full if (full := f"{origin}.{alias.name}") in MODULES else origin for alias in names]
        case _:
            found = []
    yield from (name for name in found if name in MODULES)


TOP = "README.md ARCHITECTURE.md CHANGELOG.md LICENSE Makefile pyproject.toml firmware host hardware tests"


def test_the_top_folder_has_only_the_known_files_and_folders() -> None:
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {path.partition("/")[0] for path in kept.split("\0") if path}
    assert {name for name in top if not name.startswith(".")} == set(TOP.split())


def test_every_file_that_the_page_names_exists() -> None:
    here = [str(path) for top in ("host/mouseboard", "firmware") for path in (ROOT / top).rglob("*.[pj][ys]")]
    named = set(re.findall(r"`([\w/]+\.(?:py|js))`", PAGE.partition("## The rooms")[0]))
    assert len(named) > 40
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in here)] == []


def test_every_room_is_on_the_page_and_every_room_on_the_page_exists() -> None:
    assert {room_of(module) for module in MODULES} - {"mouseboard", "__main__"} == set(drawn())


def test_rooms_are_listed_from_the_ground_up() -> None:
    above: set[str] = set()
    for room, allowed in drawn().items():
        assert allowed <= above, f"{room} may only import rooms that stand above it in the table"
        above.add(room)


@pytest.mark.parametrize("room", drawn())
def test_a_room_imports_only_what_its_row_allows(room: str) -> None:
    allowed = drawn()[room] | {room, "mouseboard"}
    wrong = {
        f"{module} imports {other}"
        for module in MODULES
        if room_of(module) == room
        for other in imports(module)
        if room_of(other) not in allowed
    }
    assert wrong == set()


@pytest.mark.parametrize("room", drawn())
def test_every_import_that_a_row_allows_is_used(room: str) -> None:
    used = {room_of(other) for module in MODULES if room_of(module) == room for other in imports(module)}
    assert drawn()[room] <= used


def test_only_one_folder_of_the_firmware_touches_the_chip() -> None:
    touch = re.compile(r"^\s*(?:from|import) (?:machine|rp2)\b", re.M)
    firmware = ROOT / "firmware"
    touching = {path.parent for path in firmware.rglob("*.py") if touch.search(path.read_text(encoding="utf-8"))}
    assert touching == {firmware / "mousetable" / "chip"}


def test_no_imports_are_cyclic() -> None:
    try:
        TopologicalSorter({module: imports(module) for module in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_the_code_that_makes_the_hardware_imports_only_what_the_page_says() -> None:
    (sentence,) = re.findall(r"Of the rooms\sit imports only (.*?)\.", PAGE)
    making = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "hardware" / "making").rglob("*.py"))
    used = re.findall(r"^(?:from|import) (mousetable|mouseboard(?:\.\w+| import \w+))", making, re.M)
    assert {re.split(r"[. ]", module)[-1] for module in used} == set(re.findall(r"`(\w+)`", sentence))
