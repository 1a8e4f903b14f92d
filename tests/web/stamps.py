"""What the page draws, as paths with their colours by day: printed sheets are stamped with it, without a browser.

`python -m tests.web.stamps` writes host/mouseboard/sheets/stamps.json; test_stamps.py holds it to the page.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import Browser, Route, sync_playwright
from tests.web.screen import CHROMIUM
from tests.web.svg_path import Matrix, simple

from mouseboard.sheets.stamps import KEPT
from mouseboard.web.assets import PAGE

HOST = "http://stamps.test"

PALETTE = (
    "wood", "wood-2", "grain", "mat", "line", "stone", "stone-ink", "stone-ink-2", "square", "square-rim", "sheet",
    "ink-2", "outline", "hollow", "cheese", "timber", "good-ink", "bad-ink",
    "red", "blue", "green", "yellow", "white", "purple",
)  # fmt: skip
SHARES = ("road-light", "road-edge", "stone-rim")
"""How light hues are, in percent."""

DRAW = """async ({palette, shares}) => {
    const [{SIGNS}, pieces, raster, {svg, group}] =
        await Promise.all(["signs", "pieces", "raster", "svg"].map((name) => import(`/page/${name}.js`)));
    await Promise.all(["rooms", "maze", "emblem"].map((name) => import(`/page/${name}.js`)));
    const root = svg("svg", {class: "table", viewBox: "-50 -50 100 100", width: 100, height: 100});
    document.body.append(root);
    const drawn = Object.fromEntries(Object.entries(SIGNS).map(([name, sign]) => [name, pieces.drawSign(sign)]));
    drawn.mouse = [group({class: "emblem-print"}, pieces.drawMouse("red"))];
    const shapes = {};
    for (const [name, elements] of Object.entries(drawn)) {
        const whole = group({}, elements);
        root.replaceChildren(whole);
        const leaves = [...whole.querySelectorAll(":not(g)")].filter((leaf) => leaf.checkVisibility());
        shapes[name] = leaves.map((leaf) => {
            const {a, b, c, d, e, f} = whole.getCTM().inverse().multiply(leaf.getCTM());
            const style = getComputedStyle(leaf);
            const attributes = Object.fromEntries([...leaf.attributes].map(({name, value}) => [name, value]));
            return {
                tag: leaf.localName, attributes, matrix: [a, b, c, d, e, f], fill: style.fill,
                stroke: style.stroke, width: parseFloat(style.strokeWidth), opacity: parseFloat(style.opacity),
            };
        });
    }
    const colour = document.createElement("i");
    document.body.append(colour);
    const named = (name) => {
        colour.style.color = `var(--${name})`;
        return getComputedStyle(colour).color;
    };
    const share = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`));
    return {
        shapes,
        palette: Object.fromEntries(palette.map((name) => [name, named(name)])),
        shares: Object.fromEntries(shares.map((name) => [name, share(name)])),
    };
}"""

BLANK = (
    "<!doctype html><meta charset=utf-8>"
    + "".join(f'<link rel=stylesheet href="/page/{name}.css">' for name in ("look", "page", "board"))
    + "<body>"
)


def drawn(browser: Browser) -> str:
    """The text of the kept file, as the page draws now."""
    with browser.new_page(color_scheme="light") as page:
        page.route(f"{HOST}/**", _answer)
        page.goto(HOST)
        found = page.evaluate(DRAW, {"palette": PALETTE, "shares": SHARES})
    stamps = {
        "palette": {name: _hex(colour) for name, colour in found["palette"].items()},
        "shares": found["shares"],
        "stamps": {
            name: [_shape(leaf) for leaf in leaves if not _is_shadow(leaf)]
            for name, leaves in sorted(found["shapes"].items())
        },
    }
    return json.dumps(stamps, indent=1) + "\n"


def _answer(route: Route) -> None:
    name = urlparse(route.request.url).path.rpartition("/")[2]
    if name:
        route.fulfill(path=PAGE / name)
    else:
        route.fulfill(body=BLANK, content_type="text/html")


def _is_shadow(leaf: dict[str, Any]) -> bool:
    return str(leaf["fill"]).startswith("rgba") or leaf["attributes"].get("class") == "shape"


def _shape(leaf: dict[str, Any]) -> dict[str, Any]:
    shape: dict[str, Any] = {"d": simple(_path(leaf), _matrix(leaf))}
    if leaf["fill"] != "none":
        shape["fill"] = _hex(leaf["fill"])
    if leaf["stroke"] != "none":
        a, b, _, _, _, _ = leaf["matrix"]
        shape["stroke"] = _hex(leaf["stroke"], leaf["opacity"])
        shape["width"] = round(leaf["width"] * (a * a + b * b) ** 0.5, 2)
    return shape


def _matrix(leaf: dict[str, Any]) -> Matrix:
    a, b, c, d, e, f = leaf["matrix"]
    return a, b, c, d, e, f


def _path(leaf: dict[str, Any]) -> str:
    at = leaf["attributes"]
    match leaf["tag"]:
        case "path":
            return str(at["d"])
        case "circle" | "ellipse":
            x, y = float(at["cx"]), float(at["cy"])
            rx, ry = (float(at.get(name, at.get("r"))) for name in ("rx", "ry"))
            return f"M{x - rx} {y}A{rx} {ry} 0 1 0 {x + rx} {y} {rx} {ry} 0 1 0 {x - rx} {y}z"
    raise AssertionError(leaf["tag"])


def _hex(colour: str, opacity: float = 1) -> str:
    """As #rrggbb; what shows through is taken for paper."""
    *parts, _ = [*map(float, re.findall(r"[\d.]+", colour)), 0.0]
    return "#" + "".join(f"{round(255 + opacity * (part - 255)):02x}" for part in parts[:3])


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        KEPT.write_text(drawn(browser), encoding="utf-8")
        browser.close()
    print(KEPT)


if __name__ == "__main__":
    main()
