// A board of lines or of a chequer, with men. A man is chosen first, by a touch, and then where it goes.

import { AnyPrint } from "./board.js";
import { at, circle, group, path, rect, styled, svg } from "./svg.js";

await styled("men.css");

const CROWN = "M-6 4-7-4-3-1 0-6 3-1 7-4 6 4z";

export class Print extends AnyPrint {
  mouse = { scale: 1, down: 0 };
  lifted = null; // the place of the man that was touched
  crowned = new Set();

  constructor(view) {
    super(view);
    this.pieces = new Map(view.board.pieces.map((piece) => [piece.name, piece]));
    this.onLines = view.board.lines.length > 0;
  }

  under() {
    const { byName, board } = this.view;
    return group({ class: "lines" }, board.lines.map((line) => path(`M${line.map((name) => `${byName.get(name).x} ${byName.get(name).y}`).join("L")}`)));
  }

  spot(place) {
    const attributes = { transform: at(place.x, place.y, this.view.unit) };
    if (this.onLines) return group({ class: "p-point", ...attributes }, circle(0, 0, 16, "touch"), circle(0, 0, 6, "face"));
    return group({ class: `p-shade ${place.shade}`, ...attributes }, rect(-20, -20, 40, 40, 0, "face"));
  }

  printed(place) {
    if (!place.input && place.input !== 0) return null;
    const [x, y] = this.onLines ? [15, 23] : [-18.5, 18];
    return group({ transform: at(place.x, place.y, this.view.unit) }, svg("text", { x, y, class: "corner" }, place.name));
  }

  ring() {
    return circle(0, 0, 17, "ring");
  }

  /** Draw a man: a disc with a rim, and a crown once it is a king. */
  piece(name) {
    const { colour } = this.pieces.get(name) ?? {};
    const crown = group({ class: "crown" }, path(CROWN, "shape"));
    return group({ class: `man c-${colour} ${this.crowned.has(name) ? "king" : ""}` }, svg("ellipse", { cx: 0, cy: 3.5, rx: 14.5, ry: 13.5, class: "shade" }), circle(0, 1.5, 14, "side"), circle(0, 0, 14, "top"), circle(0, 0, 9.5, "groove"), crown);
  }

  show({ crowned, positions }) {
    this.crowned = new Set(crowned);
    if (positions !== this.positions) this.lifted = null;
    this.positions = positions;
    for (const [name, { element }] of this.view.pieces) element.firstChild.classList.toggle("king", this.crowned.has(name));
  }

  /** The men that may go, and where the one that was touched may go; or places, if no man goes. */
  offered(options) {
    return [...options.flatMap(({ from, places }) => (from ? [from] : places)), ...this.#goals(options).flatMap(({ places }) => places)];
  }

  meant(place, options) {
    const goals = this.#goals(options).filter(({ places }) => places.includes(place));
    if (goals.length) return goals;
    const free = options.filter(({ from, places }) => !from && places.includes(place));
    if (!free.length) this.lifted = place;
    this.view.aim(free.length ? [] : [place]);
    return free;
  }

  #goals(options) {
    return options.filter(({ from }) => from && from === this.lifted);
  }
}
