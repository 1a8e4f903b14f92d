"""All contents of the packages may be given away with them."""

from __future__ import annotations

from release.deb import LICENCES

PERMISSIVE = {"MIT", "BSD-3-Clause", "Apache-2.0", "PSF-2.0", "CERN-OHL-P-2.0", "OFL-1.1"}


def test_no_vendored_package_has_a_licence_that_binds_the_rest() -> None:
    assert {part for licence in LICENCES.values() for part in licence.split(" AND ")} <= PERMISSIVE
