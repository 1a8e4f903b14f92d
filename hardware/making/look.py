"""The style of the magnet study's pictures. They are reproducible to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

STYLE: dict[str, Any] = {
    "figure.figsize": (9.0, 3.8),
    "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.grid": True,
    "grid.color": "0.88",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "svg.hashsalt": "mouseboard",
}


def figure(panels: int, ylabel: str, sharey: bool) -> tuple[Any, Any]:
    """Return a drawing with `panels` panels side by side, and the panels' axes."""
    pyplot.rcParams.update(STYLE)
    drawing, axes = pyplot.subplots(1, panels, sharey=sharey)
    axes[0].set_ylabel(ylabel)
    return drawing, axes


def save(drawing: Any, path: Path) -> None:
    """Save as SVG, without the date."""
    drawing.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(drawing)
