"""Types that argparse does not name in public."""

from __future__ import annotations

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Quoted, because only type checkers know that it is generic."""
