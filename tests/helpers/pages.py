"""Checks that pages are true: runs their commands and their Python, and compares the output with the page."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Page:
    """A page, by its path from the root of the project."""

    name: str

    @property
    def path(self) -> Path:
        return ROOT / self.name

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def blocks(self, language: str) -> list[str]:
        """Return the fenced blocks in this language."""
        return re.findall(rf"^```{language}\n(.*?)^```$", self.text, re.M | re.S)

    @property
    def links(self) -> list[Path]:
        """The targets of its links within the project."""
        targets: list[str] = re.findall(r"\]\((?!https?:)([^)#]+)", self.text)
        return [self.path.parent / target for target in targets]

    def check_commands(self, folder: Path, **environment: str) -> None:
        """Run each console block in `folder`, with its journal there, and compare what each command prints."""
        environment = os.environ | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            **environment,
        }
        environment.pop("MOUSEBOARD_JOURNAL", None)
        for block in self.blocks("console"):
            script, expected = zip(*_commands(block), strict=True)
            ran = subprocess.run(
                ["bash", "-c", "\nprintf '\\0'\n".join(script)],
                cwd=folder, env=environment, capture_output=True, text=True, timeout=100,
            )  # fmt: skip
            assert ran.stderr == "", ran.stderr
            for command, shown, printed in zip(script, expected, ran.stdout.split("\0"), strict=True):
                assert doctest.OutputChecker().check_output(shown, printed, SAME), f"{command}\n{printed}"

    def check_python(self) -> None:
        """Run the Python blocks one after the other, and compare what each line prints."""
        test = doctest.DocTestParser().get_doctest("".join(self.blocks("python")), {}, self.name, self.name, 0)
        results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
        assert results.attempted > 0
        assert results.failed == 0


def _commands(block: str) -> list[tuple[str, str]]:
    """Return each command after a `$`, with the lines it must print."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))
