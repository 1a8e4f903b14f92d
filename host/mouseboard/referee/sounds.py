"""The tunes of the table's buzzer. It plays little, for people who look elsewhere; `--quiet` switches it off."""

from __future__ import annotations

from mouseboard.table.game_table import Tune

ROLLED: Tune = ((1500, 30),)
YOUR_TURN: Tune = ((660, 90), (880, 140))
WRONG: Tune = ((220, 300),)
WON: Tune = ((523, 130), (659, 130), (784, 130), (1047, 450))
