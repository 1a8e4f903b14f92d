"""The files of the work on one photograph: the clicks, and what is made from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from mouseboard.files import write_whole
from mouseboard.photo import PhotoError, picture
from mouseboard.photo.camera import Camera
from mouseboard.photo.sketch import Sketch, toml, wanting, wiring
from mouseboard.sheets import SheetError
from mouseboard.sheets.printing import sheet


class Kept(msgspec.Struct, frozen=True):
    """The content of the file beside the layout that keeps the clicks, so that none is lost."""

    photo: str
    sketch: Sketch


@dataclass(frozen=True)
class Saved:
    """The files that were written, what is still wrong with the layout, and why there is no drill template, if so."""

    files: list[str]
    wanting: str
    note: str


class Work:
    """The work on a photograph, towards a layout in one file."""

    def __init__(self, photo: Path, layout: Path) -> None:
        """Raises PhotoError, OSError."""
        self.content, self.kind = picture.read(photo)
        self.photo = photo.name
        self._layout = layout
        self._kept = layout.with_suffix(".photo.json")
        self.sketch = self._read()

    def _read(self) -> Sketch | None:
        if self._layout.suffix != ".toml":
            raise PhotoError(f"{self._layout}: a layout ends in .toml")
        if not self._kept.exists():
            if self._layout.exists():
                raise PhotoError(f"{self._layout}: there is one already; name another with -o")
            return None
        try:
            kept = msgspec.json.decode(self._kept.read_bytes(), type=Kept)
        except msgspec.DecodeError as error:
            raise PhotoError(f"{self._kept}: {error}; move it away to begin anew") from error
        if kept.photo != self.photo:
            raise PhotoError(f"{self._layout}: begun on {kept.photo}; name another with -o")
        return kept.sketch

    def keep(self, sketch: Sketch) -> None:
        """Keep this sketch, in place of the one before. Raises OSError."""
        self.sketch = sketch
        write_whole(self._kept, msgspec.json.format(msgspec.json.encode(Kept(self.photo, sketch))))

    def save(self, sketch: Sketch, camera: Camera, language: str) -> Saved:
        """Write layout, wiring list and drill template. Raises OSError."""
        text = toml(sketch, camera, self.photo)
        write_whole(self._layout, text.encode())
        wired = self._layout.with_name(f"{self._layout.stem}-wiring.md")
        write_whole(wired, wiring(sketch, camera).encode())
        written, note = [self._layout, wired], ""
        try:
            pdf, _ = sheet(str(self._layout), "template", "a4", language)
        except (SheetError, ValueError) as error:
            note = str(error)
        else:
            drill = self._layout.with_name(f"{self._layout.stem}-template-a4.pdf")
            write_whole(drill, pdf)
            written.append(drill)
        return Saved([str(path) for path in written], wanting(text, str(self._layout)), note)
