"""What Linux tells of a process: its processor time and memory."""

from __future__ import annotations

import os
import re
from pathlib import Path


def used_s(process: Path) -> float:
    """Return the seconds that a process has kept a core busy, by its folder in /proc."""
    user, system = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory_mb(process: Path) -> float:
    """Return the memory that a process occupies, in megabytes."""
    (kilobytes,) = re.findall(r"VmRSS:\s+(\d+)", (process / "status").read_text())
    return int(kilobytes) / 1000
