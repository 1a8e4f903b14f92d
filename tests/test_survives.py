"""SURVIVES is true: each line names tests, and the tests exist."""

from __future__ import annotations

import ast
import re

from tests.helpers.pages import ROOT

PAGE = (ROOT / "tests" / "SURVIVES.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_line_of_survives_names_a_test() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")][1:]
    assert lines
    assert [line for line in lines if not NAMED.search(line)] == []


def test_every_test_that_survives_names_exists() -> None:
    missing = []
    for file, name in NAMED.findall(PAGE):
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        missing += [] if name in functions else [f"{file}::{name}"]
    assert missing == []
