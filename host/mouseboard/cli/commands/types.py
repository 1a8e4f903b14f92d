"""Types that argparse does not export."""

from __future__ import annotations

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Quoted, because the class is generic only for type checkers."""
