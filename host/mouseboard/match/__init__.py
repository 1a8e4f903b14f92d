"""One game on one table, everything put together, for any players and observers."""

from mouseboard.match.faults import faults_named
from mouseboard.match.match import OVER, Match
from mouseboard.match.running import Observer, Running, look_for_table, wait_for_table

__all__ = ["OVER", "Match", "Observer", "Running", "faults_named", "look_for_table", "wait_for_table"]
