"""Types that argparse does not export."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from mouseboard.cli.parser import Parser

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Quoted, because the class is generic only for type checkers."""
