"""The trap's page, hardware/trap/README.md: page.txt with its placeholders replaced by figures from the model."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hardware.making.steps import printing
from hardware.making.trap import statics
from hardware.making.trap.measures import Measures
from hardware.making.trap.pieces import PIECES, body, grams, on_bed
from hardware.making.trap.plan import CAGES, site

from mouseboard.trap import Course


def page(of: Measures, course: Course) -> str:
    """Return the whole page."""
    cage, lever = body(of, "cage"), body(of, "lever")
    solid = sum(grams(of, piece.name) for piece in PIECES)
    table = {
        "PIECES": _rows(_piece(of, piece.number - 1) for piece in PIECES),
        "BOUGHT": _rows((str(it.count), it.name, it.is_) for it in of.bought),
        "MARGINS": _rows(_margin(margin) for margin in statics.margins(of, course, cage, lever)),
        "SECONDS": _rows(_stage(course, *found) for found in statics.seconds(of, cage, lever).items()),
        "TOTAL": f"{course.seconds:.1f}",
        "GRAMS": f"{round(solid, -1):.0f}",
        "SLICED": f"{printing('trap')[0]:.0f}",
        "HOLES": _rows(_hole(of, *at) for at in ((0, 0), *of.base.screws)),
        "FORCE": f"{of.switch.force:g}",
        "PINCH": f"{statics.pinch(of, course):.1f}",
        "SLOPE": f"{of.run.slope:g}",
    }
    text = Path(__file__).with_name("page.txt").read_text("utf-8")
    for name, words in table.items():
        text = text.replace(f"[{name}]", words)
    return text


def _piece(of: Measures, n: int) -> tuple[str, ...]:
    piece = PIECES[n]
    size = on_bed(of, piece.name).bounding_box().size
    box = " x ".join(f"{mm:.0f}" for mm in (size.X, size.Y, size.Z))
    name = f"[{piece.name}](stl/{piece.file}.stl)"
    return str(piece.number), name, piece.says, box, f"{grams(of, piece.name):.0f}", piece.material


def _margin(margin: statics.Margin) -> tuple[str, ...]:
    there, needed = (f"{value:.3g} {margin.unit}" for value in (margin.there, margin.needed))
    return margin.says, there, needed, f"{margin.ratio:.1f}", f"{margin.least:g}"


def _stage(course: Course, name: str, found: float) -> tuple[str, ...]:
    said = next(stage.seconds for stage in course.stage if stage.name == name)
    return name, f"{found:.2f}", f"{said:g}"


def _hole(of: Measures, x: float, y: float) -> tuple[str, ...]:
    """Return the row of a screw hole: its position from the pole, and on each board."""
    return tuple(f"{at[0]:g}, {at[1]:g}" for at in ((x, y), *(site(of, game).at(x, y) for game in CAGES)))


def _rows(rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
