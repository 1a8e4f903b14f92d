"""Print what the rules find, and exit with 1 if there is anything."""

from __future__ import annotations

import sys

from hardware.making.rules import RULES, complaints, old_board, table

if __name__ == "__main__":
    lines = [f"{name.replace('_', ' ')}: {line}" for name, line in complaints(table(), old_board())]
    print("\n".join(lines) or f"{len(RULES)} rules find nothing")
    sys.exit(1 if lines else 0)
