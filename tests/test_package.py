"""What a package index shows of this package is true and whole."""

from __future__ import annotations

import re
import tomllib

from tests.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_changelog_has_this_version_below_what_is_unreleased() -> None:
    sections = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert sections[:2] == ["Unreleased", PROJECT["version"]]


def test_both_licences_are_named_and_brought_along() -> None:
    for licence, path in zip(PROJECT["license"].split(" AND "), PROJECT["license-files"], strict=True):
        assert licence.split("-")[0] in (ROOT / path).read_text(encoding="utf-8")
