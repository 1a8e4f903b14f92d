"""Rules for what is ordered: a maker's number must name the part that is needed, and the part must fit its holes.

A maker types the number into a shop and never sees the circuit. So rules read a number as its maker builds it. `SERIES`
and `CASES` are from memory of data sheets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hardware.making.rules.table import Table, amount, is_capacitor, is_connector, is_fuse
from hardware.making.shops import alternatives, load_order, numbers
from hardware.making.source import Kind

VOLTS = {"0J": 6.3, "1A": 10, "1C": 16, "1E": 25, "1H": 50, "F": 50, "7": 16, "8": 25, "9": 50}
"""A capacitor's rated voltage by its code: of Panasonic, Vishay's F, Yageo's digits."""
CASES = {
    "D": "SO",
    "DR": "SO",
    "N": "DIP",
    "DBVR": "SOT-23",
    "DCKR": "SC-70",
    "GV": "SC-74",
    "GW": "SC-88",
}
"""A logic chip's case by the end of its number: of Texas Instruments and Nexperia."""
SERIES = (
    r"RC(?P<case>\d{4})..-07(?P<ohm>\w+)L",  # Yageo, flat
    r"CFR-(?P<centiwatts>\d+)J.-52-(?P<ohm>\w+)",  # Yageo, with wires
    r"CC(?P<case>\d{4})..X7R(?P<volts>\d)BB(?P<pico>\d{3})",  # Yageo
    r"K(?P<pico>\d{3})K15X7R(?P<volts>F)5TH5",  # Vishay
    r"EEU-F.(?P<volts>\d[A-Z])(?P<micro>\d{3})L?",  # Panasonic
    r"0217(?P<A>[\d.]+)M?XP(?P<fast>)",  # Littelfuse, 5 x 20 mm
    r"0218(?P<A>[\d.]+)M?XP(?P<slow>)",
    r"(?:RXEF|MF-R)(?P<centiamperes>\d{3})",  # Littelfuse and Bourns
    r"64900001039",  # Littelfuse: a holder
    r"GST60A(?P<gives>\d\d)-P1J",  # Mean Well
    r"302-S(?P<ways>\d\d)1",  # On Shore
    r"22-(?:27-2|01-3)(?P<ways>\d\d)\d",  # Molex KK 254: header, plug
    r"M20-999(?P<ways>\d\d)\d\d",  # Harwin: strip
    r"1715721(?P<two>)",  # Phoenix Contact
    r"(?:SN)?74[A-Z]+\d+(?:G\d+)?(?P<body>[A-Z]+)(?:,\d+)?",  # Texas Instruments, Nexperia
    r"KSK-1A66-(?P<turns>\d{4})",  # Standex
    r"S-(?P<disc>\d\d-\d\d)-N",  # supermagnete
)
"""How makers build their numbers. A group's name says what its text means."""
CASE = re.compile(r"\b(?:(?:DIP|SO|SOIC|SOT-23|SC|TO)-\d+|0\d{3}\b)")
"""Cases as a requirement names them."""
KEPT = {
    "fuse-2A5": ("fast",),
    "frame-screw": ("brass or nylon",),
    "supply": ("closed case", "safety mark", "double insulated, or with an earthed lead"),
    "hole": ("brass or nylon",),
    "NFET": ("not TN0702N3-G",),
}
"""Words in a requirement that keep somebody safe or a reed free of steel."""


def ordered_numbers_name_what_is_needed(table: Table) -> Iterator[str]:
    """What a maker's number says must be what the part needs: `-0710KL` is 10 kohm, `0218` a slow fuse, `A12` 12 V.

    One digit away there is nearly always another part, and it looks the same. A resistor, capacitor, fuse or plug with
    a number that nobody can read is not judged at all, so its series must have a line in SERIES.
    """
    for name, kind in table.whole.kinds.items():
        for one in (*numbers(kind), *alternatives(kind)):
            read = _read(one.number)
            if read is None and (kind.ohms or is_capacitor(kind) or is_fuse(kind) or is_connector(kind)):
                yield f"[{name}] in parts.toml: {one.number} is in no line of SERIES; allowed: one that can be read"
            for what, said in (read or {}).items():
                agrees, wanted = READERS[what](kind, said)
                if not agrees:
                    yield f"[{name}] in parts.toml: {one.number} says {what} {said}; allowed: {wanted}"


def ordered_numbers_name_the_type_that_is_drawn(table: Table) -> Iterator[str]:
    """A part whose value is a type, such as BC547, must be ordered by a number with that type in it.

    A neighbour in the catalogue has other pins, another polarity or another threshold.
    """
    for name, kind in table.whole.kinds.items():
        typed = kind.symbol and re.fullmatch(r"[A-Z\d]*[A-Z]+\d{2}\w*|P6KE[\d.]+A", kind.value)
        if typed and kind.value not in kind.suggested:
            yield f"[{name}] in parts.toml: {kind.suggested}; allowed: a {kind.value}"


def footprints_fit_what_is_ordered(table: Table) -> Iterator[str]:
    """Case, width and pitch that a part needs must be those of its footprint.

    Otherwise the board is made for one part, and another one comes with the post.
    """
    for name, kind in table.whole.kinds.items():
        _, _, case = kind.footprint.partition(":")
        cases = CASE.findall(kind.needs)
        if cases and not any(one in case for one in cases):
            yield f"[{name}] in parts.toml: {case} for {' or '.join(cases)}; allowed: a footprint of that case"
        for letter, words in (("P", r"pins ([\d.]+) mm apart"), ("D", r"([\d.]+) mm across")):
            drawn, needed = re.search(rf"_{letter}([\d.]+)mm", case), re.search(words, kind.needs)
            if drawn and needed and float(drawn[1]) != float(needed[1]):
                yield f"[{name}] in parts.toml: {case}; allowed: one for {needed[0]}"
        pitch = re.search(r"_P([\d.]+)mm", case)
        if pitch and is_connector(kind) and not kind.needs.startswith(f"{float(pitch[1]):g} mm"):
            yield f"[{name}] in parts.toml: {kind.needs}; allowed: {float(pitch[1]):g} mm from pin to pin, as {case}"


