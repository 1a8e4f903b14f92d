"""The findings in plain sentences, most important first."""

from __future__ import annotations

from collections.abc import Iterator

from mouseboard.say import Say, decimal, enumeration, listed, say
from mouseboard.study.figures import Differences, Figures, Verdict
from mouseboard.study.playing import LONGEST
from mouseboard.study.statistics import Estimate, spread

NTH = ("first", "second", "third", "fourth", "fifth", "sixth")
VERDICTS = {
    Verdict.FAIR: "fair",
    Verdict.UNFAIR: "unfair",
    Verdict.UNSURE: "too few games to tell whether that is fair",
}


def sentences(figures: Figures) -> Iterator[Say]:
    """Yield the findings for one rule set."""
    yield from _fairness(figures)
    yield from _length(figures)
    yield from _choice(figures)
    yield from _lead(figures)
    yield from _trap(figures)
    for what, mean in figures.own.items():
        yield say("In a game, {what}: {mean} times.", what=what, mean=number(mean))


def _fairness(figures: Figures) -> Iterator[Say]:
    """Yield who wins, starting with the share furthest from even."""
    by_order = figures.by_order
    furthest = max(range(len(by_order)), key=lambda k: round(abs(by_order[k].value - figures.even), 9))
    verdict = say(VERDICTS[figures.verdict])
    wins = percent(by_order[furthest])
    yield say("The {nth} player wins {wins}: {verdict}.", nth=say(NTH[furthest]), wins=wins, verdict=verdict)
    yield say("In the order of play, they win {wins}.", wins=enumeration([percent(wins) for wins in by_order]))
    if len(figures.by_kind) > 1:
        for kind, share in figures.by_kind.items():
            yield say("A {kind} player wins {wins}.", kind=kind, wins=percent(share))
    if figures.shared.value:
        yield say("{share} of the games end without a single winner.", share=percent(figures.shared))
    if figures.unended.value:
        yield say("{share} of the games are not over after {n} actions.", share=percent(figures.unended), n=LONGEST)


def _length(figures: Figures) -> Iterator[Say]:
    text = "Four games in five take {low} to {high} minutes at a table; half of all take up to {middle}."
    yield say(text, **spread(figures.minutes)._asdict())
    text = "Four games in five have {low} to {high} turns; half of all have up to {middle}."
    yield say(text, **spread(figures.lengths)._asdict())


def _choice(figures: Figures) -> Iterator[Say]:
    if not figures.offered:
        yield say("There is never anything to choose: nothing but luck.")
        return
    if figures.forced.value:
        yield say("In {share} of the turns there is nothing to choose.", share=percent(figures.forced))
    else:
        yield say("In every turn there is something to choose.")
    if never := figures.offered - figures.chosen - {""}:
        yield say("Offered, but never chosen: {actions}.", actions=listed(sorted(never)))


def _lead(figures: Figures) -> Iterator[Say]:
    if figures.changes:
        yield say("The lead changes {mean} times in a game.", mean=number(figures.changes))
    if figures.decided:
        text = "In half of the games the winner is ahead for good after {middle} % of the turns."
        middle = spread(figures.decided).middle
        yield say(
            "In most games nobody is ahead for good before the last turn." if middle == 100 else text, middle=middle
        )


def _trap(figures: Figures) -> Iterator[Say]:
    if trap := figures.trap:
        text = "The crank is turned {mean} times in a game; it catches {share} of the time."
        yield say(text, mean=number(trap.cranks), share=percent(trap.catches))
        text = "In four games in five it is first turned in turn {low} to {high}."
        yield say(text, **trap.first._asdict())


def contest(figures: Figures) -> Say:
    """Say how often one better player wins against the weakest kind."""
    kind, other = figures.by_kind
    wins = percent(figures.by_kind[kind])
    text = "One {kind} player among {other} ones wins {wins}; if choices did not matter it would be {even} %."
    return say(text, kind=kind, other=other, wins=wins, even=f"{100 * figures.even:.0f}")


def change(differences: Differences) -> Iterator[Say]:
    """Yield how the second rule set differs from the first."""
    for k, wins in enumerate(differences.by_order):
        points = number(Estimate(*(100 * value for value in wins)), sign="+")
        text = "What the {nth} player wins changes by {points} points in a hundred."
        yield say(text, nth=say(NTH[k]), points=points)
    minutes, turns = number(differences.minutes, sign="+"), number(differences.turns, sign="+")
    yield say("The length of a game changes by {minutes} minutes and {turns} turns.", minutes=minutes, turns=turns)


# Figures


def percent(share: Estimate) -> Say:
    """Return a share as `82 % (79 to 85)`. Bounds are clipped to 0 and 100, which a mean's interval may exceed."""
    value, low, high = _rounded(Estimate(100 * share.value, max(0, 100 * share.low), min(100, 100 * share.high)))
    return say("{value} % ({low} to {high})", value=value, low=low, high=high)


def number(estimate: Estimate, sign: str = "") -> Say:
    """Return an estimate as `3.4 (3.1 to 3.7)`. With `sign="+"`, positive numbers have a plus sign."""
    value, low, high = _rounded(estimate, sign)
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def _rounded(estimate: Estimate, sign: str = "") -> list[str | Say]:
    """Return value, low and high, rounded to as many decimals as the interval justifies, at most two."""
    half = estimate.width / 2
    decimals = 0 if half >= 1 or not half else 1 if half >= 0.1 else 2
    return [decimal(f"{value:{sign}z.{decimals}f}") for value in estimate]
