"""Programs that make files keep the old ones if they fail half way: nothing is lost or mixed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, zip_longest
from pathlib import Path

import pytest
from hardware.making import circuit_board, fabrication, footprints, made, ready, schematic, symbols, wiring
from hardware.making.kicad import KicadFailed
from hardware.making.made import instead_of, make_or_check
from hardware.making.source import HARDWARE, BadSource
from tests.helpers.pages import ROOT


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def changes(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    """Return the name of each file that is not as before, with its first differing line."""
    found: list[str] = []
    for name in sorted(before.keys() | after.keys()):
        lines = zip_longest(before.get(name, b"").split(b"\n"), after.get(name, b"").split(b"\n"))
        differing = (f"{name}:{n}: {new!r} instead of {old!r}" for n, (old, new) in enumerate(lines, 1) if old != new)
        found += islice(differing, 1)
    return found


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder of files that somebody wants to keep."""
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "one").write_text("old", "utf-8")
    return folder


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the boards, as on a machine that has neither KiCad's libraries nor KiCad."""
    boards = tmp_path / "boards"
    shutil.copytree(HARDWARE / "boards", boards)
    monkeypatch.setattr(schematic, "BOARDS", boards)
    for module in (symbols, footprints):
        monkeypatch.setattr(module, "KEPT", boards / "lib" / module.__name__.split(".")[-1])
        monkeypatch.setattr(module, "KICAD", tmp_path / "nowhere")
    monkeypatch.setenv("PATH", str(tmp_path))
    symbols.text.cache_clear()
    return boards


def test_a_changed_file_is_told_by_its_name_and_its_first_differing_line() -> None:
    before = {"same": b"one", "other": b"one\ntwo\nthree\n", "gone": b"one"}
    after = {"same": b"one", "other": b"one\n2\n3\n"}
    assert changes(before, after) == ["gone:1: b'' instead of b'one'", "other:2: b'2' instead of b'two'"]


def test_new_files_replace_a_folder_and_files_no_longer_made_go(kept: Path) -> None:
    with instead_of(kept) as folder:
        (folder / "two").write_text("new", "utf-8")
    assert contents(kept) == {"two": b"new"}


def test_a_failure_leaves_a_folder_as_it_was(kept: Path) -> None:
    with pytest.raises(KicadFailed), instead_of(kept) as folder:
        (folder / "one").write_text("half", "utf-8")
        raise KicadFailed("there is no kicad-cli here")
    assert contents(kept) == {"one": b"old"}


