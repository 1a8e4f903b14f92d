"""Changes rows of a journal with plain SQL."""

import sqlite3
from contextlib import closing
from pathlib import Path


def tamper(path: Path, *statements: str) -> None:
    """Run statements, after removing the triggers that would refuse them."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            db.execute(statement)
