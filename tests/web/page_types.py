"""The types of what the server sends, declared for TypeScript; the page's scripts name them in their comments.

`make lint` writes them into a folder in which the scripts lie as they are served, because they import each other so:
`python -m tests.web.page_types build/served`. A field that is renamed here is then wrong in every script that reads it.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from msgspec import inspect

from mouseboard import board, kit
from mouseboard.board.fields import Board
from mouseboard.page import PAGE
from mouseboard.photo import pages as photo
from mouseboard.photo.sketch import Sketch
from mouseboard.web.claiming import ClaimShown
from mouseboard.web.doctoring import Progress
from mouseboard.web.fields import HowPlayed, Invitation, LobbyPicture, Picture, Waking, You
from mouseboard.web.health import Health
from mouseboard.web.lobby import Offer

SENT = (You, Picture, LobbyPicture, Waking, Board, HowPlayed, Offer, Invitation, Health, Progress, ClaimShown, Sketch)
"""What the page receives. The structs inside are found."""

COMPILER: dict[str, object] = {"allowJs": True, "checkJs": True, "noEmit": True, "preserveSymlinks": True}
COMPILER |= {"module": "esnext", "moduleResolution": "bundler", "target": "es2023"}
COMPILER |= {"lib": ["es2023", "dom", "dom.iterable"], "types": [], "strict": False}
"""TypeScript's settings."""

NUMBER = "number"
SIMPLE = {inspect.BoolType: "boolean", inspect.IntType: NUMBER, inspect.FloatType: NUMBER, inspect.StrType: "string"}


def lay_out(folder: Path) -> None:
    """Lay out all scripts as links in a new folder, with the declarations and TypeScript's settings."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "page").mkdir(parents=True)
    served = {f"page/{path.name}": path for path in PAGE.iterdir()}
    served |= {"page/kit": kit.PAGE, "page/board": board.PAGE, "photo": photo.PAGE}
    for url, path in served.items():
        (folder / url).symlink_to(path)
    (folder / "server.d.ts").write_text(declarations(), encoding="utf-8")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": COMPILER, "include": ["."]}), encoding="utf-8")


def declarations() -> str:
    """Return an interface for each struct that is sent, by the names in its JSON. Raises ValueError, TypeError."""
    declared: dict[type, str] = {}
    for kind in inspect.multi_type_info(SENT):
        _written(kind, declared)
    names = [struct.__name__ for struct in declared]
    if len(set(names)) < len(names):
        raise ValueError(f"two structs have one name: {sorted(names)}")
    return "\n".join(declared.values())


def _written(kind: inspect.Type, declared: dict[type, str]) -> str:
    """Write a type as TypeScript does, and declare the structs in it."""

    def written(inner: inspect.Type) -> str:
        return _written(inner, declared)

    match kind:
        case inspect.BoolType() | inspect.IntType() | inspect.FloatType() | inspect.StrType():
            return SIMPLE[type(kind)]
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType(values):
            return " | ".join(map(json.dumps, values))
        case inspect.EnumType(members):
            return " | ".join(json.dumps(member.value) for member in members)
        case inspect.UnionType(types):
            return " | ".join(map(written, types))
        case inspect.TupleType(items):
            return f"[{', '.join(map(written, items))}]"
        case inspect.VarTupleType(item) | inspect.ListType(item):
            return f"Array<{written(item)}>"
        case inspect.DictType(_, value):
            return f"{{ [key: string]: {written(value)} }}"
        case inspect.StructType(struct):
            if struct not in declared:
                declared[struct] = ""  # it may contain itself
                omits = struct.__struct_config__.omit_defaults
                lines = [f"  {kind.tag_field}: {json.dumps(kind.tag)};"] if kind.tag_field else []
                for field in kind.fields:
                    mark = "?" if omits and not field.required else ""
                    lines.append(f"  {field.encode_name}{mark}: {written(field.type)};")
                declared[struct] = "\n".join([f"interface {struct.__name__} {{", *lines, "}", ""])
            return struct.__name__
    raise TypeError(f"{kind} cannot be declared")


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
