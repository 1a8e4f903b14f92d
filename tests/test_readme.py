"""The README is true: its commands and its Python are run, and print what it shows."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language: str) -> list[str]:
    """The fenced blocks in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def commands(block: str) -> list[tuple[str, str]]:
    """Each command behind a `$`, with the lines it is to print."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_its_commands_print_what_it_shows(tmp_path: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "XDG_DATA_HOME": str(tmp_path),
    }
    environment.pop("MOUSEBOARD_JOURNAL", None)
    for block in blocks("console"):
        script, expected = zip(*commands(block), strict=True)
        ran = subprocess.run(
            ["bash", "-c", "\nprintf '\\0'\n".join(script)],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=100,
        )  # fmt: skip
        assert ran.stderr == ""
        for command, shown, printed in zip(script, expected, ran.stdout.split("\0"), strict=True):
            assert doctest.OutputChecker().check_output(shown, printed, SAME), f"{command}\n{printed}"


def test_its_python_prints_what_it_shows() -> None:
    (text,) = blocks("python")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 5
    assert results.failed == 0


@pytest.mark.parametrize("page", sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("[!.]*/**/*.md")))
def test_it_leads_to_every_page(page: str) -> None:
    assert f"]({page})" in README


def test_it_leads_nowhere_else() -> None:
    for link in re.findall(r"\]\(([^)]*)\)", README):
        assert (ROOT / link).is_file()
