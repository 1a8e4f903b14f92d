"""The licences that CONTRIBUTING lists are those of the packages, and the kept versions are of all that is needed."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata

import pytest
from tests.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {"playing": PROJECT["dependencies"]} | {
    use: PROJECT["optional-dependencies"][extra]
    for use, extra in (("flashing", "flash"), ("studies", "studies"), ("parquet", "parquet"), ("sheets", "sheets"))
}
NEEDED = {(re.split(r"[<>=!~\[; ]", needed)[0], use) for use, all_needed in EXTRAS.items() for needed in all_needed}
ROW = re.compile(r"^\| ([\w-]+) \| (\S+) \| (playing|flashing|studies|parquet|sheets) \|$", re.M)
LISTED = ROW.findall((ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8"))
CALLED = {"Apache": "Apache-2.0", "MIT": "MIT", "BSD": "BSD-3-Clause", "Python Software Foundation": "PSF-2.0"}
"""How older packages say it, in a word of their classifiers or their own."""


def test_every_package_that_users_get_is_listed_with_its_use() -> None:
    assert {(name, use) for name, _, use in LISTED} == NEEDED


@pytest.mark.parametrize(("name", "licence"), [(name, licence) for name, licence, _ in LISTED])
def test_its_licence_is_what_the_package_says(name: str, licence: str) -> None:
    said = metadata(name).json
    if "license_expression" in said:
        assert said["license_expression"] == licence
        return
    words = [*said.get("classifier", []), str(said.get("license", ""))]
    assert licence in {expression for word, expression in CALLED.items() if any(word in line for line in words)}


def test_a_version_is_kept_of_each() -> None:
    kept = (ROOT / ".github" / "constraints.txt").read_text(encoding="utf-8").lower()
    assert {name for name, _ in NEEDED} <= set(re.findall(r"^([\w.-]+)==", kept, re.M))
