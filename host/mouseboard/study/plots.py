"""Plots of the findings, drawn as SVG by matplotlib (the extra `studies`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from mouseboard.say import Say, say
from mouseboard.study.figures import Figures
from mouseboard.study.sentences import NTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0072b2", "#d55e00")
"""The colours of the first and second rule set. Colour-blind people can tell them apart, too (Okabe and Ito 2002)."""
BARS = 24
"""The most bars in a histogram."""
SIZE = (5.2, 3.2)
"""Width and height in inches. Together with the font size it decides how large the letters look."""

Speak = Callable[[Say], str]


def plots(found: Sequence[Figures], speak: Speak) -> Iterator[str]:
    """Yield the plots as SVG, for one rule set or two. Raises ModuleNotFoundError without matplotlib."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    for number, draw in enumerate(_drawings(found, speak)):
        # A salt per plot keeps the ids of plots on one page distinct. Without a date, equal data give equal files.
        with mpl.rc_context({"svg.hashsalt": f"mouseboard {number}", "svg.fonttype": "none"}):
            figure, drawn = Figure(SIZE, layout="constrained"), StringIO()
            axes = figure.subplots()
            axes.spines[["top", "right"]].set_visible(False)
            draw(axes)
            figure.savefig(drawn, format="svg", metadata={"Date": None})
        yield drawn.getvalue()[drawn.getvalue().index("<svg") :]


def _drawings(found: Sequence[Figures], speak: Speak) -> Iterator[Callable[[Axes], None]]:
    """Yield a drawing function for each plot that has data."""
    yield lambda axes: _wins(axes, found, speak)
    histograms = (
        (say("turns in a game"), [figures.lengths for figures in found]),
        (say("minutes at a table"), [figures.minutes for figures in found]),
        (say("the winner is ahead for good (% of the turns)"), [figures.decided for figures in found]),
    )
    for title, counts in histograms:
        if all(counts):
            yield lambda axes, title=title, counts=counts: _histogram(axes, counts, speak(title))  # type: ignore[misc]


def _wins(axes: Axes, found: Sequence[Figures], speak: Speak) -> None:
    """Draw the share of wins in the order of play, with intervals and a line for the even share."""
    width = 0.8 / len(found)
    for n, figures in enumerate(found):
        wins = [100 * each.value for each in figures.by_order]
        errors = [
            [100 * (each.value - each.low) for each in figures.by_order],
            [100 * (each.high - each.value) for each in figures.by_order],
        ]
        axes.bar([k + n * width for k in range(len(wins))], wins, width, color=COLOURS[n], yerr=errors, capsize=4)
    axes.axhline(100 * found[0].even, color="#888", linestyle="--", linewidth=1)
    players = range(len(found[0].by_order))
    axes.set_xticks([k + width * (len(found) - 1) / 2 for k in players], [speak(say(NTH[k])) for k in players])
    axes.set_title(speak(say("wins in the order of play (%)")))


def _histogram(axes: Axes, all_counts: Sequence[Mapping[int, int]], title: str) -> None:
    """Draw how often each value occurred, in percent of the games; two rule sets share the same bins."""
    least, most = min(map(min, all_counts)), max(map(max, all_counts))
    step = -(-(most + 1 - least) // BARS)
    edges = range(least, most + step + 1, step)
    for n, counts in enumerate(all_counts):
        whole = sum(counts.values())
        weights = [100 * count / whole for count in counts.values()]
        axes.hist(
            list(counts),
            edges,
            weights=weights,
            color=COLOURS[n],
            alpha=0.5,
            histtype="stepfilled",
            edgecolor=COLOURS[n],
        )
    axes.set_title(title)
    axes.set_ylabel("%")
