"""Export of the rows to a Parquet file, for other programs. Needs pyarrow (the extra `parquet`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from mouseboard import extras
from mouseboard.study.database import Database, Part
from mouseboard.study.definition import StudyError

BATCH = 50_000
"""Rows held in memory at a time."""
COLUMNS = ("study", "number", "first", "winners", "turns", "actions", "look")


def export(database: Database, parts: Iterable[Part], path: Path) -> None:
    """Write all rows of the parts, each with the text of its study. Raises StudyError without pyarrow."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise StudyError(f"--export needs pyarrow; in a checkout: {extras.command('parquet')}") from error
    text, whole = arrow.string(), arrow.int64()
    types = (text, whole, whole, whole, whole, whole, text)
    schema = arrow.schema(list(zip(COLUMNS, types, strict=True)))
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for part in parts:
            rows = database.rows(part)
            while batch := list(islice(rows, BATCH)):
                columns = ([part.study.text] * len(batch), *zip(*batch, strict=True))
                writer.write_table(arrow.table(dict(zip(COLUMNS, columns, strict=True)), schema))
