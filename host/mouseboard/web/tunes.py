"""The tunes of the page: those of the table's buzzer, and some that only the page plays."""

from __future__ import annotations

from mouseboard.referee.sounds import WON, WRONG, YOUR_TURN
from mouseboard.table.game_table import Tune

TUNES: dict[str, Tune] = {
    "hop": ((520, 50), (660, 60)),
    "roll": ((180, 70), (240, 70), (200, 60), (320, 60)),
    "turn": YOUR_TURN,
    "amiss": WRONG,
    "build": ((392, 70), (523, 120)),
    "caught": ((330, 100), (262, 100), (196, 350)),
    "missed": ((262, 120), (247, 300)),
    "over": WON,
}
"""Tunes by the names that `soundOf` in sound.js returns."""
