"""Layouts: what is printed on a board, and the sensors and lamps under it. Each is one TOML file, the only source.

Rules read the labels, the table reads sensors and lamps, and pictures and templates read the positions. A file that
breaks the schema, or a constraint of its game, is refused with the file, the line, the field and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import msgspec

from mouseboard.files import named, read_text
from mouseboard.layouts import tiles
from mouseboard.layouts.paths import is_path
from mouseboard.say import LONGEST_REFUSAL, Explained, Say, did_you_mean, printed, quoted, reason, say, shortened

HOME = Path(str(files(__name__)))
"""The folder of the shipped layouts."""


class BadLayout(Explained, ValueError):
    """A layout file that cannot be used; its text names the file, the line, the field and the reason."""


LARGEST = 250_000
"""The largest file, in bytes, which is read in a fraction of a second. The largest shipped layout has 11,000."""

MOST_PARTS = 16
"""The most parts of a dotted key, such as `a.b.c`: far more than any layout needs, and still read at once."""
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
TOO_MANY_PARTS = re.compile(rf"(?:^|(?<=[\s\[{{,])){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}}")

LONGEST_REASON = 200
"""The most characters of a message by the TOML parser."""

LONGEST_SIGN = 1_000
"""The most characters of the path of a picture, which the page gets for each place."""

MOST_WIRES = 144
"""The most inputs, and the most lamps, that the firmware's settings allow."""

Wires = Annotated[int, msgspec.Meta(ge=0, le=MOST_WIRES)]

Side = Annotated[float, msgspec.Meta(gt=0, le=10_000)]
"""The longest side in millimetres. A longer one is a typing error."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spot where a piece can be. LAYOUTS.md explains the fields; each shipped layout lists its game's kinds."""

    name: str
    at: tuple[float, float]
    """Millimetres from the board's lower left corner, rightwards and upwards."""
    label: str = ""
    """The words printed on the place."""
    short: str = ""
    """The same in at most five letters, for small pictures."""
    sensors: tuple[int, ...] = ()
    """Inputs of the table, from 0; () if the place has no sensor."""
    lamps: tuple[int, ...] = ()
    """Positions on the lamp strip, from 0."""
    kind: str = ""
    count: int = 0
    players: tuple[int, ...] = ()
    to: str = ""
    green: str = ""
    red: str = ""
    sign: str = ""
    """The name of its picture on the page, where its kind has none; or a picture of its own, as a path."""
    shade: Literal["", "dark", "light"] = ""
    """Of a square of a chequered board."""


