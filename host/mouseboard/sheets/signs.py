"""What is printed on places for those who cannot read: signs and numbers, chosen as web/page/signs.js does."""

from __future__ import annotations

from mouseboard.sheets.stamps import stamps
from mouseboard.web.fields import PlaceShown


def sign_of(place: PlaceShown) -> str:
    """By its own name, else by its kind; "" where the page has none."""
    if place.name == "cheese":
        return "wheel"  # a goal is no slice but the whole cheese
    known = stamps().stamps
    if place.kind == "room" and place.name in known:
        return place.name
    return place.kind if place.kind in known else ""


def number_of(place: PlaceShown) -> str:
    """What a sign needs a number for."""
    match place.kind:
        case "take":
            return f"+{place.count}"
        case "lose":
            return f"−{place.count or 1}"
        case "rival":
            return "3"
        case "cheese":
            return "" if place.name == "cheese" else "+1"
        case "back" | "ahead" | "tunnel":
            return place.to
    return ""
