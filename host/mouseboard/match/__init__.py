"""One game on one table, everything put together, for any players and observers."""

from mouseboard.match.faults import faults_named
from mouseboard.match.match import Match
from mouseboard.match.play import Listen, look_for_table, play

__all__ = ["Listen", "Match", "faults_named", "look_for_table", "play"]
