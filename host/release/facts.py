"""What pyproject.toml, CHANGELOG.md and the last commit say of a release."""

from __future__ import annotations

import subprocess
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from .news import Section, read_sections

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Release:
    """A version of Mouseboard, or what is on the way to the next one."""

    version: str
    made: datetime
    """When its last commit was made. All files say so, so that the same commit gives the same bytes."""
    description: str
    source: str
    maintainer: str
    sections: tuple[Section, ...]
    """What is new, the newest first."""

    @property
    def epoch(self) -> str:
        """The time for programs that make files: SOURCE_DATE_EPOCH."""
        return str(int(self.made.timestamp()))


def this_release() -> Release:
    """Return the version of this checkout. An unreleased one is newer than its version and has a date instead."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    made = datetime.fromtimestamp(int(subprocess.run(asked, check=True, capture_output=True).stdout), UTC)
    sections = read_sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), made)
    version, source = project["version"], project["urls"]["Source"]
    if sections[0].version != version:
        version += f"+{made:%Y%m%d.%H%M}"
    maintainer = f"{project['authors'][0]['name']} <makers@{urlsplit(source).hostname}>"
    return Release(version, made, project["description"], source, maintainer, tuple(sections))
