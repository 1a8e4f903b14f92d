"""The pages about the hardware lead only where something is, and list all that is authoritative."""

from __future__ import annotations

import pytest
from hardware.making.source import HARDWARE, SOURCE
from tests.pages import ROOT, Page

PAGES = [Page(str(path.relative_to(ROOT))) for path in sorted(HARDWARE.rglob("*.md"))]
START = Page("hardware/README.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Page) -> None:
    assert [link for link in page.links if not link.exists()] == []


def test_the_first_page_says_what_to_measure_before_anything_is_ordered() -> None:
    assert "**Computed; measure ten reeds before you order 81.**" in START.text.split("\n## ")[0]


def test_every_source_is_said_to_be_authoritative() -> None:
    table = START.text.split("## Authoritative for what")[1].split("\n## ")[0]
    assert [path.name for path in sorted(SOURCE.glob("*.toml")) if path.name not in table] == []


def test_there_is_a_list_of_what_has_not_been_built_or_measured() -> None:
    assert "## What has not been built or measured" in START.text
