"""From a layout's name to the pages of a sheet."""

from __future__ import annotations

from mouseboard import extras, layouts, rules
from mouseboard.board.board import board
from mouseboard.lang import translate, word
from mouseboard.layouts import Layout
from mouseboard.layouts.reference import REFERENCE, reference_table
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, listed, say
from mouseboard.sheets import SheetError
from mouseboard.sheets.overlay import Overlay
from mouseboard.sheets.paper import PAPERS, WHOLE, Drawing, Paging, pdf, tiled, whole
from mouseboard.sheets.pen import strange
from mouseboard.sheets.template import Template

TITLES = {
    "template": say("drill template"),
    "overlay": say("overlay"),
}


def sheet(name: str, kind: str, paper: str, language: str) -> tuple[bytes, Paging]:
    """Return the PDF of a sheet and its paging. `name` is a shipped layout, a file, or the reference table.

    `kind` is `template` or `overlay`.

    Raises BadLayout, RulesError, SheetError.
    """
    layout = reference_table() if name == REFERENCE else layouts.load(name)
    drawing: Drawing = Template(layout) if kind == "template" else _overlay(layout, name, language)
    paging = whole(drawing) if paper == WHOLE else tiled(drawing, PAPERS[paper])
    title = f"{word(layout.title, language)}: {translate(TITLES[kind], language)}"
    try:
        labels = (text for place in layout.stands for text in (place.name, place.label))
        printed = [word(text, language) for text in (layout.title, layout.edition, *labels)]
        if missing := strange("".join(printed)):
            raise SheetError(
                f"{layout.source}: the font for sheets has no {listed(sorted(missing))}; write it another way"
            )
        return pdf(drawing, paging, title, language), paging
    except ModuleNotFoundError as error:
        raise SheetError(f"printing needs reportlab; in a checkout: {extras.command('sheets')}") from error


def _overlay(layout: Layout, name: str, language: str) -> Drawing:
    """Return the overlay for the largest number of players: it has every side. Raises SheetError, RulesError."""
    if not layout.game:
        games = listed(layouts.shipped())
        raise SheetError(f"{name} has no game on it, so nothing is printed over it; layouts with a game are {games}")
    kind = rules.games().get(layout.game)  # None: not installed; assume that it takes any layout
    options = {LAYOUT: name} if kind is None or any(option.name == LAYOUT for option in kind.options) else {}
    seats = max(rules.make(layout.game, None, options).seat_counts)
    game = rules.make(layout.game, seats, options)
    if game.layout.stands != layout.stands:
        raise SheetError(f"{name}: {layout.game} is always played on a layout of its own, which is another")
    return Overlay(layout, board(game, language))


def told(file: str, paging: Paging) -> Say:
    """Say how to print the file."""
    return say(
        "{file}, pages: {n}. Print at 100 %, never fitted to the page; then measure the bar: 100 mm.",
        file=file,
        n=len(paging.windows),
    )
