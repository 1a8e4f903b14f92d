"""What helps to solder a board: a page that shows where each part goes, and pictures with all parts on.

python -m hardware.making.soldering

InteractiveHtmlBom makes the page; `make hardware` puts it into .tools/ibom. The pictures want KiCad's models of parts,
which tests/get_models.sh gets. Without them the kept pictures stay as they are.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.making.circuit_board import NAMES, Design, load_design
from hardware.making.fabrication import make_pictures
from hardware.making.footprints import file
from hardware.making.kicad import PYTHON, run
from hardware.making.made import ROOT

TOOL = ROOT / ".tools" / "ibom"
MODELS = (ROOT / ".tools" / "3dmodels", Path("/usr/share/kicad/3dmodels"))
OPTIONS = (
    *("--no-browser", "--no-compression", "--highlight-pin1", "all", "--layer-view", "F", "--blacklist", "H*"),
    *("--checkboxes", "Soldered", "--show-fields", "Value,MPN", "--sort-order", "U,R,C,D,Q,A,~,J,JP,S"),
)
NOTICE = "<!-- Made with InteractiveHtmlBom. This licence holds for the program in the page:\n\n{}\n-->\n"


def main() -> None:
    """Make everything; leave alone what cannot be made, and say so."""
    designs = [load_design(name) for name in NAMES]
    for path, text in {kept_page(design): page(design) for design in designs}.items():
        path.write_text(text, "utf-8")
    models = next((folder for folder in MODELS if has_models(folder, designs)), None)
    if not models:
        print("pictures with parts stay as they are: tests/get_models.sh gets the models")
        return
    for design in designs:
        with TemporaryDirectory() as folder:
            for picture in list(make_pictures(design, Path(folder), models)):
                shutil.copyfile(picture, design.file.with_name(picture.name))


def kept_page(design: Design) -> Path:
    """Return where the page is kept."""
    return design.file.with_name(f"{design.file.stem}-soldering.html")


def page(design: Design) -> str:
    """Return the page: a list of parts, and the board on which they light up. Raises KicadFailed."""
    more = {"PYTHONPATH": str(TOOL), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    with TemporaryDirectory() as folder:
        target = ("--dest-dir", folder, "--name-format", "page", "--extra-data-file", design.file, design.file)
        run([PYTHON, "-m", "InteractiveHtmlBom.generate_interactive_bom", *OPTIONS, *map(str, target)], more)
        text = Path(folder, "page.html").read_text("utf-8")
    licence = next(TOOL.glob("*.dist-info/licenses/LICENSE")).read_text("utf-8").strip()
    # It tells when the board's file was changed. A date that the board itself has is without a time, and stays.
    text = re.sub(r'("date": ")[^"]* \d\d:\d\d:\d\d"', r'\1"', text)
    return text.replace("<html", f"{NOTICE.format(licence)}<html", 1)


def has_models(folder: Path, designs: list[Design]) -> bool:
    """Return whether a folder has a model of every part on the boards that KiCad has one for."""
    return all((folder / model).exists() for model in needed(designs))


def needed(designs: list[Design]) -> set[str]:
    """Return the models of all parts, as paths in KiCad's folder of models."""
    used = {design.circuit.kind(ref).footprint for design in designs for ref in design.circuit.parts}
    return {model for one in used for model in re.findall(r"3DMODEL_DIR\}/([^\"]+)", file(one).read_text("utf-8"))}


if __name__ == "__main__":
    main()
