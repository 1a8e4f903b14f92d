"""Two programs show the sheets at true size and as the layout says. Planted faults are found."""

from __future__ import annotations

import msgspec
import pymupdf
import pytest
from tests.sheets.looking import RENDERERS, wrong

from mouseboard import layouts, rules
from mouseboard.board.board import board
from mouseboard.layouts.reference import reference_table
from mouseboard.sheets.holes import LIGHT, REED
from mouseboard.sheets.overlay import Overlay
from mouseboard.sheets.paper import PAPERS, pdf, whole
from mouseboard.sheets.printing import sheet
from mouseboard.sheets.template import Template

KINDS = ("template", "overlay")
CLASSIC = layouts.load("classic")


@pytest.mark.parametrize("name", layouts.shipped())
@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_sheet_shows_all_of_the_layout(name: str, kind: str) -> None:
    assert list(wrong(*sheet(name, kind, "whole", "en"), layouts.load(name), kind, "MuPDF")) == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_pages_of_a_sheet_show_all_of_the_layout(kind: str, paper: str) -> None:
    assert list(wrong(*sheet("classic", kind, paper, "en"), CLASSIC, kind, "MuPDF")) == []


@pytest.mark.parametrize(("name", "kind", "paper"), [("classic", "template", "a4"), ("souriciere", "overlay", "whole")])
def test_poppler_shows_a_sheet_as_mupdf_does(name: str, kind: str, paper: str) -> None:
    assert list(wrong(*sheet(name, kind, paper, "en"), layouts.load(name), kind, "poppler")) == []


def test_the_reference_table_has_every_hole_of_its_tiles() -> None:
    made, paging = sheet("reference", "template", "whole", "en")
    assert list(wrong(made, paging, reference_table(), "template", "MuPDF")) == []


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize(("kind", "hole"), [(REED, "reed"), (LIGHT, "light")])
def test_a_hole_moved_by_2_mm_is_found(kind: str, hole: str, renderer: str) -> None:
    template = Template(CLASSIC)
    n = next(n for n, hole in enumerate(template.holes) if (hole.kind, hole.place) == (kind, "30"))
    x, y = template.holes[n].at
    template.holes[n] = type(template.holes[n])(kind, (x + 2, y), "30", 0)
    paging = whole(template)
    found = list(wrong(pdf(template, paging, "", "en"), paging, CLASSIC, "template", renderer))
    assert found == [f"30: no hole for its {hole} at {x:g}, {y:g}"]


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_place_missing_on_an_overlay_is_found(renderer: str) -> None:
    printed = board(rules.load("classic"), "en")
    fewer = tuple(place for place in printed.places if place.name != "44")
    overlay = Overlay(CLASSIC, msgspec.structs.replace(printed, places=fewer))
    overlay.openings.remove((272.5, 312.5))
    paging = whole(overlay)
    found = list(wrong(pdf(overlay, paging, "", "en"), paging, CLASSIC, "overlay", renderer))
    assert found == ["44: there is no place at 260, 300", "44: ink over its lamp"]


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_page_shrunk_to_fit_the_paper_is_found(renderer: str) -> None:
    made, paging = sheet("classic", "template", "a4", "en")
    assert list(wrong(fitted(made, 0.97), paging, CLASSIC, "template", renderer)) == [
        f"page {n}: the bar is 97.0 mm long" for n in (1, 2, 3, 4)
    ]


def fitted(pdf: bytes, scale: float) -> bytes:
    """Scale the pages as a printer's driver does, towards the lower left corner."""
    with pymupdf.open(stream=pdf, filetype="pdf") as source, pymupdf.open() as target:
        for number, page in enumerate(source):
            paper = page.rect
            box = pymupdf.Rect(0, paper.height * (1 - scale), paper.width * scale, paper.height)
            target.new_page(width=paper.width, height=paper.height).show_pdf_page(box, source, number)
        made: bytes = target.tobytes()
        return made


def test_the_same_sheet_has_the_same_bytes() -> None:
    assert sheet("revised", "overlay", "letter", "en")[0] == sheet("revised", "overlay", "letter", "en")[0]


def test_the_font_is_embedded_in_the_file() -> None:
    with pymupdf.open(stream=sheet("classic", "overlay", "whole", "en")[0], filetype="pdf") as document:
        assert {(name.partition("+")[2], ext) for _, ext, _, name, *_ in document[0].get_fonts(full=True)} == {
            ("Nunito-ExtraBold", "ttf")
        }


@pytest.mark.parametrize("name", layouts.shipped())
def test_every_label_can_be_read_beside_its_place(name: str) -> None:
    layout = layouts.load(name)
    with pymupdf.open(stream=sheet(name, "overlay", "whole", "en")[0], filetype="pdf") as document:
        letters = Letters(document[0], layout.size[1])
    for place in layout.place:
        if place.label and place.sensors:
            assert set(place.label) - {" "} <= letters.near(place.at), place.name
    assert set(layout.title.replace(" ", "")) <= letters.all


@pytest.mark.parametrize("name", ["draughts", "barriers"])
def test_a_square_that_is_labelled_with_its_name_has_its_short_word(name: str) -> None:
    layout, printed = layouts.load(name), board(rules.load(name), "en")
    square = printed.places[0]
    homes = (msgspec.structs.replace(square, short="home"), *printed.places[1:])
    overlay = Overlay(layout, msgspec.structs.replace(printed, places=homes))
    with pymupdf.open(stream=pdf(overlay, whole(overlay), "", "en"), filetype="pdf") as document:
        assert set("home") <= Letters(document[0], layout.size[1]).near(square.at)


class Letters:
    """The letters on a page, each with its position on the board."""

    def __init__(self, page: pymupdf.Page, height: float) -> None:
        trim, point = page.trimbox, 25.4 / 72
        self.spots = [
            ((letter["origin"][0] - trim.x0) * point, height - (letter["origin"][1] - trim.y0) * point, letter["c"])
            for block in page.get_text("rawdict")["blocks"]
            for line in block["lines"]
            for span in line["spans"]
            for letter in span["chars"]
        ]
        self.all = {letter for _, _, letter in self.spots}

    def near(self, at: tuple[float, float]) -> set[str]:
        return {letter for x, y, letter in self.spots if max(abs(x - at[0]), abs(y - at[1])) < 18}
