"""CONTRIBUTING lists the right licences of all packages, and each package has a pinned version."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import files, metadata

import pytest
from tests.helpers.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {"playing": PROJECT["dependencies"]} | {
    use: PROJECT["optional-dependencies"][extra]
    for use, extra in (("flashing", "flash"), ("studies", "studies"), ("parquet", "parquet"), ("sheets", "sheets"))
}
NEEDED = {(re.split(r"[<>=!~\[; ]", needed)[0], use) for use, all_needed in EXTRAS.items() for needed in all_needed}
ROW = re.compile(r"^\| ([\w-]+) \| (\S+) \| (playing|flashing|studies|parquet|sheets) \|$", re.M)
LISTED = ROW.findall((ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8"))
CALLED = {"Apache": "Apache-2.0", "MIT": "MIT", "BSD": "BSD-3-Clause", "Python Software Foundation": "PSF-2.0"}
"""Words in the classifiers or licence texts of older packages, and the licence each means."""


def test_every_package_that_users_get_is_listed_with_its_use() -> None:
    assert {(name, use) for name, _, use in LISTED} == NEEDED


@pytest.mark.parametrize(("name", "licence"), [(name, licence) for name, licence, _ in LISTED])
def test_the_listed_licence_of_a_package_is_its_own(name: str, licence: str) -> None:
    said = metadata(name).json
    if "license_expression" in said:
        assert said["license_expression"] == licence
        return
    texts = [file.read_text() for file in files(name) or [] if file.name == "LICENSE"]
    words = [*said.get("classifier", []), str(said.get("license", "")), *texts]
    assert licence in {expression for word, expression in CALLED.items() if any(word in line for line in words)}


def test_every_package_has_a_pinned_version() -> None:
    kept = (ROOT / ".github" / "constraints.txt").read_text(encoding="utf-8").lower()
    assert {name for name, _ in NEEDED} <= set(re.findall(r"^([\w.-]+)==", kept, re.M))
