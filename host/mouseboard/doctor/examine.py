"""Examine the table at a port: from opening the line to the report."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection
from datetime import datetime

from mouseboard.doctor.bench import Bench
from mouseboard.doctor.examination import Examination
from mouseboard.doctor.report import Report, make_report
from mouseboard.doctor.talk import Talk
from mouseboard.layouts import Layout
from mouseboard.link import KnownTables, Link, Port
from mouseboard.table import Table


async def examine(
    port: Port,
    layout: Layout,
    talk: Talk,
    parts: Collection[str],
    known: KnownTables | None = None,
    tile: int = 0,
    revision: int | None = None,
) -> tuple[Report, bool]:
    """Return the report, and whether the examination was cancelled. A cancelled one reports what was seen until then.

    `tile` is the number that a tile alone must have, `revision` what is printed on the boards. The table is `known` by
    its present settings from then on.

    Raises OSError and LinkError where there is no table, TableTooSmall.
    """
    cancelled = False
    async with Link(port) as link:
        table = Table(link, layout)
        bench = Bench(table, talk, secrets.token_hex(4), tile=tile, revision=revision)
        examination = Examination(bench, parts)
        try:
            await examination.run()
        except asyncio.CancelledError:
            cancelled = True
        if known:
            known.remember(table.info.serial, bench.settings)
        made = datetime.now().astimezone().isoformat(" ", "minutes")
        return make_report(made, table.info, layout, examination.observations), cancelled
