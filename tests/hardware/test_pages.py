"""The links of the hardware's pages lead somewhere, and the first page lists every authoritative source."""

from __future__ import annotations

import pytest
from hardware.making.source import HARDWARE, SOURCE
from tests.helpers.pages import ROOT, Page

PAGES = [Page(str(path.relative_to(ROOT))) for path in sorted(HARDWARE.rglob("*.md"))]
START = Page("hardware/README.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_hardware_page_leads_to_a_file(page: Page) -> None:
    assert [link for link in page.links if not link.exists()] == []


def test_the_first_page_says_what_to_measure_before_anything_is_ordered() -> None:
    assert "**Computed; measure ten reeds before you order 81.**" in START.text.split("\n## ")[0]


def test_the_first_page_lists_every_authoritative_source() -> None:
    table = START.text.split("## Authoritative for what")[1].split("\n## ")[0]
    assert [path.name for path in sorted(SOURCE.glob("*.toml")) if path.name not in table] == []


def test_the_first_page_lists_what_has_not_been_built_or_measured() -> None:
    assert "## What has not been built or measured" in START.text
