"""Programs that only `make real` needs. If one is missing, its tests fail in CI and are skipped loudly elsewhere."""

from __future__ import annotations

import os
import shutil
import warnings

import pytest

WHERE = os.pathsep.join((os.environ["PATH"], "/usr/sbin", "/sbin", "/usr/games"))


def need(program: str) -> str:
    """Return the program's path."""
    found = shutil.which(program, path=WHERE)
    return found or miss(f"no {program}: tests/get_real.sh installs it")


def miss(missing: str) -> str:
    """Fail in CI; elsewhere skip the test."""
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    warnings.warn(f"not tested: {missing}", stacklevel=3)
    pytest.skip(missing)
