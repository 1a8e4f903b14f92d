"""Sentio, picochess's reading of a chessboard that feels only whether a man stands on a square: the peer of `quick`.

It is under the GPL and no part of this project. MOUSEBOARD_PICOCHESS names the folder of a checkout of
https://github.com/JohanSjoblom/picochess (tried at d1d83c35). Chess must be installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mouseboard.testing.quick import Case
from mouseboard.testing.stream import Stream, read

FOLDER = os.environ.get("MOUSEBOARD_PICOCHESS")
RESTS_S = 0.12
"""Seconds without a change after which picochess looks at the squares."""


class _Board:
    """What Sentio tells and lights, which is nothing to us, and asks: whoever promotes wants a queen."""

    def __init__(self) -> None:
        from eboard.certabo.sentio import Sentio  # type: ignore[import-not-found]

        self.sentio = Sentio(self, self)

    def board_update(self, fen: str) -> None:
        pass

    def write_led_command(self, command: bytearray) -> None:
        pass

    def request_promotion_dialog(self, move: str) -> None:
        self.sentio.promotion_done(move)


def is_recorded(case: Case) -> bool:
    """Return whether Sentio has the plies of a stream of chess in order, some time after the last touch."""
    assert FOLDER
    if FOLDER not in sys.path:
        sys.path.append(FOLDER)
    import chess
    from eboard.certabo.parser import to_square  # type: ignore[import-not-found]

    stream, sentio = read(case.text), _Board().sentio
    for move in _moves([str(record.action) for record in stream.before.history]):
        sentio.board.push_uci(move)
    began = len(sentio.board.move_stack)
    squares = [chess.square_name(to_square(n)) for n in range(len(chess.SQUARES))]
    for occupied in _at_rest(stream):
        sentio.occupied_squares([int(square in occupied) for square in squares])
    return [move.uci() for move in sentio.board.move_stack[began:]] == list(_moves(case.actions))


def _moves(actions: Sequence[str]) -> Iterator[str]:
    """Yield the moves with what pawns become; ours are actions of their own."""
    for action, following in pairwise((*actions, "")):
        if not action.startswith("="):
            yield action + following[1:] if following.startswith("=") else action


def _at_rest(stream: Stream) -> Iterator[frozenset[str]]:
    """Yield the places that are occupied whenever nothing has changed for a while."""
    occupied = frozenset(stream.start.values())
    changed_at = stream.lines[0].time
    for time, word, values in stream.lines[1:]:
        if word in ("closed", "opened"):
            if time - changed_at >= 1000 * RESTS_S:
                yield occupied
            occupied ^= frozenset(values)
            changed_at = time
    yield occupied
