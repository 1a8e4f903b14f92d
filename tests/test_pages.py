"""Every command on pages and issue templates exists, and works from a checkout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.helpers.pages import ROOT

from mouseboard.cli.main import make_parser

HISTORY = ROOT / "CHANGELOG.md"
"""A page with commands that are gone."""


ROOMS = (".github", "firmware", "hardware", "host")
SUFFIXES = (".md", ".yml")


def named_commands(path: Path) -> set[str]:
    """Return the lower-case words after `mouseboard` on a page."""
    text = path.read_text(encoding="utf-8")
    return set(re.findall(r"(?:`|^\$ |^ {4})mouseboard((?: [a-z]+\d?(?:-[a-z]+)*)+)", text, re.M))


PAGES = [*ROOT.glob("*.md"), *(path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in SUFFIXES)]


@pytest.mark.parametrize(
    "path",
    sorted(path for path in PAGES if path != HISTORY and named_commands(path)),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_every_command_that_a_page_names_exists(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in named_commands(path):
        with pytest.raises(SystemExit) as ended:
            make_parser().parse_args([*words.split(), "--help"])
        assert ended.value.code == 0, f"mouseboard{words}: {capsys.readouterr().err}"


PUBLISHED = re.compile(r'"mouseboard\[(\w+)\]"')
"""What pip will install once Mouseboard is published."""
NEAR = 200
"""Characters before it within which a page has what works already."""


@pytest.mark.parametrize(
    "path",
    sorted(path for path in PAGES if PUBLISHED.search(path.read_text(encoding="utf-8"))),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_an_installation_from_a_checkout_is_named_before_the_published_one(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for published in PUBLISHED.finditer(text):
        assert f'".[{published[1]}]"' in text[published.start() - NEAR : published.start()], published[0]
