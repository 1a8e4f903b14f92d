// A board of squares, with gaps between them in which barriers lie.

import { isBar } from "./geometry.js";
import { drawMouse } from "./pieces.js";
import { at, group, path, rect, styled, svg } from "./svg.js";

await styled("raster.css");

export class Print {
  heap = { right: 0.29, up: 0.29, size: 9, most: 5 };
  mouse = { scale: 1, down: -1.5 };

  constructor(view) {
    this.view = view;
  }

  /** Each mouse's own side is painted in its colour. */
  under() {
    const { x, y, width, height } = this.view.frame;
    const [middle, across, up, half] = [{ x: x + width / 2, y: y + height / 2 }, width / 2 - 3.5, height / 2 - 3.5, 0.36 * width];
    const homes = this.view.board.pieces.map(({ home, name }) => [this.view.byName.get(home), name]).filter(([home]) => home);
    return homes.map(([home, name]) => {
      const sideways = Math.abs(home.x - middle.x) > Math.abs(home.y - middle.y);
      const line = sideways
        ? `M${middle.x + Math.sign(home.x - middle.x) * across} ${middle.y - half}v${2 * half}`
        : `M${middle.x - half} ${middle.y + Math.sign(home.y - middle.y) * up}h${2 * half}`;
      return path(line, `home c-${name}`);
    });
  }

  spot(place) {
    if (isBar(place)) return this.#gap(place);
    return group({ class: "p-square", transform: at(place.x, place.y, this.view.unit) }, rect(-14.5, -13, 29, 29, 6, "rim"), rect(-14.5, -14.5, 29, 29, 6, "face"));
  }

  #gap(place) {
    const { pitch } = this.view;
    const lies = place.kind === "horizontal";
    const [long, wide] = lies ? [pitch, 0.36 * pitch] : [0.36 * pitch, pitch];
    return group(
      { class: "p-gap", transform: at(place.x, place.y) },
      rect(-long / 2, -wide / 2, long, wide, 4, "touch"),
      group({ class: "ghost" }, drawBarrier(lies, pitch)),
    );
  }

  printed(place) {
    if (isBar(place)) return null;
    return group({ transform: at(place.x, place.y, this.view.unit) }, svg("text", { x: -11, y: 12, class: "name corner" }, place.name));
  }

  /** How far a point is from the face of a square or the middle line of a gap, in pitches. */
  reach(place, point) {
    const [dx, dy] = [Math.abs(place.x - point.x) / this.view.pitch, Math.abs(place.y - point.y) / this.view.pitch];
    if (place.kind === "horizontal") return Math.hypot(Math.max(dx - 0.45, 0), dy);
    if (place.kind === "vertical") return Math.hypot(dx, Math.max(dy - 0.45, 0));
    return Math.max(Math.hypot(dx, dy) - 0.36, 0);
  }

  ring() {
    return rect(-16.5, -16.5, 33, 33, 8, "ring");
  }

  piece(name, place) {
    return isBar(place) ? drawBarrier(place.kind === "horizontal", this.view.pitch) : drawMouse(name);
  }

  /** Gaps have no rings: where a lamp is lit, its barrier shows through. */
  show({ lamps }) {
    for (const place of this.view.places.filter(isBar)) this.view.spots.get(place.name).classList.toggle("lit", place.name in lamps);
  }
}

/** A barrier: a little fence along its gap, as long as two squares. */
export function drawBarrier(lies, pitch) {
  const length = 1.82 * pitch;
  const posts = [-0.46, -0.155, 0.155, 0.46].map((part) => rect(part * length - 2, -5.2, 4, 10.4, 1.6, "post"));
  return group(
    { class: "barrier", transform: lies ? undefined : "rotate(90)" },
    rect(-length / 2, -3.4, length, 6.8, 2.6, "rail"),
    path(`M${-length / 2 + 3}-1.4H${length / 2 - 3}`, "shine"),
    posts,
  );
}
