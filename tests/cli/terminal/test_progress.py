"""A study's progress: one line that is overwritten in a terminal, an occasional line elsewhere."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from mouseboard.cli.terminal.progress import CLEAR, Progress, span
from mouseboard.study.running import Count


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def clock(*times: float) -> Callable[[], float]:
    """Return a clock that gives these times, one per call."""
    return iter(times).__next__


def test_progress_in_a_terminal_is_one_line_that_is_cleared_at_the_end() -> None:
    terminal = Terminal()
    with Progress(terminal, "en", clock(0, 1, 3)) as shown:
        shown.tell(Count(100, 5000, None))
        shown.tell(Count(4000, 5000, 1.2))
    assert terminal.getvalue().split(CLEAR) == [
        "",
        "2 % played, 0.00 games a second, ? left",
        "80 % played, 1300 games a second, 1 s left",
        "",
    ]


def test_a_terminal_that_only_appends_lines_gets_one_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    terminal = Terminal()
    with Progress(terminal, "en", clock(0, 1, 3, 12)) as shown:
        for done in (100, 300, 4000):
            shown.tell(Count(done, 5000, None))
    assert terminal.getvalue() == "80 % played, 325 games a second, ? left\n"


def test_elsewhere_a_line_is_written_now_and_then() -> None:
    stream = io.StringIO()
    with Progress(stream, "de", clock(0, 1, 9, 11, 12)) as shown:
        for done in (0, 9, 11, 12):
            shown.tell(Count(done, 600, 7000))
    assert stream.getvalue() == "1 % gespielt, 1,00 Spiele je Sekunde, noch 1,9 h\n"


@pytest.mark.parametrize(("seconds", "said"), [(0.4, "0 s"), (99, "99 s"), (600, "10 min"), (36_000, "10.0 h")])
def test_a_span_of_time_is_said_in_the_unit_that_fits(seconds: float, said: str) -> None:
    assert span(seconds) == said
