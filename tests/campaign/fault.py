"""Judges how the referee deals with a broken sensor: it must name it, and not ask people about it repeatedly."""

from __future__ import annotations

from tests.campaign.board import AWAY, Board
from tests.campaign.findings import Report

from mouseboard.layouts import Layout
from mouseboard.referee.situation import Choose, Situation, Suspect, wording
from mouseboard.sim.table import SimulatedTable

SHOWS = 6.0
"""Seconds for which a contact must contradict the truth for anybody to notice that it is broken."""


class FaultJudge:
    """A judge of the one fault that `board.broken` names."""

    def __init__(self, table: SimulatedTable, board: Board, layout: Layout, report: Report) -> None:
        self._table = table
        self._board = board
        self._report = report
        self._sensors = {place.name: place.sensors for place in layout.place if place.sensors}
        self._visits: frozenset[tuple[str, str]] = frozenset()
        self._asked: set[str] = set()
        """Places asked about since a piece last came to the broken one."""
        self._shows_since: float | None = None
        self._named: frozenset[str] = frozenset()

    def see_question(self, situation: Situation) -> None:
        """Check that each arrival of a piece at the fault leads to at most one question about it."""
        broken = self._board.broken
        match situation.ask:
            case Suspect(place, piece) if broken and broken in (place, piece):
                where = place
            case Choose(missing=str(piece)) if broken and broken in (piece, self._board.truth(piece)):
                where = self._board.truth(piece)
            case _:
                return
        self._report.counts["asked"] += 1
        if where in self._asked:
            self._report.bad("asked again", str(wording(situation)))
        self._asked.add(where)

    def see_names(self, situation: Situation) -> None:
        """Check which sensors and magnets the situation names as broken."""
        broken = self._board.broken
        blind = situation.blind if broken not in situation.weak else frozenset()  # its place is blind meanwhile
        named = blind | situation.weak
        for name in named - self._named:
            self._report.note(f"    names {name}")
            if name == broken or name == self._truth_of_broken():  # after one miss it may be either
                self._report.counts["fault named"] = 1
            else:
                self._report.bad("named wrongly", name)
        for name in self._named - named:
            self._report.note(f"    trusts {name}")
        self._named = named

    def _truth_of_broken(self) -> str | None:
        """Return where the piece with the weak magnet is, or None if a reed is broken."""
        broken = self._board.broken
        return self._board.truth(broken) if broken in self._board.pieces else None

    def look(self) -> None:
        """Count arrivals at the fault, and note whether it has contradicted the truth for SHOWS seconds."""
        broken, report = self._board.broken, self._report
        if not broken:
            return
        standing = {(piece, self._board.truth(piece)) for piece in self._board.pieces}
        visits = frozenset(visit for visit in standing if broken in visit and visit[1] not in AWAY)
        if visits - self._visits:
            report.counts["visits"] += 1
            self._asked.clear()
        self._visits = visits
        closed = set(self._table.world.occupied())
        places = {place for _, place in visits} | ({broken} & self._sensors.keys())
        contradicts = any(
            bool(closed.intersection(self._sensors.get(place, ()))) != any(at == place for _, at in standing)
            for place in places
        )
        if not contradicts:
            self._shows_since = None
            return
        if self._shows_since is None:
            self._shows_since = report.now()
        if report.now() - self._shows_since >= SHOWS:
            report.counts["fault showed"] = 1

    def end(self) -> None:
        """At the end of the game, report a fault that showed and was never named."""
        if self._report.counts["fault showed"] and not self._report.counts["fault named"]:
            self._report.bad("not named", self._board.broken)
