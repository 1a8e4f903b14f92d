"""The report: one HTML file that needs no network. It has the figures in sentences, then plots, then the method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from mouseboard import extras, rules
from mouseboard.lang import translate
from mouseboard.rules import Device
from mouseboard.say import Say, enumeration, say
from mouseboard.study.conducting import Findings
from mouseboard.study.definition import Study, prepare
from mouseboard.study.measures import CHOICE_S, CLOSELY, HANDS_S, PLAYED_ON, SECONDS
from mouseboard.study.plots import COLOURS, plots
from mouseboard.study.sentences import change, contest, sentences
from mouseboard.study.standing import telling_line

STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin: 0 }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem 2rem }
ul { padding-left: 1.2rem } li { margin: .3rem 0 }
svg { width: 100%; height: auto }
footer { color: #666; font-size: .9rem; overflow-wrap: anywhere } footer p { margin: .4rem 0 }
code { background: #f2f2ee; padding: .1rem .3rem }
""" + "".join(
    f".found div:nth-child({n}) h2 {{ border-left: .8rem solid {colour}; padding-left: .5rem }}\n"
    f".found div:nth-child({n}) li:first-child {{ font-size: 1.25rem; font-weight: 600 }}\n"
    for n, colour in enumerate(COLOURS, start=1)
)
"""The style sheet. Each rule set has the same colour as in the plots."""

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
<h1>{title}</h1>
{found}
{pictures}
<footer>
{notes}
<p><code>{command}</code></p>
<p>{versions}</p>
<p>digest: {digest}</p>
</footer>
</html>
"""


def told(findings: Findings) -> Iterator[tuple[Say, list[Say]]]:
    """Yield a heading and the sentences of each rule set, then how the second differs from the first."""
    for found, one in zip(findings.found, findings.contests, strict=True):
        yield played(found.study, found.games), [*sentences(found), *([contest(one)] if one else [])]
    if findings.differences:
        yield say("The second beside the first, game by game"), list(change(findings.differences))


def notes(findings: Findings) -> Iterator[Say]:
    """Yield notes on what was played and how to read the figures."""
    for part in findings.parts:
        yield played(part.study, part.games)
    yield say("The range in brackets holds the true figure in 95 of 100 studies.")
    yield say("Some figures take longer to measure: they come from the first {n} games.", n=CLOSELY)
    if line := telling_line(prepare(findings.found[0].study.text).game):
        yield say("Who is ahead is read off the score `{score}`.", score=line.name)
    else:
        text = "No score tells who is ahead: {n} of the games were played on at random to find out."
        yield say(text, n=min(PLAYED_ON, findings.found[0].games))
    yield say(
        "Minutes are computed: {die} seconds for a roll, {draw} for a card, {trap} for the crank, {hands} for a part "
        "to build or a trap to set, and {choice} times log2(n + 1) for a choice of n.",
        die=SECONDS[Device.DIE],
        draw=SECONDS[Device.DRAW],
        trap=SECONDS[Device.TRAP],
        hands=HANDS_S,
        choice=CHOICE_S,
    )


def played(study: Study, games: int) -> Say:
    """Return the study's name and its number of games."""
    return say("{name}: {n} games", name=name_of(study), n=games)


def name_of(study: Study) -> Say:
    """Return the study's name: the game, the players, and the options that differ from their defaults."""
    kinds = enumeration(list(dict.fromkeys(study.seats)))
    title = rules.kind_of(study.game).title
    name = say("{title}, {n} players ({kinds})", title=title, n=study.players, kinds=kinds)
    options = ", ".join(f"{option}={value}" for option, value in study.unusual.items())
    return say("{name} with {options}", name=name, options=options) if options else name


def page(findings: Findings, command: str, language: str) -> str:
    """Return the whole report as HTML."""

    def speak(said: Say) -> str:
        return translate(said, language)

    study = findings.found[0].study
    title = speak(say("A study of {title}", title=rules.kind_of(study.game).title))
    try:
        pictures = _beside(plots(findings.found, speak))
    except ModuleNotFoundError:
        pictures = _paragraph(
            speak(say("Pictures need matplotlib; in a checkout: {command}", command=extras.command("studies")))
        )
    versions = prepare(study.text).versions
    return PAGE.format(
        language=language,
        style=STYLE,
        title=escape(title),
        found=_beside((_list(speak(name), map(speak, said)) for name, said in told(findings)), "found"),
        pictures=pictures,
        notes="".join(_paragraph(speak(note)) for note in notes(findings)),
        command=escape(command),
        versions=escape(
            f"Python {versions.python}, Mouseboard {versions.mouseboard} ({versions.code}, {versions.layout})"
        ),
        digest=findings.digest,
    )


def _beside(parts: Iterable[str], kind: str = "") -> str:
    return f"<div class='beside {kind}'>{''.join(f'<div>{part}</div>' for part in parts)}</div>"


def _list(name: str, said: Iterable[str]) -> str:
    """Return sentences as a list under a heading. A no-break space keeps each percent sign with its figure."""
    kept = (escape(sentence).replace(" %", "\N{NO-BREAK SPACE}%") for sentence in said)
    return f"<h2>{escape(name)}</h2><ul>{''.join(f'<li>{sentence}</li>' for sentence in kept)}</ul>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"
