"""The rows of a journal: read as bytes, as they are in the file, and written."""

from __future__ import annotations

from mouseboard.store.chain import End, LinkedEntry, WrittenEntry, WrittenHeading
from mouseboard.store.schema import Run

MOST = 2**63 - 1
"""SQLite's largest whole number."""

# Damage may have changed a value's type; the casts restore the type that it should have.
HEADING = (
    "SELECT CAST(ifnull(began, '') AS BLOB), CAST(ifnull(setup, '') AS BLOB), CAST(link AS BLOB) FROM game WHERE id = ?"
)
_AT, _TEXT, _LINK = "ifnull(CAST(at AS INTEGER), -1)", "CAST(ifnull(entry, '') AS BLOB)", "CAST(link AS BLOB)"
_OF_GAME = "FROM entry WHERE game = ? ORDER BY number LIMIT ?"
ENTRIES = f"SELECT {_AT}, {_TEXT} {_OF_GAME}"
LINKED = f"SELECT ifnull(CAST(number AS INTEGER), -1), {_AT}, {_TEXT}, {_LINK} {_OF_GAME}"
END = f"SELECT ifnull(CAST(entries AS INTEGER), -1), {_LINK} FROM head WHERE game = ?"
END_BEFORE = f"SELECT number + 1, {_LINK} FROM entry WHERE game = ? AND number = ? - 1"
NEWEST = (  # damaged games keep their numbers
    "SELECT max(coalesce((SELECT max(id) FROM game), 0), coalesce((SELECT max(game) FROM head), 0),"
    " coalesce((SELECT max(game) FROM entry), 0))"
)
ADD_HEADING = "INSERT INTO game VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), ?)"
ADD_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, CAST(? AS TEXT), ?)"


def games(run: Run) -> list[int]:
    """Return the number of every game, oldest first."""
    return [game for (game,) in run("SELECT id FROM game UNION SELECT game FROM head ORDER BY 1")]


def newest(run: Run) -> int:
    """Return the highest number that a game has ever had, or 0."""
    ((number,),) = run(NEWEST)
    return int(number)


def heading(run: Run, game: int) -> WrittenHeading | None:
    """Return a game's heading, or None where there is none."""
    found = run(HEADING, game) if abs(game) <= MOST else []
    return WrittenHeading(*found[0]) if found else None


def entries(run: Run, game: int, limit: int) -> list[WrittenEntry]:
    """Return the first `limit` entries of a game, or all of them with -1."""
    return run(ENTRIES, game, limit)


def linked_entries(run: Run, game: int, limit: int) -> list[LinkedEntry]:
    """Return the same entries, each with its number and link."""
    return [LinkedEntry(*row) for row in run(LINKED, game, limit)]


def last_at(run: Run, game: int) -> int:
    """Return when a game's last entry was written, in ms since 1970 in UTC; 0 if that is not known."""
    ((at,),) = run("SELECT ifnull(max(CAST(at AS INTEGER)), 0) FROM entry WHERE game = ?", game)
    return int(at)


def count(run: Run, game: int) -> int:
    """Return how many entries a game has."""
    ((number,),) = run("SELECT count(*) FROM entry WHERE game = ?", game)
    return int(number)


def end(run: Run, game: int, limit: int) -> End | None:
    """Return the end of a game, or of its first `limit` entries if it has more; None where that is lost."""
    found = run(END_BEFORE, game, limit) or run(END, game)
    return End(*found[0]) if found else None
