"""Sheets divided into pages."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from mouseboard import lang, layouts
from mouseboard.sheets import SheetError
from mouseboard.sheets.paper import MARGIN_MM, OVERLAP_MM, PAPERS, tiled, whole
from mouseboard.sheets.pen import strange, wide
from mouseboard.sheets.template import Template


def template(width: float, height: float) -> Template:
    return Template(msgspec.structs.replace(layouts.load("classic"), size=(width, height)))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("size", [(360, 360), (594, 420), (190, 277), (150.5, 999)])
def test_pages_cover_the_sheet_overlap_and_keep_the_margin(
    size: tuple[float, float], paper: tuple[float, float]
) -> None:
    paging = tiled(template(*size), paper)
    for axis in (0, 1):
        ends = sorted({(window.corner[axis], window.corner[axis] + window.size[axis]) for window in paging.windows})
        assert (ends[0][0], ends[-1][1]) == pytest.approx((0, size[axis]))
        for (_, end), (start, _) in pairwise(ends):
            assert end - start == pytest.approx(OVERLAP_MM)
    for window in paging.windows:
        assert min(paging.place(window)) >= MARGIN_MM - 1e-9


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_reference_table_takes_four_pages(paper: tuple[float, float]) -> None:
    assert len(tiled(template(360, 360), paper).windows) == 4


def test_paper_lies_where_that_saves_pages() -> None:
    assert tiled(template(270, 180), PAPERS["a4"]).paper == (297, 210)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (
            (6000, 300),
            "with its marks a sheet of 6000 mm is longer than a PDF's page can be (5080 mm); tile it: --paper a4",
        ),
        (
            (300, 5080),
            "with its marks a sheet of 5080 mm is longer than a PDF's page can be (5080 mm); tile it: --paper a4",
        ),
    ],
)
def test_a_sheet_too_long_for_one_page_is_refused(size: tuple[float, float], said: str) -> None:
    with pytest.raises(SheetError) as refused:
        whole(template(*size))
    assert str(refused.value) == said


def test_a_heap_of_pages_is_refused() -> None:
    with pytest.raises(SheetError, match=r"^a board of 3000 x 3000 mm needs \d+ pages, more than 100$"):
        tiled(template(3000, 3000), PAPERS["a4"])


def test_the_narrow_space_of_french_is_drawn_as_one_that_the_font_has() -> None:
    assert strange("Déclenche le piège\u202f!") == set()
    assert wide("Déclenche le piège\u202f!", 3) == wide("Déclenche le piège\u00a0!", 3)


@pytest.mark.parametrize("code", lang.languages())
def test_the_font_has_every_letter_of_a_language(code: str) -> None:
    assert {sign for sign in strange(str(lang.sentences(code))) if sign.isalpha()} == set()
