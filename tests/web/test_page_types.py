"""TypeScript finds what the page's scripts read of the server's data, and is no longer there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from tests.web.page_types import declarations, lay_out

TSC = Path(__file__).parents[2] / ".tools/javascript/node_modules/.bin/tsc"

RENAMED = [
    ("Picture", "winners", "end/end.js"),
    ("LobbySeat", "word", "lobby/lobby.js"),
    ("OptionShown", "from", "choices/arrows.js"),
    ("PlaceShown", "green", "board/road.js"),
    ("Allowed", "play_for", "game/panel.js"),
]
"""Fields of structs, each with a script that reads it."""


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """What `make lint` lays out. Without TypeScript the test is skipped, but fails in CI."""
    if not TSC.exists():
        missing = "no TypeScript: tests/get_javascript.sh gets it"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    lay_out(tmp_path / "served")
    return tmp_path / "served"


def errors(served: Path) -> str:
    return subprocess.run([TSC, "--project", served], capture_output=True, text=True).stdout


def test_the_scripts_read_only_what_is_sent(served: Path) -> None:
    assert errors(served) == ""


@pytest.mark.parametrize(("struct", "field", "script"), RENAMED)
def test_a_field_that_is_renamed_is_wrong_in_the_script_that_reads_it(
    served: Path, struct: str, field: str, script: str
) -> None:
    head, found, rest = declarations().partition(f"interface {struct} {{\n")
    assert found
    (served / "server.d.ts").write_text(head + found + rest.replace(f"  {field}", "  renamed", 1), encoding="utf-8")
    assert f"page/{script}(" in errors(served)


def test_optional_fields_and_names_are_those_of_the_json() -> None:
    (option,) = [text for text in declarations().split("interface ") if text.startswith("OptionShown {")]
    assert "  from?: string | null;" in option and "  start" not in option
    assert "  places: Array<string>;" in option and "  piece: string | null;" in option
