"""The kept pages for soldering show every part of the board where it is, and are what would be made now."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hardware.making import soldering
from hardware.making.circuit_board import NAMES, load_design
from hardware.making.kicad import KEPT_BY, KicadFailed, version
from hardware.making.soldering import has_models, kept_page, page


def shown(name: str) -> dict[str, tuple[float, float]]:
    """Return where a kept page shows each part, in millimetres from the lower left corner."""
    design = load_design(name)
    found = re.search(r"^var pcbdata = (\{.*\})$", kept_page(design).read_text("utf-8"), re.M)
    assert found
    parts = [(one["ref"], one["bbox"]["pos"]) for one in json.loads(found[1])["footprints"]]
    return {ref: (round(x, 3), round(design.size[1] - y, 3)) for ref, (x, y) in parts}


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_page_shows_every_part_in_its_place(name: str) -> None:
    design = load_design(name)
    parts = {ref: (x, y) for ref, (x, y, _) in design.placement.at.items() if design.circuit.kind(ref).pins}
    assert {ref: at for ref, at in shown(name).items() if not ref.startswith("H")} == parts


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_page_has_no_time_and_the_licence_of_its_program(name: str) -> None:
    text = kept_page(load_design(name)).read_text("utf-8")
    assert not re.search(r'"date": "[^"]*\d\d:\d\d', text)
    assert "Permission is hereby granted, free of charge" in text


@pytest.mark.parametrize("name", NAMES)
def test_a_board_has_a_picture_with_parts(name: str) -> None:
    picture = load_design(name).file.with_name(f"{name}-parts.png")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 50_000


@pytest.mark.kicad
@pytest.mark.parametrize("name", NAMES)
def test_a_kept_page_is_what_would_be_made_now(name: str) -> None:
    design = load_design(name)
    assert page(design) == kept_page(design).read_text("utf-8") or version() != KEPT_BY


def test_pages_and_pictures_stay_when_their_program_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for name in NAMES for path in load_design(name).file.parent.glob("*-*.*")}
    monkeypatch.setattr(soldering, "PYTHON", str(tmp_path / "python3"))
    with pytest.raises(KicadFailed, match="there is no"):
        soldering.main()
    assert {path: path.read_bytes() for path in before} == before


def test_a_folder_without_a_model_is_not_used(tmp_path: Path) -> None:
    designs = [load_design("tile")]
    for model in soldering.needed(designs):
        (tmp_path / model).parent.mkdir(exist_ok=True)
        (tmp_path / model).touch()
    assert has_models(tmp_path, designs)
    next(tmp_path.rglob("*.step")).unlink()
    assert not has_models(tmp_path, designs)
