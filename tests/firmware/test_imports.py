"""How the firmware's files hang together."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import mousetable

FILES = sorted(Path(mousetable.__file__).parent.glob("*.py"))


def needed(path: Path) -> set[str]:
    """The files of the firmware that this one imports, be it for types only."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
    return found


def test_no_two_files_need_each_other_not_even_for_types() -> None:
    order = TopologicalSorter({path.stem: needed(path) for path in FILES}).static_order()
    assert "requests" in order  # raises CycleError on a ring