def requirements_keep_what_protects(table: Table) -> Iterator[str]:
    """Some words of a requirement guard people or reeds, and must stay when somebody rewrites it.

    The mains end in the supply, and a steel screw beside a reed bends the field that it feels.
    """
    for name, words in KEPT.items():
        needs = (table.whole.kinds.get(name) or table.materials[name]).needs
        yield from (f"[{name}]: {needs}; allowed: one with {gone!r}" for gone in words if gone not in needs)


def houses_get_what_their_columns_say(table: Table) -> Iterator[str]:
    """A house's list of positions must have name, point, side and angle of each part, each in the column that says so.

    A board with x and y exchanged is soldered with every part in another's place.
    """
    order = load_order(table.source)
    for house in order.house.values():
        fields = {field.lower() for field in house.positions.values()}
        for what in ("ref", "x", "y", "rotation", "side"):
            if what not in fields:
                yield f"{house.name}: no {what} among the positions; allowed: a column for it"
        for column, field in house.positions.items():
            if field in ("x", "y") and not column.lower().endswith(field):
                yield f"{house.name}: column {column!r} holds {field}; allowed: {column[-1].lower()}"
    for one in order.rotation:
        if one.degrees % 90:
            yield f"{one.house}: {one.footprint} is turned by {one.degrees}; allowed: quarters of a turn"


def stock_numbers_are_on_the_page_that_is_cited(table: Table) -> Iterator[str]:
    """The page that tells a shop's number must have that number and the maker's in its address.

    A number copied from the next line orders another part, and nobody reads ten letters twice.
    """
    for one in load_order(table.source).stock:
        for number in (one.stock, one.number):
            if re.sub(r"\W+", "-", number).lower() not in re.sub(r"\W+", "-", one.page).lower():
                yield f"order.toml: {number} is not in {one.page}; allowed: a page about {one.number}"


# Helpers


def _read(number: str) -> dict[str, str] | None:
    """Return what a maker's number says, by the groups of its series; None if no series matches."""
    found = next((match for series in SERIES if (match := re.fullmatch(series, number))), None)
    return found.groupdict() if found else None


def _needed(kind: Kind, unit: str) -> float:
    """Return the first amount in this unit that a part needs; 0 if it names none."""
    found = re.search(rf"([\d.]+ ?[pnumkM]?){unit}\b", kind.needs)
    return amount(found[1]) if found else 0


def _digits(code: str) -> float:
    """Return 100000 for 104: two digits, and the number of zeros."""
    return float(f"{code[:2]}e{code[2]}")


def _same(unit: str, read: Callable[[str], float]) -> Callable[[Kind, str], tuple[bool, str]]:
    """Return a reader that wants the amount that is needed."""

    def reader(kind: Kind, said: str) -> tuple[bool, str]:
        needed = _needed(kind, unit)
        return abs(read(said) - needed) <= 0.01 * needed, f"{needed:g} {unit}"

    return reader


def _most(unit: str, read: Callable[[str], float]) -> Callable[[Kind, str], tuple[bool, str]]:
    """Return a reader that wants the amount that is needed, or more."""

    def reader(kind: Kind, said: str) -> tuple[bool, str]:
        return read(said) >= _needed(kind, unit), f"{_needed(kind, unit):g} {unit} or more"

    return reader


def _words(read: Callable[[str], str]) -> Callable[[Kind, str], tuple[bool, str]]:
    """Return a reader that wants these words in the requirement or in the footprint."""

    def reader(kind: Kind, said: str) -> tuple[bool, str]:
        return read(said) in f"{kind.needs} {kind.footprint}", f"what {kind.needs!r} asks for"

    return reader


def _ohms(code: str) -> float:
    """Return 4700 for 4K7, and 100 for 100R."""
    found = re.fullmatch(r"(\d+)([RKM])(\d*)", code)
    return float(f"{found[1]}.{found[3] or 0}") * {"R": 1, "K": 1e3, "M": 1e6}[found[2]] if found else 0


READERS: dict[str, Callable[[Kind, str], tuple[bool, str]]] = {
    "ohm": lambda kind, said: (_ohms(said) == kind.ohms, f"{kind.ohms:g} ohm"),
    "pico": _same("F", lambda code: 1e-12 * _digits(code)),
    "micro": _same("F", lambda code: 1e-6 * _digits(code)),
    "A": _same("A", float),
    "centiamperes": _same("A", lambda code: int(code) / 100),
    "centiwatts": _most("W", lambda code: int(code) / 100),
    "volts": _most("V", lambda code: VOLTS.get(code, 0)),
    "gives": lambda kind, said: (int(said) == kind.gives, f"{kind.gives:g} V"),
    "ways": lambda kind, said: (int(said) == len(kind.pins), f"{len(kind.pins)} ways"),
    "two": lambda kind, _: (len(kind.pins) == 2, f"{len(kind.pins)} ways"),
    "case": _words(str),
    "body": _words(lambda code: CASES.get(code, code)),
    "fast": _words(lambda _: "fast"),
    "slow": _words(lambda _: "slow"),
    "turns": _words(lambda code: f"{int(code[:2])} to {int(code[2:])} AT"),
    "disc": _words(lambda code: f"disc {int(code[:2])} x {int(code[3:])} mm"),
}
"""Whether a group's text agrees with a part, and what would."""
