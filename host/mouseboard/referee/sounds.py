"""The tunes of the table's buzzer and of the page: notes of (Hz, ms), one after the other.

The buzzer plays little, for people who are looking elsewhere; `--quiet` switches it off. Pages have a switch of their
own, and play more.
"""

from __future__ import annotations

from mouseboard.table.game_table import Tune

ROLLED: Tune = ((1500, 30),)
YOUR_TURN: Tune = ((660, 90), (880, 140))
WRONG: Tune = ((220, 300),)
WON: Tune = ((523, 130), (659, 130), (784, 130), (1047, 450))

OF_PAGE: dict[str, Tune] = {
    "hop": ((520, 50), (660, 60)),
    "roll": ((180, 70), (240, 70), (200, 60), (320, 60)),
    "turn": YOUR_TURN,
    "amiss": WRONG,
    "build": ((392, 70), (523, 120)),
    "caught": ((330, 100), (262, 100), (196, 350)),
    "missed": ((262, 120), (247, 300)),
    "over": WON,
}
"""By the names of `soundOf` in sound.js."""