class Slot(Place, frozen=True, kw_only=True):
    """One seat's spot on a place that several share. Its own sensor feels when that seat's mouse leaves."""

    of: str
    """The place that it belongs to, which has no sensors itself."""
    seat: Annotated[int, msgspec.Meta(ge=0)]


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a card. LAYOUTS.md explains the fields, RULINGS.md what the directions in `kind` do."""

    kind: str = ""
    label: str = ""
    """The words printed on it."""
    short: str = ""
    """The same in at most seven letters a line, for small pictures."""
    arrows: tuple[str, ...] = ()
    count: int = 0
    to: str = ""


class Card(Face, frozen=True, kw_only=True):
    """A card that is drawn from a pile or taken in order, and its number of copies."""

    name: str
    copies: int = 1


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that lies on the table with either side up."""

    a: Face
    b: Face


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A layout file as it is read."""

    game: str
    title: str
    edition: str
    """The name of the edition. A house edition says so: `house edition of Mouseboard, 1`."""
    size: tuple[Side, Side]
    """Width and height in millimetres."""
    sensors: Wires
    """The number of inputs. A table with at most nine has no register chain."""
    lamps: Wires
    """The number of lamps on the strip."""
    place: tuple[Place, ...]
    edge: tuple[str, ...] = ()
    """The lines printed between places: `a1-d1-g1` is one line through three."""
    slot: tuple[Slot, ...] = ()
    coded: Annotated[int, msgspec.Meta(ge=0, le=tiles.TILES)] = 0
    """The number of coded tiles at the start of the chain; 0 for any other kind of chain."""
    light: tuple[float, float] = tiles.LIGHT
    """Where the lamps of every place shine, in millimetres from its middle."""
    tile: tuple[Tile, ...] = ()
    card: tuple[Card, ...] = ()
    source: str = ""
    """The file's name, set when it is loaded, for messages."""
    text: str = ""
    """The file's text, set when it is loaded, for messages."""

    @cached_property
    def by_name(self) -> dict[str, Place]:
        """The places by name, including slots."""
        return {place.name: place for place in self.stands}

    @cached_property
    def stands(self) -> tuple[Place, ...]:
        """All spots where a piece can be: the places, then the slots."""
        return (*self.place, *self.slot)

    @cached_property
    def slots(self) -> dict[tuple[str, int], str]:
        """The names of the slots by their place and seat."""
        return {(slot.of, slot.seat): slot.name for slot in self.slot}

    @cached_property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The places on each printed line, in order."""
        return tuple(tuple(edge.split("-")) for edge in self.edge)

    def check_game(self, game: str) -> None:
        """Raise BadLayout unless this is a layout of that game."""
        if self.game != game:
            found = say("a layout of {found}, not of {game}", found=self.game, game=game)
            self.refuse(found if self.game else say("a layout of no game, not of {game}", game=game), field="game")

    def check_kinds(self, kinds: Collection[str]) -> None:
        """Raise BadLayout unless all places are of these kinds."""
        for i, place in enumerate(self.place):
            if place.kind not in kinds:
                self.refuse(f"there is no kind {quoted(place.kind)}; the kinds are {', '.join(kinds)}", i, "kind")

    def refuse(self, why: str | Say, row: int | None = None, field: str = "", table: str = "place") -> NoReturn:
        """Raise BadLayout for a field in a row of a table (place, slot, tile, card), or for the layout as a whole."""
        what = say("{field}: {why}", field=field, why=why) if field else why
        if row is None:
            raise BadLayout(say("{file}: {why}", file=self.source, why=what))
        line = _line_of(self.text, f"$.{table}[{row}]")
        raise BadLayout(say("{file}, line {line}: {why}", file=self.source, line=line, why=what))


def load(name: str) -> Layout:
    """Return the shipped layout of that name, or read the file at that path if it ends in `.toml`. Raises BadLayout."""
    if not name.endswith(".toml"):
        if name not in shipped():
            known = ", ".join(shipped())
            text = "{name}: no such layout; shipped are {layouts}; others are files ending in .toml"
            raise BadLayout(did_you_mean(say(text, name=shortened(name), layouts=known), name, shipped()))
        return _shipped(name)
    try:
        return _checked(read_text(named(name), most=LARGEST), name)
    except OSError as error:
        raise BadLayout(say("{file}: {why}", file=shortened(name, LONGEST_REFUSAL), why=reason(error))) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise _not_toml(name, f"line {line} is not in UTF-8; save the file in UTF-8") from error


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the shipped layouts."""
    return tuple(sorted(path.stem for path in HOME.glob("*.toml")))


