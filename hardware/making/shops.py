"""Board houses and shops, read from hardware/electronics/order.toml, and makers' numbers, read from parts.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import msgspec
from hardware.making.source import SOURCE, BadSource, Kind, decoded, load_kinds

Columns = dict[str, str]
"""A file's columns, in their order, and the field in each."""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board house. The head of order.toml explains the fields."""

    name: str
    bom: Columns
    positions: Columns
    pages: tuple[str, ...]
    shop: str = ""


class Rotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house adds to KiCad's rotation, in degrees, if the footprint matches."""

    house: str
    footprint: str
    degrees: int
    pages: tuple[str, ...]


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shop's number for a part, and the page that shows it."""

    shop: str
    part: str
    number: str
    stock: str
    page: str


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of order.toml."""

    read: date
    own_shops: tuple[str, ...]
    house: dict[str, House]
    rotation: tuple[Rotation, ...]
    stock: tuple[Stock, ...]

    def at_distributors(self, suggested: str) -> list[Number]:
        """Return the makers' numbers in a suggestion that an electronics distributor has."""
        return [one for one in _listed(suggested) if one.maker not in self.own_shops]

    def in_stock(self, shop: str, part: str) -> Stock | None:
        """Return a shop's number for a part, if a page told us."""
        return next((one for one in self.stock if (one.shop, one.part) == (shop, part)), None)

    def turned(self, house: str, footprint: str) -> int:
        """Return the degrees that a house wants added for a footprint."""
        found = (one.degrees for one in self.rotation if one.house == house and re.match(one.footprint, footprint))
        return next(found, 0)


@dataclass(frozen=True)
class Number:
    """A maker's number; the maker is empty if any will do."""

    number: str
    maker: str


def load_order(source: Path = SOURCE) -> Order:
    """Return houses and shops. Raises BadSource, also for a stock number of another part than parts.toml suggests."""
    order, kinds = decoded(source / "order.toml", Order), load_kinds(source)
    for one in order.stock:
        kind = kinds.get(one.part)
        if kind is None or one.number not in {found.number for found in (*numbers(kind), *alternatives(kind))}:
            raise BadSource(f"order.toml: {one.stock}: parts.toml does not suggest {one.number} as {one.part}")
    return order


def numbers(kind: Kind) -> list[Number]:
    """Return the makers' numbers that we suggest for a part; a fuse and its holder have two."""
    return _listed(kind.suggested)


def alternatives(kind: Kind) -> list[Number]:
    """Return the makers' numbers that fit as well."""
    return _listed(kind.alternative)


def _listed(text: str) -> list[Number]:
    """Return the numbers in a text such as `0218003.MXP (Littelfuse), 64900001039 (Littelfuse)`."""
    found = re.findall(r"(\S*\d\S*) \(([^),]+)[^)]*\)", text)
    return [Number(number, "" if maker == "any" else maker) for number, maker in found]
