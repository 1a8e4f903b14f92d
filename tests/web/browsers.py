"""Which browsers there are. One that is missing is a failure in CI; elsewhere its tests are skipped, loudly."""

from __future__ import annotations

import os
import shutil
import warnings
from pathlib import Path

import pytest


def need(*programs: str | Path) -> str:
    """Where the first of these programs is that is found."""
    found = next((str(path) for path in map(shutil.which, programs) if path), None)
    if found:
        return found
    missing = f"no {programs[0]}: tests/get_browsers.sh installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    warnings.warn(f"not tested: {missing}", stacklevel=2)
    pytest.skip(missing)