@cache
def _shipped(name: str) -> Layout:
    """Return a shipped layout, read once: every state that comes back from JSON asks for its layout."""
    return _checked((HOME / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def parse(text: str, source: str) -> Layout:
    """Return the layout in a TOML text. `source` names it in messages. Raises BadLayout."""
    _check_keys(text, source)
    try:
        layout = msgspec.toml.decode(text, type=Layout)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at ")
        line = _line_of(text, path.strip("`"))
        what = _reworded(path.strip("`").lstrip("$.") or "layout", shortened(why, LONGEST_REASON))
        raise BadLayout(say("{file}, line {line}: {why}", file=source, line=line, why=what)) from error
    except RecursionError as error:
        raise _not_toml(source, "tables or arrays lie too deep in one another") from error
    except msgspec.DecodeError as error:
        raise _not_toml(source, shortened(str(error), LONGEST_REASON)) from error
    except (ValueError, OverflowError) as error:
        raise _not_toml(source, "a number in it has too many digits") from error
    return msgspec.structs.replace(layout, source=source, text=text)


def _reworded(where: str, why: str) -> str | Say:
    """Return msgspec's refusal with a field that is missing or unknown in our own words."""
    table, _, within = where.partition("[")
    if found := re.fullmatch(r"Object missing required field `(\w+)`", why):
        return f"the {table} lacks `{found[1]}`"
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", why):
        kind = Face if within.count(".") else _ROWS.get(table, Layout)
        refused = printed(f"a {table} has no field `{found[1]}`")
        return did_you_mean(refused, found[1], kind.__struct_fields__)
    return f"{where}: {why}"


_ROWS: dict[str, type[msgspec.Struct]] = {"place": Place, "slot": Slot, "tile": Tile, "card": Card}


def _not_toml(file: str, why: str) -> BadLayout:
    """Return the error for a file that is not TOML. The parser's own words stay English."""
    return BadLayout(say("{file}: not TOML: {why}", file=file, why=why))


def _check_keys(text: str, source: str) -> None:
    """Refuse keys of many parts before parsing: parsing time grows with the square of their number."""
    if found := TOO_MANY_PARTS.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadLayout(
            f"{source}, line {line}: {quoted(found[0])} is a key of more than {MOST_PARTS} parts; "
            f"those of a layout have one, such as title"
        )


@lru_cache(maxsize=16)
def _checked(text: str, source: str) -> Layout:
    """Return the layout in a text, cached as shipped ones are."""
    layout = parse(text, source)
    check(layout)
    return layout


def check(layout: Layout) -> None:
    """Refuse what no game could use, such as doubled names, wires or places that do not exist, places off the board.

    Texts must be plain, and slots complete. Raises BadLayout.
    """
    _check_texts(layout)
    if tiles.INPUTS * layout.coded > layout.sensors:
        layout.refuse(f"{layout.coded} tiles have {tiles.INPUTS * layout.coded} sensors, not {layout.sensors}")
    names: set[str] = set()
    wired: dict[tuple[str, int], str] = {}
    rows = [("place", i, place) for i, place in enumerate(layout.place)]
    rows += [("slot", i, slot) for i, slot in enumerate(layout.slot)]
    for table, i, place in rows:
        if not re.fullmatch(r"\S+", place.name):
            layout.refuse(f"{quoted(place.name)} is not one word without blanks", i, "name", table)
        if place.name in names:
            layout.refuse(f"{quoted(place.name)} stands twice; names are unique", i, "name", table)
        names.add(place.name)
        if len(place.sign) > LONGEST_SIGN:
            layout.refuse(f"a path of {len(place.sign)} characters; allowed are {LONGEST_SIGN}", i, "sign", table)
        if place.sign and not (re.fullmatch("[a-z]+", place.sign) or is_path(place.sign)):
            known = "a sign is a name, such as honey, or a path of absolute M, L, C and Z, such as M-8 0L8 0"
            layout.refuse(f"{quoted(place.sign)} is no sign; {known}", i, "sign", table)
        _check_wires(layout, table, i, place, wired)
        if not all(0 <= mm <= side for mm, side in zip(place.at, layout.size, strict=True)):
            layout.refuse(f"{place.at} mm lies outside the board's {layout.size} mm", i, "at", table)
    places = {place.name for place in layout.place}
    for i, place in enumerate(layout.place):
        for field in ("to", "green", "red"):
            target = getattr(place, field)
            if target and target not in places:
                layout.refuse(f"there is no place {quoted(target)} to go to", i, field)
    for i, line in enumerate(layout.lines):
        if len(line) < 2:
            known = "a line joins two places or more by their names, such as a1-d1-g1"
            layout.refuse(f"{quoted(layout.edge[i])} is no line; {known}", i, "edge", "edge")
        for name in line:
            if name not in places:
                layout.refuse(f"there is no place {quoted(name)} for {quoted(layout.edge[i])}", i, "edge", "edge")
    _check_slots(layout)


def _check_texts(layout: Layout) -> None:
    """Raise BadLayout unless texts are plain and on one line, because terminals and the page show them."""
    for field in ("game", "title", "edition"):
        if not getattr(layout, field).isprintable():
            layout.refuse(f"{quoted(getattr(layout, field))} is not plain text on one line", field=field)
    for table in ("place", "slot", "tile", "card"):
        for i, row in enumerate(getattr(layout, table)):
            for field, text in _texts(msgspec.to_builtins(row)):
                if not text.isprintable():
                    layout.refuse(f"{quoted(text)} is not plain text on one line", i, field, table)


def _texts(value: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a row, with its field."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, field)


def _check_slots(layout: Layout) -> None:
    """Check slots: each is the only one of its seat on a place without sensors, and has a sensor itself."""
    places = {place.name: place for place in layout.place}
    seen: set[tuple[str, int]] = set()
    for i, slot in enumerate(layout.slot):
        if slot.of not in places:
            layout.refuse(f"there is no place {quoted(slot.of)} for it to be a part of", i, "of", "slot")
        if places[slot.of].sensors:
            layout.refuse(f"{quoted(slot.of)} has sensors itself; they belong under its slots", i, "of", "slot")
        if not slot.sensors:
            layout.refuse("a slot needs a sensor; without one it is no better than its place", i, "sensors", "slot")
        if (slot.of, slot.seat) in seen:
            layout.refuse(f"a second slot of {quoted(slot.of)} for seat {slot.seat}", i, "seat", "slot")
        seen.add((slot.of, slot.seat))


def _check_wires(layout: Layout, table: str, i: int, place: Place, wired: dict[tuple[str, int], str]) -> None:
    """Check that wires exist, and that no two places with sensors share one. Adds them to `wired`.

    Places without sensors may share lamps. If there is only one lamp, all places may share it.
    """
    for field, wires, count in (("sensors", place.sensors, layout.sensors), ("lamps", place.lamps, layout.lamps)):
        for wire in wires:
            if not 0 <= wire < count:
                layout.refuse(f"{wire} is not among the layout's {count} {field} (0 to {count - 1})", i, field, table)
            if field == "sensors" and wire in tiles.code(layout.coded):
                layout.refuse(f"{wire} is part of a tile's code, there is no reed on it", i, field, table)
            alone = field == "lamps" and count == 1
            if place.sensors and not alone and wired.setdefault((field, wire), place.name) != place.name:
                layout.refuse(f"{wire} lies under {quoted(wired[field, wire])} already", i, field, table)


def _line_of(text: str, path: str) -> int:
    """Return the line, from 1, of the row that holds `$.place[3].at`: a line in braces or a `[[place]]` block.

    The row of `$.edge[3]` is a text in quotation marks.
    """
    table = re.match(r"\$\.(?:(place|slot|tile|card|edge)\[(\d+)\]|(\w+))", path)
    if table is None:
        return 1
    name, index = table[1] or table[3], table[2]
    rows = [found.start() for found in re.finditer(rf"^\[\[{name}\]\]", text, re.M)]
    if not rows:
        key = re.search(rf"^{name}[ \t]*=", text, re.M)
        start = key.start() if key else 0
        item = re.compile(r"^[ \t]*\{" if name != "edge" else r"\"[^\"]*\"|'[^']*'", re.M)
        rows = [found.start() for found in item.finditer(text, start)] if index else [start]
    row = rows[int(index or 0)] if int(index or 0) < len(rows) else 0
    return text.count("\n", 0, row) + 1
