"""Find the browsers. A missing one fails its tests in CI; elsewhere they are skipped with a warning."""

from __future__ import annotations

import os
import shutil
import warnings
from pathlib import Path

import pytest


def need(*programs: str | Path) -> str:
    """Return the path of the first of these programs that is installed. Fail in CI, skip elsewhere, if none is."""
    found = next((str(path) for path in map(shutil.which, programs) if path), None)
    if found:
        return found
    missing = f"no {programs[0]}: tests/get_browsers.sh installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    warnings.warn(f"not tested: {missing}", stacklevel=2)
    pytest.skip(missing)