def test_a_maker_that_fails_half_way_replaces_no_file(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Printed parts, the trap, sheets and studies are all made by this function."""

    def make(root: Path) -> Iterator[Path]:
        (root / "one").write_text("new", "utf-8")
        yield Path("one")
        raise OSError("no space left")

    monkeypatch.setattr(made, "ROOT", kept)
    monkeypatch.setattr(sys, "argv", ["make"])
    with pytest.raises(OSError, match="no space left"):
        make_or_check(make)
    assert contents(kept) == {"one": b"old"}


def test_kept_symbols_do_not_need_the_libraries_of_kicad(bare: Path) -> None:
    before = contents(bare)
    symbols.keep(schematic.used())
    assert changes(before, contents(bare)) == []


def test_a_new_symbol_without_the_libraries_of_kicad_is_named_and_no_kept_one_is_lost(bare: Path) -> None:
    before = contents(bare)
    with pytest.raises(BadSource, match=r"these symbols are not kept: Device:Varistor$"):
        symbols.keep(schematic.used() | {"Device:Varistor"})
    assert changes(before, contents(bare)) == []


def test_a_new_footprint_without_the_libraries_of_kicad_is_named_before_any_is_copied(bare: Path) -> None:
    before = contents(bare)
    with pytest.raises(BadSource, match=r"these footprints are not kept: Fuse:Other$"):
        footprints.keep({footprints.HOLE, "Fuse:Other"})
    assert changes(before, contents(bare)) == []


def test_schematics_that_kicad_cannot_print_keep_their_prints(bare: Path) -> None:
    before = contents(bare)
    with pytest.raises(KicadFailed, match="there is no kicad-cli here"):
        schematic.make()
    assert changes(before, contents(bare)) == []


@pytest.mark.parametrize("failing", ["gerbers", "drill", "render"])
def test_fabrication_files_and_pictures_survive_a_failure_of_kicad(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cli(*arguments: str | Path, **_: object) -> None:
        if failing in arguments:
            raise KicadFailed(f"kicad-cli {failing}")
        target = Path(str(arguments[arguments.index("-o") + 1]))
        (target / "half" if target.is_dir() else target).write_text("half", "utf-8")

    shutil.copytree(HARDWARE / "boards", tmp_path / "boards")
    before = contents(tmp_path / "boards" / "tile")
    monkeypatch.setattr(fabrication, "cli", cli)
    design = circuit_board.load_design("tile")
    moved = circuit_board.Design(design.circuit, design.placement, tmp_path / "boards" / "tile" / design.file.name)
    monkeypatch.setattr(fabrication, "load_design", lambda _: moved)
    with pytest.raises(KicadFailed):
        fabrication.main([])
    after = contents(tmp_path / "boards" / "tile")
    pictures = {name for name in before if name.endswith(".png")}
    assert all(after[name] == before[name] for name in (pictures if failing == "render" else before))


def test_a_board_whose_router_fails_keeps_its_tracks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design = circuit_board.load_design("tile")
    board = tmp_path / design.file.name
    shutil.copyfile(design.file, board)
    moved = circuit_board.Design(design.circuit, design.placement, board)

    def routed_anew(*_: object) -> None:
        raise RuntimeError("no way found")

    monkeypatch.setattr(circuit_board, "load_design", lambda _: moved)
    monkeypatch.setattr(circuit_board, "write", lambda _, path, __: shutil.copyfile(design.file, path))
    monkeypatch.setattr(circuit_board, "complaints", lambda *_: ["SR_SCK: U1.2 is cut off"])
    monkeypatch.setattr(circuit_board, "routed_anew", routed_anew)
    with pytest.raises(RuntimeError, match="no way found"):
        circuit_board.main()
    assert changes({"board": design.file.read_bytes()}, {"board": board.read_bytes()}) == []


def test_wiring_that_cannot_be_drawn_keeps_its_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "wiring"
    shutil.copytree(HARDWARE / "wiring", folder)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(FileNotFoundError):
        wiring.make(folder)
    assert changes(contents(HARDWARE / "wiring"), contents(folder)) == []


def test_what_is_missing_is_said_in_one_line_before_anything_is_made(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(bare)
    monkeypatch.setattr(ready, "used", lambda: {"Device:Varistor"})
    with pytest.raises(SystemExit) as end:
        ready.main()
    assert str(end.value).startswith("make hardware: nothing was changed; missing: KiCad 9 ")
    assert "graphviz; KiCad's symbols (kicad-symbols) for Device:Varistor" in str(end.value)
    assert "\n" not in str(end.value)
    assert changes(before, contents(bare)) == []


def test_a_busy_apt_is_named_as_the_reason_why_kicad_is_not_installed(tmp_path: Path) -> None:
    lock = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (apt)"
    fakes = {
        "kicad-cli": "echo 8.0.1",
        "id": "echo 0",
        "apt-cache": "echo bookworm-backports",
        "apt-get": f'case "$*" in *install*) echo "{lock}" >&2; exit 100;; esac',
    }
    for name, body in fakes.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    told = subprocess.run(
        ["bash", str(ROOT / "tests" / "get_kicad.sh")],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr.startswith(f"get_kicad: KiCad was not installed ({lock}); as root on Debian: apt-get install")


def test_only_one_place_deletes_kept_files() -> None:
    makers = (HARDWARE / "making").rglob("*.py")
    assert {path.name for path in makers if re.search(r"\.unlink\(|rmtree\(|\.rmdir\(", path.read_text("utf-8"))} == {
        "made.py"
    }
