"""The package description: the README with absolute links, because a package index has none of its files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"\]\((?!https?://|#)([^)]+)\)")


class Readme(MetadataHookInterface):
    """Called by hatch for what pyproject.toml lists as dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description, with links below the address that `project.urls` gives for the source."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        source = metadata["urls"]["Source"]
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": RELATIVE.sub(rf"]({source}/blob/main/\1)", text),
        }
